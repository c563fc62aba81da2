import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { nameAt } from '../src/backup/archive-name.ts';
import { openBucket } from '../src/backup/bucket.ts';
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

it('keeps archives of any size in a bucket, and says who cannot', async ({ skip }) => {
  if (moto === undefined) skip('moto[server] for python3 is not installed here');
  const access = { endpoint, region: 'us-east-1', accessKeyId: 'id', secretAccessKey: 'a secret' };
  const bucket = openBucket('s3://acme/docs/site/', access);
  expect(await bucket.list()).toEqual([]);
  // The second is sent in parts.
  const contents = [randomBytes(1_000), randomBytes(20_000_000)];
  for (const [index, content] of contents.entries()) {
    const file = join(folder, nameAt(Date.UTC(2026, 0, 1 + index)));
    writeFileSync(file, content);
    await bucket.put(file);
  }
  const [newest = '', oldest = '', ...others] = await bucket.list();
  expect([newest, oldest, others]).toEqual([
    's3://acme/docs/site/docwright-20260102T000000000Z.tar.zst',
    's3://acme/docs/site/docwright-20260101T000000000Z.tar.zst',
    [],
  ]);
  await bucket.get(newest, join(folder, 'back'));
  expect(readFileSync(join(folder, 'back')).equals(contents[1]!)).toBe(true);
  await bucket.remove(oldest);
  expect(await bucket.list()).toEqual([newest]);

  await expect(openBucket('s3://none/docs', access).list()).rejects.toMatchObject({
    facts: { code: 'backup_bucket_unusable' },
  });
  expect(() => openBucket('s3://acme', { ...access, secretAccessKey: undefined })).toThrow('AWS_SECRET_ACCESS_KEY');
});
