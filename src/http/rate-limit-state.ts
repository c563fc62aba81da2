import { duration } from '../kernel/clock.ts';
import { RateLimited } from './errors.ts';
import type { RateLimitState } from './rate-limit-headers.ts';

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
