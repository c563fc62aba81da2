import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ByteCache } from './byte-cache.ts';

let now = 0;
beforeEach(() => {
  now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** A cache whose loads are noted; each takes one millisecond unless said. */
function open(maximumBytes: number) {
  let held = 0;
  const cache = new ByteCache(maximumBytes, (bytes) => (held += bytes));
  const loaded: string[] = [];
  const use = (key: string, { bytes = 1, milliseconds = 1 } = {}) =>
    cache.get(
      key,
      () => {
        now += milliseconds;
        loaded.push(key);
        return key;
      },
      () => bytes,
    );
  const question = (...keys: string[]) => {
    cache.beginQuestion();
    loaded.length = 0;
    for (const key of keys) expect(use(key)).toBe(key);
    return [...loaded];
  };
  return { cache, use, question, held: () => held };
}

it('keeps a part of what does not fit, and reads only the rest again', () => {
  const { question } = open(3);
  expect(question('a', 'b', 'c', 'd', 'e')).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(question('a', 'b', 'c', 'd', 'e')).toEqual(['d', 'e']);
});

it('gives up what was used longest ago among what costs the same', () => {
  const { question } = open(2);
  question('a');
  question('b');
  question('c');
  question('a');
  expect(question('c', 'a')).toEqual([]);
  expect(question('b')).toEqual(['b']);
});

it('keeps what costs most to load for the room it takes, but not for ever', () => {
  const { cache, use, question } = open(2);
  cache.beginQuestion();
  use('dear', { milliseconds: 3 });
  question('b');
  question('c');
  expect(question('dear')).toEqual([]);
  for (const key of ['d', 'e', 'f', 'g', 'h', 'i', 'j']) question(key);
  expect(question('dear')).toEqual(['dear']);
});

it('never holds more than it may, and says how much it holds', () => {
  const use = fc.record({ key: fc.integer({ min: 0, max: 9 }), begins: fc.boolean() });
  fc.assert(
    fc.property(fc.array(use, { maxLength: 60 }), fc.integer({ min: 0, max: 40 }), (uses, maximum) => {
      const { cache, use, held } = open(maximum);
      for (const { key, begins } of uses) {
        if (begins) cache.beginQuestion();
        expect(use(String(key), { bytes: key * 3 })).toBe(String(key));
        expect(held()).toBeLessThanOrEqual(maximum);
        expect(held()).toBeGreaterThanOrEqual(0);
      }
    }),
  );
});
