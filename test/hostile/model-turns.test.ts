import { describeHostileTurns } from './model-turns.conformance.ts';

describeHostileTurns([
  'endless text',
  'endless calls',
  'hundreds of calls of four kilobytes',
  'a page of nearly a megabyte',
  'an event of numbers',
  'arguments of many keys',
]);
