import fc from 'fast-check';
import { expect, it } from 'vitest';
import { colourHunk } from './colour-hunk.ts';
import { readDiff } from './read-diff.ts';

function hunkOf(removed: readonly string[], added: readonly string[]) {
  const lines = [...removed.map((line) => `-${line}`), ...added.map((line) => `+${line}`)];
  const header = 'diff --git a/x b/x\n--- a/x\n+++ b/x';
  const text = `${header}\n@@ -1,${removed.length} +1,${added.length} @@\n${lines.join('\n')}\n`;
  return readDiff(text).files[0]!.hunks[0]!;
}

const scopesOf = (lines: readonly string[], path: string) =>
  colourHunk(hunkOf([], lines), path).map((tokens) => [...new Set(tokens.map(({ scope }) => scope).filter(Boolean))]);

it('never loses or changes a character', () => {
  const lines = fc.array(fc.string({ unit: 'grapheme-ascii', maxLength: 30 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(lines, lines, fc.constantFrom('a.md', 'a.json', 'a.ts', 'a.unknown'), (before, after, path) => {
      const hunk = hunkOf(before, after);
      const shown = colourHunk(hunk, path).map((tokens) => tokens.map(({ text }) => text).join(''));
      expect(shown).toEqual(hunk.lines.map(({ text }) => text));
    }),
    { numRuns: 50 },
  );
});

it('marks the words that changed in a line', () => {
  const hunk = hunkOf(['Run the old command now.'], ['Run the new command now.']);
  const changed = colourHunk(hunk, 'a.md').map((tokens) =>
    tokens.filter(({ isChanged }) => isChanged).map(({ text }) => text),
  );
  expect(changed).toEqual([['old'], ['new']]);
});

it('keeps the colour of what spans several lines', () => {
  expect(scopesOf(['const a = `one', 'two`;'], 'a.ts')[1]).toContain('hljs-string');
});

it('takes settings above a page for settings, whole or from the middle on', () => {
  expect(scopesOf(['---', 'title: A page', 'tags:', '  - one', '---', '# A page'], 'a.md')).toMatchObject([
    ['hljs-meta'],
    ['hljs-attr', 'hljs-string'],
    ['hljs-attr'],
    ['hljs-bullet', 'hljs-string'],
    ['hljs-meta'],
    ['hljs-section'],
  ]);
  expect(scopesOf(['title: A page', '---'], 'a.md')[0]).toEqual(['hljs-attr', 'hljs-string']);
  expect(scopesOf(['Just text', '---'], 'a.md')[0]).not.toContain('hljs-attr');
});
