import { documentationAttacks } from './documentation-attacks.ts';
import { describeHostileDocumentation } from './documentation.conformance.ts';

describeHostileDocumentation(Object.keys(documentationAttacks), [
  ['nested calls', 'completed'],
  ['lists that share', 'completed'],
  ['aliases of aliases in OpenAPI', 'completed'],
  ['many files in many folders', 'completed'],
  ['an alias of itself', 'docs_beyond_checker'],
  ['stars in excluded paths', 'completed'],
]);
