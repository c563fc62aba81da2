import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { keepPrivate } from './private-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'docwright-private-'));
chmodSync(folder, 0o755);
afterAll(() => {
  rmSync(folder, { recursive: true });
});
const modeOf = (name: string) => statSync(join(folder, name)).mode & 0o777;

it('makes a file for its owner alone', () => {
  keepPrivate(join(folder, 'new'));
  expect(modeOf('new')).toBe(0o600);
});

it('takes the rights of others away from what is there, and keeps what it holds', () => {
  for (const name of ['old', 'old-wal', 'old-shm']) {
    writeFileSync(join(folder, name), name);
    chmodSync(join(folder, name), 0o664);
  }
  keepPrivate(join(folder, 'old'));
  for (const name of ['old', 'old-wal', 'old-shm']) {
    expect(modeOf(name)).toBe(0o600);
    expect(readFileSync(join(folder, name), 'utf8')).toBe(name);
  }
});

it.each(['missing/database', 'folder', 'file/database'])('leaves it to the database to say that %s is none', (name) => {
  mkdirSync(join(folder, 'folder'), { recursive: true });
  writeFileSync(join(folder, 'file'), '');
  expect(() => {
    keepPrivate(join(folder, name));
  }).not.toThrow();
  expect(existsSync(join(folder, 'missing'))).toBe(false);
});
