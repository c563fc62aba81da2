import { createHash } from 'node:crypto';
import type { DatabaseConnection } from '../db/open-database.ts';
import { RateLimited } from '../http/errors.ts';
import type { Clock } from '../kernel/clock.ts';
import { duration } from '../kernel/clock.ts';
import { newId } from '../kernel/ids.ts';

const windowSeconds = (15 * duration.minute) / duration.second;

/**
 * Attempts within 15 minutes. The narrow limit stops guessing; the wide ones stop guessing from many addresses and at
 * many accounts, and are wide enough that nobody is locked out of an account by somebody else's typing.
 */
function limitsOf(email: string | undefined, address: string) {
  const ofAddress = { subject: hashOf(`address ${address}`), quota: 30, name: 'sign-in attempts from this address' };
  if (email === undefined) return [ofAddress];
  return [
    { subject: hashOf(`both ${email} ${address}`), quota: 5, name: 'sign-in attempts for this account' },
    ofAddress,
    { subject: hashOf(`email ${email}`), quota: 100, name: 'sign-in attempts for this account' },
  ];
}

function hashOf(subject: string): string {
  return createHash('sha256').update(subject).digest('hex');
}

/**
 * Counts an attempt before the password is looked at, so that parallel guesses count too; without `email` one by the
 * identity provider. Throws `RateLimited`. Stored only for 15 minutes, hashed, and shared by all processes.
 */
export async function countSignInAttempt(
  db: DatabaseConnection,
  clock: Clock,
  { email, address }: { email?: string; address: string },
): Promise<{ forget: () => Promise<void> }> {
  const limits = limitsOf(email, address);
  const now = clock.now();
  const since = now - windowSeconds * duration.second;
  await db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('sign_in_attempts').where('at', '<=', since).execute();
    for (const { subject, quota, name } of limits) {
      const attempts = await transaction
        .selectFrom('sign_in_attempts')
        .select('at')
        .where('subject', '=', subject)
        .orderBy('at', 'desc')
        .limit(quota)
        .execute();
      const oldest = attempts[quota - 1];
      if (oldest !== undefined) {
        throw new RateLimited({ name, quota, windowSeconds }, Math.max(1, Math.ceil((oldest.at - since) / 1000)));
      }
    }
    await transaction
      .insertInto('sign_in_attempts')
      .values(limits.map(({ subject }) => ({ id: newId('sia', now), subject, at: now })))
      .execute();
  });
  return {
    forget: async () => {
      await db
        .deleteFrom('sign_in_attempts')
        .where('subject', '=', limits[0]?.subject ?? '')
        .execute();
    },
  };
}
