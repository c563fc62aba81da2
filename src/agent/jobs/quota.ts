import type { Transaction } from 'kysely';
import type { Database } from '../../db/schema.ts';
import { RateLimited } from '../../http/errors.ts';
import type { RateLimitState } from '../../http/rate-limit-headers.ts';
import { duration } from '../../kernel/clock.ts';

const windowSeconds = duration.hour / duration.second;

/**
 * Counts one job or message against the rolling hour of the project, in the transaction that stores it, so that the
 * count and what it counts cannot disagree. Throws RateLimited when the quota is used up; the transaction rolls back.
 */
export async function chargeQuota(
  transaction: Transaction<Database>,
  { projectId, quota, now }: { projectId: string; quota: number; now: number },
): Promise<RateLimitState> {
  const windowStart = now - duration.hour;
  const uses = await transaction
    .selectFrom('quota_uses')
    .select((select) => [select.fn.countAll<number>().as('count'), select.fn.min<number | null>('at').as('oldest')])
    .where('project_id', '=', projectId)
    .where('at', '>', windowStart)
    .executeTakeFirstOrThrow();
  const { count } = uses;
  const resetSeconds = Math.max(1, Math.ceil(((uses.oldest ?? now) - windowStart) / duration.second));
  if (count >= quota) throw new RateLimited({ name: 'jobs', quota, windowSeconds }, resetSeconds);
  await transaction
    .deleteFrom('quota_uses')
    .where('project_id', '=', projectId)
    .where('at', '<=', windowStart)
    .execute();
  await transaction.insertInto('quota_uses').values({ project_id: projectId, at: now }).execute();
  return { name: 'jobs', quota, windowSeconds, remaining: quota - count - 1, resetSeconds };
}
