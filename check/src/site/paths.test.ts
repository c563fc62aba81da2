import fc from 'fast-check';
import picomatch from 'picomatch';
import { expect, it } from 'vitest';
import { matchPaths, matchStars } from './paths.ts';

it('matches stars as picomatch does', () => {
  // What `*/**` makes of `a` is a whim of picomatch.
  const segment = fc.constantFrom('a', 'b', '*', '**', '*a', 'a*', '*a*b', 'a*b*', '?', 'a?', '*?b');
  const pattern = fc.array(segment, { minLength: 1, maxLength: 4 }).map((parts) => `${parts.join('/')}/b*`);
  const path = fc
    .array(fc.constantFrom('a', 'b', 'ab', 'ba', 'aab', 'abab'), { minLength: 1, maxLength: 5 })
    .map((parts) => parts.join('/'));
  fc.assert(
    fc.property(pattern, path, fc.boolean(), (glob, file, dot) => {
      expect(matchStars(glob, { dot })(file)).toBe(picomatch(glob, { dot })(file));
    }),
    { numRuns: 2_000 },
  );
});

it('takes hidden folders only where they are asked for', () => {
  expect(matchStars('**/*.md')('.a/b.md')).toBe(false);
  expect(matchStars('**/*.md', { dot: true })('.a/b.md')).toBe(true);
  expect(matchStars('.a/*.md')('.a/b.md')).toBe(true);
});

it('ends however many stars a pattern has', () => {
  const name = 'a'.repeat(2_000);
  expect(matchPaths([`${'*a'.repeat(40)}*b`])(`${name}.md`)).toBe(false);
  expect(matchPaths([`${'*a'.repeat(40)}*b`])(`${name}b`)).toBe(true);
  expect(matchPaths([`${'*a?'.repeat(40)}b`])(`${name}.md`)).toBe(false);
  expect(matchPaths([`${'**/a/'.repeat(20)}b`])(`${'a/'.repeat(400)}c`)).toBe(false);
  expect(matchPaths([`${'**/a/'.repeat(20)}b`])(`${'a/'.repeat(400)}b`)).toBe(true);
});

it('takes what picomatch would throw at for a pattern of nothing', () => {
  expect(matchPaths(['', '*'.repeat(70_000), 'x'])('a')).toBe(false);
  expect(matchPaths(['', '{a,b}.md'])('a.md')).toBe(true);
});
