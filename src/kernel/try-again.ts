import { setTimeout as delay } from 'node:timers/promises';
import { canPass } from './passing-fault.ts';

/** Retries the work after each pause while its fault is temporary. Throws the last fault, or the signal's reason. */
export async function tryAgain<Result>(
  work: () => Promise<Result>,
  { pauses, signal }: { pauses: readonly number[]; signal?: AbortSignal },
): Promise<Result> {
  for (const pause of pauses) {
    try {
      return await work();
    } catch (error) {
      if (!canPass(error)) throw error;
      // Random, so that many clients of an overloaded server do not all retry at once.
      await delay(pause * (0.5 + Math.random() / 2), undefined, { signal, ref: false });
    }
  }
  return work();
}
