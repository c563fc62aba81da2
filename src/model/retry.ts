import { AppError } from '../kernel/app-error.ts';
import { duration } from '../kernel/clock.ts';
import type { ModelRetry } from './language-model.ts';

/** How transient faults are retried. Times are milliseconds. */
export interface RetryPolicy {
  readonly attempts: number;
  readonly firstDelay: number;
  readonly longestDelay: number;
  /** A provider that asks for a longer pause than this is not waited for: the error goes to the caller with its `Retry-After`. */
  readonly longestRetryAfter: number;
}

/** About one minute in all before giving up, which outlasts most overloads and stays far below a job's deadline. */
export const defaultRetryPolicy: RetryPolicy = {
  attempts: 6,
  firstDelay: 1_000,
  longestDelay: 30_000,
  longestRetryAfter: 120_000,
};

/** Resolves after the time, rejects with the signal's reason when it is aborted. */
export type Wait = (milliseconds: number, signal: AbortSignal) => Promise<void>;

export const wait: Wait = (milliseconds, signal) =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', stop, { once: true });
  });

/**
 * Calls `attempt` until it succeeds, fails for good, or the attempts are used up; then its last error is thrown. The
 * pause is exponential with full jitter, but never shorter than what the provider asks for: some ask for none.
 */
export async function withRetry<Result>(options: {
  readonly attempt: (number: number) => Promise<Result>;
  readonly policy: RetryPolicy;
  readonly signal: AbortSignal;
  readonly wait: Wait;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  readonly onRetry: ((retry: ModelRetry) => void) | undefined;
}): Promise<Result> {
  const { policy } = options;
  for (let number = 1; ; number += 1) {
    options.signal.throwIfAborted();
    try {
      return await options.attempt(number);
    } catch (error) {
      options.signal.throwIfAborted();
      if (!(error instanceof AppError) || !error.facts.retryable || number >= policy.attempts) throw error;
      const requestedPause =
        error.retryAfterSeconds === undefined ? undefined : error.retryAfterSeconds * duration.second;
      if (requestedPause !== undefined && requestedPause > policy.longestRetryAfter) throw error;
      const backoff = Math.min(policy.longestDelay, policy.firstDelay * 2 ** (number - 1)) * options.random();
      const delayMilliseconds = Math.round(Math.max(requestedPause ?? 0, backoff));
      options.onRetry?.({ attempt: number + 1, delayMilliseconds, reason: error.facts.code });
      await options.wait(delayMilliseconds, options.signal);
    }
  }
}
