import fc from 'fast-check';
import { expect, it } from 'vitest';
import { trafficCategories } from '../view.ts';
import { defaultMapping } from '../visit-store.ts';
import { classesOf, countViews, countVisitors } from './count-parts.ts';
import { mergeParts } from './merge-parts.ts';
import { partOfViews } from './part.ts';

const anyPart = fc
  .array(fc.tuple(fc.nat({ max: 6 }), fc.nat({ max: trafficCategories.length - 1 }), fc.nat({ max: 9 })))
  .map((rows) =>
    partOfViews({
      length: rows.length,
      group: Uint32Array.from(rows, ([group]) => group),
      agent: Uint32Array.from(rows, ([, category]) => category),
      visitor: Uint32Array.from(rows, ([, , visitor]) => visitor),
    }),
  );

it('counts the same merged as apart, for visitors and for views', () => {
  const classes = classesOf(defaultMapping);
  fc.assert(
    fc.property(fc.array(anyPart, { maxLength: 5 }), (parts) => {
      const merged = mergeParts(parts, 10);
      expect(countVisitors([merged], classes, 10)).toEqual(countVisitors(parts, classes, 10));
      expect(countViews([merged], classes)).toEqual(countViews(parts, classes));
    }),
  );
});

it('stays exact past the number of groups after which stamps begin anew', () => {
  const groups = 50_000;
  const rows = Uint32Array.from({ length: groups * 2 }, (_, row) => row);
  const part = partOfViews({
    length: rows.length,
    group: rows.map((row) => row >>> 1),
    agent: rows.map((row) => row & 1),
    visitor: rows.map(() => 0),
  });
  const { human, ai, total } = countVisitors([part], classesOf(defaultMapping), 1);
  expect([human.length, ai.length, total.length]).toEqual([groups, groups, groups]);
  for (const counts of [human, ai, total]) expect(counts.every((count) => count === 1)).toBe(true);
});
