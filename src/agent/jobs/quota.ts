import type { Transaction } from 'kysely';
import type { Database } from '../../db/schema.ts';
import { takeUse } from '../../db/take-use.ts';
import type { RateLimitState } from '../../http/rate-limit-headers.ts';
import { rateLimitState } from '../../http/rate-limit-state.ts';
import { duration } from '../../kernel/clock.ts';

/**
 * Counts one job or message, or one review, against the rolling hour of the project, in the transaction that stores it, so that the
 * count and what it counts cannot disagree. Throws RateLimited when the quota is used up; the transaction rolls back.
 */
export async function chargeQuota(
  transaction: Transaction<Database>,
  {
    projectId,
    quota,
    now,
    name = 'jobs',
  }: { projectId: string; quota: number; now: number; name?: 'jobs' | 'reviews' },
): Promise<RateLimitState> {
  const windowMilliseconds = duration.hour;
  const use = await takeUse(transaction, { subject: `${name} ${projectId}`, quota, windowMilliseconds, now });
  return rateLimitState({ name, quota, windowMilliseconds }, use);
}
