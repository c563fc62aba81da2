import fc from 'fast-check';
import { expect, it } from 'vitest';
import { duration } from '../../../../kernel/clock.ts';
import { bucketing } from '../../buckets.ts';
import { defaultMapping, type TimeRange } from '../../visit-store.ts';
import { humanCodes } from '../columns/category-codes.ts';
import { bitsBySource, countViews, countVisitors } from './count-parts.ts';
import type { GroupCounts } from './group-counts.ts';
import { narrowed, type RowColumn, type RowsOfDay, type Words } from './own-rows.ts';
import type { RowFilter } from './row-filter.ts';
import { VisitorRooms } from './row-kernel.ts';
import { byBucket, byColumn, partsOfRows, type RowGrouping } from './row-parts.ts';
import { aiBit, humanBit } from './tally.ts';

interface Row {
  readonly path: number;
  readonly visitor: number;
  readonly agent: number;
  readonly country: number;
  readonly time: number;
}

const bits = bitsBySource(defaultMapping).both;
const rooms = new VisitorRooms(2 ** 24);

/** Of a sealed segment where `isSorted`, otherwise of a batch. */
function rowsOfDay(day: number, unsorted: readonly Row[], isSorted: boolean): RowsOfDay {
  const rows = isSorted ? unsorted.toSorted((a, b) => a.path - b.path) : unsorted;
  const columns = new Map<RowColumn, Words>();
  const column = (name: RowColumn) => {
    const words = columns.get(name) ?? narrowed(Uint32Array.from(rows, (row) => row[name as keyof Row]));
    columns.set(name, words);
    return words;
  };
  const byPage = [...Map.groupBy(rows, ({ path }) => path)];
  const pages = narrowed(Uint32Array.from([...byPage.map(([path]) => path), ...byPage.map(([, of]) => of.length)]));
  return isSorted ? { day, column, pages: () => pages } : { day, column };
}

function countPlainly(
  days: readonly (readonly Row[])[],
  passes: (row: Row, moment: number) => boolean,
  groupOf: (row: Row, moment: number) => number,
): number[][] {
  const groups = new Map<number, { human: Set<number>; ai: Set<number>; views: number }>();
  days.forEach((rows, day) => {
    for (const row of rows) {
      const moment = day * duration.day + row.time;
      const bit = bits[row.agent & 31];
      if (!bit || !passes(row, moment)) continue;
      const group = groupOf(row, moment);
      const counted = groups.get(group) ?? { human: new Set(), ai: new Set(), views: 0 };
      groups.set(group, counted);
      counted[bit === humanBit ? 'human' : 'ai'].add(row.visitor);
      counted.views += 1;
    }
  });
  return [...groups]
    .sort(([a], [b]) => a - b)
    .map(([group, { human, ai, views }]) => [group, human.size, ai.size, human.union(ai).size, views]);
}

function count(
  days: readonly RowsOfDay[],
  conditions: { readonly range: TimeRange; readonly filters: readonly RowFilter[] },
  grouping: RowGrouping,
): number[][] {
  rooms.empty();
  const parts = partsOfRows(days, { ...conditions, bitsOfDay: () => bits }, grouping, rooms);
  const visitors = countVisitors(parts, 3_000_000);
  const views = countViews(parts);
  return [...visitors.group].map((group, row) => [group, ...countsAt(visitors, row), views.total[row]!]);
}

function countsAt({ human, ai, total }: GroupCounts, row: number): number[] {
  return [human[row]!, ai[row]!, total[row]!];
}

const everything = { from: undefined, to: undefined };
const anyClass = humanBit | aiBit;

it('counts rows that pass as plain sets do, by page, country and hour', () => {
  const anyHighest = fc.constantFrom(3, 400, 70_000);
  const anyDays = fc.tuple(anyHighest, anyHighest).chain(([page, country]) => {
    const anyRow = fc.record({
      path: fc.integer({ min: 1, max: page }),
      visitor: fc.nat({ max: 2_000_000 }),
      agent: fc.nat({ max: 32 * 40 - 1 }),
      country: fc.nat({ max: country }),
      time: fc.nat({ max: duration.day - 1 }),
    });
    return fc.array(fc.array(anyRow, { maxLength: 120 }), { minLength: 1, maxLength: 3 });
  });
  const anyMoment = fc.option(fc.nat({ max: 3 * duration.day }), { nil: undefined });
  const anySorted = fc.array(fc.boolean(), { minLength: 3, maxLength: 3 });
  fc.assert(
    fc.property(anyDays, anySorted, anyMoment, anyMoment, fc.nat({ max: 7 }), (days, sorted, from, to, filtered) => {
      const range = { from, to };
      const every = (length: number) => Uint8Array.from({ length }, (_, number) => (number % 2 === 0 ? anyClass : 0));
      // Values past the end of a filter do not pass.
      const filters: RowFilter[] = [
        { column: 'path' as const, passes: every(60_000) },
        { column: 'country' as const, passes: every(300) },
        { column: 'agent' as const, passes: every(30) },
      ].filter((_, index) => (filtered >>> index) & 1);
      const fits = (value: number, { passes }: RowFilter) => value < passes.length && value % 2 === 0;
      const passes = (row: Row, moment: number) =>
        moment >= (from ?? -Infinity) &&
        moment < (to ?? Infinity) &&
        filters.every((filter) =>
          fits(filter.column === 'agent' ? row.agent >>> 5 : row[filter.column as 'path' | 'country'], filter),
        );
      const rows = days.map((of, day) => rowsOfDay(day, of, sorted[day]!));
      const conditions = { range, filters };
      const byPath = byColumn('path', (page) => page, false);
      expect(count(rows, conditions, byPath)).toEqual(countPlainly(days, passes, ({ path }) => path));
      // Several values in one group, not in their order.
      const groupOf = (value: number) => 1 + ((value * 7) % 5);
      const withSite = byColumn('country', groupOf, true);
      expect(count(rows, conditions, withSite)).toEqual([
        ...countPlainly(days, passes, () => 0),
        ...countPlainly(days, passes, ({ country }) => groupOf(country)),
      ]);
      for (const [interval, zone] of [['hour', 'Asia/Kolkata'], ['day', 'America/New_York'], ['week']] as const) {
        const buckets = bucketing(interval, zone);
        const counted = count(rows, conditions, byBucket(buckets, rows));
        expect(counted).toEqual(countPlainly(days, passes, (_, moment) => buckets.bucketOf(moment)));
      }
    }),
    { numRuns: 80 },
  );
});

it('counts more rows than are gathered at once', () => {
  const days = [0, 1].map(() =>
    Array.from({ length: 600_000 }, (_, index): Row => ({
      path: 1 + (index % 3),
      visitor: (index * 7) % 500_000,
      agent: index % 4 === 0 ? 1 : humanCodes.server,
      country: index % 200,
      time: index,
    })),
  );
  const rows = days.map((of, day) => rowsOfDay(day, of, day === 0));
  const conditions = { range: everything, filters: [] };
  const passes = () => true;
  expect(
    count(
      rows,
      conditions,
      byColumn('path', (page) => page, true),
    ),
  ).toEqual([...countPlainly(days, passes, () => 0), ...countPlainly(days, passes, ({ path }) => path)]);
});
