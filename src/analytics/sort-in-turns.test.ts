import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sortInTurns } from './sort-in-turns.ts';

interface Row {
  readonly key: number;
  readonly place: number;
}
const byKey = (one: Row, other: Row) => one.key - other.key;
const rowsOf = (keys: readonly number[]) => keys.map((key, place) => ({ key, place }));

it('sorts as the language does, equal rows in their order', async () => {
  const many = Array.from({ length: 23_456 }, (_, index) => (index * 7919) % 1000);
  for (const keys of [[], [1], many]) expect(await sortInTurns(rowsOf(keys), byKey)).toEqual(rowsOf(keys).sort(byKey));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 9 })), fc.nat(12_000), async (keys, further) => {
      const rows = rowsOf([...keys, ...many.slice(0, further), ...keys]);
      expect(await sortInTurns(rows, byKey)).toEqual(rows.toSorted(byKey));
    }),
    { numRuns: 20 },
  );
});

it('lets other work have its turn meanwhile', async () => {
  let turns = 0;
  const sorting = { isDone: false };
  const counting = (async () => {
    while (!sorting.isDone) {
      await nextTurn();
      turns += 1;
    }
  })();
  await sortInTurns(rowsOf(Array.from({ length: 50_000 }, (_, index) => -index)), byKey);
  sorting.isDone = true;
  await counting;
  expect(turns).toBeGreaterThan(10);
});
