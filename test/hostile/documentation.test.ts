import { describeHostileDocumentation } from './documentation.conformance.ts';

/** For each parser and matcher the attack that takes it longest. */
const attackOfEachParser = [
  'nested calls',
  'lists that share',
  'modules that import each other many times',
  'stars among classes in excluded paths',
  'stars in redirects',
  'redirects that follow each other',
  'stars in .gitignore',
  'aliases of aliases in OpenAPI',
  'an alias of itself',
  'nested lists in YAML',
  'nested lists in JSON',
  'OpenAPI that refers to itself',
  'a table of 2,000 columns and 400 rows',
  'links within links',
  'comments that never end',
  'elements within elements',
  'directives of MyST',
  'includes of MkDocs',
  'pages of HTML whose tags and programs nothing ends',
  'topics of Writerside that are nowhere',
  'a page that includes itself',
];

describeHostileDocumentation(attackOfEachParser, [
  ['lists that share', 'completed'],
  ['an alias of itself', 'docs_beyond_checker'],
  ['stars in excluded paths', 'completed'],
]);
