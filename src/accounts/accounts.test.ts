import { afterEach, beforeEach, expect, it } from 'vitest';
import { onEveryDatabase, type TestDatabase } from '../db/every-database.fixture.ts';
import type { DatabaseConnection } from '../db/open-database.ts';
import { RateLimited } from '../http/errors.ts';
import { createManualClock, duration, type ManualClock } from '../kernel/clock.ts';
import { silentLogger } from '../kernel/logger.ts';
import { createSecretBox } from '../kernel/secret-box.ts';
import { memberActor } from '../audit-log/record-audit.ts';
import { createAccounts, type Accounts } from './accounts.ts';
import {
  EmailTaken,
  InvitationUnusable,
  LastOwner,
  PasswordResetImpossible,
  PasswordResetUnusable,
  PasswordWrong,
  SignInRefused,
} from './errors.ts';

onEveryDatabase((open) => {
  const { day } = duration;
  const ada = { name: 'Ada', email: 'Ada@example.org', password: 'correct horse battery' };
  let database: TestDatabase;
  let db: DatabaseConnection;
  let clock: ManualClock;
  let accounts: Accounts;

  beforeEach(async () => {
    database = await open();
    ({ db } = database);
    clock = createManualClock(Date.parse('2026-01-01T00:00:00Z'));
    accounts = accountsOf(db);
  });
  afterEach(async () => {
    await database.close();
  });

  /** As a process has them. */
  function accountsOf(of: DatabaseConnection): Accounts {
    const secretBox = createSecretBox(Buffer.alloc(32));
    return createAccounts({ db: of, clock, logger: silentLogger, secretBox, publicUrl: 'https://docs.example.org' });
  }

  async function setUpToken(): Promise<string> {
    const link = await accounts.setUpLink('https://docs.example.org/');
    expect(link).toMatch(/^https:\/\/docs\.example\.org\/set-up#[\w-]{43}$/);
    return link!.split('#')[1]!;
  }

  async function createOwner() {
    return accounts.invitations.accept({ token: await setUpToken(), ...ada });
  }

  it('sets a forgotten password by a link, once, and ends every session', async () => {
    const { passwordResets, sessions, members } = accounts;
    const { id, email } = await createOwner();
    const session = await sessions.start({ memberId: id, browser: 'Firefox' });
    const replaced = await passwordResets.create({ email, by: 'cli' });
    const token = await passwordResets.create({ email: 'ADA@example.org', by: 'cli' });
    const password = 'battery horse correct';
    await expect(passwordResets.use({ token: replaced, password })).rejects.toThrow(PasswordResetUnusable);
    expect(await passwordResets.emailOf(token)).toBe('ada@example.org');
    const others = accountsOf(await database.another()).passwordResets;
    const outcomes = await Promise.allSettled([
      passwordResets.use({ token, password }),
      others.use({ token, password: 'somebody elses password' }),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await sessions.find(session)).toBeUndefined();
    const chosen = outcomes[0].status === 'fulfilled' ? password : 'somebody elses password';
    await expect(members.signIn({ ...ada, address: 'a' })).rejects.toThrow(SignInRefused);
    expect(await members.signIn({ email, password: chosen, address: 'a' })).toMatchObject({ id });
    const audit = await db.selectFrom('audit_log').select(['actor', 'action', 'target']).orderBy('id').execute();
    expect(audit).toContainEqual({ actor: 'cli', action: 'password.reset_link', target: email });
    expect(audit).toContainEqual({ actor: memberActor(id), action: 'password.reset', target: email });
  });

  it('lets links for a forgotten password expire, and end with the password that they are for', async () => {
    const { passwordResets, members } = accounts;
    const { id, email } = await createOwner();
    const late = await passwordResets.create({ email, by: 'cli' });
    clock.advance(duration.hour);
    await expect(passwordResets.emailOf(late)).rejects.toThrow(PasswordResetUnusable);
    const changed = await passwordResets.create({ email, by: 'cli' });
    await members.changePassword({ id, currentPassword: ada.password, newPassword: 'battery horse correct' });
    await expect(passwordResets.emailOf(changed)).rejects.toThrow(PasswordResetUnusable);
    await expect(passwordResets.create({ email: 'eve@example.org', by: 'cli' })).rejects.toThrow(
      PasswordResetImpossible,
    );
  });

  it('mails links only to members with a password, and not again at once', async () => {
    const { passwordResets, invitations } = accounts;
    await createOwner();
    const { token } = await invitations.create({ role: 'viewer', by: 'cli' });
    const identity = { issuer: 'https://id.example.org', subject: 'bob' };
    await invitations.accept({ token, name: 'Bob', email: 'bob@example.org', identity });
    expect(await passwordResets.createForMail('eve@example.org')).toBeUndefined();
    expect(await passwordResets.createForMail('bob@example.org')).toBeUndefined();
    expect(await passwordResets.createForMail(ada.email)).toBeDefined();
    expect(await passwordResets.createForMail(ada.email)).toBeUndefined();
    clock.advance(5 * duration.minute);
    expect(await passwordResets.createForMail(ada.email)).toBeDefined();
  });

  it('lets the first owner in by the set-up link, once', async () => {
    const replaced = await setUpToken();
    const token = await setUpToken();
    await expect(accounts.invitations.accept({ token: replaced, ...ada })).rejects.toThrow(InvitationUnusable);
    const processes = [accounts, accountsOf(await database.another())];
    const identity = (subject: string) => ({ identity: { issuer: 'https://id.example.org', subject } });
    const outcomes = await Promise.allSettled(
      ['ada', 'eve', 'bob', 'pat'].map((name, index) =>
        processes[index % 2]!.invitations.accept({ token, name, email: `${name}@example.org`, ...identity(name) }),
      ),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', ...Array<string>(3).fill('rejected')]);
    expect(await accounts.members.list()).toMatchObject([{ role: 'owner' }]);
    expect(await accounts.setUpLink('https://docs.example.org')).toBeUndefined();
  });

  it('invites members with a role, for seven days', async () => {
    const owner = await createOwner();
    const { token } = await accounts.invitations.create({ role: 'viewer', by: memberActor(owner.id) });
    const late = await accounts.invitations.create({ role: 'editor', by: memberActor(owner.id) });
    expect(await accounts.invitations.roleOf(token)).toBe('viewer');
    await expect(accounts.invitations.accept({ token, ...ada, email: 'ADA@example.org' })).rejects.toThrow(EmailTaken);
    const grace = await accounts.invitations.accept({ token, ...ada, email: 'grace@example.org', name: 'Grace' });
    expect(grace.role).toBe('viewer');
    clock.advance(7 * day);
    await expect(accounts.invitations.roleOf(late.token)).rejects.toThrow(InvitationUnusable);
  });

  it('signs in regardless of the case of the address and refuses everything else alike', async () => {
    const owner = await createOwner();
    const attempt = { email: 'ADA@EXAMPLE.ORG', password: ada.password, address: '192.0.2.1' };
    expect(await accounts.members.signIn(attempt)).toEqual(owner);
    await expect(accounts.members.signIn({ ...attempt, password: 'wrong' })).rejects.toThrow(SignInRefused);
    await expect(accounts.members.signIn({ ...attempt, email: 'no@example.org' })).rejects.toThrow(SignInRefused);
  });

  it('limits guessing per account and address, also in parallel, and lets others in', async () => {
    await createOwner();
    const guess = { email: ada.email, password: 'wrong', address: '192.0.2.66' };
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => accounts.members.signIn(guess)));
    const limited = outcomes.filter(
      (outcome) => outcome.status === 'rejected' && outcome.reason instanceof RateLimited,
    );
    expect(limited).toHaveLength(3);
    const right = { ...guess, password: ada.password };
    await expect(accounts.members.signIn(right)).rejects.toMatchObject({ retryAfterSeconds: 900 });
    await accounts.members.signIn({ ...right, address: '192.0.2.1' });
    clock.advance(900_000);
    await accounts.members.signIn(right);
  });

  it('stores neither passwords nor tokens', async () => {
    const owner = await createOwner();
    const token = await accounts.sessions.start({ memberId: owner.id, browser: 'Firefox' });
    const rows = await Promise.all([
      db.selectFrom('members').selectAll().execute(),
      db.selectFrom('sessions').selectAll().execute(),
    ]);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(JSON.stringify(rows)).not.toContain(ada.password);
    expect(rows[0][0]!.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('ends sessions by hand, without use, and after 90 days', async () => {
    const owner = await createOwner();
    const start = () => accounts.sessions.start({ memberId: owner.id, browser: 'Firefox on Linux' });
    const [first, second] = [await start(), await start()];
    const signedIn = (await accounts.sessions.find(first))!;
    expect(signedIn.member).toEqual(owner);
    const other = (await accounts.sessions.list(signedIn)).find((session) => !session.current)!;
    await accounts.sessions.end({ memberId: owner.id, sessionId: other.id });
    expect(await accounts.sessions.find(second)).toBeUndefined();
    for (let days = 0; days < 84; days += 12) {
      clock.advance(12 * day);
      expect(await accounts.sessions.find(first)).toBeDefined();
    }
    clock.advance(6 * day);
    expect(await accounts.sessions.find(first)).toBeUndefined();
    const third = await start();
    clock.advance(14 * day);
    expect(await accounts.sessions.find(third)).toBeUndefined();
  });

  it('always keeps an owner', async () => {
    const owner = await createOwner();
    const change = { id: owner.id, by: owner.id };
    await expect(accounts.members.changeRole({ ...change, role: 'viewer' })).rejects.toThrow(LastOwner);
    await expect(accounts.members.remove(change)).rejects.toThrow(LastOwner);
    const { token } = await accounts.invitations.create({ role: 'owner', by: memberActor(owner.id) });
    const grace = await accounts.invitations.accept({ token, ...ada, email: 'grace@example.org' });
    const other = accountsOf(await database.another());
    const removals = await Promise.allSettled([
      accounts.members.remove(change),
      other.members.remove({ id: grace.id, by: grace.id }),
    ]);
    expect(removals.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await accounts.members.list()).toHaveLength(1);
  });

  it('changes a password only with the present one', async () => {
    const owner = await createOwner();
    const change = { id: owner.id, currentPassword: 'wrong', newPassword: 'a whole new password' };
    await expect(accounts.members.changePassword(change)).rejects.toThrow(PasswordWrong);
    await accounts.members.changePassword({ ...change, currentPassword: ada.password });
    const attempt = { email: ada.email, address: '192.0.2.1' };
    await expect(accounts.members.signIn({ ...attempt, password: ada.password })).rejects.toThrow(SignInRefused);
    await accounts.members.signIn({ ...attempt, password: change.newPassword });
  });
});
