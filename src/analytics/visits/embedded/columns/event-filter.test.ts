import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeFilter, encodeFilter } from './event-filter.ts';

/** So many ids that look like digests, the same for the same seed. */
function idsOf(count: number, seed: number): Uint32Array {
  let state = seed >>> 0;
  return Uint32Array.from({ length: count * 4 }, () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return mixed ^ (mixed >>> 14);
  });
}

it('holds each of its ids, and nearly no other, in few bytes', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 3_000 }), fc.nat(), (count, seed) => {
      const ids = idsOf(count, seed);
      const encoded = encodeFilter(ids);
      const filter = decodeFilter(encoded);
      for (let index = 0; index < count; index += 1) expect(filter?.mayHold(ids, index)).toBe(true);
      const others = idsOf(2_000, seed + 1_000_003);
      const wrong = Array.from({ length: 2_000 }, (_, index) => filter?.mayHold(others, index)).filter(Boolean);
      expect(wrong.length).toBeLessThan(6);
      // The sizes follow from the count alone; 1,125 ids need the most.
      if (count > 1_000) expect(encoded.length / count).toBeLessThanOrEqual(3.2);
    }),
    { numRuns: 60 },
  );
});

it('leaves out rows without an event', () => {
  const filter = decodeFilter(encodeFilter(new Uint32Array(400)));
  expect(filter?.mayHold(new Uint32Array(4), 0)).toBe(false);
  expect(filter?.bytes).toBe(0);
});

it('is made of a set that holds one id many times, and holds it', () => {
  const id = idsOf(1, 7);
  const filter = decodeFilter(encodeFilter(Uint32Array.from({ length: 4_000 }, (_, index) => id[index % 4]!)));
  expect(filter?.mayHold(id, 0)).toBe(true);
});

it('is refused in another form', () => {
  const encoded = encodeFilter(idsOf(100, 1));
  expect(decodeFilter(encoded.subarray(0, -4))).toBeUndefined();
  expect(decodeFilter(encoded.subarray(0, 8))).toBeUndefined();
  expect(decodeFilter(Buffer.concat([encoded, Buffer.alloc(4)]))).toBeUndefined();
});
