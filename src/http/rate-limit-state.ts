import { duration } from '../kernel/clock.ts';
import { RateLimited } from './errors.ts';

/** What a limit allows, and what of it is left. */
export interface RateLimitState {
  /** Name of the policy, in the plural because sentences use it: `jobs`. */
  readonly name: string;
  readonly quota: number;
  readonly windowSeconds: number;
  readonly remaining: number;
  /** Until the oldest counted use leaves the window. */
  readonly resetSeconds: number;
}

/** What is left of a limit after a use was counted. Throws RateLimited when it was not allowed. */
export function rateLimitState(
  { name, quota, windowMilliseconds }: { name: string; quota: number; windowMilliseconds: number },
  use: { allowed: boolean; remaining: number; resetMilliseconds: number },
): RateLimitState {
  const windowSeconds = windowMilliseconds / duration.second;
  const resetSeconds = Math.max(1, Math.ceil(use.resetMilliseconds / duration.second));
  if (!use.allowed) throw new RateLimited({ name, quota, windowSeconds }, resetSeconds);
  return { name, quota, windowSeconds, remaining: use.remaining, resetSeconds };
}

/** The headers of the IETF draft `draft-ietf-httpapi-ratelimit-headers-10`. */
export function rateLimitHeaders(state: RateLimitState): Record<string, string> {
  return {
    'RateLimit-Policy': `"${state.name}";q=${state.quota};w=${state.windowSeconds}`,
    RateLimit: `"${state.name}";r=${state.remaining};t=${state.resetSeconds}`,
  };
}
