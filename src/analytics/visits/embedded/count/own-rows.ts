import type { Runs } from '../columns/part.ts';
import { siteGroup } from '../columns/part.ts';
import { release } from '../columns/release.ts';
import type { ColumnName } from '../columns/view-columns.ts';
import type { DayRows } from './day-rows.ts';
import type { OwnVisitors } from './share.ts';

/** Numbers in as little room as the highest of them needs. */
export type Words = Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;

/** The rows of a day whose visitors this thread counts. */
export interface OwnDayRows {
  readonly day: number;
  readonly column: (name: ColumnName) => Words;
  /** Where the rows lie in the order of pages: the pages, then as many numbers of rows. In place of the column `path`. */
  readonly pages?: () => Words;
}

/** Takes the own ones of all rows; `rows.column` may be read anew for each column. */
export function ownRows(rows: DayRows, own: OwnVisitors): OwnDayRows {
  const positions = () => ownPositions(rows.column('visitor'), own);
  const { runs } = rows;
  return {
    day: rows.day,
    column: (name) => {
      const at = positions();
      const picked = pickAt(rows.column(name), at);
      release(at);
      return narrowed(picked);
    },
    ...(runs && { pages: () => ownPages(runs(), rows.column('visitor'), own) }),
  };
}

function ownPositions(visitor: Uint32Array, own: OwnVisitors): Uint32Array<ArrayBuffer> {
  const positions = new Uint32Array(visitor.length + 1);
  let length = 0;
  for (let row = 0; row < visitor.length; row += 1) {
    positions[length] = row;
    length += own.has(siteGroup, visitor[row]!);
  }
  return positions.subarray(0, length);
}

function ownPages(runs: Runs, visitor: Uint32Array, own: OwnVisitors): Uint32Array<ArrayBuffer> {
  const count = runs.group.reduce((sum, group) => sum + Number(group !== siteGroup), 0);
  const pages = new Uint32Array(count * 2);
  let page = 0;
  let row = 0;
  for (let run = 0; run < runs.group.length; run += 1) {
    if (runs.group[run] === siteGroup) continue;
    const end = row + runs.views[run]!;
    let views = 0;
    for (; row < end; row += 1) views += own.has(siteGroup, visitor[row]!);
    pages[page] = runs.group[run]!;
    pages[count + page] = views;
    page += 1;
  }
  return pages;
}

export function pickAt(column: Words, positions: Uint32Array): Uint32Array<ArrayBuffer> {
  const picked = new Uint32Array(positions.length);
  for (let index = 0; index < positions.length; index += 1) picked[index] = column[positions[index]!]!;
  return picked;
}

function narrowed(words: Uint32Array<ArrayBuffer>): Words {
  let all = 0;
  for (const word of words) all |= word;
  if (all >>> 16 !== 0) return words;
  const narrow = all > 0xff ? Uint16Array.from(words) : Uint8Array.from(words);
  release(words);
  return narrow;
}
