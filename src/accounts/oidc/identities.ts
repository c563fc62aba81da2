import type { Member } from '../../contract/account.ts';
import type { DatabaseConnection } from '../../db/open-database.ts';
import { isTaken } from '../../db/is-taken.ts';
import type { MemberRow } from '../../db/schema.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import { memberActor, recordAudit } from '../../audit-log/record-audit.ts';
import { endAccess } from '../end-access.ts';
import { AccountThingNotFound } from '../errors.ts';
import { toMember } from '../members.ts';
import { AccountNotConnected, EmailNotVerified, IdentityTaken, NotAMember } from './errors.ts';
import type { Identity } from './identity-provider.ts';

/** Which member somebody is whom the identity provider has proven. */
export interface Identities {
  /**
   * The member with this identity. Else the one with this verified address, who is connected thereby, unless a password
   * leads into that account too. Else a new viewer, where the domain of the address is let in. Throws
   * `EmailNotVerified`, `NotAMember`, `AccountNotConnected` or `IdentityTaken`.
   */
  signIn(identity: Identity): Promise<Member>;
  /** Connects a member who is signed in, in place of an earlier identity. Throws `IdentityTaken`. */
  connect(change: { memberId: string; identity: Identity }): Promise<Member>;
}

export interface IdentitiesOptions {
  readonly db: DatabaseConnection;
  readonly clock: Clock;
  /** Whether members may sign in with a password as well. */
  readonly passwords: boolean;
  /** In lower case. */
  readonly emailDomains: readonly string[];
}

/** The address, verified. Throws `EmailNotVerified`. */
export function verifiedEmail({ email, isEmailVerified }: Identity): string {
  if (email === undefined || !isEmailVerified) throw new EmailNotVerified(email);
  return email;
}

const takenByAnother = () => new IdentityTaken('Another member is connected to this account of the identity provider.');

export function createIdentities({ db, clock, passwords, emailDomains }: IdentitiesOptions): Identities {
  const audit = (connection: DatabaseConnection, member: Pick<MemberRow, 'id' | 'email'>, action: string) =>
    recordAudit(connection, clock, { projectId: null, actor: memberActor(member.id), action, target: member.email });
  const find = (connection: DatabaseConnection, { issuer, subject }: Identity) =>
    connection
      .selectFrom('members')
      .selectAll()
      .where('identity_issuer', '=', issuer)
      .where('identity_subject', '=', subject)
      .executeTakeFirst();

  /** An account without password, or whose password no longer counts: the address alone says whose it is. */
  const takeOver = async (connection: DatabaseConnection, row: MemberRow, identity: Identity) => {
    if (row.identity_issuer === identity.issuer) {
      throw new IdentityTaken(`${row.email} is connected to another account at the identity provider.`);
    }
    if (row.password_hash !== null && passwords) throw new AccountNotConnected(row.email);
    const changes = {
      identity_issuer: identity.issuer,
      identity_subject: identity.subject,
      // Whoever set it may not be who owns the address.
      password_hash: null,
    };
    await connection.updateTable('members').set(changes).where('id', '=', row.id).execute();
    await endAccess(connection, row.id);
    await audit(connection, row, 'member.connect');
    return { ...row, ...changes };
  };
  const join = async (
    connection: DatabaseConnection,
    email: string,
    identity: Identity,
  ): Promise<MemberRow | undefined> => {
    const domain = email.slice(email.lastIndexOf('@') + 1);
    if (!emailDomains.includes(domain)) throw new NotAMember(email);
    const now = clock.now();
    const row = {
      id: newId('mem', now),
      email,
      name: identity.name ?? email,
      role: 'viewer',
      password_hash: null,
      identity_issuer: identity.issuer,
      identity_subject: identity.subject,
      created_at: now,
    };
    const { numInsertedOrUpdatedRows } = await connection
      .insertInto('members')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    // The same person, in another tab.
    if (numInsertedOrUpdatedRows === 0n) return undefined;
    const joined = { projectId: null, actor: `domain ${domain}`, action: 'member.join', target: email };
    await recordAudit(connection, clock, joined);
    return row;
  };
  const signIn = (identity: Identity): Promise<Member> =>
    db.transaction().execute(async (transaction) => {
      let row = await find(transaction, identity);
      while (row === undefined) {
        const email = verifiedEmail(identity);
        const member = await transaction
          .selectFrom('members')
          .selectAll()
          .where('email', '=', email)
          .forUpdate()
          .executeTakeFirst();
        row =
          (await find(transaction, identity)) ??
          (member === undefined
            ? await join(transaction, email, identity)
            : await takeOver(transaction, member, identity));
      }
      await audit(transaction, row, 'session.start');
      return toMember(row);
    });
  return {
    signIn: (identity) =>
      signIn(identity).catch((error: unknown) => {
        // With another address in another tab, the same person was connected meanwhile, and is found now.
        if (isTaken(error)) return signIn(identity);
        throw error;
      }),
    connect: ({ memberId, identity }) =>
      db.transaction().execute(async (transaction) => {
        const holder = await find(transaction, identity);
        if (holder !== undefined && holder.id !== memberId) {
          throw takenByAnother();
        }
        const changed = await transaction
          .updateTable('members')
          .set({ identity_issuer: identity.issuer, identity_subject: identity.subject })
          .where('id', '=', memberId)
          .returningAll()
          .executeTakeFirst()
          .catch((error: unknown) => {
            throw isTaken(error) ? takenByAnother() : error;
          });
        if (changed === undefined) throw new AccountThingNotFound('member', memberId);
        await audit(transaction, changed, 'member.connect');
        return toMember(changed);
      }),
  };
}
