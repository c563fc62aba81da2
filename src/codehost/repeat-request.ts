import { setTimeout as sleep } from 'node:timers/promises';
import { duration } from '../kernel/clock.ts';
import { CodeHostRateLimited, CodeHostUnavailable } from './errors.ts';

export interface Patience {
  /** Rate limits that end within this many seconds are waited for, longer ones are thrown. 30 without it. */
  readonly patienceSeconds?: number | undefined;
  /** Waits; a test can make time pass at once. */
  readonly wait?: ((milliseconds: number, signal: AbortSignal) => Promise<void>) | undefined;
}

const attempts = 3;

/**
 * Sends a request, and sends it again where that is safe: everything after a rate limit, what `isRepeatable` also after a
 * failure of the host.
 */
export async function repeatRequest<T>(
  send: () => Promise<T>,
  { signal, isRepeatable }: { readonly signal: AbortSignal; readonly isRepeatable: boolean },
  { patienceSeconds = 30, wait = (milliseconds) => sleep(milliseconds, undefined, { signal }) }: Patience,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    signal.throwIfAborted();
    try {
      return await send();
    } catch (error) {
      signal.throwIfAborted();
      const limited = error instanceof CodeHostRateLimited ? (error.retryAfterSeconds ?? 0) : undefined;
      const again =
        limited === undefined
          ? error instanceof CodeHostUnavailable && error.facts.retryable && isRepeatable
          : limited <= patienceSeconds;
      if (!again || attempt === attempts) throw error;
      await wait(limited === undefined ? 300 * 3 ** attempt : limited * duration.second, signal);
    }
  }
}
