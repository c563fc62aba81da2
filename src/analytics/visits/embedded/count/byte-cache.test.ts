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

/** What an entry of one takes, of which 500 bytes are those of every entry. */
const piece = 200_000;

/** A cache whose loads are noted; each takes one millisecond unless said. */
function open(maximumBytes: number) {
  let held = 0;
  const cache = new ByteCache(maximumBytes * piece, (bytes) => (held += bytes));
  const loaded: string[] = [];
  const use = (key: string, { bytes = 1, milliseconds = 1 } = {}) =>
    cache.get(
      key,
      () => {
        now += milliseconds;
        loaded.push(key);
        return key;
      },
      () => [new Uint8Array(Math.max(0, bytes * piece - 500))],
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
        expect(held()).toBeLessThanOrEqual(maximum * piece);
        expect(held()).toBeGreaterThanOrEqual(0);
      }
    }),
  );
});

it('has so much less room as is held beside it', () => {
  const { cache, question, held } = open(3);
  question('a', 'b', 'c');
  cache.endQuestion(2 * piece);
  expect(held()).toBe(3 * piece);
  question('d');
  cache.endQuestion(0);
  expect(held()).toBe(piece);
  expect(question('a', 'd')).toEqual(['a']);
});

it('gives back at once what it gives up, and what it had no room for once its question ends or lets it go', () => {
  const { cache } = open(2);
  const read = (key: string) => {
    const array = new Uint8Array(piece - 500);
    return cache.get(
      key,
      () => array,
      (value) => [value],
    );
  };
  const early = read('early');
  cache.endQuestion(0);
  const [kept, other, passing, left] = ['kept', 'other', 'passing:1', 'passing:2'].map(read);
  expect([early, kept, other, passing, left].map((array) => array?.byteLength === 0)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
  cache.letGo('passing:1');
  expect([passing?.byteLength === 0, left?.byteLength === 0]).toEqual([true, false]);
  cache.endQuestion(0);
  expect([kept, other, left].map((array) => array?.byteLength === 0)).toEqual([false, false, true]);
});

it('gives back all that was read of the same, where there was no room for it', () => {
  const { cache } = open(0);
  const read = () =>
    cache.get(
      'passing',
      () => new Uint8Array(piece),
      (array) => [array],
    );
  const both = [read(), read()];
  cache.endQuestion(0);
  expect(both.map(({ byteLength }) => byteLength)).toEqual([0, 0]);
});
