import { changeOf, nobody, type ListedRow } from './compare-rows.ts';
import type { ReceivedBucket } from './received-buckets.ts';
import type { CountQuery, CountRow } from './visits/visit-store.ts';

/** How the rows of an export are written. */
export interface ExportTable<Row> {
  /** Names of the columns in CSV. */
  readonly columns: readonly string[];
  readonly cells: (row: Row) => readonly (string | number)[];
  /** The line in NDJSON. */
  readonly record: (row: Row) => object;
}

/** A row of counts by page, as it is answered. */
export function pageRow({ value, ...counts }: CountRow) {
  return { path: value, ...counts };
}

export function countTable({ dimension }: Pick<CountQuery, 'dimension'>): ExportTable<CountRow> {
  const isPages = dimension === 'path';
  return {
    columns: [isPages ? 'path' : 'value', 'human', 'ai', 'total'],
    cells: ({ value, human, ai, total }) => [value, human, ai, total],
    record: (row) => (isPages ? pageRow(row) : row),
  };
}

/** With the counts of the earlier range, and the relative change of the total, which a new row does not have. */
export function comparedTable(count: Pick<CountQuery, 'dimension'>): ExportTable<ListedRow> {
  const { columns, cells, record } = countTable(count);
  return {
    columns: [...columns, 'human_before', 'ai_before', 'total_before', 'change'],
    cells: (row) => {
      const change = changeOf(row);
      const { human, ai, total } = row.before ?? nobody;
      return [...cells(row), human, ai, total, change === undefined ? '' : Number(change.toFixed(4))];
    },
    record,
  };
}

export const bucketTable: ExportTable<ReceivedBucket> = {
  columns: [
    'start',
    ...['visitors', 'views'].flatMap((measure) => ['human', 'ai', 'total'].map((of) => `${measure}_${of}`)),
    'received',
  ],
  cells: (bucket) => [
    bucketRecord(bucket).start,
    ...[bucket.visitors, bucket.views].flatMap(({ human, ai, total }) => [human, ai, total]),
    String(bucket.received),
  ],
  record: bucketRecord,
};

/** A bucket of a time series, as it is answered. */
export function bucketRecord({ startMs, visitors, views, received }: ReceivedBucket) {
  return { start: new Date(startMs).toISOString(), visitors, views, received };
}
