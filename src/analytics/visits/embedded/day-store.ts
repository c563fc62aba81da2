import type { TimeRange } from '../visit-store.ts';
import type { SealedSegment } from './blocks.ts';
import { ByteCache } from './byte-cache.ts';
import type { VisitDatabase } from './database.ts';
import type { Runs } from './part.ts';
import type { SegmentColumn } from './segment.ts';
import { pathColumn, readColumn, readRuns } from './segment.ts';
import type { ColumnName } from './view-columns.ts';
import { decodeViews } from './view-columns.ts';
import { daysOf } from './window.ts';

/** Rows of one day, wherever they are kept; a column is read when it is asked for. */
export interface DayRows {
  readonly day: number;
  /** Undefined for rows that wait in a batch. */
  readonly segment: number | undefined;
  column(name: ColumnName): Uint32Array<ArrayBuffer>;
}

/** Finds what is kept for a range, in the transaction of its connection. Segments never change, so their columns are cached. */
export class DayStore {
  readonly database: VisitDatabase;
  readonly #columns: ByteCache<Uint32Array<ArrayBuffer>>;

  constructor(database: VisitDatabase, cacheBytes: number) {
    this.database = database;
    this.#columns = new ByteCache(cacheBytes);
  }

  segments(project: number, range: TimeRange): SealedSegment[] {
    const { first, last } = daysOf(range);
    return this.database
      .prepare('SELECT id, day FROM segment WHERE project = ? AND day BETWEEN ? AND ? ORDER BY day, id')
      .all(project, first, last) as SealedSegment[];
  }

  beginQuestion(): void {
    this.#columns.beginQuestion();
  }

  newestDay(project: number): number {
    const day = this.database.prepare('SELECT max(day) FROM segment WHERE project = ?').pluck().get(project);
    return (day ?? 0) as number;
  }

  runs(segment: number): Runs {
    return readRuns(this.database, segment);
  }

  column(segment: number, name: ColumnName): Uint32Array<ArrayBuffer> {
    if (name === 'path') return pathColumn(this.runs(segment));
    const read = (column: SegmentColumn) => () => readColumn(this.database, segment, column);
    return this.#columns.get(`${segment}:${name}`, read(name), (words) => words.byteLength);
  }

  batches(project: number, range: TimeRange): DayRows[] {
    const { first, last } = daysOf(range);
    const rows = this.database
      .prepare('SELECT day, data FROM batch WHERE project = ? AND day BETWEEN ? AND ? ORDER BY id')
      .raw()
      .all(project, first, last) as [number, Buffer][];
    return rows.map(([day, data]) => {
      const views = decodeViews(data);
      return { day, segment: undefined, column: (name) => views[name] };
    });
  }

  rows(project: number, range: TimeRange): DayRows[] {
    const sealed = this.segments(project, range).map(({ id, day }): DayRows => ({
      day,
      segment: id,
      column: (name) => this.column(id, name),
    }));
    return [...sealed, ...this.batches(project, range)];
  }
}
