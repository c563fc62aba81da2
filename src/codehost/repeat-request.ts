import { setTimeout as sleep } from 'node:timers/promises';
import { duration } from '../kernel/clock.ts';
import { CodeHostRateLimited, CodeHostUnavailable } from './errors.ts';

export interface Patience {
  /** Longest wait for a rate limit; a longer limit is thrown. Default: 30. */
  readonly patienceSeconds?: number | undefined;
  /** Waits; tests replace it. */
  readonly wait?: ((milliseconds: number, signal: AbortSignal) => Promise<void>) | undefined;
}

const attempts = 3;

/** Sends a request, up to three times: after a rate limit always, after a failure of the host only if `isRepeatable`. */
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
      const limitSeconds = error instanceof CodeHostRateLimited ? (error.retryAfterSeconds ?? 0) : undefined;
      const canRepeat =
        limitSeconds === undefined
          ? error instanceof CodeHostUnavailable && error.facts.retryable && isRepeatable
          : limitSeconds <= patienceSeconds;
      if (!canRepeat || attempt === attempts) throw error;
      await wait(limitSeconds === undefined ? 300 * 3 ** attempt : limitSeconds * duration.second, signal);
    }
  }
}
