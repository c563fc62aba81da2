import fc from 'fast-check';
import { expect, it } from 'vitest';
import { defaultMapping } from '../../visit-store.ts';
import { categoryCodes } from '../columns/category-codes.ts';
import { partOfViews } from '../columns/part.ts';
import { bitsBySource, countViews, countVisitors } from './count-parts.ts';
import { mergeParts } from './merge-parts.ts';
import { decodePart, encodePart, slicesOf } from './part-slices.ts';
import { addShares } from './sorted-counts.ts';
import { joinParts, packPart, PartPacker, unpackRun } from './packed-part.ts';

const anyPart = fc
  .array(fc.tuple(fc.nat({ max: 6 }), fc.nat({ max: categoryCodes - 1 }), fc.nat({ max: 9 })))
  .map((rows) =>
    partOfViews({
      length: rows.length,
      group: Uint32Array.from(rows, ([group]) => group),
      agent: Uint32Array.from(rows, ([, category]) => category),
      visitor: Uint32Array.from(rows, ([, , visitor]) => visitor),
    }),
  );

const anyBits = fc.constantFrom(...Object.values(bitsBySource(defaultMapping)));

it('counts the same merged as apart, for visitors and for views', () => {
  fc.assert(
    fc.property(fc.array(anyPart, { maxLength: 5 }), anyBits, (apart, bits) => {
      const merged = { part: mergeParts(apart.map(packPart), 10, new PartPacker()), bits };
      const parts = apart.map((part) => ({ part, bits }));
      expect(countVisitors([merged], 10)).toEqual(countVisitors(parts, 10));
      expect(countViews([merged])).toEqual(countViews(parts));
    }),
  );
});

it('counts the same of what each thread reads of stored slices, for any number of threads', () => {
  // Of several blocks of visitors that are shared out, and more pages than slices.
  const anyRows = fc.array(fc.tuple(fc.nat({ max: 30 }), fc.nat({ max: categoryCodes - 1 }), fc.nat({ max: 80_000 })));
  fc.assert(
    fc.property(anyRows, fc.constantFrom(1, 2, 3, 4), anyBits, (rows, of, bits) => {
      const partBy = (group: (row: readonly [number, number, number]) => number) =>
        partOfViews({
          length: rows.length,
          group: Uint32Array.from(rows, group),
          agent: Uint32Array.from(rows, ([, category]) => category),
          visitor: Uint32Array.from(rows, ([, , visitor]) => visitor),
        });
      const parts = { site: partBy(() => 0), path: partBy(([page]) => page + 1) };
      const shares = Array.from({ length: of }, (_, index) =>
        (['site', 'path'] as const).map((listing) => {
          const encoded = slicesOf(packPart(parts[listing]), listing, 80_001).map(encodePart);
          const own = encoded.filter((_, slice) => slice % of === index);
          return { part: joinParts(own.map(decodePart)), bits };
        }),
      );
      const together = [parts.site, parts.path].map((part) => ({ part, bits }));
      expect(addShares(shares.map((share) => countVisitors(share, 80_001)))).toEqual(
        addShares([countVisitors(together, 80_001)]),
      );
      expect(addShares(shares.map((share) => countViews(share)))).toEqual(addShares([countViews(together)]));
    }),
  );
});

it('stores of groups of one visitor each once, and beside it only their views', () => {
  const rows = Array.from({ length: 24 * 4_096 }, (_, visitor) => visitor).filter((visitor) => visitor % 512 === 0);
  const part = partOfViews({
    length: rows.length,
    group: Uint32Array.from(rows, (_, index) => index + 1),
    agent: new Uint32Array(rows.length),
    visitor: Uint32Array.from(rows),
  });
  const [first, ...others] = slicesOf(packPart(part), 'referrer', 24 * 4_096);
  expect(first?.group).toHaveLength(192);
  expect(others.map(({ group }) => group.length)).toEqual(Array(11).fill(16));
});

it('merges long runs, and numbers far apart, into each visitor once and ascending', () => {
  const anyVisitors = fc.array(fc.nat({ max: 3_000_000 }), { minLength: 2_000, maxLength: 4_000 });
  fc.assert(
    fc.property(fc.array(anyVisitors, { minLength: 1, maxLength: 4 }), (lists) => {
      const parts = lists.map((list) => {
        const none = new Uint32Array(list.length);
        return packPart(
          partOfViews({ length: list.length, group: none, agent: none, visitor: Uint32Array.from(list) }),
        );
      });
      const merged = mergeParts(parts, 3_000_001, new PartPacker());
      const visitors = new Uint32Array(merged.start[1] ?? 0);
      unpackRun(merged, 0, visitors);
      expect([...visitors]).toEqual([...new Set(lists.flat())].sort((a, b) => a - b));
    }),
    { numRuns: 20 },
  );
});
