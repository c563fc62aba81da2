import { describeCommands } from './commands.conformance.ts';
import { guidePages } from './follow-pages.ts';

/** Pages that use what others use too, in further ways: followed by `npm run test:long`. */
const further = [
  'agent-instructions',
  'api-python',
  'api-typescript',
  'choosing-a-model',
  'local-models',
  'log-drains',
  'missing-pages',
  'privacy',
  'reading-the-numbers',
  'sharing',
  'troubleshooting',
  'upgrade',
].map((name) => `docs/guide/${name}.md`);

describeCommands(guidePages().filter((page) => !further.includes(page)));
