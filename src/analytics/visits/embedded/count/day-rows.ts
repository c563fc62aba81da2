import type { Runs } from '../columns/part.ts';
import type { ColumnName } from '../columns/view-columns.ts';

/** Rows of one day, wherever they are kept; a column is read when it is asked for. */
export interface DayRows {
  readonly day: number;
  readonly length: number;
  column(name: ColumnName): Uint32Array<ArrayBuffer>;
  /** Of a sealed segment, whose rows lie in the order of its runs of pages. */
  readonly runs?: () => Runs;
}
