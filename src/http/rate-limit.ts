import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { Clock } from '../kernel/clock.ts';
import { RateLimited } from './errors.ts';
import type { HttpEnvironment } from './http-environment.ts';
import { rateLimitHeaders } from './rate-limit-headers.ts';
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
 * Refuses with RateLimited what is over the quota of its key, and tells every caller how much is left, in the headers
 * of the IETF draft `ratelimit-headers-10`. Counts in this process: several processes allow as many times the quota.
 */
export function limitRate({ name, windowSeconds, quota, keyOf, clock }: RateLimit) {
  const window = createSlidingWindow({ windowMilliseconds: windowSeconds * 1000, clock });
  return createMiddleware<HttpEnvironment>(async (context, next) => {
    const limit = await quota(context);
    const { allowed, remaining, resetMilliseconds } = window.take(keyOf(context), limit);
    const resetSeconds = Math.max(1, Math.ceil(resetMilliseconds / 1000));
    if (!allowed) throw new RateLimited({ name, quota: limit, windowSeconds }, resetSeconds);
    await next();
    const headers = rateLimitHeaders({ name, quota: limit, windowSeconds, remaining, resetSeconds });
    for (const [header, value] of Object.entries(headers)) context.res.headers.set(header, value);
  });
}
