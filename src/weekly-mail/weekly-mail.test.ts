import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { AnalyticsRead, BeginRead } from '../analytics/begin-read.ts';
import { onEveryDatabase, type TestDatabase } from '../db/every-database.fixture.ts';
import type { DatabaseConnection } from '../db/open-database.ts';
import { createManualClock, duration, type ManualClock } from '../kernel/clock.ts';
import { createLogger } from '../kernel/logger.ts';
import { createSecretBox } from '../kernel/secret-box.ts';
import { createProjectStore } from '../projects/project-store.ts';
import { createMailProject, passwordSecret } from './mail-project.ts';
import { createRecipients } from './recipients.ts';
import { createSendDue } from './send-due.ts';
import { account, startMailServer, type TestMailServer } from './smtp-server.fixture.ts';
import { nextSendAt, weekToSend } from './weeks.ts';

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

it('sends a week from Monday, six in the morning', () => {
  expect(weekToSend(monday - 1).name).toBe('2026-11-09');
  expect(weekToSend(monday).name).toBe('2026-11-16');
  expect(weekToSend(monday + 7 * duration.day - 1).name).toBe('2026-11-16');
  expect(nextSendAt(added)).toBe(monday);
  expect(nextSendAt(monday)).toBe(monday + 7 * duration.day);
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
    const projects = createProjectStore({ db, secretBox, clock });
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
    await store.setSecret(projectId, passwordSecret, account.password, 'test');
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

  it('sends nothing without its settings, and refuses a password that would go in the clear', async () => {
    const store = createProjectStore({ db: database.db, secretBox, clock });
    await add('ada@example.com');
    await expect(add('ADA@example.com')).rejects.toThrow('already');
    await store.setSecret(projectId, passwordSecret, undefined, 'test');
    clock.advance(monday - added);
    await sendDue();
    expect(sentTo()).toEqual([]);
    const elsewhere = { settings: { weeklyMail: { host: 'smtp.example.com' } } };
    await expect(store.update(projectId, elsewhere, 'test')).rejects.toThrow(/weeklyMail|TLS/);
  });
});
