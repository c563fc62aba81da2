import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/git-fixture.ts';
import { databaseFile } from '../data-directory/data-directory.ts';
import { noteBackup } from '../data-directory/last-backup.ts';
import { createBackgroundFailures } from '../db/background-failures.ts';
import { keepMark } from '../db/belongings.ts';
import { openMigratedDatabase } from '../db/migrated-database.fixture.ts';
import type { DatabaseConnection } from '../db/open-database.ts';
import { createManualClock, duration } from '../kernel/clock.ts';
import { StorageFull } from '../kernel/errors.ts';
import { silentLogger } from '../kernel/logger.ts';
import { SandboxUnavailable } from '../sandbox/errors.ts';
import type { ApiKey } from '../contract/api-key.ts';
import type { Project } from '../contract/project.ts';
import { createDoctor, type DoctorOptions } from './doctor.ts';

const now = Date.parse('2026-11-29T12:00:00Z');
const clock = createManualClock(now);
let folder: ReturnType<typeof temporaryFolder>;
let db: DatabaseConnection;
beforeEach(async () => {
  folder = temporaryFolder();
  mkdirSync(folder.path, { recursive: true });
  db = await openMigratedDatabase(join(folder.path, 'main.sqlite'));
  writeFileSync(databaseFile(folder.path), '');
  utimesSync(databaseFile(folder.path), now / 1000, now / 1000);
});
afterEach(async () => {
  await db.destroy();
  folder.remove();
});

const project = { id: 'prj_1', name: 'Docs', model: null, settings: { buildCommand: null, commands: {} } } as Project;
const key = (name: string, expiresAt: string | null) => ({ name, expiresAt }) as ApiKey;

/** A server on which everything is as it should be, but for `changes`. */
async function examine(changes: Partial<DoctorOptions> = {}, keys: readonly ApiKey[] = [key('ci', null)]) {
  const doctor = createDoctor({
    config: {
      dataDir: folder.path,
      host: '127.0.0.1',
      publicUrl: 'https://docs.example.com',
      trustedProxies: ['127.0.0.1'],
      postgres: undefined,
      backup: { to: '/srv/backups', everyMilliseconds: duration.day } as DoctorOptions['config']['backup'],
    },
    db,
    work: { list: () => Promise.resolve([]) },
    visits: () => Promise.resolve({ setAside: undefined, waiting: undefined, knownDamage: () => [] }),
    clock,
    trustedTime: {
      read: () => Promise.resolve({ verdict: 'trusted', now, trusted: now, remaining: 0, witness: undefined }),
    },
    sandbox: { requireAvailable: () => Promise.resolve(), run: () => Promise.reject(new Error('not asked for')) },
    projects: {
      list: () => Promise.resolve([project]),
      keys: { list: () => Promise.resolve(keys) } as unknown as DoctorOptions['projects']['keys'],
      tryRepository: () =>
        Promise.resolve({ webUrl: 'https://x', baseBranch: 'main', pullRequestTemplate: undefined } as never),
      githubApp: { describe: () => Promise.resolve(undefined) },
    },
    resolveModel: () => Promise.reject(new SandboxUnavailable('no model')),
    readArrivals: () => Promise.resolve({ readers: {} }),
    beginRead: () =>
      Promise.resolve({
        page: () => Promise.resolve({ rows: [{ value: 'tracker', total: 3, human: 3, ai: 0 }] }),
        drops: () => Promise.resolve([{ day: '2026-11-29', reason: 'asset', description: 'no page', count: 2 }]),
      } as never),
    ...changes,
  });
  return Object.fromEntries((await doctor.examine('cli')).map(({ name, ...rest }) => [name, rest]));
}

it('says that all is well, with the figures', async () => {
  await noteBackup(folder.path, {
    success: { at: new Date(now).toISOString(), place: '/srv/backups/a', bytes: 1, views: 1, seconds: 1 },
  });
  const { versions, ...found } = await examine();
  expect(versions?.message).toMatch(/^Docwright \d+\.\d+\.\d+, Node \d+\S+, git version 2\./);
  expect(found).toMatchObject({
    'data directory': { state: 'ok' },
    clock: { state: 'ok' },
    'public URL': { state: 'ok', message: 'https://docs.example.com; trusted proxies: 127.0.0.1.' },
    backups: { state: 'ok' },
    'master key': { state: 'ok' },
    'stored visits': { state: 'ok' },
    'GitHub App': { state: 'ok', message: expect.stringContaining('No GitHub App') as string },
    'background work': { state: 'ok' },
    'jobs of Docs': { state: 'ok' },
    'weekly mail of Docs': { state: 'ok' },
    'repository of Docs': { state: 'ok' },
    'keys of Docs': { state: 'ok', message: '1 key; none expires soon.' },
    'visits of Docs': { state: 'ok', message: 'Last hour: 3 views from tracker; 2 dropped: no page.' },
  });
});

it('tells what is wrong and what to do, one thing apart from the other', async () => {
  const later = now / 1000 + 3600;
  utimesSync(databaseFile(folder.path), later, later);
  await noteBackup(folder.path, { failure: { at: new Date(now).toISOString(), message: 'no room' } });
  const found = await examine(
    {
      sandbox: {
        requireAvailable: () => Promise.reject(new SandboxUnavailable('no bwrap')),
        run: () => new Promise(() => undefined),
      },
    },
    [key('old', '2026-11-01T00:00:00.000Z'), key('ci', '2026-12-05T00:00:00.000Z'), key('edge', null)],
  );
  expect(found).toMatchObject({
    clock: { state: 'error', message: expect.stringContaining('which is later') as string },
    sandbox: { state: 'warning', remedy: expect.stringContaining('bubblewrap') as string },
    backups: { state: 'error', message: 'The last backup failed: no room' },
    'model of Docs': { state: 'error' },
    'keys of Docs': { state: 'warning', message: 'old expired on 2026-11-01; ci expires on 2026-12-05.' },
    versions: { state: 'ok' },
  });
});

it('examines everything else where one thing cannot be looked at', async () => {
  const found = await examine({ beginRead: () => Promise.reject(new Error('the store is closed')) });
  expect(found).toMatchObject({
    'visits of Docs': { state: 'error', message: 'the store is closed', remedy: "Check the server's log." },
    'keys of Docs': { state: 'ok' },
  });
});

it('gives up on what does not answer', async () => {
  const found = await examine({ beginRead: () => new Promise(() => undefined), patience: 20 });
  expect(found).toMatchObject({
    'visits of Docs': { state: 'error', message: 'No answer within 0.02 seconds.' },
    'keys of Docs': { state: 'ok' },
  });
});

it('hides what looks like a secret in a message that is not ours', async () => {
  const key = ['sk', 'ant', 'api03', 'a1B2'.repeat(12)].join('-');
  const found = await examine({ beginRead: () => Promise.reject(new Error(`refused ${key}`)) });
  expect(found['visits of Docs']?.message).not.toContain(key);
});

it('warns of a backup that is too old, and of a proxy that nobody trusts', async () => {
  const old = new Date(now - 3 * duration.day).toISOString();
  await noteBackup(folder.path, { success: { at: old, place: '/srv/backups/a', bytes: 1, views: 1, seconds: 1 } });
  const found = await examine();
  expect(found).toMatchObject({ backups: { state: 'warning' }, 'public URL': { state: 'ok' } });
  await noteBackup(folder.path, {
    success: { at: new Date(now).toISOString(), place: '/srv/backups/b', bytes: 1, views: 1, seconds: 1 },
    failure: { at: old, message: 'an older failure' },
  });
  expect(await examine()).toMatchObject({ backups: { state: 'ok' } });
});

it('names a key rotation that is unfinished, and how to finish it', async () => {
  await keepMark(db, 'master key', 'new1');
  await keepMark(db, 'former master key', 'old1');
  expect((await examine())['master key']).toEqual({
    state: 'error',
    message: 'The change from the key old1 to new1 is unfinished. Keep both keys; no backup is made until then.',
    remedy: 'Run `docwright key rotate-master` again, which finishes it, then try again.',
  });
});

it('names background work that fails, until it goes well', async () => {
  const work = createBackgroundFailures({ db, clock, logger: silentLogger });
  await work.failed('retiring visits', new StorageFull('The visit store', undefined));
  await work.failed('retiring visits', new StorageFull('The visit store', undefined));
  await work.failed('archiving old jobs', new TypeError('secret text of something else'));
  const { message, state, remedy } = (await examine({ work }))['background work'] ?? {};
  expect(state).toBe('error');
  expect(message).toContain('Retiring visits failed 2 times since 2026-11-29T12:00:00.000Z: The visit store cannot be');
  expect(message).toContain('Archiving old jobs failed 1 time since 2026-11-29T12:00:00.000Z: TypeError.');
  expect(message).not.toContain('secret');
  expect(remedy).toContain('Enlarge');
  await work.succeeded('retiring visits');
  await work.succeeded('archiving old jobs');
  expect((await examine({ work }))['background work']?.state).toBe('ok');
  await work.failed('retiring visits', new TypeError('again'));
  expect(await work.list()).toMatchObject([
    { in_a_row: 0, in_all: 1 },
    { in_a_row: 1, in_all: 3 },
  ]);
});

it('names views that are damaged, were set aside or wait', async () => {
  const none = { setAside: undefined, waiting: undefined, knownDamage: undefined };
  const of = async (outlook: object) =>
    (await examine({ visits: () => Promise.resolve({ ...none, ...outlook }) }))['stored visits'];
  const damage = { projectId: 'prj_1', day: '2026-11-01', piece: 'segment 3' };
  expect(await of({ knownDamage: () => [damage] })).toMatchObject({
    state: 'error',
    message: expect.stringContaining('segment 3 of prj_1 on 2026-11-01') as string,
  });
  expect(await of({ setAside: () => ({ views: 7, bytes: 900 }) })).toMatchObject({
    state: 'error',
    message: expect.stringContaining('7 views that waited for ClickHouse') as string,
  });
  expect(await of({ waiting: () => ({ views: 2, bytes: 9 }) })).toMatchObject({ state: 'warning' });
  expect(await of({ waiting: () => ({ views: 0, bytes: 0 }) })).toMatchObject({ state: 'ok' });
});
