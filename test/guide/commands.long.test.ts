import { describeCommands } from './commands.conformance.ts';
import { guidePages } from './follow-pages.ts';

describeCommands(guidePages());
