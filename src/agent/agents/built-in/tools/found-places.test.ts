import fc from 'fast-check';
import { expect, it } from 'vitest';
import { heldBytes } from './held-bytes.fixture.ts';
import { FoundPlaces } from './replace.ts';
import type { FoundLine } from './ripgrep.ts';
import { FoundLines } from './search.ts';

const megabyte = 1024 * 1024;
/** Of 120 MB that the lines have. */
const mostHeld = 10 * megabyte;

/** A line as ripgrep tells it: a flat text of its own, in the heap, that nobody else holds. */
function longLine(number: number, { isMatch = true, matches = 1, bytes = 2 * megabyte } = {}): FoundLine {
  const text = Array.from({ length: bytes / 8 }, () => 'needle! ').join('');
  const found = Array.from({ length: matches }, (_, index) => ({
    start: index * 8,
    end: index * 8 + 6,
    text: 'needle',
    replacement: 'pin',
  }));
  return { isMatch, number, text, offset: number * bytes, matches: isMatch ? found : [] };
}

it('a search holds of lines what it will show, however long they are', () => {
  const bytes = heldBytes(() => {
    const found = new FoundLines({ from: 0, lines: 150, room: 1_000_000 });
    for (let number = 1; number <= 60; number += 1) {
      const line = longLine(number, { isMatch: number % 3 === 0 });
      if (found.wants(line, 'a.md')) found.line('a.md', line);
    }
    expect(found.lines(1)).toHaveLength(59);
    return found;
  });
  expect(bytes).toBeLessThan(mostHeld);
});

it('a search shows the context of matches of this page alone', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 60 }), fc.nat(5), fc.nat(59), (matches, context, fileEnd) => {
      const found = new FoundLines({ from: 0, lines: 100, room: 1_000_000 });
      const lines = matches.map((isMatch, index) => ({
        path: index <= fileEnd ? 'a.md' : 'b.md',
        number: index + 1,
        isMatch,
      }));
      for (const { path, ...line } of lines) found.line(path, { ...line, text: '', offset: 0, matches: [] });
      const near = lines.filter(({ path, number }) =>
        lines.some((other) => other.isMatch && other.path === path && Math.abs(other.number - number) <= context),
      );
      expect(found.lines(context).map(({ number }) => number)).toEqual(near.map(({ number }) => number));
    }),
  );
});

it('a replacement holds the places and the lines it will show, not the lines they stand in', () => {
  const bytes = heldBytes(() => {
    const places = new FoundPlaces();
    for (let number = 1; number <= 60; number += 1) places.line(`${number % 7}.md`, longLine(number, { matches: 10 }));
    return places;
  });
  expect(bytes).toBeLessThan(mostHeld);
});

it('a replacement that would hold too much is refused', () => {
  const places = new FoundPlaces();
  const line = longLine(1, { bytes: 1_000 });
  const large = { ...line, matches: line.matches.map((match) => ({ ...match, replacement: 'x'.repeat(megabyte) })) };
  const bytes = heldBytes(() => {
    expect(() => {
      for (let number = 1; number <= 40; number += 1) places.line('a.md', { ...large, number });
    }).toThrow(/too large, so nothing was replaced\. Narrow the search with path or glob/);
    return places;
  });
  expect(places.files[0]?.places.length).toBeLessThanOrEqual(17);
  expect(bytes).toBeLessThan(40 * megabyte);
});
