import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readConfig } from '../src/config/config.ts';
import { openSqliteDatabase } from '../src/db/open-database.ts';
import { systemClock } from '../src/kernel/clock.ts';
import { silentLogger } from '../src/kernel/logger.ts';
import { openApplication, type Application } from '../src/main.ts';
import type { LostPart } from '../src/open-data.ts';
import { rotateMasterKey, type RotatedKey } from '../src/projects/rotate-master-key.ts';
import { runCommand } from './command-line.ts';

let folder: string;
/** With a project that has a stored token and a view. */
let data: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docwright-belongings-'));
  data = join(folder, 'data');
  await use(data, putProject);
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

async function use<Result>(
  dataDirectory: string,
  work: (application: Application) => Promise<Result>,
  { lost, masterKey }: { lost?: LostPart; masterKey?: string } = {},
): Promise<Result> {
  const config = readConfig({ DOCWRIGHT_DATA_DIR: dataDirectory, DOCWRIGHT_MASTER_KEY: masterKey });
  const application = await openApplication({
    config: { ...config, localRoots: ['/'] },
    publicUrl: 'http://localhost',
    logger: silentLogger,
    lost,
  });
  try {
    return await work(application);
  } finally {
    await application.close();
  }
}

async function putProject({ projects }: Application): Promise<void> {
  const docs = join(folder, 'docs');
  mkdirSync(docs, { recursive: true });
  writeFileSync(join(docs, 'index.md'), '# Welcome\n');
  const { id } = await projects.create({ name: 'Docs', repositoryUrl: docs }, 'test');
  await projects.setSecret(id, 'drain:vercel', 'a token', 'test');
}

const open = (options: Parameters<typeof use>[2] = {}) => use(data, () => Promise.resolve('opened'), options);
const secretOf = async ({ projects }: Application) =>
  projects.getSecret((await projects.getByName('Docs'))!.id, 'drain:vercel');
const otherKey = Buffer.alloc(32, 7).toString('base64');
const key = () => join(data, 'master.key');
const visits = () => join(data, 'visits.sqlite');

it('changes the master key while a server runs, and makes no copy that would need two keys', async () => {
  const env = { DOCWRIGHT_DATA_DIR: data, PATH: process.env['PATH'] };
  const former = readFileSync(key(), 'utf8');
  await use(data, async (server) => {
    const rotation = await runCommand(['key', 'rotate-master', '--json'], { env });
    expect(rotation).toMatchObject({ code: 0 });
    const { formerKeyFile, unreadable } = JSON.parse(rotation.out) as RotatedKey;
    expect([readFileSync(formerKeyFile ?? '', 'utf8'), unreadable]).toEqual([former, []]);
    expect(readFileSync(key(), 'utf8')).not.toBe(former);
    expect(await secretOf(server)).toBe('a token');
    const { id } = (await server.projects.getByName('Docs'))!;
    await server.projects.setSecret(id, 'drain:vercel', 'another token', 'test');
    rmSync(formerKeyFile ?? '');
  });
  expect(await use(data, secretOf)).toBe('another token');

  // Killed when the name of the key has changed and nothing else has.
  const sources = { fromEnvironment: undefined, nextFromEnvironment: undefined, dataDirectory: data };
  await use(data, async () => {
    const db = await openSqliteDatabase(join(data, 'docwright.sqlite'));
    const rotation = rotateMasterKey({ db, clock: systemClock, actor: 'test', ...sources });
    for (let step = 0; step < 3; step += 1) await rotation.next();
    await db.destroy();
  });
  const backup = ['backup', join(folder, 'backups')];
  expect((await runCommand(backup, { env })).error).toContain('docwright key rotate-master');
  expect(await use(data, secretOf)).toBe('another token');
  expect(await runCommand(['key', 'rotate-master'], { env })).toMatchObject({ code: 0 });
  expect(await runCommand(backup, { env })).toMatchObject({ code: 0 });
  expect(await use(data, secretOf)).toBe('another token');
});

it('starts with the files that belong together, moved as a whole too', async () => {
  expect(await open()).toBe('opened');
  renameSync(data, join(folder, 'moved'));
  expect(await use(join(folder, 'moved'), secretOf)).toBe('a token');
});

it('refuses a missing or exchanged key, names file and wanted key, and makes none', async () => {
  renameSync(key(), join(folder, 'kept.key'));
  const missing = await open().catch((error: unknown) => error as Error);
  expect(missing).toMatchObject({ facts: { code: 'master_key_missing' } });
  const wanted = / id ([\da-f]{4}-[\da-f]{4}-[\da-f]{4})\./.exec(String(missing))?.[1];
  expect(wanted).toBeDefined();
  expect(String(missing)).toContain(key());
  expect(existsSync(key())).toBe(false);

  writeFileSync(key(), otherKey, { mode: 0o600 });
  await expect(open()).rejects.toMatchObject({
    facts: { code: 'master_key_exchanged' },
    message: expect.stringContaining(wanted!) as string,
  });
  await expect(open({ masterKey: otherKey })).rejects.toThrow('DOCWRIGHT_MASTER_KEY');

  cpSync(join(folder, 'kept.key'), key());
  expect(await use(data, secretOf)).toBe('a token');
});

it('knows the key of data from before keys had ids by what it opens', async () => {
  const database = new SqliteDatabase(join(data, 'docwright.sqlite'));
  database.exec('delete from belongings');
  database.close();
  await expect(open({ masterKey: otherKey })).rejects.toMatchObject({ facts: { code: 'master_key_exchanged' } });
  expect(await open()).toBe('opened');
  await expect(open({ masterKey: otherKey })).rejects.toThrow(/the one with the id/);
});

it('takes any key while nothing is encrypted', async () => {
  const fresh = join(folder, 'fresh');
  await use(fresh, () => Promise.resolve());
  await use(fresh, putProject, { masterKey: otherKey });
  await expect(use(fresh, secretOf)).rejects.toMatchObject({ facts: { code: 'master_key_exchanged' } });
  expect(await use(fresh, secretOf, { masterKey: otherKey })).toBe('a token');
});

it('goes on without a lost key when told to, and gives up what it encrypted', async () => {
  rmSync(key());
  expect(await use(data, secretOf, { lost: 'master-key' })).toBeUndefined();
  expect(await open()).toBe('opened');
});

it('gives up nothing while the key is there', async () => {
  await expect(open({ lost: 'master-key' })).rejects.toMatchObject({ facts: { code: 'master_key_not_lost' } });
  expect(await use(data, secretOf)).toBe('a token');
  renameSync(key(), join(folder, 'kept.key'));
  mkdirSync(key());
  await expect(open()).rejects.toMatchObject({ facts: { code: 'master_key_invalid' } });
  await expect(open({ lost: 'master-key' })).rejects.toMatchObject({ facts: { code: 'master_key_invalid' } });
  rmSync(key(), { recursive: true });
  cpSync(join(folder, 'kept.key'), key());
  expect(await use(data, secretOf)).toBe('a token');
});

it('begins no new main database beside the visits of one', async () => {
  for (const end of ['', '-wal', '-shm']) rmSync(join(data, `docwright.sqlite${end}`), { force: true });
  await expect(open()).rejects.toMatchObject({ facts: { code: 'main_database_missing' } });
  expect(existsSync(join(data, 'docwright.sqlite'))).toBe(false);
  writeFileSync(join(data, 'docwright.sqlite'), '');
  await expect(open()).rejects.toMatchObject({ message: expect.stringContaining('docwright.sqlite') as string });
  rmSync(visits());
  expect(await open()).toBe('opened');
});

it('refuses a missing, emptied or exchanged file of visits, and goes on with it when told to', async () => {
  renameSync(visits(), join(folder, 'kept.sqlite'));
  await expect(open()).rejects.toMatchObject({ facts: { code: 'visit_file_missing' } });
  expect(existsSync(visits())).toBe(false);

  writeFileSync(visits(), '');
  await expect(open()).rejects.toMatchObject({ message: expect.stringContaining(visits()) as string });
  new SqliteDatabase(visits()).exec('create table t (a)').exec('drop table t').close();
  await expect(open()).rejects.toMatchObject({ facts: { code: 'visit_file_missing' } });
  truncateSync(visits());

  const other = join(folder, 'other');
  await use(other, () => Promise.resolve());
  cpSync(join(other, 'visits.sqlite'), visits());
  await expect(open()).rejects.toMatchObject({ facts: { code: 'visit_file_exchanged' } });

  cpSync(join(folder, 'kept.sqlite'), visits());
  expect(await open()).toBe('opened');

  rmSync(visits());
  expect(await open({ lost: 'visits' })).toBe('opened');
  expect(await open()).toBe('opened');
});

it('misses the visits of a used database from before they were marked, and marks those that are there', async () => {
  for (const [file, change] of [
    ['docwright.sqlite', "delete from belongings where name = 'visits'"],
    ['visits.sqlite', 'pragma application_id = 0'],
  ] as const) {
    new SqliteDatabase(join(data, file)).exec(change).close();
  }
  renameSync(visits(), join(folder, 'kept.sqlite'));
  await expect(open()).rejects.toMatchObject({ facts: { code: 'visit_file_missing' } });
  renameSync(join(folder, 'kept.sqlite'), visits());
  expect(await open()).toBe('opened');
  const database = new SqliteDatabase(visits());
  expect(database.pragma('application_id', { simple: true })).not.toBe(0);
  database.close();
});
