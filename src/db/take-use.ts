import type { Transaction } from 'kysely';
import type { Database } from './schema.ts';

/**
 * Counts one use of `subject` in the caller's transaction unless its quota is used up: no window of that length, wherever
 * it begins, ever holds more than the quota. What was counted is kept for one window and shared by all processes.
 * `resetMilliseconds`: until the next use comes back; after a refusal, until there is room again.
 */
export async function takeUse(
  transaction: Transaction<Database>,
  {
    subject,
    quota,
    windowMilliseconds,
    now,
  }: { subject: string; quota: number; windowMilliseconds: number; now: number },
): Promise<{ allowed: boolean; remaining: number; resetMilliseconds: number }> {
  await transaction.deleteFrom('limited_uses').where('expires_at', '<=', now).execute();
  const uses = await transaction
    .selectFrom('limited_uses')
    .select('expires_at')
    .where('subject', '=', subject)
    .orderBy('expires_at')
    .execute();
  const allowed = uses.length < quota;
  if (allowed) {
    await transaction
      .insertInto('limited_uses')
      .values({ subject, expires_at: now + windowMilliseconds })
      .execute();
  }
  // Not the oldest if the quota was lowered; and not for longer than a window if the clock was set back.
  const next = uses[allowed ? 0 : uses.length - quota]?.expires_at ?? now + windowMilliseconds;
  return {
    allowed,
    remaining: Math.max(0, quota - uses.length - (allowed ? 1 : 0)),
    resetMilliseconds: Math.min(windowMilliseconds, next - now),
  };
}
