import type { Runs } from '../columns/part.ts';
import { siteGroup } from '../columns/part.ts';
import { release } from '../columns/release.ts';
import type { Words } from '../columns/row-slices.ts';
import { sortOrder } from '../columns/sort-order.ts';
import { joinColumns, type ColumnName } from '../columns/view-columns.ts';
import type { DayRows } from './day-rows.ts';
import type { OwnVisitors } from './share.ts';

export type { Words };

/** A column that is stored, with one word for each row. */
export type StoredColumn = Exclude<ColumnName, 'event'>;
/** The pages with which the visit of a row began and ended, which follow from all rows; 0 where it does not count. */
export const visitEnds = ['entryPage', 'exitPage'] as const;
export type VisitEnd = (typeof visitEnds)[number];
export type RowColumn = StoredColumn | VisitEnd;

export function isVisitEnd(column: RowColumn): column is VisitEnd {
  return visitEnds.some((end) => end === column);
}

/** Which rows of a day are looked at together. */
export interface Chunk {
  readonly length: number;
  /** Where its rows lie in the day: begin and end of one stretch after another. */
  readonly stretches: Uint32Array<ArrayBuffer>;
  /**
   * Of each page its number, ascending, and where in the chunk its rows end; undefined where pages were not asked for or do not lie in
   * order.
   */
  readonly pages: Uint32Array | undefined;
}

export interface RowsOfDay {
  readonly day: number;
  readonly column: (name: RowColumn) => Words;
  /** Where the rows lie in the order of pages: the pages, then as many numbers of rows. In place of the column `path`. */
  readonly pages?: () => Words;
  /** All rows by page, where that is kept for the next question. */
  readonly chunks?: () => readonly Chunk[];
  /** What was read is not used any more: gives back what is not kept. It may be read again. */
  readonly letGo?: () => void;
}

/** The rows of a day whose visitors this thread counts. */
export interface OwnDayRows extends RowsOfDay {
  /** Positions in the order of time, rows of one millisecond in that of their ranks. */
  readonly inTime: (ranks: TimeRanks) => Words;
  /** The reverse: of each row the place that it has in that order. */
  readonly placesInTime: (ranks: TimeRanks) => Words;
}

/** What decides between rows of one millisecond: the page by its number, then the event by that of the context; 0 for no event. */
export interface TimeRanks {
  readonly pages: Uint32Array;
  readonly events: Uint32Array;
}

/** The rows of all visitors. */
export function allRows(rows: DayRows): RowsOfDay {
  const { day, runs } = rows;
  return {
    day,
    column: (name) => rows.column(asStored(name)),
    ...(runs && { pages: () => pagesOf(runs()) }),
  };
}

export function asStored(column: RowColumn): StoredColumn {
  if (isVisitEnd(column)) throw new Error(`${column} is not stored`);
  return column;
}

function pagesOf({ group, views }: Runs): Uint32Array<ArrayBuffer> {
  const first = group.findIndex((number) => number !== siteGroup);
  const pages = first === -1 ? group.subarray(0, 0) : group.subarray(first);
  return joinColumns([pages, views.subarray(group.length - pages.length)]);
}

/** Takes the own ones of all rows, which are in memory. */
export function ownRows(rows: DayRows, ownVisitors: OwnVisitors): OwnDayRows {
  const positions = ownPositions(rows.column('visitor'), ownVisitors);
  const { day, runs } = rows;
  return withTimeColumn({
    day,
    column: (name) => pickAt(rows.column(asStored(name)), positions),
    ...(runs && { pages: () => ownPages(runs(), positions) }),
  });
}

function withTimeColumn(rows: Omit<OwnDayRows, 'inTime' | 'placesInTime'>): OwnDayRows {
  return { ...rows, inTime: (ranks) => timeOrder(rows, ranks), placesInTime: (ranks) => placesInTime(rows, ranks) };
}

export function timeOrder(rows: Pick<OwnDayRows, 'column' | 'pages'>, { pages, events }: TimeRanks): Words {
  const paths = pathsOf(rows);
  for (let row = 0; row < paths.length; row += 1) paths[row] = pages[paths[row]!]!;
  const names = Uint32Array.from(rows.column('context'), (context) => events[context]!);
  const time = Uint32Array.from(rows.column('time'));
  const order = sortOrder(time.length, [names, paths, time]);
  release(names, paths, time);
  return time.length > 0xffff ? order : narrowed(order);
}

export function placesInTime(rows: Pick<OwnDayRows, 'column' | 'pages'>, ranks: TimeRanks): Words {
  const order = timeOrder(rows, ranks);
  const places = new Uint32Array(order.length);
  for (let place = 0; place < order.length; place += 1) places[order[place]!] = place;
  release(order);
  return places.length > 0xffff ? places : narrowed(places);
}

/** The page of every row, in an array of its own. */
export function pathsOf({ column, pages }: Pick<OwnDayRows, 'column' | 'pages'>): Uint32Array<ArrayBuffer> {
  if (!pages) return Uint32Array.from(column('path'));
  const runs = pages();
  const count = runs.length / 2;
  let length = 0;
  for (let page = count; page < runs.length; page += 1) length += runs[page]!;
  const paths = new Uint32Array(length);
  let end = 0;
  for (let page = 0; page < count; page += 1) {
    const begin = end;
    end += runs[count + page]!;
    paths.fill(runs[page]!, begin, end);
  }
  return paths;
}

/** For loops over several columns: arrays of one kind are read several times faster than of three. */
export function widened(words: Words): Uint32Array<ArrayBuffer> {
  return words instanceof Uint32Array ? words : new Uint32Array(words);
}

/** Gives copies back that `widened` made, and nothing else. */
export function releaseWidened(...copies: readonly (readonly [Words, Uint32Array<ArrayBuffer>])[]): void {
  release(...copies.flatMap(([words, wide]) => (words.buffer === wide.buffer ? [] : [wide])));
}

/** Rows of the same day as one. */
export function joinRows(all: readonly [OwnDayRows, ...OwnDayRows[]]): OwnDayRows {
  const [first] = all;
  if (all.length === 1) return first;
  const joined = {
    day: first.day,
    letGo: () => {
      for (const rows of all) rows.letGo?.();
    },
    column: (name: RowColumn) =>
      joinColumns(all.map((rows) => (name === 'path' ? pathsOf(rows) : Uint32Array.from(rows.column(name))))),
  };
  return withTimeColumn(joined);
}

export function ownPositions(visitor: Uint32Array, ownVisitors: OwnVisitors): Uint32Array<ArrayBuffer> {
  const positions = new Uint32Array(visitor.length + 1);
  let length = 0;
  for (let row = 0; row < visitor.length; row += 1) {
    positions[length] = row;
    length += ownVisitors.has(siteGroup, visitor[row]!);
  }
  return positions.subarray(0, length);
}

export function ownPages(runs: Runs, positions: Uint32Array): Uint32Array<ArrayBuffer> {
  const count = runs.group.reduce((sum, group) => sum + Number(group !== siteGroup), 0);
  const pages = new Uint32Array(count * 2);
  let [page, end, own] = [0, 0, 0];
  for (let run = 0; run < runs.group.length; run += 1) {
    if (runs.group[run] === siteGroup) continue;
    end += runs.views[run]!;
    const begin = own;
    while (own < positions.length && positions[own]! < end) own += 1;
    pages[page] = runs.group[run]!;
    pages[count + page] = own - begin;
    page += 1;
  }
  return pages;
}

/** Used again for each column: new memory costs more than what is done with it. */
let room = new Uint32Array();

/** Of this thread. */
export function bytesOfRoom(): number {
  return room.byteLength;
}

export function pickAt(column: Words, positions: Uint32Array): Words {
  const { length } = positions;
  if (room.length < length) room = new Uint32Array(length);
  let all = 0;
  for (let index = 0; index < length; index += 1) {
    const word = column[positions[index]!]!;
    room[index] = word;
    all |= word;
  }
  return copyNarrow(room.subarray(0, length), all);
}

export function narrowed(words: Uint32Array<ArrayBuffer>): Words {
  let all = 0;
  for (const word of words) all |= word;
  if (all >>> 16 !== 0) return words;
  const narrow = copyNarrow(words, all);
  release(words);
  return narrow;
}

/** `all` has every bit that one of the words has. */
function copyNarrow(words: Uint32Array, all: number): Words {
  if (all >>> 16 !== 0) return words.slice();
  return all > 0xff ? new Uint16Array(words) : new Uint8Array(words);
}
