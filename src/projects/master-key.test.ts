import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadMasterKey } from './master-key.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'docwright-master-'));
});
afterEach(() => {
  rmSync(dataDir, { recursive: true });
});

const load = (fromEnvironment?: string) => loadMasterKey({ fromEnvironment, dataDir, make: true });

it('makes one key, readable by its owner alone, and keeps it', async () => {
  const key = await load();
  expect(key).toHaveLength(32);
  expect(await load()).toEqual(key);
  expect(statSync(join(dataDir, 'master.key')).mode & 0o777).toBe(0o600);
  expect(readdirSync(dataDir)).toEqual(['master.key']);
});

it('gives processes that start together the same key', async () => {
  const program = `import { loadMasterKey } from ${JSON.stringify(import.meta.resolve('./master-key.ts'))};
    const key = await loadMasterKey({ fromEnvironment: undefined, dataDir: ${JSON.stringify(dataDir)}, make: true });
    process.stdout.write(key.toString('hex'));`;
  const start = () => promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
  const results = await Promise.all([start(), start(), start(), start()]);
  expect(new Set(results.map((result) => result.stdout)).size).toBe(1);
});

it('prefers the environment and refuses what is not 32 bytes', async () => {
  const key = Buffer.alloc(32, 9);
  const text = key.toString('base64url');
  for (const given of [text, `${text}=`, ` ${text}\n`]) expect(await load(given)).toEqual(key);
  for (const given of ['c2hvcnQ=', '', `.${text}`, `x${text}`, `${text}x`, `${text}==`, text.replace('C', '!')])
    await expect(load(given), given).rejects.toMatchObject({ facts: { code: 'master_key_invalid' } });
  expect(readdirSync(dataDir)).toEqual([]);
});

it('refuses a key file that others may read, and one that is damaged', async () => {
  await load();
  const file = join(dataDir, 'master.key');
  chmodSync(file, 0o640);
  await expect(load()).rejects.toMatchObject({
    facts: { code: 'master_key_exposed', retryable: false },
    message: expect.stringContaining('mode 0640') as string,
  });
  chmodSync(file, 0o600);
  writeFileSync(file, 'nonsense');
  await expect(load()).rejects.toMatchObject({ facts: { code: 'master_key_invalid' } });
});
