import { constants, crc32, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { VisitStoreDamaged } from '../../errors.ts';
import { splitPeople } from './category-codes.ts';
import type { VisitDatabase } from './database.ts';
import { decodeFilter, encodeFilter, type EventFilter } from './event-filter.ts';
import type { Runs } from './part.ts';
import { joinParts, partOfSorted, partOfViews, siteGroup } from './part.ts';
import { release } from './release.ts';
import { sortOrder } from './sort-order.ts';
import type { ColumnName, ViewColumns } from './view-columns.ts';
import {
  bytesOf,
  categoryOf,
  columnNames,
  dayText,
  joinColumns,
  pickColumn,
  wordsOf,
  wordsPerView,
} from './view-columns.ts';

/** A column of rows in a segment; the path is not stored, for rows are sorted by path and the runs say how many. */
export type SegmentColumn = Exclude<ColumnName, 'path'>;
const segmentColumns = columnNames.filter((name): name is SegmentColumn => name !== 'path');

/**
 * Writes views of one day as a new segment, inside the caller's transaction. Encoding is the slow part, so it is done
 * beforehand by `encodeSegment`.
 */
export function insertSegment(
  database: VisitDatabase,
  project: number,
  day: number,
  encoded: ReadonlyMap<string, Buffer>,
  rows: number,
): number {
  const { lastInsertRowid } = database
    .prepare('INSERT INTO segment (project, day, rows) VALUES (?, ?, ?)')
    .run(project, day, rows);
  // A column of a damaged segment may by chance say that it is of this one.
  const insert = database.prepare(
    'INSERT OR REPLACE INTO segment_column (segment, name, data, checksum) VALUES (?, ?, ?, ?)',
  );
  for (const [name, data] of encoded) insert.run(lastInsertRowid, name, data, crc32(data));
  return Number(lastInsertRowid);
}

/** Views that are to become a segment, a column at a time, so that never all of them need to be in memory. */
export interface ColumnSource {
  readonly length: number;
  /** In memory of its own, which is released when it has been used. */
  readonly column: (name: ColumnName) => Uint32Array<ArrayBuffer>;
}

/** All views of several sources. */
export function joinSources(sources: readonly ColumnSource[]): ColumnSource {
  return {
    length: sources.reduce((sum, { length }) => sum + length, 0),
    column: (name) => {
      const columns = sources.map((source) => source.column(name));
      const joined = joinColumns(columns);
      release(...columns);
      return joined;
    },
  };
}

export function sourceOf(views: ViewColumns): ColumnSource {
  return { length: views.length, column: (name) => views[name].slice() };
}

export function sourceOfSegment(database: VisitDatabase, segment: number, rows: number): ColumnSource {
  return {
    length: rows,
    column: (name) => (name === 'path' ? pathColumn(readRuns(database, segment)) : readColumn(database, segment, name)),
  };
}

/** Sorts views of one day by path, category, visitor and time, and encodes what a segment keeps of them. */
export function encodeSegment({ length, column }: ColumnSource): Map<string, Buffer> {
  const [path, agent, visitor, time] = [column('path'), column('agent'), column('visitor'), column('time')];
  const key = new Uint32Array(length);
  for (let index = 0; index < length; index += 1) key[index] = path[index]! * 32 + categoryOf(agent[index]!);
  const order = sortOrder(length, [time, visitor, key]);
  const group = path.fill(siteGroup);
  const site = partOfViews({ length, group, agent, visitor });
  const pages = partOfSorted(visitor, key, order);
  release(path, agent, visitor, time, key);
  const part = joinParts(site, pages);
  release(site.visitors, pages.visitors);
  const encoded = new Map([
    ['runs', encodeRuns(part)],
    ['distinct', bytesOf(part.visitors)],
  ]);
  for (const name of segmentColumns) {
    const unsorted = column(name);
    const sorted = pickColumn(name, unsorted, order);
    encoded.set(name, encodeColumn(sorted));
    if (name === 'event') encoded.set(filterName, encodeFilter(sorted));
    release(unsorted, sorted);
  }
  release(order);
  return encoded;
}

function encodeRuns(runs: Runs): Buffer {
  const count = Uint32Array.of(runs.group.length);
  return Buffer.concat([count, runs.group, runs.category, runs.start, runs.views, form].map(bytesOf));
}

/** Stands behind the runs of a segment that has the column `context`. */
const form = Uint32Array.of(1);

/** Whether it was written before there was a column `context`. */
function isWithoutContext(database: VisitDatabase, segment: number): boolean {
  const words = wordsOf(readBlob(database, segment, 'runs'));
  return words.length === 2 + 4 * words[0]!;
}

export function readRuns(database: VisitDatabase, segment: number): Runs {
  const words = wordsOf(readBlob(database, segment, 'runs'));
  const count = words[0]!;
  return {
    group: words.subarray(1, 1 + count),
    category: words.subarray(1 + count, 1 + 2 * count),
    start: words.subarray(1 + 2 * count, 2 + 3 * count),
    views: words.subarray(2 + 3 * count, 2 + 4 * count),
  };
}

/** The distinct visitors of all runs, as in `Part`. */
export function readDistinct(database: VisitDatabase, segment: number): Uint32Array<ArrayBuffer> {
  return wordsOf(readBlob(database, segment, 'distinct'));
}

/** Which events the segment may hold. It follows from them, so that one that is missing or damaged is made again. */
export const filterName = 'filter';

/** Undefined where an older version wrote the segment. Throws VisitStoreDamaged. */
export function readFilter(database: VisitDatabase, segment: number): EventFilter | undefined {
  if (!hasColumn(database, segment, filterName)) return undefined;
  const filter = decodeFilter(readBlob(database, segment, filterName));
  if (!filter) throw damaged(database, segment, filterName);
  return filter;
}

function hasColumn(database: VisitDatabase, segment: number, name: string): boolean {
  return (
    database.prepare('SELECT 1 FROM segment_column WHERE segment = ? AND name = ?').get(segment, name) !== undefined
  );
}

/** Of a segment that has none, where that is still there. */
export function insertFilter(database: VisitDatabase, segment: number): void {
  const data = encodeFilter(readColumn(database, segment, 'event'));
  database
    .prepare(
      `INSERT OR IGNORE INTO segment_column (segment, name, data, checksum)
       SELECT id, ?, ?, ? FROM segment WHERE id = ?`,
    )
    .run(filterName, data, crc32(data), segment);
}

/** What zlib takes at least, in bytes. */
const smallestChunk = 64;

/** Shrinks to a third at about 1 GB/s; digests of event ids do not, but the place of those that are missing does. */
function encodeColumn(words: Uint32Array): Buffer {
  return zstdCompressSync(bytesOf(words), { params: { [constants.ZSTD_c_compressionLevel]: 1 } });
}

export function readColumn(database: VisitDatabase, segment: number, name: SegmentColumn): Uint32Array<ArrayBuffer> {
  const isMissing = name === 'context' && !hasColumn(database, segment, name) && isWithoutContext(database, segment);
  const compressed = isMissing ? undefined : readBlob(database, segment, name);
  const rows = database.prepare('SELECT rows FROM segment WHERE id = ?').pluck().get(segment) as number;
  if (!compressed) return new Uint32Array(rows);
  const bytes = rows * wordsPerView(name) * 4;
  const words = wordsOf(decompress(database, segment, name, compressed, bytes));
  release(compressed);
  if (words.byteLength !== bytes) throw damaged(database, segment, name);
  if (name === 'agent') splitPeople(words, () => readColumn(database, segment, 'source'));
  return words;
}

function decompress(
  database: VisitDatabase,
  segment: number,
  name: SegmentColumn,
  compressed: Buffer,
  bytes: number,
): Buffer {
  try {
    // In one piece: by default it comes in many small ones that are then copied together, and where a chunk is full, zlib makes room for another.
    return zstdDecompressSync(compressed, { chunkSize: Math.max(smallestChunk, bytes + 1) });
  } catch {
    throw damaged(database, segment, name);
  }
}

/** The path of every row, from the runs. */
export function pathColumn(runs: Runs): Uint32Array<ArrayBuffer> {
  const rows = runs.views.reduce((sum, views, run) => (runs.group[run] === siteGroup ? sum : sum + views), 0);
  const path = new Uint32Array(rows);
  let offset = 0;
  runs.group.forEach((group, run) => {
    if (group === siteGroup) return;
    path.fill(group, offset, offset + runs.views[run]!);
    offset += runs.views[run]!;
  });
  return path;
}

/** What `read` makes of a segment, or undefined where another process has merged or removed it meanwhile. */
export function readUnlessRemoved<Result>(
  database: VisitDatabase,
  segment: number,
  read: () => Result,
): Result | undefined {
  try {
    return read();
  } catch (error) {
    // Numbers are never given twice, so what is there now was there all the time.
    if (database.prepare('SELECT 1 FROM segment WHERE id = ?').get(segment) !== undefined) throw error;
    return undefined;
  }
}

/** Reads everything of a segment. Throws VisitStoreDamaged. */
export function checkSegment(database: VisitDatabase, segment: number): void {
  readSegment(database, segment);
  readDistinct(database, segment);
}

export function readSegment(database: VisitDatabase, segment: number): ViewColumns {
  const column = (name: SegmentColumn) => readColumn(database, segment, name);
  const path = pathColumn(readRuns(database, segment));
  return {
    length: path.length,
    path,
    visitor: column('visitor'),
    time: column('time'),
    agent: column('agent'),
    client: column('client'),
    referrer: column('referrer'),
    country: column('country'),
    source: column('source'),
    event: column('event'),
    context: column('context'),
  };
}

/** Throws VisitStoreDamaged. */
function readBlob(database: VisitDatabase, segment: number, name: string): Buffer {
  const row = database
    .prepare('SELECT data, checksum FROM segment_column WHERE segment = ? AND name = ?')
    .get(segment, name) as { data: Buffer; checksum: number | null } | undefined;
  if (!row || (row.checksum !== null && row.checksum !== crc32(row.data))) throw damaged(database, segment, name);
  return row.data;
}

function damaged(database: VisitDatabase, segment: number, name: string): VisitStoreDamaged {
  const damagedSegment = database
    .prepare('SELECT day, project.id FROM segment LEFT JOIN project ON key = project WHERE segment.id = ?')
    .get(segment) as { day: number; id: string | null } | undefined;
  return new VisitStoreDamaged({
    projectId: damagedSegment?.id ?? undefined,
    day: damagedSegment && dayText(damagedSegment.day),
    piece: name,
  });
}
