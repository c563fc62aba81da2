import type { Transaction } from 'kysely';
import type { Database } from './schema.ts';

/**
 * Counts one use of `subject` in the caller's transaction unless its quota is used up: no window of that length, wherever
 * it begins, ever holds more than the quota. What was counted is kept for one window and shared by all processes, none of which takes the place that another has.
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
  for (;;) {
    await forgetExpired(transaction, { subject, windowMilliseconds, now });
    const uses = await transaction
      .selectFrom('limited_uses')
      .select(['place', 'expires_at'])
      .where('subject', '=', subject)
      .where('expires_at', '>', now)
      .orderBy('expires_at')
      .orderBy('id')
      .execute();
    const allowed = uses.length < quota;
    const expires_at = now + windowMilliseconds;
    if (allowed && !(await takePlace(transaction, { subject, place: freePlace(uses), expires_at }))) continue;
    // Not the oldest if the quota was lowered; and not for longer than a window if the clock was set back.
    const next = uses[allowed ? 0 : uses.length - quota]?.expires_at ?? expires_at;
    return {
      allowed,
      remaining: Math.max(0, quota - uses.length - (allowed ? 1 : 0)),
      resetMilliseconds: Math.min(windowMilliseconds, next - now),
    };
  }
}

/** Leaves to others what they are about to forget. What no clock near this one can have counted was counted by a wrong one. */
async function forgetExpired(
  transaction: Transaction<Database>,
  { subject, windowMilliseconds, now }: { subject: string; windowMilliseconds: number; now: number },
): Promise<void> {
  await transaction
    .deleteFrom('limited_uses')
    .where('id', 'in', (uses) =>
      uses
        .selectFrom('limited_uses')
        .select('id')
        .where((is) =>
          is.or([
            is('expires_at', '<=', now),
            is('subject', '=', subject).and('expires_at', '>', now + 2 * windowMilliseconds),
          ]),
        )
        .forUpdate()
        .skipLocked(),
    )
    .execute();
}

function freePlace(uses: readonly { readonly place: number }[]): number {
  const takenPlaces = new Set(uses.map(({ place }) => place));
  let place = 0;
  while (takenPlaces.has(place)) place += 1;
  return place;
}

/**
 * False where another process takes the same place; it is known once its transaction has ended. Nothing that exists is
 * touched, since that would lock it: who waits for a place waits for whoever forgets or takes a lower one, never the other way.
 */
async function takePlace(
  transaction: Transaction<Database>,
  use: { subject: string; place: number; expires_at: number },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('limited_uses')
    .values(use)
    .onConflict((conflict) => conflict.columns(['subject', 'place']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}
