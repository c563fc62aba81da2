import type { Invitation, Member, Role } from '../contract/account.ts';
import type { DatabaseConnection } from '../db/open-database.ts';
import type { Clock } from '../kernel/clock.ts';
import { duration } from '../kernel/clock.ts';
import { newId } from '../kernel/ids.ts';
import { memberActor, recordAudit } from '../audit-log/record-audit.ts';
import { AccountThingNotFound, EmailTaken, InvitationUnusable } from './errors.ts';
import { toMember } from './members.ts';
import { hashPassword } from './passwords.ts';
import { hashSecretToken, newSecretToken } from '../kernel/secret-token.ts';

/** Links that make a member once. The first owner's set-up link is one of them, printed by the server itself. */
export interface Invitations {
  /** A fresh token for the first owner, in place of any earlier one; undefined when there is an owner. */
  createSetUpToken(): Promise<string | undefined>;
  /** `by` is who acts, as the audit log says it: `member:<id>` or `cli`. */
  create(invitation: { role: Role; by: string }): Promise<{ invitation: Invitation; token: string }>;
  list(): Promise<Invitation[]>;
  /** Throws `AccountThingNotFound`. */
  withdraw(change: { id: string; by: string }): Promise<void>;
  /** Throws `InvitationUnusable`. */
  roleOf(token: string): Promise<Role>;
  /** Makes the member and uses the link up, both or neither. Throws `InvitationUnusable` or `EmailTaken`. */
  accept(acceptance: { token: string; name: string; email: string } & Proof): Promise<Member>;
}

/** What the member signs in with from then on. */
type Proof = { password: string } | { identity: { issuer: string; subject: string } };

/** There is one at most. */
const setUpId = 'inv_set_up';

export function createInvitations({ db, clock }: { db: DatabaseConnection; clock: Clock }): Invitations {
  const prepare = (id: string, role: Role, by: string | null) => {
    const now = clock.now();
    const token = newSecretToken();
    const row = {
      id,
      token_hash: hashSecretToken(token),
      role,
      invited_by: by,
      created_at: now,
      expires_at: now + 7 * duration.day,
    };
    return { row, token };
  };
  const findUsable = async (connection: DatabaseConnection, token: string) => {
    const row = await connection
      .selectFrom('invitations')
      .selectAll()
      .where('token_hash', '=', hashSecretToken(token))
      .where('expires_at', '>', clock.now())
      .executeTakeFirst();
    if (row === undefined) throw new InvitationUnusable();
    return { ...row, role: row.role as Role };
  };
  const list = async (): Promise<Invitation[]> => {
    const rows = await db
      .selectFrom('invitations')
      .selectAll()
      .where('expires_at', '>', clock.now())
      .where('invited_by', 'is not', null)
      .orderBy('id', 'desc')
      .execute();
    const members = await db.selectFrom('members').select(['id', 'name']).execute();
    const names = new Map(members.map(({ id, name }) => [memberActor(id), name]));
    return rows.map((row) => ({
      id: row.id,
      role: row.role as Role,
      invitedBy: names.get(row.invited_by ?? '') ?? row.invited_by ?? '',
      createdAt: new Date(row.created_at).toISOString(),
      expiresAt: new Date(row.expires_at).toISOString(),
    }));
  };
  return {
    createSetUpToken: () =>
      db.transaction().execute(async (transaction) => {
        await transaction.deleteFrom('invitations').where('invited_by', 'is', null).execute();
        const owner = await transaction
          .selectFrom('members')
          .select('id')
          .where('role', '=', 'owner')
          .executeTakeFirst();
        if (owner !== undefined) return undefined;
        const { row, token } = prepare(setUpId, 'owner', null);
        // Of two servers that start at once, the link of the second counts.
        await transaction
          .insertInto('invitations')
          .values(row)
          .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
          .execute();
        return token;
      }),
    async create({ role, by }) {
      const { row, token } = await db.transaction().execute(async (transaction) => {
        await recordAudit(transaction, clock, {
          projectId: null,
          actor: by,
          action: 'member.invite',
          target: role,
        });
        const prepared = prepare(newId('inv', clock.now()), role, by);
        await transaction.insertInto('invitations').values(prepared.row).execute();
        return prepared;
      });
      const invitation = (await list()).find(({ id }) => id === row.id);
      if (invitation === undefined) throw new AccountThingNotFound('invitation', row.id);
      return { invitation, token };
    },
    list,
    async withdraw({ id, by }) {
      await db.transaction().execute(async (transaction) => {
        const { numDeletedRows } = await transaction.deleteFrom('invitations').where('id', '=', id).executeTakeFirst();
        if (numDeletedRows === 0n) throw new AccountThingNotFound('invitation', id);
        await recordAudit(transaction, clock, {
          projectId: null,
          actor: memberActor(by),
          action: 'invitation.withdraw',
          target: id,
        });
      });
    },
    roleOf: async (token) => (await findUsable(db, token)).role,
    async accept({ token, name, email, ...proof }) {
      // Before any hashing, so that a made-up token costs the server nothing.
      await findUsable(db, token);
      const credentials = {
        password_hash: 'password' in proof ? await hashPassword(proof.password) : null,
        identity_issuer: 'identity' in proof ? proof.identity.issuer : null,
        identity_subject: 'identity' in proof ? proof.identity.subject : null,
      };
      return db.transaction().execute(async (transaction) => {
        const { id: invitationId, role, invited_by } = await findUsable(transaction, token);
        const used = transaction.deleteFrom('invitations').where('id', '=', invitationId);
        const { numDeletedRows } = await used.where('token_hash', '=', hashSecretToken(token)).executeTakeFirst();
        // Somebody else was quicker.
        if (numDeletedRows === 0n) throw new InvitationUnusable();
        const now = clock.now();
        const row = { id: newId('mem', now), email: email.toLowerCase(), name, role, ...credentials, created_at: now };
        const { numInsertedOrUpdatedRows } = await transaction
          .insertInto('members')
          .values(row)
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst();
        if (numInsertedOrUpdatedRows === 0n) throw new EmailTaken();
        const actor = invited_by ?? 'set-up link';
        await recordAudit(transaction, clock, { projectId: null, actor, action: 'member.join', target: row.email });
        return toMember(row);
      });
    },
  };
}
