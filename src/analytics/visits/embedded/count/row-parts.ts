import { duration } from '../../../../kernel/clock.ts';
import type { Bucketing } from '../../buckets.ts';
import { siteGroup, type Part } from '../columns/part.ts';
import { sortOrder } from '../columns/sort-order.ts';
import type { ChosenPart } from './count-parts.ts';
import type { RowColumn, RowsOfDay } from './own-rows.ts';
import { chunksOf } from './row-chunks.ts';
import { RowKernel, type RowConditions, type RowValue, type VisitorRooms } from './row-kernel.ts';
import { aiBit, humanBit } from './tally.ts';

/** What rows are counted by. */
export interface RowGrouping {
  readonly valueOn: (day: number) => RowValue;
  /** Of the value of a row. */
  readonly groupOf: (value: number) => number;
  /** Whether the same rows are once more in the group of the site. */
  readonly withSite: boolean;
}

/** Runs of these parts have their class in place of a category. */
const bits = Uint8Array.of(0, humanBit, aiBit);

/**
 * Parts of the rows that count, for as long as the memory for their visitors is not used anew. Only the columns that were read are kept:
 * there are too many different filters.
 */
export function partsOfRows(
  days: readonly RowsOfDay[],
  conditions: RowConditions,
  grouping: RowGrouping,
  rooms: VisitorRooms,
): ChosenPart[] {
  const kernel = new RowKernel(conditions);
  const passes = conditions.filters.find(({ column }) => column === 'path')?.passes;
  const parts: Part[] = [];
  for (const rows of days) {
    const by = grouping.valueOn(rows.day);
    const withPages = 'column' in by && by.column === 'path';
    for (const chunk of chunksOf(rows, { passes, withPages })) {
      kernel.classify(chunk);
      kernel.gather(chunk, by);
      if (kernel.isFull) parts.push(...takeParts(kernel, grouping, rooms));
    }
    rows.letGo?.();
  }
  parts.push(...takeParts(kernel, grouping, rooms));
  return parts.map((part) => ({ part, bits, isReused: true }));
}

function takeParts(kernel: RowKernel, { groupOf, withSite }: RowGrouping, rooms: VisitorRooms): Part[] {
  const counts = kernel.counts();
  const groups = counts.value.map(groupOf);
  const order = sortOrder(groups.length, [groups]);
  const inOrder = (of: Uint32Array) => order.map((row) => of[row]!);
  const [group, human, ai] = [groups, counts.human, counts.ai].map(inOrder) as [Words, Words, Words];
  const visitors = kernel.take({ value: inOrder(counts.value), human, ai }, rooms);
  const humans = partOfRuns({ group, views: human, as: humanBit, from: 0, visitors });
  const humansEnd = humans.start.at(-1)!;
  const parts = [humans, partOfRuns({ group, views: ai, as: aiBit, from: humansEnd, visitors })];
  if (!withSite) return parts;
  const [first, second] = [humansEnd, visitors.length - humansEnd];
  const site = {
    group: Uint32Array.of(siteGroup, siteGroup),
    category: Uint32Array.of(humanBit, aiBit),
    start: Uint32Array.of(0, humansEnd, visitors.length),
    views: Uint32Array.of(first, second),
    visitors,
  };
  return [site, ...parts];
}

type Words = Uint32Array<ArrayBuffer>;

function partOfRuns(of: { group: Words; views: Words; as: number; from: number; visitors: Words }): Part {
  const { group, views, as, from, visitors } = of;
  const start = new Uint32Array(group.length + 1);
  start[0] = from;
  for (let run = 0; run < group.length; run += 1) start[run + 1] = start[run]! + views[run]!;
  return { group, category: new Uint32Array(group.length).fill(as), start, views, visitors };
}

export function byColumn(column: RowColumn, groupOf: (value: number) => number, withSite: boolean): RowGrouping {
  const by = { column };
  return { valueOn: () => by, groupOf, withSite };
}

/** The site. */
export const allTogether: RowGrouping = {
  valueOn: () => ({ divisor: duration.day, table: Uint32Array.of(0) }),
  groupOf: () => siteGroup,
  withSite: false,
};

/** Buckets are numbered from about the first of the days on, so that few numbers are counted by. */
export function byBucket({ bucketOf, piece }: Bucketing, days: readonly RowsOfDay[]): RowGrouping {
  // Where clocks are set back, a day may begin in the bucket after its first.
  const first = Math.min(...days.map(({ day }) => bucketOf(day * duration.day))) - 1;
  return {
    valueOn: (day) => {
      const bucketAt = (index: number) => bucketOf(day * duration.day + index * piece) - first;
      return {
        divisor: piece,
        table: Uint32Array.from({ length: duration.day / piece }, (_, index) => bucketAt(index)),
      };
    },
    groupOf: (value) => value + first,
    withSite: false,
  };
}
