import { duration } from './clock.ts';

/**
 * What a person waits for, in so many milliseconds at the longest; the signal aborts then. After that it throws what
 * `late` makes of words such as "no answer within 20 seconds", and of the error that the work ended with.
 */
export async function within<Result>(
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<Result>,
  late: (message: string, cause: unknown) => Error,
): Promise<Result> {
  const signal = AbortSignal.timeout(milliseconds);
  try {
    return await work(signal);
  } catch (error) {
    if (!signal.aborted) throw error;
    throw late(`no answer within ${milliseconds / duration.second} seconds`, error);
  }
}
