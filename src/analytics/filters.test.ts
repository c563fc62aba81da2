import { expect, it } from 'vitest';
import { readFilters } from './filters.ts';
import { createPatternMatch } from './visits/value-pattern.ts';

it('reads what is wanted and what is not, as the store writes it', () => {
  expect(
    readFilters({
      path: ['/guide.md', '!/guide/*', '(other)'],
      country: ['de', '(none)'],
      referrer: ['*.Example.ORG'],
      agent: [String.raw`\!a\*b\\c\d`],
      verdict: undefined,
      host: ['Docs.Example'],
    }),
  ).toEqual([
    { dimension: 'path', anyOf: [['/guide'], ['(other)']], noneOf: [['/guide/', '']] },
    { dimension: 'agent', anyOf: [[String.raw`!a*b\c\d`]], noneOf: [] },
    { dimension: 'referrer', anyOf: [['', '.example.org']], noneOf: [] },
    { dimension: 'country', anyOf: [['DE'], ['(none)']], noneOf: [] },
    { dimension: 'host', anyOf: [['docs.example']], noneOf: [] },
  ]);
});

it('names every fault by its field', () => {
  expect(() => readFilters({ path: ['x*'], category: ['robots', 'ai_*'] })).toThrow(
    /path must start with \/ or \*.*`category` must be one of human/,
  );
});

it('takes patterns of 200 characters, and none longer', () => {
  const pattern = (length: number) => [`/*${'a'.repeat(length - 2)}`];
  expect(readFilters({ path: pattern(200) })).toHaveLength(1);
  expect(() => readFilters({ path: pattern(201) })).toThrow(/at most 200 characters long with a \*/);
});

it('compares in time that grows with the value, whatever the pattern', () => {
  const matches = createPatternMatch(['', ...Array<string>(60).fill('a'), 'b']);
  const long = 'a'.repeat(1_000_000);
  expect(matches(long)).toBe(false);
  expect(matches(`${long}b`)).toBe(true);
});
