import type { TimeRange } from '../../visit-store.ts';
import { categoryCodes } from '../columns/category-codes.ts';
import { release } from '../columns/release.ts';
import { loadMarksCode, marksMemory } from './marks-code.ts';
import type { RowColumn, Words } from './own-rows.ts';
import type { RowChunk } from './row-chunks.ts';
import { chunkRows } from './row-chunks.ts';
import type { RowFilter } from './row-filter.ts';
import { aiBit, humanBit } from './tally.ts';
import { isWholeDay, windowOf } from './window.ts';

/** What rows must be to count. */
export interface RowConditions {
  readonly range: TimeRange;
  readonly filters: readonly RowFilter[];
  /** By the code of the category: as what its views count on a day, 0 where they do not. */
  readonly bitsOfDay: (day: number) => Uint8Array;
}

/** What a row is counted by: what a column holds, or a word of `table` for each `divisor` milliseconds of the day. */
export type RowValue = { readonly column: RowColumn } | { readonly divisor: number; readonly table: Uint32Array };

/** What was gathered: of each value, ascending, how many rows count as human, and how many as AI. */
export interface GatheredCounts {
  readonly value: Uint32Array<ArrayBuffer>;
  readonly human: Uint32Array<ArrayBuffer>;
  readonly ai: Uint32Array<ArrayBuffer>;
}

/** So many are gathered at most: in more, parts would take more memory at once than it saves to have fewer of them. */
const mostEntries = 2 ** 20;
const roomForEntries = mostEntries + chunkRows;
const anyClass = humanBit | aiBit;
const allBits = 0xffff_ffff;
/** What a byte can hold; no table has fewer places. */
const smallestTable = 256;

const classesAt = 0;
const visitorAt = classesAt + chunkRows;
const columnAt = visitorAt + chunkRows * 4;
/** Runs of pages; in their place the words of a table of times. */
const runsAt = columnAt + chunkRows * 4;
const entriesAt = runsAt + chunkRows * 8;
const visitorsAt = entriesAt + roomForEntries * 8;
const tablesAt = visitorsAt + roomForEntries * 4;

/** Memory for visitors that the next question has too: new memory costs as much as counting what it holds. */
export class VisitorRooms {
  readonly #rooms: Uint32Array<ArrayBuffer>[] = [];
  readonly #mostKept: number;
  #used = 0;

  /** `maximumBytes`: of what is kept for the next question. */
  constructor(maximumBytes: number) {
    this.#mostKept = Math.min(mostRooms, Math.floor(maximumBytes / roomBytes));
  }

  /** Of the rooms that are there. */
  get bytes(): number {
    return this.#rooms.length * roomBytes;
  }

  /** What is in the rooms is no longer needed. */
  empty(): void {
    release(...this.#rooms.splice(this.#mostKept));
    this.#used = 0;
  }

  next(): Uint32Array<ArrayBuffer> {
    const room = (this.#rooms[this.#used] ??= new Uint32Array(roomForEntries));
    this.#used += 1;
    return room;
  }
}

const mostRooms = 4;
const roomBytes = roomForEntries * Uint32Array.BYTES_PER_ELEMENT;

/**
 * Looks at rows in the memory of WebAssembly, chunk after chunk, in the order in which they are stored: as what each counts, and what
 * those that count hold. No other may use that memory at the same time.
 */
export class RowKernel {
  readonly #code = loadMarksCode();
  readonly #conditions: RowConditions;
  /** Which agents pass; undefined: all, of which the code of the category alone is looked at. */
  readonly #agents: Uint8Array | undefined;
  /** Columns that are looked at: where their table lies, and its size. */
  readonly #tables = new Map<RowColumn, { readonly at: number; readonly size: number }>();
  readonly #countsAt: number;
  #bits: Uint8Array | undefined;
  /** Of values that counts have room for. */
  #values = 0;
  #entriesEnd = entriesAt;
  #bytes = new Uint8Array();
  #words = new Uint32Array();

  constructor(conditions: RowConditions) {
    this.#conditions = conditions;
    const tables = new Map(conditions.filters.map(({ column, passes }) => [column, passes]));
    this.#agents = tables.get('agent');
    tables.set('agent', new Uint8Array((this.#agents?.length ?? 1) * categoryCodes));
    let end = tablesAt;
    for (const [column, { length }] of tables) {
      const size = Math.max(smallestTable, length);
      this.#tables.set(column, { at: end, size });
      end += size + 1;
    }
    this.#countsAt = Math.ceil(end / 4) * 4;
    this.#reserve(this.#countsAt);
    this.#bytes.fill(0, tablesAt, end);
    for (const [column, passes] of tables) this.#bytes.set(passes, this.#tables.get(column)!.at);
  }

  /** Whether `gather` has no room for another chunk. */
  get isFull(): boolean {
    return this.#entriesEnd - entriesAt >= mostEntries * 8;
  }

  /** As what each row of the chunk counts; the same memory each time. */
  classify(chunk: RowChunk): Uint8Array {
    const { rows, length } = chunk;
    const { range, bitsOfDay } = this.#conditions;
    const end = classesAt + length;
    this.#bytes.fill(anyClass, classesAt, end);
    this.#setBits(bitsOfDay(rows.day));
    for (const [column, { at, size }] of this.#tables) {
      // Of pages that lie in order, the chunk has only those that pass.
      if (column === 'path' && rows.pages) continue;
      const mask = column === 'agent' && !this.#agents ? categoryCodes - 1 : allBits;
      const width = this.#load(chunk, rows.column(column));
      this.#code.keepRows(classesAt, end, columnAt, width, mask, at, size);
    }
    const window = windowOf(rows.day, range);
    if (!isWholeDay(window)) {
      const width = this.#load(chunk, rows.column('time'));
      this.#code.keepBetween(classesAt, end, columnAt, width, Math.max(0, window.from), Math.max(0, window.to));
    }
    return this.#bytes.subarray(classesAt, end);
  }

  /** Adds the rows of a chunk that was just classified. */
  gather(chunk: RowChunk, by: RowValue): void {
    const { rows, length, pages } = chunk;
    const end = classesAt + length;
    this.#loadWords(chunk, rows.column('visitor'), visitorAt);
    if (pages && 'column' in by && by.column === 'path') {
      this.#reserveCounts(pages[pages.length - 2]! + 1);
      // The classes lie at 0, so that a run ends at the same number there.
      this.#words.set(pages, runsAt / 4);
      const runsEnd = runsAt + pages.length * 4;
      const into = this.#entriesEnd;
      this.#entriesEnd = this.#code.gatherRuns(classesAt, visitorAt, runsAt, runsEnd, this.#countsAt, into);
      return;
    }
    const width = this.#loadValues(chunk, by);
    const values = width === 4 ? this.#code.highest(columnAt, columnAt + length * 4) + 1 : 2 ** (width * 8);
    this.#reserveCounts(values);
    const into = this.#entriesEnd;
    this.#entriesEnd = this.#code.gather(classesAt, end, visitorAt, columnAt, width, this.#countsAt, into);
  }

  counts(): GatheredCounts {
    const counts = this.#words.subarray(this.#countsAt / 4, this.#countsAt / 4 + this.#values * 2);
    let found = 0;
    for (let key = 0; key < counts.length; key += 2) if (counts[key] || counts[key + 1]) found += 1;
    const gathered = { value: new Uint32Array(found), human: new Uint32Array(found), ai: new Uint32Array(found) };
    for (let key = counts.length - 2; key >= 0; key -= 2) {
      if (!counts[key] && !counts[key + 1]) continue;
      found -= 1;
      gathered.value[found] = key / 2;
      gathered.human[found] = counts[key]!;
      gathered.ai[found] = counts[key + 1]!;
    }
    return gathered;
  }

  /** The visitors of the rows that were gathered: humans by value in this order, then AI. Forgets the rows. */
  take({ value, human, ai }: GatheredCounts, rooms: VisitorRooms): Uint32Array<ArrayBuffer> {
    const first = this.#countsAt / 4;
    let place = 0;
    for (let index = 0; index < value.length; index += 1) {
      this.#words[first + value[index]! * 2] = place;
      place += human[index]!;
    }
    for (let index = 0; index < value.length; index += 1) {
      this.#words[first + value[index]! * 2 + 1] = place;
      place += ai[index]!;
    }
    this.#code.scatter(entriesAt, this.#entriesEnd, this.#countsAt, visitorsAt);
    this.#words.fill(0, first, first + this.#values * 2);
    this.#entriesEnd = entriesAt;
    const room = rooms.next();
    room.set(this.#words.subarray(visitorsAt / 4, visitorsAt / 4 + place));
    return room.subarray(0, place);
  }

  /** An agent is its number and the code of the category, which one table has together. */
  #setBits(bits: Uint8Array): void {
    if (bits === this.#bits) return;
    this.#bits = bits;
    const { at } = this.#tables.get('agent')!;
    for (const [agent, passes] of (this.#agents ?? [anyClass]).entries())
      for (let code = 0; code < categoryCodes; code += 1)
        this.#bytes[at + agent * categoryCodes + code] = passes & (bits[code] ?? 0);
  }

  /** Returns the bytes of each value. */
  #load({ stretches }: RowChunk, column: Words): number {
    const width = column.BYTES_PER_ELEMENT;
    const bytes = new Uint8Array(column.buffer, column.byteOffset, column.byteLength);
    let at = columnAt;
    for (let index = 0; index < stretches.length; index += 2) {
      const stretch = bytes.subarray(stretches[index]! * width, stretches[index + 1]! * width);
      this.#bytes.set(stretch, at);
      at += stretch.length;
    }
    return width;
  }

  #loadWords({ stretches }: RowChunk, column: Words, into: number): void {
    let at = into / 4;
    for (let index = 0; index < stretches.length; index += 2) {
      const stretch = column.subarray(stretches[index], stretches[index + 1]);
      this.#words.set(stretch, at);
      at += stretch.length;
    }
  }

  #loadValues(chunk: RowChunk, by: RowValue): number {
    const { rows, length } = chunk;
    if ('column' in by) return this.#load(chunk, rows.column(by.column));
    this.#loadWords(chunk, rows.column('time'), columnAt);
    this.#words.set(by.table, runsAt / 4);
    this.#code.lookUp(columnAt, columnAt + length * 4, by.divisor, runsAt);
    return 4;
  }

  #reserveCounts(values: number): void {
    if (values <= this.#values) return;
    this.#reserve(this.#countsAt + values * 8);
    this.#words.fill(0, this.#countsAt / 4 + this.#values * 2, this.#countsAt / 4 + values * 2);
    this.#values = values;
  }

  #reserve(bytes: number): void {
    const memory = marksMemory(bytes);
    if (memory === this.#bytes.buffer) return;
    this.#bytes = new Uint8Array(memory);
    this.#words = new Uint32Array(memory);
  }
}
