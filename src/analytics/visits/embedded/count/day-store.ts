import type { TimeRange } from '../../visit-store.ts';
import { selectBatches, viewsOfBatch } from '../columns/batch.ts';
import type { VisitDatabase } from '../columns/database.ts';
import type { Runs } from '../columns/part.ts';
import { release } from '../columns/release.ts';
import { readRowSlice, type SlicedColumn } from '../columns/row-slices.ts';
import { pathColumn, readColumn, readRuns } from '../columns/segment.ts';
import type { ColumnName } from '../columns/view-columns.ts';
import type { DayRows } from './day-rows.ts';
import type { SealedSegment } from './blocks.ts';
import type { ByteCache } from './byte-cache.ts';
import type { Chunk, OwnDayRows, RowColumn, Words } from './own-rows.ts';
import {
  asStored,
  bytesOfRoom,
  narrowed,
  ownPages,
  ownPositions,
  pickAt,
  placesInTime,
  timeOrder,
} from './own-rows.ts';
import { chunksByPage } from './row-chunks.ts';
import type { OwnVisitors, Share } from './share.ts';
import { arraysOfEnds, type DayEnds } from './visit-ends.ts';
import { daysOf } from '../../time-range.ts';

/** Finds what is kept for a range, in the transaction of its connection. */
export class DayStore {
  readonly database: VisitDatabase;
  /** Segments never change, so what was read of them stays right. */
  readonly #cache: ByteCache;
  /** Of the segment whose columns are read: a question that comes first reads several, one after another. */
  #own: { segment: number; positions: Uint32Array<ArrayBuffer> } | undefined;

  constructor(database: VisitDatabase, cache: ByteCache) {
    this.database = database;
    this.#cache = cache;
  }

  /** Of what this thread keeps for the next question outside of the cache. */
  get bytesBeside(): number {
    return (this.#own?.positions.buffer.byteLength ?? 0) + bytesOfRoom();
  }

  segments(project: number, range: TimeRange): SealedSegment[] {
    const { first, last } = daysOf(range);
    return this.database
      .prepare('SELECT id, day, rows FROM segment WHERE project = ? AND day BETWEEN ? AND ? ORDER BY day, id')
      .all(project, first, last) as SealedSegment[];
  }

  newestDay(project: number): number {
    const day = this.database.prepare('SELECT max(day) FROM segment WHERE project = ?').pluck().get(project);
    return (day ?? 0) as number;
  }

  runs(segment: number): Runs {
    return readRuns(this.database, segment);
  }

  /** Rows of a segment whose columns are kept for the next question. */
  keptRows({ id, day, rows }: SealedSegment): DayRows {
    return { day, length: rows, column: (name) => this.#kept(id, name), runs: () => this.runs(id) };
  }

  /** The rows of a thread's own visitors. Their columns are kept for the next question, those of all rows are not. */
  keptOwnRows({ id, day }: SealedSegment, share: Share, ownVisitors: OwnVisitors): OwnDayRows {
    const keep = (name: string, load: () => Words) => this.#cache.get(`own:${id}:${name}`, load, (words) => [words]);
    const own = (name: SlicedColumn) =>
      readRowSlice(this.database, id, name, share) ?? this.#pickOwn(id, name, ownVisitors);
    const keptRows = {
      day,
      column: (name: RowColumn) => keep(name, () => own(slicedColumn(name))),
      pages: () => keep('pages', () => own('pages')),
      chunks: () => this.#cache.get(`own:${id}:chunks`, () => chunksByPage(keptRows.pages()), arraysOfChunks),
    };
    return {
      ...keptRows,
      letGo: () => {
        this.#cache.letGo(`own:${id}:`);
      },
      inTime: (ranks) => keep('inTime', () => timeOrder(keptRows, ranks)),
      placesInTime: (ranks) => keep('placesInTime', () => placesInTime(keptRows, ranks)),
    };
  }

  #pickOwn(segment: number, name: SlicedColumn, ownVisitors: OwnVisitors): Words {
    const positions = this.#positionsOf(segment, ownVisitors);
    if (name === 'pages') return narrowed(ownPages(this.runs(segment), positions));
    const all = this.#read(segment, name);
    const picked = pickAt(all, positions);
    release(all);
    return picked;
  }

  /** Where the rows of a thread's own visitors lie in a segment. */
  #positionsOf(segment: number, ownVisitors: OwnVisitors): Uint32Array {
    if (this.#own?.segment === segment) return this.#own.positions;
    if (this.#own) release(this.#own.positions);
    // What comes now may throw, and what was released holds no rows.
    this.#own = undefined;
    const all = this.#read(segment, 'visitor');
    const positions = ownPositions(all, ownVisitors);
    release(all);
    this.#own = { segment, positions };
    return positions;
  }

  /** Rows of a segment that are needed once. */
  sealedRows({ id, day, rows }: SealedSegment): DayRows & { readonly release: () => void } {
    const columns = new Map<ColumnName, Uint32Array<ArrayBuffer>>();
    const read = (name: ColumnName) => {
      const column = columns.get(name) ?? this.#read(id, name);
      columns.set(name, column);
      return column;
    };
    const free = () => {
      release(...columns.values());
    };
    return { day, length: rows, column: read, release: free };
  }

  /** Under a name that says all they follow from. */
  keptEnds(name: string, make: () => DayEnds): DayEnds {
    return this.#cache.get(`end:${name}`, make, arraysOfEnds);
  }

  waitingRows(project: number, range: TimeRange): DayRows[] {
    const { first, last } = daysOf(range);
    const batches = selectBatches(this.database, 'project = ? AND day BETWEEN ? AND ?', project, first, last);
    return batches.map((batch) => {
      const views = viewsOfBatch(this.database, batch);
      return { day: batch.day, length: views.length, column: (name) => views[name] };
    });
  }

  waitingDays(project: number): number[] {
    return this.database.prepare('SELECT DISTINCT day FROM batch WHERE project = ?').pluck().all(project) as number[];
  }

  #kept(segment: number, name: ColumnName): Uint32Array<ArrayBuffer> {
    return this.#cache.get(
      `all:${segment}:${name}`,
      () => this.#read(segment, name),
      (words) => [words],
    );
  }

  #read(segment: number, name: ColumnName): Uint32Array<ArrayBuffer> {
    return name === 'path' ? pathColumn(this.runs(segment)) : readColumn(this.database, segment, name);
  }
}

/** Rows of a segment lie by page, and have no column that says so. */
function slicedColumn(column: RowColumn): SlicedColumn {
  const name = asStored(column);
  if (name === 'path') throw new Error('pages are not stored by row');
  return name;
}

function arraysOfChunks(chunks: readonly Chunk[]): ArrayBufferView[] {
  return chunks.flatMap(({ stretches, pages }) => (pages ? [stretches, pages] : [stretches]));
}
