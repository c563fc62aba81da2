import { duration } from '../../../../kernel/clock.ts';

/** Views of one project and one UTC day, one array per field, texts and ids as numbers of the project's dictionaries. */
export interface ViewColumns {
  readonly length: number;
  readonly path: Uint32Array<ArrayBuffer>;
  readonly visitor: Uint32Array<ArrayBuffer>;
  /** Milliseconds since the day began. */
  readonly time: Uint32Array<ArrayBuffer>;
  /** Number of the classification times 32, plus the code of its category, which thus needs no look-up. */
  readonly agent: Uint32Array<ArrayBuffer>;
  readonly client: Uint32Array<ArrayBuffer>;
  /** 0: none. */
  readonly referrer: Uint32Array<ArrayBuffer>;
  /** 0: none. */
  readonly country: Uint32Array<ArrayBuffer>;
  /** Index in `viewSources`. */
  readonly source: Uint32Array<ArrayBuffer>;
  /** Four words per view: digest of the event id; all 0 where there is none. */
  readonly event: Uint32Array<ArrayBuffer>;
  /** 0: none, as everywhere where a version before this column wrote the views. */
  readonly context: Uint32Array<ArrayBuffer>;
}

export const columnNames = [
  'path',
  'visitor',
  'time',
  'agent',
  'client',
  'referrer',
  'country',
  'source',
  'event',
  // Columns that came later stand at the end, so that what is older just ends before them.
  'context',
] as const;
export type ColumnName = (typeof columnNames)[number];

export const eventWords = 4;

/** `YYYY-MM-DD` of a day's number. */
export function dayText(day: number): string {
  return new Date(day * duration.day).toISOString().slice(0, 10);
}

/** A code: see `category-codes.ts`. */
export function categoryOf(agent: number): number {
  return agent & 31;
}

export function wordsPerView(name: ColumnName): number {
  return name === 'event' ? eventWords : 1;
}

/** Of an encoded batch: as it is written now, and as versions before the column `context` wrote it. */
const bytesPerView = columnNames.reduce((sum, name) => sum + 4 * wordsPerView(name), 0);
const bytesPerViews: readonly number[] = [bytesPerView, bytesPerView - 4];

export function isBatchOf(data: Buffer, rows: number): boolean {
  return bytesPerViews.some((bytes) => data.length === rows * bytes);
}

function mapColumns(length: number, make: (name: ColumnName) => Uint32Array<ArrayBuffer>): ViewColumns {
  return {
    length,
    path: make('path'),
    visitor: make('visitor'),
    time: make('time'),
    agent: make('agent'),
    client: make('client'),
    referrer: make('referrer'),
    country: make('country'),
    source: make('source'),
    event: make('event'),
    context: make('context'),
  };
}

export function allocateColumns(length: number): ViewColumns {
  return mapColumns(length, (name) => new Uint32Array(length * wordsPerView(name)));
}

/** The views at the given positions, in that order. */
export function pickViews(columns: ViewColumns, positions: Uint32Array): ViewColumns {
  return mapColumns(positions.length, (name) => pickColumn(name, columns[name], positions));
}

export function pickColumn(name: ColumnName, column: Uint32Array, positions: Uint32Array): Uint32Array<ArrayBuffer> {
  const words = wordsPerView(name);
  const picked = new Uint32Array(positions.length * words);
  for (let index = 0; index < positions.length; index += 1) {
    const offset = positions[index]! * words;
    for (let word = 0; word < words; word += 1) picked[index * words + word] = column[offset + word]!;
  }
  return picked;
}

export function concatenateViews(all: readonly ViewColumns[]): ViewColumns {
  const [only] = all;
  if (all.length === 1 && only) return only;
  const length = all.reduce((sum, columns) => sum + columns.length, 0);
  return mapColumns(length, (name) => joinColumns(all.map((columns) => columns[name])));
}

/** One after another, in new memory. */
export function joinColumns(columns: readonly Uint32Array[]): Uint32Array<ArrayBuffer> {
  const joined = new Uint32Array(columns.reduce((sum, column) => sum + column.length, 0));
  let offset = 0;
  for (const column of columns) {
    joined.set(column, offset);
    offset += column.length;
  }
  return joined;
}

/** All columns one after another, little endian; the form of a batch. */
export function encodeViews(columns: ViewColumns): Buffer {
  return Buffer.concat(columnNames.map((name) => bytesOf(columns[name])));
}

export function decodeViews(bytes: Buffer, length: number): ViewColumns {
  const words = wordsOf(bytes);
  let offset = 0;
  return mapColumns(length, (name) => {
    if (offset === words.length) return new Uint32Array(length);
    const column = words.subarray(offset, offset + length * wordsPerView(name));
    offset += column.length;
    return column;
  });
}

export function bytesOf(words: Uint32Array): Buffer {
  return Buffer.from(words.buffer, words.byteOffset, words.byteLength);
}

/** A view of the bytes as words; copied only where the bytes do not begin at a multiple of four. */
export function wordsOf(bytes: Buffer): Uint32Array<ArrayBuffer> {
  const { buffer, byteOffset, byteLength } = bytes;
  if (buffer instanceof ArrayBuffer && byteOffset % 4 === 0) return new Uint32Array(buffer, byteOffset, byteLength / 4);
  const copy = new Uint32Array(byteLength / 4);
  bytesOf(copy).set(bytes);
  return copy;
}
