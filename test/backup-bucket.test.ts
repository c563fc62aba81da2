import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request as requestHttp, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import SqliteDatabase from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { nextName } from '../src/backup/archive-name.ts';
import { backUpTo, withArchive } from '../src/backup/backup-place.ts';
import { openBucket, type Bucket } from '../src/backup/bucket.ts';
import { checkBackup } from '../src/backup/restore.ts';
import { readConfig } from '../src/config/config.ts';
import { silentLogger } from '../src/kernel/logger.ts';
import { openApplication } from '../src/main.ts';
import { freePort } from './free-port.ts';

// Against moto, which stands in for Amazon's services in the tests of many. It is in Python, so not every machine has it.

let moto: ChildProcess | undefined;
let endpoint: string;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docwright-bucket-'));
  const hasMoto = await promisify(execFile)('python3', ['-c', 'import moto.server']).catch(() => undefined);
  if (hasMoto === undefined) return;
  const port = await freePort();
  endpoint = `http://127.0.0.1:${port}`;
  moto = spawn('python3', ['-m', 'moto.server', '-p', String(port)], { stdio: 'ignore' });
  while ((await fetch(`${endpoint}/acme`, { method: 'PUT' }).catch(() => undefined))?.ok !== true) await delay(100);
});
afterAll(() => {
  moto?.kill();
  rmSync(folder, { recursive: true });
});

const access = () => ({ endpoint, region: 'us-east-1', accessKeyId: 'id', secretAccessKey: 'a secret', pauses: [] });
const reason = 'moto[server] for python3 is not installed here';
const namesIn = async (bucket: Bucket, of?: string) => [...(await bucket.list(of)).keys()];

it('keeps files of any size in a bucket, knows those of its folder only, and says who cannot', async ({ skip }) => {
  if (moto === undefined) skip(reason);
  const bucket = openBucket('s3://acme/docs/site/', access());
  expect(await namesIn(bucket)).toEqual([]);
  // The second is sent in parts.
  const contents = [randomBytes(1_000), randomBytes(20_000_000)];
  const names = contents.map((_, index) => nextName([], Date.UTC(2026, 0, 1 + index)));
  for (const [index, name] of names.entries()) {
    writeFileSync(join(folder, name), contents[index]!);
    await bucket.put(name, join(folder, name));
  }
  expect(await namesIn(bucket)).toEqual(names);
  expect(await namesIn(openBucket('s3://acme/docs', access()))).toEqual([]);
  expect(await namesIn(openBucket('s3://acme/docs', access()), 'site/')).toEqual(names.map((name) => `site/${name}`));
  await bucket.get(names[1]!, join(folder, 'back'));
  expect(readFileSync(join(folder, 'back')).equals(contents[1]!)).toBe(true);
  await bucket.remove(names[0]!);
  expect(await namesIn(bucket)).toEqual([names[1]]);

  const facts = { code: 'backup_bucket_unusable' };
  const asked = async (address: string, options = {}) => openBucket(address, { ...access(), ...options }).list();
  const refused = (message: string) => ({ facts, message: expect.stringContaining(message) as string });
  await expect(asked('s3://none/docs')).rejects.toMatchObject(refused('has no such bucket'));
  await expect(bucket.get('none', join(folder, 'none'))).rejects.toMatchObject(refused('answered 404'));
  const closed = `http://127.0.0.1:${await freePort()}`;
  await expect(asked('s3://acme', { endpoint: closed })).rejects.toMatchObject(
    refused(`Cannot reach ${new URL(closed).host}: nothing accepts connections there.`),
  );
  await expect(asked('s3://acme', { secretAccessKey: undefined })).rejects.toMatchObject(
    refused('AWS_SECRET_ACCESS_KEY'),
  );
  await expect(asked('s3:///docs')).rejects.toMatchObject(refused('has no bucket'));
});

it(
  'keeps incremental backups in a bucket, and chunks as long as an archive names them',
  { timeout: 60_000 },
  async ({ skip }) => {
    if (moto === undefined) skip(reason);
    const data = join(folder, 'data');
    const config = readConfig({ DOCWRIGHT_DATA_DIR: data });
    const application = await openApplication({ config, publicUrl: 'http://localhost', logger: silentLogger });
    await application.close();
    const to = 's3://acme/hourly';
    const bucket = openBucket(to, access());
    const now = Date.now();
    const options = { dataDirectory: data, to, program: 'test', passphrase: undefined, keyFromEnvironment: undefined };
    const backUpAt = (days: number, keep: number) =>
      backUpTo({
        ...options,
        ...{ now: now + days * 86_400_000, keep, access: access(), isIncremental: true },
        onProgress: () => undefined,
      });
    const check = (from: string) =>
      withArchive(from, { access: access(), work: (file, place) => checkBackup({ file, place }) });
    const chunks = () => namesIn(bucket, 'chunks/');

    const first = await backUpAt(0, 2);
    const before = await chunks();
    expect(before.length).toBeGreaterThan(0);
    expect(await check(first.file)).toMatchObject({ manifest: first.manifest });
    // Of a folder below it, which is nobody's to remove here.
    writeFileSync(join(folder, 'other'), '');
    await openBucket(`${to}/other`, access()).put(nextName([], 0), join(folder, 'other'));
    new SqliteDatabase(join(data, 'docwright.sqlite'))
      .exec('CREATE TABLE more (a); INSERT INTO more VALUES (zeroblob(3e6))')
      .close();
    const second = await backUpAt(1, 2);
    expect((await chunks()).length).toBeGreaterThan(before.length);
    expect(await check(to)).toMatchObject({ manifest: second.manifest });

    expect(await backUpAt(2, 1)).toMatchObject({ removed: 2 });
    const left = await chunks();
    expect(left).not.toEqual(expect.arrayContaining(before));
    await check(to);
    expect(await namesIn(openBucket(`${to}/other`, access()))).toEqual([nextName([], 0)]);

    await bucket.remove(left[0]!);
    await expect(check(to)).rejects.toMatchObject({ facts: { code: 'backup_damaged' } });
    await backUpAt(3, 2);
    await check(to);
  },
);

it(
  'keeps archives whole when the program is killed at any request of a backup, and the next one goes through',
  { timeout: 120_000 },
  async ({ skip }) => {
    if (moto === undefined) skip(reason);
    const data = join(folder, 'killed');
    const config = readConfig({ DOCWRIGHT_DATA_DIR: data });
    const application = await openApplication({ config, publicUrl: 'http://localhost', logger: silentLogger });
    await application.close();
    const to = 's3://acme/killed';
    const between = await standBetween(endpoint);
    const environment = {
      PATH: process.env['PATH'] ?? '',
      DOCWRIGHT_DATA_DIR: data,
      AWS_ENDPOINT_URL: between.address,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'id',
      AWS_SECRET_ACCESS_KEY: 'secret',
    };
    const killedAt = async (put: number, isSent: boolean): Promise<boolean> => {
      const program = join(import.meta.dirname, '../src/cli/docwright.ts');
      const child = spawn(process.execPath, [program, 'backup', to, '--incremental', '--keep', '2'], {
        env: environment,
        stdio: 'ignore',
      });
      const ended = once(child, 'exit');
      between.killAt(put, isSent, child);
      const [code, signal] = (await ended) as [number | null, NodeJS.Signals | null];
      expect([code, signal]).toEqual(signal === null ? [0, null] : [null, 'SIGKILL']);
      return signal !== null;
    };
    const bucket = openBucket(to, access());
    let kills = 0;
    for (let put = 1; await killedAt(put, put % 2 === 0); put += 1) {
      kills += 1;
      for (const name of (await namesIn(bucket)).filter((one) => one.endsWith('.tar.zst'))) {
        await withArchive(`${to}/${name}`, {
          access: access(),
          work: (file, place) => checkBackup({ file, place }),
        });
      }
    }
    between.close();
    expect(kills).toBeGreaterThan(2);
    await withArchive(to, { access: access(), work: (file, place) => checkBackup({ file, place }) });
  },
);

interface Between {
  readonly address: string;
  /** Kills the process at its nth PUT, after that was handed on or before. */
  killAt(put: number, isSent: boolean, child: ChildProcess): void;
  close(): void;
}

/** Hands requests on to the service, until the process that asks is to die. */
async function standBetween(service: string): Promise<Between> {
  let due: { left: number; isSent: boolean; child: ChildProcess } | undefined;
  const server = createServer((request, response) => {
    const isLast = request.method === 'PUT' && due !== undefined && (due.left -= 1) === 0;
    if (isLast && due?.isSent === false) {
      due.child.kill('SIGKILL');
      return;
    }
    const { method, url, headers } = request;
    const on = requestHttp(service + (url ?? '/'), { method, headers }, (answer: IncomingMessage) => {
      if (isLast) due?.child.kill('SIGKILL');
      else answer.pipe(response.writeHead(answer.statusCode ?? 500, answer.headers));
    });
    // Whoever was killed reads no answer.
    on.on('error', () => response.destroy());
    request.pipe(on);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    killAt(put, isSent, child) {
      due = { left: put, isSent, child };
    },
    close: () => server.close(),
  };
}
