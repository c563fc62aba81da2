import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createPathPattern } from './path-pattern.ts';

it.each([
  ['/internal', '/internal', true],
  ['/internal', '/internal/a', false],
  ['/internal/*', '/internal/a/b', true],
  ['/internal/*', '/internal', false],
  ['*/draft', '/guide/draft', true],
  ['*/draft', '/guide/drafts', false],
  ['/*/internal/*', '/v2/internal/a', true],
  ['/*/internal/*', '/internal/a', false],
  ['/a*a', '/a', false],
  ['/a*b*c', '/a1c2b3c', true],
  ['/a*b*c', '/a1c2b3', false],
  ['/a.c', '/abc', false],
  ['*', '/', true],
])('%s means %s: %s', (pattern, path, expected) => {
  expect(createPathPattern(pattern)(path)).toBe(expected);
});

it('means what a regular expression with `.*` in place of each star means', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', '/'), maxLength: 8 });
  const patterns = fc.string({ unit: fc.constantFrom('a', 'b', '/', '*'), maxLength: 6 });
  fc.assert(
    fc.property(patterns, letters, (pattern, path) => {
      const expected = new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(path);
      expect(createPathPattern(pattern)(path)).toBe(expected);
    }),
    { numRuns: 2_000 },
  );
});
