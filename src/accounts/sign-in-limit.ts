import { createHash } from 'node:crypto';
import type { DatabaseConnection } from '../db/open-database.ts';
import { takeUse } from '../db/take-use.ts';
import { rateLimitState } from '../http/rate-limit-state.ts';
import { duration, type Clock } from '../kernel/clock.ts';

const windowMilliseconds = 15 * duration.minute;

/**
 * Limits within 15 minutes. The narrow one, per account and address, stops guessing. The wide ones stop guessing from many
 * addresses or at many accounts, without locking a member out because of other people's attempts.
 */
function limitsOf(email: string | undefined, address: string) {
  const addressLimit = { subject: hashOf(`address ${address}`), quota: 30, name: 'sign-in attempts from this address' };
  if (email === undefined) return [addressLimit];
  return [
    { subject: hashOf(`both ${email} ${address}`), quota: 5, name: 'sign-in attempts for this account' },
    addressLimit,
    { subject: hashOf(`email ${email}`), quota: 100, name: 'sign-in attempts for this account' },
  ];
}

function hashOf(subject: string): string {
  return createHash('sha256').update(subject).digest('hex');
}

/**
 * Counts an attempt before the password is checked, so that parallel guesses count too. Without `email`, it is a sign-in
 * by the identity provider. Throws `RateLimited`. Counts are hashed, shared by all processes, and kept for 15 minutes.
 */
export async function countSignInAttempt(
  db: DatabaseConnection,
  clock: Clock,
  { email, address }: { email?: string; address: string },
): Promise<{ forget: () => Promise<void> }> {
  const limits = limitsOf(email, address);
  const now = clock.now();
  await db.transaction().execute(async (transaction) => {
    for (const { subject, quota, name } of limits) {
      const use = await takeUse(transaction, { subject, quota, windowMilliseconds, now });
      rateLimitState({ name, quota, windowMilliseconds }, use);
    }
  });
  return {
    forget: async () => {
      await db
        .deleteFrom('limited_uses')
        .where('subject', '=', limits[0]?.subject ?? '')
        .execute();
    },
  };
}
