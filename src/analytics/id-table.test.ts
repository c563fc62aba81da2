import fc from 'fast-check';
import { expect, it } from 'vitest';
import { IdTable } from './id-table.ts';

/** Few distinct ids with equal first words, so that they collide. */
const anyId = fc.tuple(fc.nat({ max: 2 }), fc.nat({ max: 2 }), fc.nat({ max: 40 }), fc.nat({ max: 2 }));

it('numbers ids as a Map does, through growth and collisions', () => {
  fc.assert(
    fc.property(fc.array(anyId, { maxLength: 300 }), (ids) => {
      const table = new IdTable(1);
      const reference = new Map<string, number>();
      for (const id of ids) {
        const words = Uint32Array.from([0, 0, 0, 0, ...id]);
        expect(table.find(words, 1)).toBe(reference.get(id.join()) ?? -1);
        if (!reference.has(id.join())) reference.set(id.join(), reference.size);
        expect(table.add(words, 1)).toBe(reference.get(id.join()));
      }
      expect(table.size).toBe(reference.size);
    }),
  );
});

it('gives a skipped number to no id', () => {
  const table = new IdTable(1);
  const id = (value: number) => Uint32Array.from([value, 1, 2, 3]);
  expect(table.add(id(1), 0)).toBe(0);
  table.skip();
  expect(table.find(Uint32Array.from([0, 0, 0, 0]), 0)).toBe(-1);
  expect(table.add(id(2), 0)).toBe(2);
});

it('finds ids that were added many at a time, as those that were added one by one', () => {
  const count = 150_000;
  const words = Uint32Array.from(
    { length: count * 4 },
    (_, at) => Math.imul(at + 1, 0x85ebca6b) >>> (at % 4 === 0 ? 20 : 0),
  );
  const table = new IdTable(1);
  const single = new IdTable(1);
  words.fill(0, 0, 4);
  const gap = Math.floor(count / 2);
  for (const [from, to] of [
    [0, 10],
    [10, 120_000],
    [120_000, count],
  ] as const) {
    table.addMany(to - from, (room) => {
      for (let at = from; at < to; at += 1)
        if (at !== gap) room.set(words.subarray(at * 4, at * 4 + 4), (at - from) * 4);
    });
    for (let at = from; at < to; at += 1)
      if (at === gap) single.skip();
      else single.add(words, at);
  }
  expect(table.size).toBe(count);
  const found = (of: IdTable) => Array.from({ length: count }, (_, at) => of.find(words, at));
  expect(found(table)).toEqual(Array.from({ length: count }, (_, at) => (at === gap ? -1 : at)));
  expect(found(single)).toEqual(found(table));
  expect([table.add(words, gap), single.add(words, gap)]).toEqual([count, count]);
});
