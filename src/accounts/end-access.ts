import type { DatabaseConnection } from '../db/open-database.ts';

/**
 * Ends what acts for a member: their sessions, but for one, and the clients that they connected. Whoever had the account
 * until a password or identity changed keeps nothing.
 */
export async function endAccess(db: DatabaseConnection, memberId: string, but = ''): Promise<void> {
  await db.deleteFrom('sessions').where('member_id', '=', memberId).where('id', '!=', but).execute();
  await db.deleteFrom('oauth_grants').where('member_id', '=', memberId).execute();
}
