import type { Member, Session } from '../contract/account.ts';
import type { DatabaseConnection } from '../db/open-database.ts';
import { duration, type Clock, type DeletionTime } from '../kernel/clock.ts';
import { newId } from '../kernel/ids.ts';
import { memberActor, recordAudit } from '../audit-log/record-audit.ts';
import { endAccess } from './end-access.ts';
import { AccountThingNotFound } from './errors.ts';
import { toMember } from './members.ts';
import { hashSecretToken, newSecretToken } from '../kernel/secret-token.ts';

const idleLife = 14 * duration.day;
const wholeLife = 90 * duration.day;

export interface SignedIn {
  readonly sessionId: string;
  readonly member: Member;
}

export interface Sessions {
  /** `browser` is shown in the list of sessions. Returns the token for the cookie. */
  start(session: { memberId: string; browser: string }): Promise<string>;
  /** Undefined for an unknown, ended or expired session. Marks it used, to the minute. */
  find(token: string): Promise<SignedIn | undefined>;
  list(signedIn: SignedIn): Promise<Session[]>;
  /** Throws `AccountThingNotFound` when the member has no such session. */
  end(session: { memberId: string; sessionId: string }): Promise<void>;
  /** With the clients that the member connected. */
  endOthers(signedIn: SignedIn): Promise<void>;
}

export function createSessions({
  db,
  clock,
  deletionTime = () => undefined,
}: {
  db: DatabaseConnection;
  clock: Clock;
  /** Left out, sessions that ended stay in the database. */
  deletionTime?: DeletionTime | undefined;
}): Sessions {
  const alive = () =>
    db
      .selectFrom('sessions')
      .where('last_used_at', '>', clock.now() - idleLife)
      .where('sessions.created_at', '>', clock.now() - wholeLife);
  return {
    async start({ memberId, browser }) {
      const now = clock.now();
      const token = newSecretToken();
      const forgetBy = deletionTime() ?? 0;
      await db
        .deleteFrom('sessions')
        .where('id', 'in', (unused) =>
          unused
            .selectFrom('sessions')
            .select('id')
            .where('last_used_at', '<=', forgetBy - idleLife)
            .forUpdate()
            .skipLocked(),
        )
        .execute();
      await db
        .insertInto('sessions')
        .values({
          id: newId('ses', now),
          token_hash: hashSecretToken(token),
          member_id: memberId,
          browser,
          created_at: now,
          last_used_at: now,
        })
        .execute();
      return token;
    },
    async find(token) {
      const row = await alive()
        .innerJoin('members', 'members.id', 'sessions.member_id')
        .selectAll('members')
        .select(['sessions.id as session_id', 'last_used_at'])
        .where('token_hash', '=', hashSecretToken(token))
        .executeTakeFirst();
      if (row === undefined) return undefined;
      const now = clock.now();
      if (now - row.last_used_at >= duration.minute) {
        await db.updateTable('sessions').set({ last_used_at: now }).where('id', '=', row.session_id).execute();
      }
      return { sessionId: row.session_id, member: toMember(row) };
    },
    async list({ member, sessionId }) {
      const rows = await alive()
        .selectAll()
        .where('member_id', '=', member.id)
        .orderBy('last_used_at', 'desc')
        .orderBy('id')
        .execute();
      return rows.map((row) => ({
        id: row.id,
        browser: row.browser,
        createdAt: new Date(row.created_at).toISOString(),
        lastUsedAt: new Date(row.last_used_at).toISOString(),
        expiresAt: new Date(Math.min(row.last_used_at + idleLife, row.created_at + wholeLife)).toISOString(),
        current: row.id === sessionId,
      }));
    },
    async end({ memberId, sessionId }) {
      await db.transaction().execute(async (transaction) => {
        const ended = await transaction
          .deleteFrom('sessions')
          .where('id', '=', sessionId)
          .where('member_id', '=', memberId)
          .returning('browser')
          .executeTakeFirst();
        if (ended === undefined) throw new AccountThingNotFound('session', sessionId);
        await recordAudit(transaction, clock, {
          projectId: null,
          actor: memberActor(memberId),
          action: 'session.end',
          target: ended.browser,
        });
      });
    },
    async endOthers({ member, sessionId }) {
      await endAccess(db, member.id, sessionId);
    },
  };
}
