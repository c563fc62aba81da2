import type { Member } from '../contract/account.ts';
import type { DatabaseConnection } from '../db/open-database.ts';
import type { MemberRow } from '../db/schema.ts';
import type { Clock } from '../kernel/clock.ts';
import { duration } from '../kernel/clock.ts';
import { hashSecretToken, newSecretToken } from '../kernel/secret-token.ts';
import { memberActor, recordAudit } from '../audit-log/record-audit.ts';
import { endAccess } from './end-access.ts';
import { PasswordResetImpossible, PasswordResetUnusable } from './errors.ts';
import { toMember } from './members.ts';
import { hashPassword } from './passwords.ts';

/** Links that let a member set a new password once. */
export interface PasswordResets {
  /** Creates a token that replaces the member's earlier one. `by` is the actor in the audit log. Throws `PasswordResetImpossible`. */
  create(reset: { email: string; by: string }): Promise<string>;
  /** For requests from the sign-in page. Undefined if no member with a password has this address, or if a link was just sent. */
  createForMail(email: string): Promise<string | undefined>;
  /** The address of the member whose password this token sets. Throws `PasswordResetUnusable`. */
  emailOf(token: string): Promise<string>;
  /** Sets the password, invalidates the link and ends every session of the member. Throws `PasswordResetUnusable`. */
  use(reset: { token: string; password: string }): Promise<Member>;
}

const lifetime = duration.hour;
/** Minimum time between two mails to one member. */
const mailInterval = 5 * duration.minute;
const signInPageActor = 'sign-in page';

export function createPasswordResets({ db, clock }: { db: DatabaseConnection; clock: Clock }): PasswordResets {
  /** Only members with a password: for others, a reset would bypass the identity provider. */
  const findByEmail = (email: string) =>
    db
      .selectFrom('members')
      .selectAll()
      .where('email', '=', email.toLowerCase())
      .where('password_hash', 'is not', null)
      .executeTakeFirst();
  const findUsable = async (connection: DatabaseConnection, token: string): Promise<MemberRow> => {
    const row = await connection
      .selectFrom('password_resets')
      .innerJoin('members', 'members.id', 'password_resets.member_id')
      .selectAll('members')
      .where('token_hash', '=', hashSecretToken(token))
      .where('password_hash', 'is not', null)
      .where('expires_at', '>', clock.now())
      .executeTakeFirst();
    if (row === undefined) throw new PasswordResetUnusable();
    return row;
  };
  const issue = async ({ id, email }: MemberRow, by: string): Promise<string> => {
    const now = clock.now();
    const token = newSecretToken();
    const row = { token_hash: hashSecretToken(token), created_at: now, expires_at: now + lifetime };
    await db.transaction().execute(async (transaction) => {
      await transaction
        .insertInto('password_resets')
        .values({ member_id: id, ...row })
        .onConflict((conflict) => conflict.column('member_id').doUpdateSet(row))
        .execute();
      const action = 'password.reset_link';
      await recordAudit(transaction, clock, { projectId: null, actor: by, action, target: email });
    });
    return token;
  };
  return {
    async create({ email, by }) {
      const member = await findByEmail(email);
      if (member === undefined) throw new PasswordResetImpossible(email);
      return issue(member, by);
    },
    async createForMail(email) {
      const member = await findByEmail(email);
      if (member === undefined) return undefined;
      const recent = await db
        .selectFrom('password_resets')
        .select('member_id')
        .where('member_id', '=', member.id)
        .where('created_at', '>', clock.now() - mailInterval)
        .executeTakeFirst();
      return recent === undefined ? issue(member, signInPageActor) : undefined;
    },
    emailOf: async (token) => (await findUsable(db, token)).email,
    async use({ token, password }) {
      // Check before hashing, so that an invalid token costs no processor time.
      await findUsable(db, token);
      const replacement = await hashPassword(password);
      return db.transaction().execute(async (transaction) => {
        const member = await findUsable(transaction, token);
        const used = transaction.deleteFrom('password_resets').where('token_hash', '=', hashSecretToken(token));
        const { numDeletedRows } = await used.executeTakeFirst();
        // Another request used the token first.
        if (numDeletedRows === 0n) throw new PasswordResetUnusable();
        const { id, email } = member;
        await transaction.updateTable('members').set({ password_hash: replacement }).where('id', '=', id).execute();
        await endAccess(transaction, id);
        const entry = { projectId: null, actor: memberActor(id), action: 'password.reset', target: email };
        await recordAudit(transaction, clock, entry);
        return toMember(member);
      });
    },
  };
}
