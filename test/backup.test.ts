import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import SqliteDatabase from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { backUp, keepNewest, listArchives } from '../src/backup/back-up.ts';
import { writeArchive } from '../src/backup/archive.ts';
import type { Manifest } from '../src/backup/manifest.ts';
import { backUpTo } from '../src/backup/backup-place.ts';
import { checkBackup, restore } from '../src/backup/restore.ts';
import { readConfig } from '../src/config/config.ts';
import { silentLogger } from '../src/kernel/logger.ts';
import { openApplication } from '../src/main.ts';
import { git } from './git-fixture.ts';
import { startRunningServer, type RunningServer } from './running-server.ts';

const passphrase = 'correct horse battery';
let server: RunningServer;
let ingestKey: string;
let folder: string;

beforeAll(async () => {
  server = await startRunningServer({}, { workers: 0 });
  ingestKey = await server.administer(async ({ projects }) => {
    await projects.setSecret(server.projectId, 'drain:vercel', 'a token', 'test');
    return (await projects.keys.create(server.projectId, { name: 'site', kind: 'ingest' }, 'test')).key;
  });
});
afterAll(() => server.stop());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docwright-backup-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const inFolder = (name: string) => join(folder, name);
const keyOf = (dataDirectory: string) => readFileSync(join(dataDirectory, 'master.key'), 'utf8');

function takeBackup(to = inFolder('backups'), options: Partial<Parameters<typeof backUp>[0]> = {}) {
  const { dataDirectory } = server;
  const key = { passphrase, keyFromEnvironment: undefined };
  return backUp({
    dataDirectory,
    to,
    now: Date.now(),
    program: 'test',
    ...key,
    onProgress: () => undefined,
    ...options,
  });
}

const restoreTo = async (name: string, options: Partial<Parameters<typeof restore>[0]> = {}) => {
  const [file = ''] = await listArchives(inFolder('backups'));
  return restore({ file, dataDirectory: inFolder(name), passphrase, keyFromEnvironment: undefined, ...options });
};

const eventOf = (number: number) => ({
  id: `event-${number}`,
  timestamp: Date.now(),
  path: `/page-${number % 7}`,
  userAgent: 'ChatGPT-User/1.0; +https://openai.com/bot',
  ip: `203.0.113.${number % 200}`,
});

async function deliver(from: number, to: number): Promise<void> {
  const response = await fetch(`${server.url}/v1/ingest/${server.projectId}/events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ingestKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(Array.from({ length: to - from }, (_, index) => eventOf(from + index))),
  });
  if (response.status !== 202) throw new Error(`${response.status} ${await response.text()}`);
}

it('is of one moment while views arrive, and what is delivered again after a restore counts once', async () => {
  await deliver(0, 500);
  let sent = 500;
  const isDone = new AbortController();
  const delivering = (async () => {
    for (; !isDone.signal.aborted; sent += 50) await deliver(sent, sent + 50);
  })();
  const { manifest } = await takeBackup().finally(() => {
    isDone.abort();
  });
  await delivering;
  expect(manifest.views).toBeGreaterThanOrEqual(500);
  expect(sent).toBeGreaterThan(manifest.views);

  await restoreTo('data');
  expect(keyOf(inFolder('data'))).toBe(keyOf(server.dataDirectory));
  const application = await openApplication({
    config: readConfig({ DOCWRIGHT_DATA_DIR: inFolder('data') }),
    publicUrl: 'http://localhost',
    logger: silentLogger,
  });
  try {
    const { projectId } = server;
    const { visits } = application.analytics;
    expect(await visits.verify(projectId)).toMatchObject({ ok: true, views: manifest.views });
    expect(await application.projects.getSecret(projectId, 'drain:vercel')).toBe('a token');
    const again = await application.http.request(`/v1/ingest/${projectId}/events`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ingestKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(Array.from({ length: sent }, (_, index) => eventOf(index)).slice(0, 900)),
    });
    expect(await again.json()).toMatchObject({ dropped: { duplicate: Math.min(manifest.views, 900) } });
    const repository = readdirSync(inFolder('data/repositories'))[0]!;
    expect(git(inFolder(`data/repositories/${repository}`), ['show', 'main:index.md'])).toContain('# Welcome');
  } finally {
    await application.close();
  }
});

it.each([
  ['the data directory itself', ''],
  ['a folder in it that is not there yet', 'backups/daily'],
  ['a folder in it', 'repositories'],
  ['an archive in it', 'docwright.tar.zst'],
  ['a way out and in again', join('..', 'data', 'backups')],
])('refuses to write into %s, also through a link, and makes nothing', async (_, inside) => {
  const { dataDirectory } = server;
  symlinkSync(dataDirectory, inFolder('data'));
  symlinkSync(join(dataDirectory, 'repositories'), inFolder('repositories'));
  const before = readdirSync(dataDirectory).sort();
  const places = [join(dataDirectory, inside), inFolder(`data/${inside}`), inFolder('repositories/backups')];
  for (const to of [...places, ...places.map((place) => relative(process.cwd(), place))]) {
    await expect(takeBackup(to)).rejects.toMatchObject({ facts: { code: 'backup_inside_data' } });
  }
  expect(readdirSync(dataDirectory).sort()).toEqual(before);
});

it('keeps the key out of sight, and in the archive only as what its passphrase opens', async () => {
  await takeBackup();
  await expect(restoreTo('data', { passphrase: undefined })).rejects.toMatchObject({
    facts: { code: 'backup_passphrase_needed' },
  });
  await expect(restoreTo('data', { passphrase: 'correct horse batterx' })).rejects.toMatchObject({
    facts: { code: 'backup_passphrase_wrong' },
  });
  expect(readdirSync(inFolder('data'))).toEqual([]);
  // Whoever has the key needs no passphrase.
  writeFileSync(inFolder('data/master.key'), keyOf(server.dataDirectory), { mode: 0o600 });
  await restoreTo('data', { passphrase: undefined });
  expect(readdirSync(inFolder('data')).sort()).toEqual([
    'docwright.sqlite',
    'master.key',
    'repositories',
    'visits.sqlite',
  ]);
});

it('knows which key it needs: says so where there is none, and takes no other', async () => {
  await takeBackup(inFolder('backups'), { passphrase: undefined });
  await expect(restoreTo('data')).rejects.toMatchObject({ facts: { code: 'backup_untrusted' } });
  const { missingKey } = await restoreTo('data', { isTrusted: true });
  expect(missingKey).toMatch(/^[\da-f]{4}-[\da-f]{4}-[\da-f]{4}$/);

  const otherKey = Buffer.alloc(32, 7).toString('base64');
  mkdirSync(inFolder('other'));
  writeFileSync(inFolder('other/master.key'), otherKey, { mode: 0o600 });
  const differs = {
    facts: { code: 'backup_key_differs' },
    message: expect.stringContaining(String(missingKey)) as string,
  };
  await expect(restoreTo('other')).rejects.toMatchObject(differs);
  expect(readdirSync(inFolder('other'))).toEqual(['master.key']);
  await expect(restoreTo('data-2', { keyFromEnvironment: otherKey })).rejects.toMatchObject(differs);
  await expect(takeBackup(inFolder('b'), { keyFromEnvironment: otherKey })).rejects.toMatchObject(differs);
  await expect(takeBackup(inFolder('b'), { dataDirectory: inFolder('data') })).rejects.toMatchObject({
    facts: { code: 'backup_key_missing' },
  });
  const fromEnvironment = { keyFromEnvironment: keyOf(server.dataDirectory) };
  expect(await restoreTo('data-2', fromEnvironment)).toMatchObject({ missingKey: undefined });
});

it('refuses a used data directory, and leaves it as it is', async () => {
  await takeBackup();
  await expect(restoreTo('', { dataDirectory: server.dataDirectory })).rejects.toMatchObject({
    facts: { code: 'restore_target_used' },
  });
  await restoreTo('data');
  await expect(restoreTo('data')).rejects.toMatchObject({ facts: { code: 'restore_target_used' } });
});

it('finds every byte that differs from what was written, before anything gets its place', async () => {
  const { file, bytes } = await takeBackup();
  const whole = readFileSync(file);
  expect(await checkBackup({ file })).toMatchObject({ manifest: { format: 'docwright-backup' }, damaged: [] });
  for (const share of [0.001, 0.3, 0.6, 0.95]) {
    const damaged = Buffer.from(whole);
    const at = Math.floor(bytes * share);
    damaged[at]! ^= 0x10;
    writeFileSync(file, damaged);
    await expect(restoreTo('data'), `byte ${at}`).rejects.toMatchObject({ facts: { code: 'backup_damaged' } });
  }
  writeFileSync(file, whole.subarray(0, bytes - 100));
  await expect(checkBackup({ file })).rejects.toMatchObject({ facts: { code: 'backup_damaged' } });
  expect(readdirSync(inFolder('data'))).toEqual([]);
});

it('keeps only what has changed when it is incremental, and chunks as long as an archive names them', async () => {
  const chunksOf = () =>
    readdirSync(inFolder('backups/chunks'), { recursive: true }).filter((name) => String(name).length > 60);
  const now = Date.now();
  const first = await takeBackup(inFolder('backups'), { now: now - 1_000, isIncremental: true });
  const before = chunksOf().length;
  const second = await takeBackup(inFolder('backups'), { now, isIncremental: true });
  expect(before).toBeGreaterThan(0);
  expect(chunksOf().length).toBe(before);
  expect(await checkBackup(first)).toMatchObject({ manifest: { views: first.manifest.views } });
  expect(second.bytes).toBeLessThan(first.manifest.files.reduce((sum, { bytes }) => sum + bytes, 0) / 10);
  const aWeekLater = now + 7 * 86_400_000;
  expect(await keepNewest(inFolder('backups'), { count: 1, now: aWeekLater })).toBe(1);
  await restoreTo('data');
  expect(readdirSync(inFolder('data'))).toContain('visits.sqlite');
  const [chunk] = chunksOf();
  writeFileSync(inFolder(`backups/chunks/${String(chunk)}`), 'damaged');
  await expect(checkBackup(second)).rejects.toMatchObject({ facts: { code: 'backup_damaged' } });
  // A file where folders of chunks stand, by a name that none of them has taken.
  const taken = readdirSync(inFolder('backups/chunks'));
  const free = ['ab', 'cd', 'ef', '01', '23', '45', '67', '89'].find((name) => !taken.includes(name));
  writeFileSync(inFolder(`backups/chunks/${String(free)}`), 'of nobody');
  rmSync(second.file);
  expect(await keepNewest(inFolder('backups'), { count: 1, now: aWeekLater })).toBe(0);
  expect(chunksOf()).toEqual([]);
});

it('removes no archive by a clock that is not trusted, and never takes a time ahead for the newest', async () => {
  const to = inFolder('backups');
  const options = { dataDirectory: server.dataDirectory, to, program: 'test', passphrase: undefined };
  const backUpAt = (now: number) =>
    backUpTo({
      ...options,
      ...{ now, keep: 1, keyFromEnvironment: undefined, onProgress: () => undefined },
      access: readConfig({}).backup.bucket,
    });
  const first = await backUpAt(Date.now());
  const ahead = await backUpAt(Date.now() + 3 * 365 * 86_400_000);
  expect(ahead).toMatchObject({ removed: 0, isClockTrusted: false });
  expect(await listArchives(to)).toEqual([ahead.file, first.file]);
  const last = await backUpAt(Date.now());
  expect(last).toMatchObject({ removed: 2, isClockTrusted: true });
  expect(await listArchives(to)).toEqual([last.file]);
});

it('A restored backup does not bring them back, if a backup to the same place was made after the deletion.', async () => {
  const { projectId } = server;
  await deliver(5_000, 5_010);
  const before = await takeBackup();
  const clues = { ip: eventOf(5_003).ip, userAgent: eventOf(5_003).userAgent };
  const erased = await server.administer(async ({ analytics }) => analytics.forgetVisitor(projectId, clues));
  expect(erased.views).toBeGreaterThan(0);
  await takeBackup();
  expect((await restoreTo('data', { file: before.file })).erasures).toBeGreaterThan(0);
  const application = await openApplication({
    config: readConfig({ DOCWRIGHT_DATA_DIR: inFolder('data') }),
    publicUrl: 'http://localhost',
    logger: silentLogger,
  });
  try {
    const { views } = await application.analytics.visits.usage(projectId);
    expect(views).toBe(before.manifest.views - erased.views);
    expect(readdirSync(inFolder('data'))).not.toContain('docwright-erasures.json');
  } finally {
    await application.close();
  }
});

/** A command in a process of its own, killed as soon as `isTime`. */
async function killWhen(isTime: () => boolean, parts: readonly string[], environment: Record<string, string>) {
  const program = join(import.meta.dirname, '../src/cli/docwright.ts');
  const child = spawn(process.execPath, [program, ...parts], { env: { ...process.env, ...environment } });
  const ended = once(child, 'exit');
  while (!isTime() && child.exitCode === null) await delay(1);
  child.kill('SIGKILL');
  await ended;
}

it('leaves no archive when it is killed, and the next one clears up', async () => {
  const to = inFolder('backups');
  mkdirSync(to);
  const isBegun = () => readdirSync(to).some((name) => name.endsWith('.unfinished'));
  await killWhen(isBegun, ['backup', to], { DOCWRIGHT_DATA_DIR: server.dataDirectory });
  expect(await listArchives(to)).toEqual([]);
  expect(isBegun()).toBe(true);
  const underWay = join(to, `docwright-20260101T000000000Z.tar.zst.${process.pid}.unfinished`);
  mkdirSync(underWay);
  const { file } = await takeBackup();
  const archives = readdirSync(to).filter((name) => name.includes('.tar.zst'));
  expect(archives.map((name) => join(to, name))).toEqual([underWay, file]);
});

it('says that a restore is unfinished when it was killed, and begins it anew', async () => {
  await takeBackup();
  const data = inFolder('data');
  const isBegun = () => existsSync(join(data, 'restore.unfinished'));
  const environment = { DOCWRIGHT_DATA_DIR: data, DOCWRIGHT_BACKUP_PASSPHRASE: passphrase };
  await killWhen(isBegun, ['restore', inFolder('backups')], environment);
  expect(isBegun()).toBe(true);
  const config = readConfig({ DOCWRIGHT_DATA_DIR: data });
  await expect(openApplication({ config, publicUrl: 'http://localhost', logger: silentLogger })).rejects.toMatchObject({
    facts: { code: 'restore_unfinished' },
  });
  await restoreTo('data');
  expect(isBegun()).toBe(false);
  // As one leaves it that is killed once everything is in its place.
  mkdirSync(join(data, 'restore.unfinished'));
  await restoreTo('data');
  expect(isBegun()).toBe(false);
  const application = await openApplication({ config, publicUrl: 'http://localhost', logger: silentLogger });
  expect((await application.projects.list()).map(({ name }) => name)).toEqual(['Docs']);
  await application.close();
});

/** Packs an archive again after a change of its content. */
async function repack(file: string, change: (content: string) => void): Promise<void> {
  const content = inFolder('content');
  mkdirSync(content, { recursive: true });
  execFileSync('sh', ['-c', 'zstd -dcq "$0" | tar -xf - -C "$1"', file, content]);
  change(content);
  rmSync(file);
  await writeArchive(file, content);
}

function changeManifest(content: string, change: (manifest: Manifest) => void): void {
  const path = join(content, 'manifest.json');
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest;
  change(manifest);
  writeFileSync(path, JSON.stringify(manifest));
}

it('restores what this installation signed, and other archives only when told to trust them', async () => {
  const { file } = await takeBackup();
  const change = (of: (manifest: Manifest) => void) =>
    repack(file, (content) => {
      changeManifest(content, of);
    });
  const untrusted = { facts: { code: 'backup_untrusted' } };
  await change((manifest) => {
    manifest.program = 'changed';
  });
  await expect(restoreTo('data')).rejects.toMatchObject({
    ...untrusted,
    message: expect.stringContaining('changed after it was signed') as string,
  });
  await change((manifest) => {
    manifest.signature!.keyId = '0000-0000-0000';
  });
  await expect(restoreTo('data')).rejects.toMatchObject({ facts: { code: 'backup_key_differs' } });
  await change((manifest) => {
    delete manifest.signature;
  });
  await expect(restoreTo('data')).rejects.toMatchObject({
    ...untrusted,
    message: expect.stringContaining('as archives of older versions') as string,
  });
  expect(readdirSync(inFolder('data'))).toEqual([]);
  expect(await restoreTo('data', { isTrusted: true })).toMatchObject({ missingKey: undefined });
});

it('names the database that is damaged, and not the archive that it did not write', async () => {
  await deliver(5_010, 5_500);
  const copy = inFolder('damaged');
  await server.administer(({ analytics }) => analytics.visits.verify(server.projectId));
  cpSync(server.dataDirectory, copy, { recursive: true });
  const file = join(copy, 'docwright.sqlite');
  const database = new SqliteDatabase(file);
  database.pragma('wal_checkpoint(TRUNCATE)');
  database.close();
  const bytes = readFileSync(file);
  bytes.fill(0xff, Math.floor(bytes.length / 2 / 4096) * 4096, Math.floor(bytes.length / 2 / 4096) * 4096 + 4096);
  writeFileSync(file, bytes);
  const options = { dataDirectory: copy, to: inFolder('backups'), program: 'test', passphrase: undefined };
  const rest = { now: Date.now(), keyFromEnvironment: undefined, onProgress: () => undefined };
  await expect(backUp({ ...options, ...rest })).rejects.toMatchObject({
    facts: { code: 'data_damaged' },
    message: expect.stringContaining(file) as string,
  });
});

it('names a damaged object of a repository and its file, and backs up everything else', async () => {
  await takeBackup(inFolder('first'));
  const repositories = join(server.dataDirectory, 'repositories');
  const copy = join(repositories, 'copy.git');
  cpSync(join(repositories, readdirSync(repositories)[0]!), copy, { recursive: true });
  try {
    const blob = git(copy, ['rev-parse', 'main:index.md']).trim();
    const object = join(copy, 'objects', blob.slice(0, 2), blob.slice(2));
    const bytes = readFileSync(object);
    bytes[bytes.length - 5]! ^= 0xff;
    rmSync(object);
    writeFileSync(object, bytes);
    const { file, damaged } = await takeBackup();
    expect(damaged.map(({ repository }) => repository)).toEqual(['copy.git']);
    const named = expect.stringContaining(`${blob.slice(0, 2)}/${blob.slice(2)}`) as string;
    expect(damaged[0]?.damage).toContainEqual(named);
    expect((await checkBackup({ file })).damaged).toEqual(damaged);
    expect((await restoreTo('data')).damaged).toEqual(damaged);
    expect(readdirSync(inFolder('data/repositories'))).toHaveLength(2);
  } finally {
    rmSync(copy, { recursive: true });
  }
});
