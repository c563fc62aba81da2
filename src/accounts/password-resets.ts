import type { Member } from '../contract/account.ts';
import type { DatabaseConnection } from '../db/open-database.ts';
import type { MemberRow } from '../db/schema.ts';
import type { Clock } from '../kernel/clock.ts';
import { duration } from '../kernel/clock.ts';
import { hashSecretToken, newSecretToken } from '../kernel/secret-token.ts';
import { memberActor, recordAudit } from '../audit-log/record-audit.ts';
import { PasswordResetImpossible, PasswordResetUnusable } from './errors.ts';
import { toMember } from './members.ts';
import { hashPassword } from './passwords.ts';

/** Links with which a member who forgot the password chooses a new one, once. */
export interface PasswordResets {
  /** A token in place of any earlier one of the member. `by` is as the audit log says it. Throws `PasswordResetImpossible`. */
  create(reset: { email: string; by: string }): Promise<string>;
  /** For whoever asks on the sign-in page: undefined where no member has this password, or one was asked for just now. */
  createForMail(email: string): Promise<string | undefined>;
  /** Whose password it sets. Throws `PasswordResetUnusable`. */
  emailOf(token: string): Promise<string>;
  /** Sets the password, uses the link up and ends every session of the member. Throws `PasswordResetUnusable`. */
  use(reset: { token: string; password: string }): Promise<Member>;
}

const life = duration.hour;
/** Between two mails to one member, whoever asks for them. */
const pause = 5 * duration.minute;
const askedOnPage = 'sign-in page';

export function createPasswordResets({ db, clock }: { db: DatabaseConnection; clock: Clock }): PasswordResets {
  /** A member without a password would get a way in that the identity provider knows nothing of. */
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
    const row = { token_hash: hashSecretToken(token), created_at: now, expires_at: now + life };
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
        .where('created_at', '>', clock.now() - pause)
        .executeTakeFirst();
      return recent === undefined ? issue(member, askedOnPage) : undefined;
    },
    emailOf: async (token) => (await findUsable(db, token)).email,
    async use({ token, password }) {
      // Before any hashing, so that a made-up token costs the server nothing.
      await findUsable(db, token);
      const replacement = await hashPassword(password);
      return db.transaction().execute(async (transaction) => {
        const member = await findUsable(transaction, token);
        const used = transaction.deleteFrom('password_resets').where('token_hash', '=', hashSecretToken(token));
        const { numDeletedRows } = await used.executeTakeFirst();
        // Somebody else was quicker.
        if (numDeletedRows === 0n) throw new PasswordResetUnusable();
        const { id, email } = member;
        await transaction.updateTable('members').set({ password_hash: replacement }).where('id', '=', id).execute();
        await transaction.deleteFrom('sessions').where('member_id', '=', id).execute();
        const entry = { projectId: null, actor: memberActor(id), action: 'password.reset', target: email };
        await recordAudit(transaction, clock, entry);
        return toMember(member);
      });
    },
  };
}
