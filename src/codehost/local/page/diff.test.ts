import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createHighlighter } from './highlight-lines.ts';
import { makeFileTree } from './file-tree.ts';
import { parseDiff } from './parse-diff.ts';
import { presentHunk } from './present-hunk.ts';
import { renderMarkdown } from './render-markdown.ts';
import { revealHidden } from './reveal-hidden.ts';

const highlight = createHighlighter();

function gitDiff(before: string, after: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'docwright-diff-'));
  try {
    writeFileSync(join(folder, 'a'), before);
    writeFileSync(join(folder, 'b'), after);
    execFileSync('git', ['diff', '--no-index', '--no-color', 'a', 'b'], { cwd: folder });
    return '';
  } catch (error) {
    return String((error as { stdout: Buffer }).stdout);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('parsing a diff', () => {
  it('gives back the lines that git compared, whatever they look like', () => {
    const line = fc.oneof(
      fc.string({ unit: 'grapheme-ascii', maxLength: 20 }),
      fc.constantFrom(
        '--- a/x',
        '+++ b/x',
        '@@ -1 +1 @@',
        'diff --git a/x b/x',
        '-',
        '\\ No newline at end of file',
        '',
      ),
    );
    const text = fc.array(line, { maxLength: 12 }).map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const [file] = parseDiff(gitDiff(before, after));
        const sides = { before: before.split('\n'), after: after.split('\n') };
        for (const shown of file?.hunks.flatMap(({ lines }) => lines) ?? []) {
          if (shown.before !== undefined) expect(shown.text).toBe(sides.before[shown.before - 1]);
          if (shown.after !== undefined) expect(shown.text).toBe(sides.after[shown.after - 1]);
        }
        expect(file === undefined).toBe(before === after);
      }),
      { numRuns: 25 },
    );
  });

  it('reads renames, binary files, new and deleted ones, and quoted names', () => {
    const files = parseDiff(
      [
        'diff --git a/old name.md b/new name.md',
        'similarity index 100%',
        'rename from old name.md',
        'rename to new name.md',
        'diff --git a/logo.png b/logo.png',
        'new file mode 100644',
        'Binary files /dev/null and b/logo.png differ',
        'diff --git "a/line\\nbreak\\303\\244.md" "b/line\\nbreak\\303\\244.md"',
        'deleted file mode 100644',
        '--- "a/line\\nbreak\\303\\244.md"',
        '+++ /dev/null',
        '@@ -1 +0,0 @@',
        '-gone',
        '',
      ].join('\n'),
    );
    expect(files).toMatchObject([
      { path: 'new name.md', previousPath: 'old name.md', status: 'renamed', binary: false },
      { path: 'logo.png', status: 'added', binary: true },
      { path: 'line\nbreakä.md', status: 'deleted', removed: 1 },
    ]);
  });
});

describe('presenting a hunk', () => {
  const present = (before: string, after: string, path: string) =>
    parseDiff(gitDiff(before, after)).flatMap(({ hunks }) =>
      hunks.flatMap((hunk) => presentHunk(hunk, path, highlight)),
    );

  it('never loses or changes a character of plain text', () => {
    const text = fc
      .array(fc.string({ unit: 'grapheme-ascii', maxLength: 30 }), { maxLength: 8 })
      .map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(text, text, fc.constantFrom('a.md', 'a.json', 'a.ts', 'a.unknown'), (before, after, path) => {
        for (const line of present(before, after, path)) {
          expect(line.segments.map((segment) => segment.text).join('')).toBe(line.text);
        }
      }),
      { numRuns: 25 },
    );
  });

  it('marks the words that changed in a line', () => {
    const lines = present('Run the old command now.\n', 'Run the new command now.\n', 'a.md');
    const changed = lines.map(({ segments }) => segments.filter((segment) => segment.changed).map(({ text }) => text));
    expect(changed).toEqual([['old'], ['new']]);
  });

  it('shows a changed line end', () => {
    expect(present('same\n', 'same\r\n', 'a.md').map(({ text }) => text)).toEqual(['same', 'same␍']);
  });
});

describe('what is hidden', () => {
  it('is written out', () => {
    expect(revealHidden('a\u202eb\u200bc\u{e0041}\u0007\ttab')).toBe('a⟨U+202E⟩b⟨U+200B⟩c⟨U+E0041⟩⟨U+0007⟩\ttab');
    expect(revealHidden('👩🏽‍🚀 👨‍👩‍👧')).toBe('👩🏽‍🚀 👨‍👩‍👧');
  });
});

describe('Markdown of a pull request', () => {
  it('is rendered, but never as HTML of its own', () => {
    const shown = String(
      renderMarkdown(
        '# Hi\n\n<script>alert(1)</script>\n\n[x](javascript:alert(1)) **b** <!-- hidden -->\n\n<!-- docwright:job=1 -->',
      ),
    );
    expect(shown).toContain('<strong>b</strong>');
    expect(shown).not.toMatch(/<script|javascript:/);
    expect(shown).toContain('&lt;!-- hidden --&gt;');
    expect(shown).not.toContain('docwright:job');
  });
});

describe('the file tree', () => {
  it('joins folders that hold nothing else', () => {
    const paths = ['docs/guides/python/a.md', 'docs/guides/python/b.md', 'index.md'];
    expect(makeFileTree(paths.map((path) => ({ path, value: path })))).toMatchObject({
      folders: [{ name: 'docs/guides/python', tree: { files: [{ name: 'a.md' }, { name: 'b.md' }] } }],
      files: [{ name: 'index.md' }],
    });
  });
});
