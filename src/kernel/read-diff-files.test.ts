import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readDiffFiles } from './read-diff-files.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docwright-diff-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' });
const write = (path: string, content: string | Buffer) => {
  writeFileSync(join(folder, path), content);
};

it.each(['true', 'false'])('names each side of each file as git knows it, with core.quotePath %s', (quotePath) => {
  git('init', '--quiet');
  git('config', 'core.quotePath', quotePath);
  mkdirSync(join(folder, 'a b'));
  write('a b/c.md', 'one\n');
  write('gone.md', '--- a/never.md\n');
  write('moved.md', 'the same\n');
  write('tab\t"quote" ü.md', 'x\n');
  write('old.png', Buffer.from([0, 1, 2]));
  git('add', '.');
  git('-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', 'commit', '--quiet', '-m', 'Begin');
  write('a b/c.md', 'two\n');
  rmSync(join(folder, 'gone.md'));
  renameSync(join(folder, 'moved.md'), join(folder, 'new.md'));
  write('tab\t"quote" ü.md', '++ b/other.md\n');
  rmSync(join(folder, 'old.png'));
  write('new.png', Buffer.from([0, 3]));
  write('empty.md', '');
  git('add', '.');
  const diff = git('diff', '--cached', '--find-renames', '--no-ext-diff');
  expect(readDiffFiles(diff).map(({ before, after, hunks }) => [before, after, hunks.slice(1)])).toEqual([
    ['a b/c.md', 'a b/c.md', ['-one', '+two']],
    [undefined, 'empty.md', []],
    ['gone.md', undefined, ['---- a/never.md']],
    ['moved.md', 'new.md', []],
    [undefined, 'new.png', []],
    ['old.png', undefined, []],
    ['tab\t"quote" ü.md', 'tab\t"quote" ü.md', ['-x', '+++ b/other.md']],
  ]);
  expect(readDiffFiles('')).toEqual([]);
  // Not written by git.
  const head = 'diff --git /dev/null';
  expect(readDiffFiles(`${head}\nrename to x`)).toEqual([{ head, before: undefined, after: undefined, hunks: [] }]);
});
