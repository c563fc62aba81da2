import { duration } from '../../../../kernel/clock.ts';
import type { TimeRange } from '../../visit-store.ts';
import type { GroupedViews, Part, Runs } from '../columns/part.ts';
import { partOfRows, siteGroup } from '../columns/part.ts';
import { release } from '../columns/release.ts';
import type { SegmentColumn } from '../columns/segment.ts';
import type { DayRows } from './day-store.ts';
import type { RowFilter } from './row-filter.ts';
import type { OwnVisitors } from './share.ts';
import { isWholeDay, windowOf } from './window.ts';

export interface RowSelection {
  readonly range: TimeRange;
  readonly filters: readonly RowFilter[];
  readonly own: OwnVisitors;
}

/** The group of each of the rows at these positions, which ascend, in an array of its own. */
export type GroupsAt = (rows: DayRows, positions: Uint32Array) => Uint32Array<ArrayBuffer>;

/** Rows that are made into a part at once: few parts are counted faster, large ones sorted slower. */
const rowsPerPart = 262_144;

/**
 * Parts of the rows that pass, of this thread's own visitors. Nothing is kept of them but the columns that were read: there
 * are too many different filters. Where `withSite`, the same rows are once more in the group of the site.
 */
export function filteredParts(
  days: readonly DayRows[],
  selection: RowSelection,
  { groupsAt, withSite }: { groupsAt: GroupsAt; withSite: boolean },
): Part[] {
  const parts: Part[] = [];
  let taken: GroupedViews[] = [];
  let length = 0;
  const flush = () => {
    const views = joinViews(taken, length);
    parts.push(partOfRows(views));
    if (withSite) parts.push(partOfRows({ ...views, group: views.group.fill(siteGroup) }));
    release(views.group, views.agent, views.visitor);
    taken = [];
    length = 0;
  };
  for (const rows of days) {
    const positions = passingRows(rows, selection);
    if (positions.length === 0) continue;
    const at = (column: Uint32Array) => pickAt(column, positions);
    taken.push({
      length: positions.length,
      group: groupsAt(rows, positions),
      agent: at(rows.column('agent')),
      visitor: at(rows.column('visitor')),
    });
    length += positions.length;
    release(positions);
    if (length >= rowsPerPart) flush();
  }
  if (length > 0) flush();
  return parts;
}

/** Positions of the rows, ascending. A column is read only while there are rows left to look at. */
function passingRows(rows: DayRows, { range, filters, own }: RowSelection): Uint32Array<ArrayBuffer> {
  const positions = new Uint32Array(rows.length);
  let length = rows.length;
  const [first, ...others] = filters;
  if (first?.column === 'path' && rows.runs) length = passingRuns(rows.runs(), first.passes, positions);
  else if (first) length = passingOfAll(rows.column(first.column), first, positions);
  for (const filter of others) {
    if (length > 0) length = passingOfSome(rows.column(filter.column), filter, positions, length);
  }
  const window = windowOf(rows.day, range);
  if (length > 0 && !isWholeDay(window)) length = withinWindow(rows.column('time'), window, positions, length);
  if (length > 0) length = ownedRows(rows.column('visitor'), own, positions, length);
  return positions.subarray(0, length);
}

// A row is kept by moving on and dropped by overwriting it, as in `cut-segment.ts`; `| 0` makes 0 of what is past the end.

function passingRuns(runs: Runs, passes: Uint8Array, into: Uint32Array): number {
  let length = 0;
  let end = 0;
  for (let run = 0; run < runs.group.length; run += 1) {
    if (runs.group[run] === siteGroup) continue;
    const begin = end;
    end += runs.views[run]!;
    if (passes[runs.group[run]!] !== 1) continue;
    for (let row = begin; row < end; row += 1) {
      into[length] = row;
      length += 1;
    }
  }
  return length;
}

function passingOfAll(column: Uint32Array, { shift, passes }: RowFilter, into: Uint32Array): number {
  let length = 0;
  for (let row = 0; row < column.length; row += 1) {
    into[length] = row;
    length += passes[column[row]! >>> shift]! | 0;
  }
  return length;
}

function passingOfSome(
  column: Uint32Array,
  { shift, passes }: RowFilter,
  positions: Uint32Array,
  length: number,
): number {
  let kept = 0;
  for (let index = 0; index < length; index += 1) {
    const row = positions[index]!;
    positions[kept] = row;
    kept += passes[column[row]! >>> shift]! | 0;
  }
  return kept;
}

function withinWindow(
  time: Uint32Array,
  window: { readonly from: number; readonly to: number },
  positions: Uint32Array,
  length: number,
): number {
  const [from, to] = [window.from | 0, window.to | 0];
  let kept = 0;
  for (let index = 0; index < length; index += 1) {
    const row = positions[index]!;
    positions[kept] = row;
    kept += (~(time[row]! - from) & (time[row]! - to)) >>> 31;
  }
  return kept;
}

function ownedRows(visitor: Uint32Array, own: OwnVisitors, positions: Uint32Array, length: number): number {
  let kept = 0;
  for (let index = 0; index < length; index += 1) {
    const row = positions[index]!;
    positions[kept] = row;
    kept += own.has(siteGroup, visitor[row]!);
  }
  return kept;
}

function pickAt(column: Uint32Array, positions: Uint32Array): Uint32Array<ArrayBuffer> {
  const picked = new Uint32Array(positions.length);
  for (let index = 0; index < positions.length; index += 1) picked[index] = column[positions[index]!]!;
  return picked;
}

/** The number of the page of each row. */
export function pathsAt(rows: DayRows, positions: Uint32Array): Uint32Array<ArrayBuffer> {
  if (!rows.runs) return pickAt(rows.column('path'), positions);
  const runs = rows.runs();
  const paths = new Uint32Array(positions.length);
  let run = -1;
  let end = 0;
  for (let index = 0; index < positions.length; index += 1) {
    while (positions[index]! >= end) {
      run += 1;
      if (runs.group[run] !== siteGroup) end += runs.views[run]!;
    }
    paths[index] = runs.group[run]!;
  }
  return paths;
}

export function groupsOfColumn(column: SegmentColumn, groupOf: (value: number) => number) {
  return (rows: DayRows, positions: Uint32Array): Uint32Array<ArrayBuffer> => {
    const groups = pickAt(rows.column(column), positions);
    for (let index = 0; index < groups.length; index += 1) groups[index] = groupOf(groups[index]!);
    return groups;
  };
}

/** `bucketOf` gives the bucket of a moment; where a whole day is in one, no time is read. */
export function groupsOfTime({ isDaily, bucketOf }: { isDaily: boolean; bucketOf: (timestampMs: number) => number }) {
  return (rows: DayRows, positions: Uint32Array): Uint32Array<ArrayBuffer> => {
    const start = rows.day * duration.day;
    if (isDaily) return new Uint32Array(positions.length).fill(bucketOf(start));
    const groups = pickAt(rows.column('time'), positions);
    for (let index = 0; index < groups.length; index += 1) groups[index] = bucketOf(start + groups[index]!);
    return groups;
  };
}

function joinViews(all: readonly GroupedViews[], length: number): GroupedViews {
  const [only] = all;
  if (only && all.length === 1) return only;
  const joined = {
    length,
    group: new Uint32Array(length),
    agent: new Uint32Array(length),
    visitor: new Uint32Array(length),
  };
  let at = 0;
  for (const views of all) {
    joined.group.set(views.group, at);
    joined.agent.set(views.agent, at);
    joined.visitor.set(views.visitor, at);
    at += views.length;
    release(views.group, views.agent, views.visitor);
  }
  return joined;
}
