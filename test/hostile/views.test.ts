import { describeHostileViews } from './views.conformance.ts';

/** Read by the same parts of the server as others that stay. */
const further = [
  'an array that never ends',
  'a string of ten megabytes',
  'a string of quotes',
  'many keys',
  'blank lines',
  'long lines',
  'an object that is none',
  'no UTF-8',
  'ten thousand events that are as long as they may be',
  'a drain of lines that are no records',
  'a drain of Apache lines',
  'an envelope of one long log',
  'an envelope of logs of blank lines',
];

describeHostileViews(further);
