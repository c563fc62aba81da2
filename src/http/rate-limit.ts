import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { Clock } from '../kernel/clock.ts';
import { duration } from '../kernel/clock.ts';
import type { HttpEnvironment } from './http-environment.ts';
import { rateLimitHeaders } from './rate-limit-headers.ts';
import { rateLimitState } from './rate-limit-state.ts';
import { createSlidingWindow } from './sliding-window.ts';

export interface RateLimit {
  /** Name of the policy in the headers, in the plural because sentences use it: `reads`. */
  readonly name: string;
  readonly windowSeconds: number;
  /** How many in any window; may depend on the project. */
  readonly quota: (context: Context<HttpEnvironment>) => number | Promise<number>;
  /** Whose quota it is, such as the actor or the address of the caller. */
  readonly keyOf: (context: Context<HttpEnvironment>) => string;
  readonly clock: Clock;
}

/**
 * Counts a request and answers the headers that tell its caller how much is left, by the IETF draft
 * `ratelimit-headers-10`; throws RateLimited for what is over the quota of its key. Counts in this process: several
 * processes allow as many times the quota.
 */
export function createRateLimit({ name, windowSeconds, quota, keyOf, clock }: RateLimit) {
  const windowMilliseconds = windowSeconds * duration.second;
  const window = createSlidingWindow({ windowMilliseconds, clock });
  return async (context: Context<HttpEnvironment>): Promise<[string, string][]> => {
    const limit = await quota(context);
    const use = window.take(keyOf(context), limit);
    return Object.entries(rateLimitHeaders(rateLimitState({ name, quota: limit, windowMilliseconds }, use)));
  };
}

/** The limit as a check before anything else is looked at. */
export function limitRate(limit: RateLimit) {
  const take = createRateLimit(limit);
  return createMiddleware<HttpEnvironment>(async (context, next) => {
    const headers = await take(context);
    await next();
    for (const [header, value] of headers) context.res.headers.set(header, value);
  });
}
