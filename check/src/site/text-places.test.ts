import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createTextPlaces } from './text-places.ts';

it('finds values as whole words, one after the other', () => {
  const places = createTextPlaces('a: /a/b\nb: /a/b.md\nc: "/a/b", /a/b-c\nd: :x\n');
  expect(['/a/b', '/a/b', '/a/b', '/a/b', '/a/b.md', 'b', ':x'].map((value) => places.next(value))).toEqual([
    { line: 1, column: 4 },
    { line: 2, column: 4 },
    { line: 3, column: 5 },
    { line: 1, column: 1 },
    { line: 2, column: 4 },
    { line: 2, column: 1 },
    { line: 4, column: 4 },
  ]);
});

it('finds what a search through the whole text finds', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b.c', '.', '/', '-', ' ', '"', '\n', ':', 'é', 'a.b.c.d.e.f.g.h.i'))
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, text, (whole, value) => {
      const before = /(?<![\w/.-])/u.source;
      const found =
        value === ''
          ? 0
          : whole.search(new RegExp(`${before}${value.replaceAll('.', String.raw`\.`)}(?![\\w/-])`, 'u'));
      const { line, column } = createTextPlaces(whole).next(value);
      const start = whole.slice(0, Math.max(found, 0)).split('\n');
      expect({ line, column }).toEqual({ line: start.length, column: (start.at(-1)?.length ?? 0) + 1 });
    }),
    { numRuns: 500 },
  );
});
