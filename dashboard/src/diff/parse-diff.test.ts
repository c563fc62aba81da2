import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pairLines } from './pair-lines.ts';
import { parseDiff, type DiffFile } from './parse-diff.ts';

let folder: string;
let files: Map<string, DiffFile>;
let text: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'docwright-diff-'));
  const git = (...parameters: string[]) => execFileSync('git', parameters, { cwd: folder, encoding: 'utf8' });
  const write = (name: string, content: string) => {
    writeFileSync(join(folder, name), content);
  };
  git('init', '-q');
  write('changed.md', '# Title\n\n-- a list\n\nOld line\nend\n');
  write('deleted.md', 'gone\n');
  mkdirSync(join(folder, 'old place'));
  write('old place/moved file.md', 'same\ncontent\nhere\n');
  write('crlf.md', 'one\r\ntwo\r\n');
  git('add', '-A');
  write('changed.md', '# Title\n\nNew line\nend');
  rmSync(join(folder, 'deleted.md'));
  renameSync(join(folder, 'old place/moved file.md'), join(folder, 'قائمة 😀.md'));
  write('crlf.md', 'one\r\n2\r\n');
  write('<img src=x onerror=alert(1)>.md', '<script>\n');
  writeFileSync(join(folder, 'icon.png'), Buffer.from([137, 80, 0, 1, 2, 3]));
  const tree = git('write-tree').trim();
  git('add', '-A');
  text = git('diff', '--cached', '-M', tree);
  files = new Map(parseDiff(text).map((file) => [file.path, file]));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

it('reads every file of a real diff with its status', () => {
  const statuses = [...files].map(([path, { status, oldPath, isBinary }]) => [path, status, oldPath, isBinary]);
  expect(statuses).toEqual([
    ['<img src=x onerror=alert(1)>.md', 'added', null, false],
    ['changed.md', 'changed', null, false],
    ['crlf.md', 'changed', null, false],
    ['deleted.md', 'deleted', null, false],
    ['icon.png', 'added', null, true],
    ['قائمة 😀.md', 'renamed', 'old place/moved file.md', false],
  ]);
});

it('numbers lines on both sides and is not misled by lines that look like headers', () => {
  const { hunks, added, removed } = files.get('changed.md')!;
  expect([added, removed]).toEqual([2, 4]);
  expect(hunks[0]!.lines).toContainEqual({ kind: 'removed', text: '-- a list', oldNumber: 3, newNumber: null });
  expect(hunks[0]!.lines).toContainEqual({ kind: 'added', text: 'New line', oldNumber: null, newNumber: 3 });
});

it('pairs removed lines with the added lines that replace them', () => {
  const rows = pairLines(files.get('crlf.md')!.hunks[0]!.lines);
  expect(rows.map(({ left, right }) => [left?.text, right?.text])).toEqual([
    ['one', 'one'],
    ['two', '2'],
  ]);
});

it('survives anything', () => {
  expect(parseDiff('')).toEqual([]);
  expect(parseDiff('no diff at all\n+++ b/x')).toEqual([]);
  for (let length = 0; length < text.length; length += 7) parseDiff(text.slice(0, length));
});
