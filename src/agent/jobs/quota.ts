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
  if (count >= quota) {
    const free = await timeOfUse(transaction, { projectId, windowStart, index: count - quota });
    throw new RateLimited({ name: 'jobs', quota, windowSeconds }, secondsUntilFree(free, windowStart));
  }
  await transaction
    .deleteFrom('quota_uses')
    .where('project_id', '=', projectId)
    .where('at', '<=', windowStart)
    .execute();
  await transaction.insertInto('quota_uses').values({ project_id: projectId, at: now }).execute();
  const resetSeconds = secondsUntilFree(uses.oldest ?? now, windowStart);
  return { name: 'jobs', quota, windowSeconds, remaining: quota - count - 1, resetSeconds };
}

/** When the use was made that must leave the window before there is room: not the oldest, if the quota was lowered. */
async function timeOfUse(
  transaction: Transaction<Database>,
  { projectId, windowStart, index }: { projectId: string; windowStart: number; index: number },
): Promise<number> {
  const { at } = await transaction
    .selectFrom('quota_uses')
    .select('at')
    .where('project_id', '=', projectId)
    .where('at', '>', windowStart)
    .orderBy('at')
    .limit(1)
    .offset(index)
    .executeTakeFirstOrThrow();
  return at;
}

/** Never longer than the window, also when the clock was set back since. */
function secondsUntilFree(usedAt: number, windowStart: number): number {
  return Math.min(windowSeconds, Math.max(1, Math.ceil((usedAt - windowStart) / duration.second)));
}
