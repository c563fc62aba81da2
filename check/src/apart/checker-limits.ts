import { longestParse } from '../page/parse-pool.ts';

const second = 1_000;
const minute = 60 * second;

/** What a checking process may use before it is ended. Tests give it less. */
export interface CheckerLimits {
  /** Milliseconds without a sign of life: a single step of a check takes a few. */
  readonly longestStep: number;
  /** Milliseconds until a page is given up and the rest checked: no page that a person wrote takes one second. */
  readonly longestPage: number;
  /** Milliseconds of one check, whatever it gets done: ten thousand pages take two minutes on a slow machine. */
  readonly longestCheck: number;
  /** Megabytes of its heap: the facts of twenty thousand pages and their files take half of it. */
  readonly heapMegabytes: number;
  /** Megabytes of the whole process, with its threads and what lies outside of heaps. */
  readonly processMegabytes: number;
}

export const checkerLimits: CheckerLimits = {
  longestStep: 20 * second,
  longestPage: longestParse,
  longestCheck: 5 * minute,
  heapMegabytes: 768,
  processMegabytes: 1536,
};

/** Characters of an answer: what the server reads in a few milliseconds. The worst site that was seen had 1.2 million. */
export const largestAnswer = 2_000_000;

/** Characters of one message, which may quote what a page says. */
export const longestMessage = 2_000;

/** How often the process shows that it is alive while it works, in milliseconds. */
export const beatMilliseconds = 500;

/** Milliseconds after which a process with nothing to do is ended, to give its memory back. */
export const longestIdle = 5 * minute;
