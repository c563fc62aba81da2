import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readRepository } from './git.ts';

let root = '';
const git = (...args: readonly string[]) => execFileSync('git', ['-C', root, ...args]);
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'git-repository-'));
  await mkdir(join(root, 'docs'));
});
afterAll(async () => {
  await rm(root, { recursive: true });
});

it('tells the repository that a folder is the whole of, as it was cloned', async () => {
  expect(await readRepository(root)).toBeUndefined();
  git('init', '--quiet', '--initial-branch', 'main');
  expect(await readRepository(root)).toBeUndefined();
  git('remote', 'add', 'origin', 'https://someone:secret@github.com/Acme/tool.git');
  expect(await readRepository(root)).toEqual({ url: 'https://github.com/acme/tool', branch: 'main' });
  git('-c', 'user.name=a', '-c', 'user.email=a@acme.dev', 'commit', '--quiet', '--allow-empty', '--message', 'a');
  git('checkout', '--quiet', '--detach');
  expect(await readRepository(root)).toEqual({ url: 'https://github.com/acme/tool' });
  expect(await readRepository(join(root, 'docs'))).toBeUndefined();
  expect(await readRepository(join(root, 'nowhere'))).toBeUndefined();
});
