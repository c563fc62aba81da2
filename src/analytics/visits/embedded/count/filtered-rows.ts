import { duration } from '../../../../kernel/clock.ts';
import type { TimeRange } from '../../visit-store.ts';
import type { GroupedViews, Part } from '../columns/part.ts';
import { partOfRows, siteGroup } from '../columns/part.ts';
import { release } from '../columns/release.ts';
import type { OwnDayRows, RowColumn, Words } from './own-rows.ts';
import { pickAt } from './own-rows.ts';
import type { RowFilter } from './row-filter.ts';
import type { Window } from './window.ts';
import { isWholeDay, windowOf } from './window.ts';

export interface RowSelection {
  readonly range: TimeRange;
  /** None: all rows. */
  readonly filters: readonly RowFilter[];
}

/** The group of each of the rows at these positions, which ascend, in an array of its own. */
export type GroupsAt = (rows: OwnDayRows, positions: Uint32Array) => Uint32Array<ArrayBuffer>;

/** Rows that are made into a part at once: few parts are counted faster, large ones sorted slower. */
const rowsPerPart = 262_144;

/**
 * Parts of the rows that pass. Parts are not kept, only the columns that were read: there are too many different filters.
 * Where `withSite`, the same rows are once more in the group of the site.
 */
export function filteredParts(
  days: readonly OwnDayRows[],
  selection: RowSelection,
  { groupsAt, withSite }: { groupsAt: GroupsAt; withSite: boolean },
): Part[] {
  const parts: Part[] = [];
  let keptParts: GroupedViews[] = [];
  let length = 0;
  const flush = () => {
    const views = joinViews(keptParts, length);
    parts.push(partOfRows(views));
    if (withSite) parts.push(partOfRows({ ...views, group: views.group.fill(siteGroup) }));
    release(views.group, views.agent, views.visitor);
    keptParts = [];
    length = 0;
  };
  for (const rows of days) {
    const positions = passingRows(rows, selection);
    if (positions.length === 0) continue;
    keptParts.push({
      length: positions.length,
      group: groupsAt(rows, positions),
      agent: pickAt(rows.column('agent'), positions),
      visitor: pickAt(rows.column('visitor'), positions),
    });
    length += positions.length;
    release(positions);
    if (length >= rowsPerPart) flush();
  }
  if (length > 0) flush();
  return parts;
}

/** Positions of the rows, ascending. A column is read only while there are rows left to look at. */
export function passingRows(rows: OwnDayRows, { range, filters }: RowSelection): Uint32Array<ArrayBuffer> {
  const [first, ...laterFilters] = filters;
  let positions =
    first?.column === 'path' && rows.pages
      ? passingPages(rows.pages(), first.passes)
      : first
        ? passingOfAll(rows.column(first.column), first)
        : allPositions(rows.column('visitor').length);
  for (const filter of laterFilters) {
    if (positions.length > 0) positions = passingOfSome(rows.column(filter.column), filter, positions);
  }
  const window = windowOf(rows.day, range);
  return positions.length === 0 || isWholeDay(window)
    ? positions
    : positionsInWindow(rows.column('time'), window, positions);
}

// A row is kept by moving on and dropped by overwriting it, as in `cut-segment.ts`; `| 0` makes 0 of what is past the end.

function allPositions(length: number): Uint32Array<ArrayBuffer> {
  const positions = new Uint32Array(length);
  for (let row = 0; row < length; row += 1) positions[row] = row;
  return positions;
}

function passingPages(pages: Words, passes: Uint8Array): Uint32Array<ArrayBuffer> {
  const count = pages.length / 2;
  let rows = 0;
  for (let page = 0; page < count; page += 1) rows += passes[pages[page]!] === 1 ? pages[count + page]! : 0;
  const positions = new Uint32Array(rows);
  let length = 0;
  let end = 0;
  for (let page = 0; page < count; page += 1) {
    const begin = end;
    end += pages[count + page]!;
    if (passes[pages[page]!] !== 1) continue;
    for (let row = begin; row < end; row += 1) {
      positions[length] = row;
      length += 1;
    }
  }
  return positions;
}

function passingOfAll(column: Words, { shift, passes }: RowFilter): Uint32Array<ArrayBuffer> {
  const positions = new Uint32Array(column.length + 1);
  let length = 0;
  for (let row = 0; row < column.length; row += 1) {
    positions[length] = row;
    length += passes[column[row]! >>> shift]! | 0;
  }
  return positions.subarray(0, length);
}

/** In the same memory. */
function passingOfSome(
  column: Words,
  { shift, passes }: RowFilter,
  positions: Uint32Array<ArrayBuffer>,
): Uint32Array<ArrayBuffer> {
  let length = 0;
  for (const row of positions) {
    positions[length] = row;
    length += passes[column[row]! >>> shift]! | 0;
  }
  return positions.subarray(0, length);
}

/** In the same memory. */
function positionsInWindow(time: Words, window: Window, positions: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const [from, to] = [window.from | 0, window.to | 0];
  let length = 0;
  for (const row of positions) {
    positions[length] = row;
    length += (~(time[row]! - from) & (time[row]! - to)) >>> 31;
  }
  return positions.subarray(0, length);
}

/** The number of the page of each row. */
function pathsAt(rows: OwnDayRows, positions: Uint32Array): Uint32Array<ArrayBuffer> {
  if (!rows.pages) return pickAt(rows.column('path'), positions);
  const pages = rows.pages();
  const count = pages.length / 2;
  const paths = new Uint32Array(positions.length);
  let page = -1;
  let end = 0;
  for (let index = 0; index < positions.length; index += 1) {
    while (positions[index]! >= end) {
      page += 1;
      end += pages[count + page]!;
    }
    paths[index] = pages[page]!;
  }
  return paths;
}

export function groupsOfColumn(column: RowColumn, groupOf: (value: number) => number): GroupsAt {
  if (column === 'path') return pathsAt;
  return (rows, positions) => {
    const groups = pickAt(rows.column(column), positions);
    for (let index = 0; index < groups.length; index += 1) groups[index] = groupOf(groups[index]!);
    return groups;
  };
}

/** `bucketOf` gives the bucket of a moment; where a whole day is in one, no time is read. */
export function groupsOfTime(isDaily: boolean, bucketOf: (timestampMs: number) => number): GroupsAt {
  return (rows, positions) => {
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
  let position = 0;
  for (const views of all) {
    joined.group.set(views.group, position);
    joined.agent.set(views.agent, position);
    joined.visitor.set(views.visitor, position);
    position += views.length;
    release(views.group, views.agent, views.visitor);
  }
  return joined;
}
