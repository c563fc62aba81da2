import { describeCommands } from './commands.conformance.ts';
import { guidePages } from './follow-pages.ts';

/** Pages that use what others use too, in further ways: followed by `npm run test:long`. */
const further = [
  'agent-instructions',
  'api-curl',
  'api-python',
  'api-typescript',
  'back-up',
  'choosing-a-model',
  'collecting-visits',
  'jobs',
  'local-models',
  'log-drains',
  'log-files',
  'missing-pages',
  'privacy',
  'pull-requests',
  'reading-the-numbers',
  'sharing',
  'tracker',
  'troubleshooting',
  'upgrade',
].map((name) => `docs/guide/${name}.md`);

describeCommands(guidePages().filter((page) => !further.includes(page)));
