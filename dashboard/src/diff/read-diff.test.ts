import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pairLines } from './pair-lines.ts';
import { revealHidden } from './reveal-hidden.ts';
import { readDiff, type DiffFile } from './read-diff.ts';

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
  write('carriage.md', 'one\rdiff --git a/fake.md b/fake.md\u2028@@ -1 +1 @@ fake\ntwo\n');
  write('<img src=x onerror=alert(1)>.md', '<script>\n');
  writeFileSync(join(folder, 'icon.png'), Buffer.from([137, 80, 0, 1, 2, 3]));
  const tree = git('write-tree').trim();
  git('add', '-A');
  text = git('diff', '--cached', '-M', tree);
  files = new Map(readDiff(text).files.map((file) => [file.path, file]));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

it('reads every file of a real diff with its status', () => {
  const statuses = [...files].map(([path, { status, oldPath, isBinary }]) => [path, status, oldPath, isBinary]);
  expect(statuses).toEqual([
    ['<img src=x onerror=alert(1)>.md', 'added', null, false],
    ['carriage.md', 'added', null, false],
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
  expect(hunks[0]!.lines).toMatchObject([
    { kind: 'context', text: '# Title', oldNumber: 1, newNumber: 1 },
    { kind: 'context', text: '', oldNumber: 2, newNumber: 2 },
    { kind: 'removed', text: '-- a list', oldNumber: 3, newNumber: null },
    { kind: 'removed', text: '', oldNumber: 4, newNumber: null },
    { kind: 'removed', text: 'Old line', oldNumber: 5, newNumber: null },
    { kind: 'removed', text: 'end', isUnended: false, oldNumber: 6, newNumber: null },
    { kind: 'added', text: 'New line', oldNumber: null, newNumber: 3 },
    { kind: 'added', text: 'end', isUnended: true, oldNumber: null, newNumber: 4 },
  ]);
});

it('is not misled by what ends a line elsewhere, and not for git', () => {
  expect(files.get('carriage.md')!.hunks).toMatchObject([
    {
      heading: '',
      lines: [{ text: 'one⟨U+000D⟩diff --git a/fake.md b/fake.md⟨U+2028⟩@@ -1 +1 @@ fake' }, { text: 'two' }],
    },
  ]);
});

it('pairs removed lines with the added lines that replace them, and shows a changed line end', () => {
  const rows = pairLines(files.get('crlf.md')!.hunks[0]!.lines);
  expect(rows.map(({ left, right }) => [left?.text, right?.text])).toEqual([
    ['one', 'one'],
    ['two␍', '2␍'],
  ]);
});

it('gives back the lines that git compared, whatever they look like', () => {
  const line = fc.oneof(
    fc.string({ unit: 'grapheme-ascii', maxLength: 20 }),
    fc.constantFrom('--- a/x', '+++ b/x', '@@ -1 +1 @@', 'diff --git a/x b/x', '-', '\\ No newline at end of file', ''),
  );
  const content = fc.array(line, { maxLength: 12 }).map((lines) => lines.join('\n'));
  fc.assert(
    fc.property(content, content, (before, after) => {
      const [file] = readDiff(gitDiff(before, after)).files;
      const sides = { before: before.split('\n'), after: after.split('\n') };
      for (const shown of file?.hunks.flatMap(({ lines }) => lines) ?? []) {
        if (shown.oldNumber !== null) expect(shown.text).toBe(sides.before[shown.oldNumber - 1]);
        if (shown.newNumber !== null) expect(shown.text).toBe(sides.after[shown.newNumber - 1]);
      }
      expect(file === undefined).toBe(before === after);
    }),
    { numRuns: 25 },
  );
});

it('reads quoted names, and headings of hunks', () => {
  const [file] = readDiff(
    [
      'diff --git "a/line\\nbreak\\303\\244.md" "b/line\\nbreak\\303\\244.md"',
      '--- "a/line\\nbreak\\303\\244.md"',
      '+++ "b/line\\nbreak\\303\\244.md"',
      '@@ -7 +7 @@ ## The heading',
      '-gone',
      '+there',
      '',
    ].join('\n'),
  ).files;
  expect(file).toMatchObject({
    path: 'line⟨U+000A⟩breakä.md',
    status: 'changed',
    hunks: [{ heading: '## The heading' }],
  });
});

it('writes out what is hidden in lines and names', () => {
  expect(revealHidden('a\u202eb\u200bc\u{e0041}\u0007\ttab')).toBe('a⟨U+202E⟩b⟨U+200B⟩c⟨U+E0041⟩⟨U+0007⟩\ttab');
  expect(revealHidden('👩🏽‍🚀 👨‍👩‍👧')).toBe('👩🏽‍🚀 👨‍👩‍👧');
  const [file] = readDiff(
    'diff --git a/a\u202e.md b/a\u202e.md\n--- a/a\u202e.md\n+++ b/a\u202e.md\n@@ -1 +1 @@\n-x\n+x\u200b\n',
  ).files;
  expect(file).toMatchObject({ path: 'a⟨U+202E⟩.md', hunks: [{ lines: [{ text: 'x' }, { text: 'x⟨U+200B⟩' }] }] });
});

it('shows no more of a line and of a change than anybody reads', () => {
  const [file] = readDiff(`diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-x\n+${'y'.repeat(5000)}\n`).files;
  expect(file!.hunks[0]!.lines[1]).toMatchObject({ cut: 3000 });
  expect(file!.hunks[0]!.lines[1]!.text).toHaveLength(2000);
  const one = (name: string) =>
    `diff --git a/${name} b/${name}\nnew file mode 100644\n--- /dev/null\n+++ b/${name}\n@@ -0,0 +1 @@\n+${'y'.repeat(1_500_000)}\n`;
  const long = readDiff(['a', 'b', 'c', 'd'].map(one).join(''));
  expect([long.isCut, long.files.map(({ path }) => path)]).toEqual([true, ['a', 'b']]);
});

it('tells whether the change of a file is another one', () => {
  const of = (added: string) =>
    readDiff(`diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-x\n+${added}\n`).files[0]!.fingerprint;
  expect(of('y')).toBe(of('y'));
  expect(of('y')).not.toBe(of('z'));
});

it('survives anything', () => {
  expect(readDiff('').files).toEqual([]);
  expect(readDiff('no diff at all\n+++ b/x').files).toEqual([]);
  for (let length = 0; length < text.length; length += 7) readDiff(text.slice(0, length));
});

function gitDiff(before: string, after: string): string {
  writeFileSync(join(folder, 'one'), before);
  writeFileSync(join(folder, 'other'), after);
  return spawnSync('git', ['diff', '--no-index', '--no-color', 'one', 'other'], { cwd: folder, encoding: 'utf8' })
    .stdout;
}
