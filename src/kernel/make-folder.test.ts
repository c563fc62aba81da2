import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeFolder } from './make-folder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'folders-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

it('makes a folder and those above it, for their owner, and takes one that is there', async () => {
  const made = join(folder, 'a', 'b');
  for (let time = 0; time < 2; time += 1) await makeFolder(made);
  expect(statSync(made).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, 'a')).mode & 0o777).toBe(0o700);
});

it('refuses a file, and what lies below one', async () => {
  writeFileSync(join(folder, 'file'), '');
  await expect(makeFolder(join(folder, 'file'))).rejects.toMatchObject({ code: 'EEXIST' });
  await expect(makeFolder(join(folder, 'file', 'a', 'b'))).rejects.toMatchObject({ code: 'ENOTDIR' });
});

it('ends where the system makes no folder', async ({ skip }) => {
  skip(process.platform !== 'linux', 'only Linux has a /proc in which no folder can be made');
  await expect(makeFolder('/proc/no-such-process/a')).rejects.toMatchObject({ code: 'ENOENT' });
});
