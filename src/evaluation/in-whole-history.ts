import { GitFailed } from '../git/errors.ts';
import { HistoryIncomplete } from './errors.ts';

/** What git says where an object is not there: it left it out when it cloned, or lost it. */
const missing = /promisor remote|could not fetch|bad object|unable to read|missing (?:blob|tree|commit|object)/u;

/** Throws `HistoryIncomplete` in place of the words of git. */
export async function withWholeHistory<Result>(gitDirectory: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof GitFailed && missing.test(error.stderr))
      throw new HistoryIncomplete(`Objects are missing in ${gitDirectory}`);
    throw error;
  }
}
