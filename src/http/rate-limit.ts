import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { Clock } from '../kernel/clock.ts';
import { setAnswerHeaders } from './connection.ts';
import type { HttpEnvironment } from './http-environment.ts';
import { createQuota } from './quota.ts';
import { rateLimitHeaders } from './rate-limit-headers.ts';

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
 * The limit as a check before anything else is looked at; the answer tells how much is left. Throws RateLimited for what is
 * over the quota of its key.
 */
export function limitRate({ quota, keyOf, ...limit }: RateLimit) {
  const take = createQuota(limit);
  return createMiddleware<HttpEnvironment>(async (context, next) => {
    const headers = rateLimitHeaders(take(keyOf(context), await quota(context)));
    await next();
    setAnswerHeaders(context, headers);
  });
}
