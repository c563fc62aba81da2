import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { unpackArchive, writeArchive } from './archive.ts';
import { listFiles } from './list-files.ts';
import { manifestFile, type Manifest } from './manifest.ts';

let folder: string;
const inFolder = (path: string): string => join(folder, path);
const content = (path: string): string => inFolder(`content/${path}`);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docwright-archive-'));
  mkdirSync(content('repositories/a.git'), { recursive: true });
  writeFileSync(content('repositories/a.git/HEAD'), 'ref: refs/heads/main\n');
  makeDatabase('docwright.sqlite', 'CREATE TABLE jobs (id); INSERT INTO jobs VALUES (1), (2)');
  makeDatabase(
    'visits.sqlite',
    'CREATE TABLE batch (rows); CREATE TABLE segment (rows); INSERT INTO batch VALUES (3); INSERT INTO segment VALUES (4)',
  );
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function makeDatabase(name: string, statements: string): void {
  const database = new SqliteDatabase(content(name));
  database.exec(statements);
  database.close();
}

/** Packs the folder with what a manifest says that `change` has made untrue, and unpacks it. */
async function unpackAfter(change: (manifest: Manifest) => void): Promise<Manifest> {
  const manifest: Manifest = {
    ...{ format: 'docwright-backup', version: 1, program: '1.0.0', createdAt: '2026-01-01T00:00:00.000Z' },
    rows: { 'docwright.sqlite': { jobs: 2 }, 'visits.sqlite': { batch: 1, segment: 1 } },
    views: 7,
    files: await listFiles(inFolder('content')),
  };
  change(manifest);
  writeFileSync(content(manifestFile), JSON.stringify(manifest));
  const file = inFolder('a.tar.zst');
  await writeArchive(file, inFolder('content'));
  return unpackArchive(file, { into: inFolder('unpacked'), place: 'the backup', chunks: inFolder('chunks') });
}

it('is taken where everything in it is what was written', async () => {
  expect(await unpackAfter(() => undefined)).toMatchObject({ views: 7 });
});

it.each<[string, (manifest: Manifest) => void, string]>([
  [
    'a file has other bytes',
    () => {
      writeFileSync(content('repositories/a.git/HEAD'), 'ref: refs/heads/evil\n');
    },
    'the backup: repositories/a.git/HEAD differs from what was written.',
  ],
  [
    'a file is missing',
    () => {
      rmSync(content('repositories/a.git/HEAD'));
    },
    'the backup: repositories/a.git/HEAD differs from what was written.',
  ],
  [
    'a file was added',
    () => {
      writeFileSync(content('repositories/a.git/packed-refs'), '');
    },
    'the backup: repositories/a.git/packed-refs does not belong to it.',
  ],
  [
    'a row is missing',
    ({ rows }) => {
      rows['docwright.sqlite']['jobs'] = 3;
    },
    'the backup: docwright.sqlite has 2 rows in jobs instead of 3.',
  ],
  [
    'a database is missing',
    (manifest) => {
      rmSync(content('docwright.sqlite'));
      manifest.files = manifest.files.filter(({ path }) => path !== 'docwright.sqlite');
    },
    'the backup: docwright.sqlite is missing or not a database.',
  ],
  [
    'something in it points elsewhere',
    () => {
      symlinkSync('/etc', content('repositories/a.git/objects'));
    },
    'the backup: repositories/a.git/objects is nothing that a backup holds.',
  ],
  [
    'views are missing',
    (manifest) => {
      manifest.views = 8;
    },
    'the backup: visits.sqlite has 7 views instead of 8.',
  ],
])('is damaged where %s', async (_, change, message) => {
  await expect(unpackAfter(change)).rejects.toMatchObject({ facts: { code: 'backup_damaged' }, message });
});

it('holds nothing beside what a backup holds, and of old repositories no hooks, settings and borrowed objects', async () => {
  for (const path of ['hooks/post-receive', 'config', 'objects/info/alternates', 'refs/heads/main.lock']) {
    mkdirSync(dirname(content(`repositories/a.git/${path}`)), { recursive: true });
    writeFileSync(content(`repositories/a.git/${path}`), '#!/bin/sh\n', { mode: 0o777 });
  }
  await unpackAfter(() => undefined);
  const names = readdirSync(inFolder('unpacked/repositories/a.git'), { recursive: true }).map(String);
  expect(names).not.toContain('hooks/post-receive');
  expect(names).not.toContain('objects/info/alternates');
  expect(names).not.toContain('refs/heads/main.lock');
  expect(readFileSync(inFolder('unpacked/repositories/a.git/config'), 'utf8')).toMatch(/^\[core\]/);
  expect(statSync(inFolder('unpacked/repositories/a.git/HEAD')).mode & 0o777).toBe(0o600);
});

it.each(['serve.env', 'master.key', 'hooks/pre-push', '.git/config', 'visits.sqlite-wal'])(
  'takes no file by the name %s, listed or not',
  async (name) => {
    mkdirSync(dirname(content(name)), { recursive: true });
    writeFileSync(content(name), 'x');
    await expect(unpackAfter(() => undefined)).rejects.toThrow('is nothing that a backup holds');
  },
);
