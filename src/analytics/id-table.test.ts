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
