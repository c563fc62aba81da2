import { constants, crc32, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { notDamaged } from './damage.ts';
import type { VisitDatabase } from './database.ts';
import { prepareOnce } from './prepare-once.ts';
import { release } from './release.ts';
import { checksumOfRow } from './row-checksum.ts';
import type { ColumnName } from './view-columns.ts';

/**
 * Columns of a sealed segment once more, for the questions that somebody asked with filters, and for goals and visits: a slice for each
 * counting thread, with its own rows and nothing else. They follow from the other columns and go with them; what is damaged, or was stored
 * for another number of threads, is not read.
 */
export interface Slice {
  readonly index: number;
  readonly of: number;
}

/** `pages`: where the rows of the slice lie, the pages and then as many numbers of rows. */
export type SlicedColumn = Exclude<ColumnName, 'event' | 'path'> | 'pages';

/** Numbers in as little room as the highest of them needs. */
export type Words = Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;

function nameOf(column: SlicedColumn, { index, of }: Slice): string {
  return `rows ${column} ${index}/${of}`;
}

/** In the caller's transaction, one for each thread, in place of others of the column. False where the segment is gone. */
export function insertRowSlices(
  database: VisitDatabase,
  segment: number,
  column: SlicedColumn,
  slices: readonly Words[],
): boolean {
  database.prepare('DELETE FROM segment_column WHERE segment = ? AND name LIKE ?').run(segment, `rows ${column} %`);
  const insert = database.prepare(
    'INSERT INTO segment_column (segment, name, data, checksum) SELECT id, ?, ?, ? FROM segment WHERE id = ?',
  );
  return slices.every((words, index) => {
    const name = nameOf(column, { index, of: slices.length });
    const data = encodeWords(words);
    return insert.run(name, data, crc32(data, checksumOfRow(segment, name)), segment).changes === 1;
  });
}

/** Undefined where it is missing or damaged. */
export function readRowSlice(
  database: VisitDatabase,
  segment: number,
  column: SlicedColumn,
  slice: Slice,
): Words | undefined {
  const name = nameOf(column, slice);
  const select = prepareOnce(database, 'SELECT data, checksum FROM segment_column WHERE segment = ? AND name = ?');
  const row = select.get(segment, name) as { data: Buffer; checksum: number } | undefined;
  if (row?.checksum !== crc32(row?.data ?? '', checksumOfRow(segment, name))) return undefined;
  const words = decodeWords(row.data);
  release(row.data);
  return words;
}

export interface SlicedSegment {
  readonly id: number;
  readonly day: number;
  readonly rows: number;
}

/** Segments of at least so many rows, newest first. */
export function segmentsWithoutSlices(
  database: VisitDatabase,
  project: number,
  { column, threads, leastRows }: { column: SlicedColumn; threads: number; leastRows: number },
): SlicedSegment[] {
  const select = `
    SELECT id, day, rows FROM segment WHERE project = ? AND rows >= ? AND ${notDamaged('segment')}
      AND (SELECT count(*) FROM segment_column WHERE segment = segment.id AND name LIKE ?) < ? ORDER BY day DESC`;
  return database.prepare(select).all(project, leastRows, `rows ${column} %/${threads}`, threads) as SlicedSegment[];
}

interface StoredSlice extends Pick<SlicedSegment, 'day'> {
  readonly segment: number;
  readonly name: string;
}

/** Those that are no longer what was written. */
export function damagedSlices(database: VisitDatabase, project: number): StoredSlice[] {
  const rows = database
    .prepare(
      `SELECT segment, day, name, data, checksum FROM segment JOIN segment_column ON segment = segment.id
       WHERE project = ? AND name LIKE 'rows %'`,
    )
    .iterate(project) as Iterable<StoredSlice & { readonly data: Buffer; readonly checksum: number }>;
  const damaged: StoredSlice[] = [];
  for (const { segment, day, name, data, checksum } of rows)
    if (checksum !== crc32(data, checksumOfRow(segment, name))) damaged.push({ segment, day, name });
  return damaged;
}

export function removeSlice(database: VisitDatabase, { segment, name }: StoredSlice): void {
  database.prepare('DELETE FROM segment_column WHERE segment = ? AND name = ?').run(segment, name);
}

/** Bytes of each word, number of bytes, then the words. */
function encodeWords(words: Words): Buffer {
  const bytes = Buffer.from(words.buffer, words.byteOffset, words.byteLength);
  const head = Buffer.alloc(headBytes);
  head.writeUInt32LE(words.BYTES_PER_ELEMENT, 0);
  head.writeUInt32LE(bytes.length, 4);
  const params = { [constants.ZSTD_c_compressionLevel]: 1 };
  return Buffer.concat([head, zstdCompressSync(bytes, { params })]);
}

const headBytes = 8;
/** What zlib takes at least, in bytes. */
const smallestChunk = 64;

function decodeWords(data: Buffer): Words {
  const [width, length] = [data.readUInt32LE(0), data.readUInt32LE(4)];
  // Where a chunk is full, zlib makes room for another.
  const bytes = zstdDecompressSync(data.subarray(headBytes), { chunkSize: Math.max(smallestChunk, length + 1) });
  // Short ones lie in a pool, where words may not begin at a multiple of their length.
  const { buffer } = bytes.length < Buffer.poolSize ? Uint8Array.from(bytes) : bytes;
  const memory = buffer;
  if (width === 1) return new Uint8Array(memory, 0, length);
  return width === 2 ? new Uint16Array(memory, 0, length / 2) : new Uint32Array(memory, 0, length / 4);
}
