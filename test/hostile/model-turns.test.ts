import { describeHostileTurns } from './model-turns.conformance.ts';

describeHostileTurns([
  'endless text',
  'hundreds of calls of four kilobytes',
  'a page of two megabytes',
  'arguments that nest',
]);
