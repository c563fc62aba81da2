import type { Clock } from '../kernel/clock.ts';
import { duration } from '../kernel/clock.ts';
import type { RateLimitState } from './rate-limit-headers.ts';
import { rateLimitState } from './rate-limit-state.ts';
import { createSlidingWindow } from './sliding-window.ts';

/**
 * Counts uses of one kind by key, and says what is left; throws RateLimited for what is over the quota. Counts in this
 * process: several processes allow as many times the quota. `name` is in the plural because sentences use it: `reads`.
 */
export function createQuota({ name, windowSeconds, clock }: { name: string; windowSeconds: number; clock: Clock }) {
  const windowMilliseconds = windowSeconds * duration.second;
  const window = createSlidingWindow({ windowMilliseconds, clock });
  return (key: string, quota: number): RateLimitState =>
    rateLimitState({ name, quota, windowMilliseconds }, window.take(key, quota));
}
