import type { Member, Role } from '../contract/account.ts';
import type { DatabaseConnection } from '../db/open-database.ts';
import type { MemberRow } from '../db/schema.ts';
import type { Clock } from '../kernel/clock.ts';
import { memberActor, recordAudit } from '../audit-log/record-audit.ts';
import { AccountThingNotFound, LastOwner, PasswordWrong, SignInRefused } from './errors.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { countSignInAttempt } from './sign-in-limit.ts';

export interface Members {
  list(): Promise<Member[]>;
  /** Throws `RateLimited` or `SignInRefused`. */
  signIn(attempt: { email: string; password: string; address: string }): Promise<Member>;
  /** Throws `AccountThingNotFound` or `LastOwner`. */
  changeRole(change: { id: string; role: Role; by: string }): Promise<Member>;
  /** Ends the member's sessions as well. Throws `AccountThingNotFound` or `LastOwner`. */
  remove(change: { id: string; by: string }): Promise<void>;
  rename(change: { id: string; name: string }): Promise<Member>;
  /** Throws `PasswordWrong`. */
  changePassword(change: { id: string; currentPassword: string; newPassword: string }): Promise<void>;
}

export function toMember(row: MemberRow): Member {
  const { id, name, email, created_at } = row;
  const signsInBy: Member['signsInBy'] = [];
  if (row.password_hash !== null) signsInBy.push('password');
  if (row.identity_subject !== null) signsInBy.push('identity_provider');
  return { id, name, email, role: row.role as Role, signsInBy, createdAt: new Date(created_at).toISOString() };
}

export function createMembers({ db, clock }: { db: DatabaseConnection; clock: Clock }): Members {
  const find = async (connection: DatabaseConnection, id: string): Promise<MemberRow> => {
    const row = await connection.selectFrom('members').selectAll().where('id', '=', id).executeTakeFirst();
    if (row === undefined) throw new AccountThingNotFound('member', id);
    return row;
  };
  /** Takes the owners first, so that two of them who remove each other at once leave one. */
  const unlessLastOwner = async (
    { id, by, action }: { id: string; by: string; action: string },
    change: (transaction: DatabaseConnection) => Promise<void>,
  ): Promise<void> => {
    await db.transaction().execute(async (transaction) => {
      const owners = transaction.selectFrom('members').select('id').where('role', '=', 'owner').orderBy('id');
      await owners.forUpdate().execute();
      const { email } = await find(transaction, id);
      await change(transaction);
      const owner = await owners.executeTakeFirst();
      if (owner === undefined) throw new LastOwner();
      await recordAudit(transaction, clock, { projectId: null, actor: memberActor(by), action, target: email });
    });
  };
  return {
    async list() {
      const rows = await db.selectFrom('members').selectAll().orderBy('created_at').orderBy('id').execute();
      return rows.map(toMember);
    },
    async signIn({ email, password, address }) {
      const account = email.toLowerCase();
      const attempt = await countSignInAttempt(db, clock, { email: account, address });
      const row = await db.selectFrom('members').selectAll().where('email', '=', account).executeTakeFirst();
      const correct = await verifyPassword(password, row?.password_hash ?? undefined);
      if (row === undefined || !correct) throw new SignInRefused();
      await attempt.forget();
      await recordAudit(db, clock, {
        projectId: null,
        actor: memberActor(row.id),
        action: 'session.start',
        target: row.email,
      });
      return toMember(row);
    },
    async changeRole({ id, role, by }) {
      await unlessLastOwner({ id, by, action: `member.make_${role}` }, async (transaction) => {
        await transaction.updateTable('members').set({ role }).where('id', '=', id).execute();
      });
      return toMember(await find(db, id));
    },
    remove: ({ id, by }) =>
      unlessLastOwner({ id, by, action: 'member.remove' }, async (transaction) => {
        await transaction.deleteFrom('members').where('id', '=', id).execute();
      }),
    rename: ({ id, name }) =>
      db.transaction().execute(async (transaction) => {
        const before = await find(transaction, id);
        await transaction.updateTable('members').set({ name }).where('id', '=', id).execute();
        await recordAudit(transaction, clock, {
          projectId: null,
          actor: memberActor(id),
          action: 'member.rename',
          target: before.email,
        });
        return toMember({ ...before, name });
      }),
    async changePassword({ id, currentPassword, newPassword }) {
      const { password_hash, email } = await find(db, id);
      if (!(await verifyPassword(currentPassword, password_hash ?? undefined))) throw new PasswordWrong();
      const replacement = await hashPassword(newPassword);
      await db.transaction().execute(async (transaction) => {
        await transaction.updateTable('members').set({ password_hash: replacement }).where('id', '=', id).execute();
        await transaction.deleteFrom('password_resets').where('member_id', '=', id).execute();
        await recordAudit(transaction, clock, {
          projectId: null,
          actor: memberActor(id),
          action: 'password.change',
          target: email,
        });
      });
    },
  };
}
