import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { AnalyticsRead, BeginRead } from '../analytics/begin-read.ts';
import { mailPasswordSecret } from '../contract/weekly-mail.ts';
import { onEveryDatabase, type TestDatabase } from '../db/every-database.fixture.ts';
import type { DatabaseConnection } from '../db/open-database.ts';
import { createManualClock, duration, type ManualClock } from '../kernel/clock.ts';
import { createLogger } from '../kernel/logger.ts';
import { createSecretBox } from '../kernel/secret-box.ts';
import { createProjectStore } from '../projects/project-store.ts';
import { createServerMail } from '../projects/server-mail.ts';
import { findMailServer, missingFor } from './find-mail-server.ts';
import { createMailProject } from './mail-project.ts';
import { sendMail } from './mail-server.ts';
import { createNotices } from './send-notice.ts';
import { createRecipients } from './recipients.ts';
import { createSendDue } from './send-due.ts';
import { account, startMailServer, type TestMailServer } from './smtp-server.fixture.ts';
import { nextSendAt, weekBefore, weekToSend } from './weeks.ts';

const publicUrl = 'https://docwright.test';
/** A Wednesday. */
const added = Date.UTC(2026, 10, 18, 12);
const monday = Date.UTC(2026, 10, 23, 6);
const hostile = '/<b>\r\nBcc: everybody@example.com';

/** Ten people and an AI, whatever is asked. */
const beginRead: BeginRead = () => {
  const totals = { human: 10, ai: 1, total: 11 };
  const page = { totals, rows: [{ value: hostile, ...totals }], hasMore: false, snapshot: '' };
  const missing = { ...page, rows: [{ ...totals, value: '/lost', nearest: undefined }] };
  const read = { page: () => Promise.resolve(page), missingPage: () => Promise.resolve(missing) };
  return Promise.resolve(read as unknown as AnalyticsRead);
};

it.each([
  ['UTC', '2026-11-23T06:00Z', '2026-11-16T00:00Z', '2026-11-23T00:00Z', '2026-11-30T06:00Z'],
  // Clocks go back on Sunday the 25th, and were put forward on the 29th.
  ['Europe/Berlin', '2026-10-26T05:00Z', '2026-10-18T22:00Z', '2026-10-25T23:00Z', '2026-11-02T05:00Z'],
  ['Europe/Berlin', '2026-03-30T04:00Z', '2026-03-22T23:00Z', '2026-03-29T22:00Z', '2026-04-06T04:00Z'],
  // Monday begins while it is Sunday in UTC, and the week is still the one that its own clocks tell.
  ['Pacific/Auckland', '2026-11-22T17:00Z', '2026-11-15T11:00Z', '2026-11-22T11:00Z', '2026-11-29T17:00Z'],
  ['America/St_Johns', '2026-11-23T09:30Z', '2026-11-16T03:30Z', '2026-11-23T03:30Z', '2026-11-30T09:30Z'],
])('sends a week of %s from Monday, six in the morning: %s', (timeZone, sentAt, from, to, nextAt) => {
  const at = Date.parse(sentAt);
  const [start, end] = [Date.parse(from), Date.parse(to)];
  const sent = weekToSend(at, timeZone);
  expect(sent).toMatchObject({ start, end });
  expect(new Date(end - 1).toLocaleDateString('en', { weekday: 'long', timeZone })).toBe('Sunday');
  expect(weekToSend(at - 1, timeZone)).toEqual(weekBefore(sent));
  expect(weekBefore(sent).end).toBe(start);
  expect(nextSendAt(at - 1, timeZone)).toBe(at);
  expect(nextSendAt(at, timeZone)).toBe(Date.parse(nextAt));
});

onEveryDatabase((open) => {
  let database: TestDatabase;
  let server: TestMailServer;
  let clock: ManualClock;
  let projectId: string;
  let log: string;
  const secretBox = createSecretBox(randomBytes(32));

  const recipients = () => createRecipients({ db: database.db, clock });
  const add = (address: string) => recipients().add({ projectId, address, by: 'test' });
  /** What another process does every minute. */
  const sendDue = (db: DatabaseConnection = database.db) => {
    const store = createProjectStore({ db, secretBox, clock });
    const projects = { ...store, serverMail: createServerMail({ db, secretBox, clock }) };
    const logger = createLogger({
      level: 'info',
      redact: (line) => line,
      destination: { write: (line: string) => void (log += line) },
    });
    const mailProject = createMailProject({ projects, beginRead, publicUrl });
    return createSendDue({ db, clock, logger, projects, mailProject })();
  };
  const sentTo = () => server.mails.map(({ to }) => to).sort();

  beforeEach(async () => {
    database = await open();
    server = await startMailServer();
    clock = createManualClock(added);
    log = '';
    const store = createProjectStore({ db: database.db, secretBox, clock });
    const weeklyMail = {
      host: '127.0.0.1',
      port: server.port,
      encryption: 'none',
      user: account.user,
      from: 'docs@docs.test',
    };
    const settings = { weeklyMail: { ...weeklyMail, encryption: 'none' as const } };
    const project = { name: 'Docs', codeHost: 'local', repositoryUrl: 'local:docs', settings } as const;
    projectId = (await store.create(project, 'test')).id;
    await store.setSecret(projectId, mailPasswordSecret, account.password, 'test');
  });
  afterEach(async () => {
    await server.close();
    await database.close();
  });

  it('sends each week once, of however many processes', async () => {
    for (const name of ['ada', 'grace', 'joan']) await add(`${name}@example.com`);
    clock.advance(monday - added - 1);
    await sendDue();
    expect(sentTo()).toEqual([]);
    clock.advance(1);
    const other = await database.another();
    await Promise.all([sendDue(), sendDue(other), sendDue(), sendDue(other)]);
    await sendDue();
    expect(sentTo()).toEqual(['ada@example.com', 'grace@example.com', 'joan@example.com']);
    clock.advance(7 * duration.day);
    await sendDue();
    expect(sentTo()).toHaveLength(6);
    const { message = '' } = server.mails[0] ?? {};
    expect(message).toMatch(/^Subject: Docs: 11 visitors \(0%\)\r$/m);
    expect(message).toContain('16 November 2026 to 22 November 2026, UTC');
    expect(message).not.toMatch(/^Bcc:/m);
    expect(message).toContain('/&lt;b&gt; Bcc');
    expect(message).toContain('multipart/alternative');
    expect(log).not.toContain(account.password);
  });

  it('begins with the week in which somebody was added', async () => {
    clock.advance(monday - added);
    await add('late@example.com');
    await sendDue();
    expect(sentTo()).toEqual([]);
    clock.advance(7 * duration.day);
    await sendDue();
    expect(sentTo()).toEqual(['late@example.com']);
  });

  it('sends the week of the place that the project is of', async () => {
    const store = createProjectStore({ db: database.db, secretBox, clock });
    await store.update(projectId, { settings: { analytics: { timeZone: 'Pacific/Auckland' } } }, 'test');
    await add('ada@example.com');
    clock.advance(Date.UTC(2026, 10, 22, 17) - added - 1);
    await sendDue();
    expect(sentTo()).toEqual([]);
    clock.advance(1);
    await sendDue();
    expect(sentTo()).toEqual(['ada@example.com']);
    expect(server.mails[0]?.message).toContain('16 November 2026 to 22 November 2026, Pacific/Auckland');
    // The same week of another place is no second one.
    await store.update(projectId, { settings: { analytics: { timeZone: 'UTC' } } }, 'test');
    clock.advance(duration.day);
    await sendDue();
    expect(sentTo()).toHaveLength(1);
  });

  it('tries again after a refusal, and says why', async () => {
    await add('full@example.com');
    server.refused.add('full@example.com');
    clock.advance(monday - added);
    await sendDue();
    expect(await recipients().list(projectId)).toMatchObject([{ fault: expect.stringContaining('550') as string }]);
    server.refused.clear();
    await sendDue();
    expect(sentTo()).toEqual([]);
    clock.advance(15 * duration.minute);
    await sendDue();
    expect(sentTo()).toEqual(['full@example.com']);
    expect(await recipients().list(projectId)).toMatchObject([{ fault: null, lastWeek: '2026-11-16' }]);
  });

  it('takes the mail of a process that was killed over, unless the mail may have arrived', async () => {
    const { id } = await add('ada@example.com');
    server.silent.add('ada@example.com');
    clock.advance(monday - added);
    const row = { recipient_id: id, week: '2026-11-16', attempts: 1, unsubscribe_hash: 'of the killed' };
    const untouched = { handed_over_at: null, sent_at: null, fault: null };
    const claimed_until = clock.now() + 5 * duration.minute;
    await database.db
      .insertInto('weekly_mails')
      .values({ ...row, ...untouched, claimed_until })
      .execute();
    await sendDue();
    expect(sentTo()).toEqual([]);
    clock.advance(5 * duration.minute);
    await sendDue();
    expect(sentTo()).toEqual(['ada@example.com']);
    // The server took it and broke off: it may have arrived.
    server.silent.clear();
    clock.advance(6 * duration.day);
    await sendDue();
    expect(sentTo()).toEqual(['ada@example.com']);
    expect(log).toContain('a weekly mail may be lost');
  });

  it('ends with one click of whoever gets it', async () => {
    await add('ada@example.com');
    clock.advance(monday - added);
    await sendDue();
    const message = server.mails[0]?.message.replace(/\r\n[ \t]+/g, ' ') ?? '';
    expect(message).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    const token =
      /^List-Unsubscribe: +<https:\/\/docwright\.test\/unsubscribe\/(dw_unsubscribe_[\w-]{43})>/m.exec(message)?.[1] ??
      '';
    expect(await recipients().ofLink(token)).toEqual({ address: 'ada@example.com', project: 'Docs' });
    expect(await recipients().ofLink(`${token}x`)).toBeUndefined();
    await recipients().unsubscribe(token);
    await recipients().unsubscribe(token);
    expect(await recipients().list(projectId)).toEqual([]);
    clock.advance(7 * duration.day);
    await sendDue();
    expect(sentTo()).toEqual(['ada@example.com']);
    const audited = await database.db.selectFrom('audit_log').select('action').where('actor', '=', 'mail').execute();
    expect(audited).toEqual([{ action: 'weekly_mail.unsubscribe' }]);
  });

  it('sends by the mail server of all projects where a project has none, and else by its own', async () => {
    const { db } = database;
    const store = createProjectStore({ db, secretBox, clock });
    const serverMail = createServerMail({ db, secretBox, clock });
    const projects = { ...store, serverMail };
    const { host, port, user } = { host: '127.0.0.1', port: server.port, user: account.user };
    const shared = { host, port, user, encryption: 'none', from: 'all@docs.test' } as const;
    await add('ada@example.com');
    await store.update(projectId, { settings: { weeklyMail: null } }, 'test');
    const notices = createNotices({ projects });
    clock.advance(monday - added);
    await sendDue();
    expect([sentTo(), await notices.canSend()]).toEqual([[], false]);

    await expect(serverMail.set(shared, 'test')).rejects.toMatchObject({ details: [{ field: 'password' }] });
    await serverMail.set({ ...shared, password: account.password }, 'test');
    // It stays for the same host and user, and for no other.
    await serverMail.set({ ...shared, from: 'docs@docs.test' }, 'test');
    await expect(serverMail.set({ ...shared, host: 'localhost' }, 'test')).rejects.toThrow(/required/);
    await expect(serverMail.set({ ...shared, user: 'eve' }, 'test')).rejects.toThrow(/required/);
    await sendDue();
    await notices.send({ to: 'grace@example.com', subject: 'Reset', text: 'Here.' });
    expect(sentTo()).toEqual(['ada@example.com', 'grace@example.com']);
    for (const { message } of server.mails) expect(message).toMatch(/^From: .*docs@docs\.test/m);

    const own = { host, port, encryption: 'none', from: 'own@docs.test' };
    await store.update(projectId, { settings: { weeklyMail: own } }, 'test');
    const project = (await store.get(projectId))!;
    expect(await findMailServer(projects, project)).toMatchObject({ from: 'own@docs.test', user: null });
    // One that cannot be read stands in nobody's way, and is replaced.
    await store.update(projectId, { settings: { weeklyMail: null } }, 'test');
    await db.updateTable('server_secrets').set({ sealed: 'damaged' }).execute();
    expect([await notices.canSend(), await missingFor(projects, (await store.get(projectId))!)]).toEqual([true, []]);
    await expect(serverMail.set({ ...shared, from: 'docs@docs.test' }, 'test')).rejects.toThrow();
    const whole = { ...shared, password: account.password };
    await Promise.all(Array.from({ length: 5 }, () => serverMail.set(whole, 'test')));
    expect(await serverMail.read()).toMatchObject({ from: 'all@docs.test' });
    await serverMail.set(undefined, 'test');
    expect(await missingFor(projects, (await store.get(projectId))!)).toHaveLength(2);
    const kept = await db.selectFrom('audit_log').selectAll().execute();
    expect(JSON.stringify(kept)).not.toContain(account.password);
  });

  it('says what a server answered, but for the password that it repeats', async () => {
    const password = 'another password';
    const to = { host: '127.0.0.1', port: server.port, encryption: 'none', user: account.user, password } as const;
    const mail = { from: 'all@docs.test', to: 'ada@example.com', message: Buffer.from('') };
    const refusal: unknown = await sendMail(to, mail, () => Promise.resolve()).catch((error: unknown) => error);
    expect(String(refusal)).toMatch(/Invalid: docs … … …/);
  });

  it('sends nothing without its settings, and refuses a password that would go in the clear', async () => {
    const store = createProjectStore({ db: database.db, secretBox, clock });
    await add('ada@example.com');
    await expect(add('ADA@example.com')).rejects.toThrow('already');
    await store.setSecret(projectId, mailPasswordSecret, undefined, 'test');
    clock.advance(monday - added);
    await sendDue();
    expect(sentTo()).toEqual([]);
    const elsewhere = { settings: { weeklyMail: { host: 'smtp.example.com' } } };
    await expect(store.update(projectId, elsewhere, 'test')).rejects.toThrow(/weeklyMail|TLS/);
  });

  it('takes a host alone as a mail server, and says so at its field', async () => {
    const store = createProjectStore({ db: database.db, secretBox, clock });
    const serverMail = createServerMail({ db: database.db, secretBox, clock });
    const shared = { port: 587, user: null, encryption: 'starttls', from: 'all@docs.test' } as const;
    const bad = { name: 'Bad', codeHost: 'github', repositoryUrl: 'https://github.com/acme/mail' } as const;
    for (const host of ['smtp://mail.example.com', 'mail.example.com:587', 'mail example.com', 'a/b', '[::1]']) {
      const message = expect.stringContaining('Enter the host alone') as string;
      const settings = { weeklyMail: { host, user: null } };
      await expect(store.update(projectId, { settings }, 'test')).rejects.toMatchObject({
        details: [{ field: 'settings.weeklyMail.host', message }],
      });
      await expect(store.create({ ...bad, settings }, 'test')).rejects.toThrow();
      await expect(serverMail.set({ ...shared, host }, 'test')).rejects.toMatchObject({
        details: [{ field: 'host', message }],
      });
    }
    for (const host of ['mail.example.com', 'localhost', '127.0.0.1', '::1', 'mail_1', 'münchen.example'])
      await serverMail.set({ ...shared, host }, 'test');
    // As a former version stored it: it stands in the way of nothing else.
    const row = database.db.updateTable('projects').where('id', '=', projectId);
    await row.set({ settings: JSON.stringify({ weeklyMail: { host: 'mail.example.com:587' } }) }).execute();
    expect((await store.update(projectId, { name: 'Renamed' }, 'test')).name).toBe('Renamed');
  });
});
