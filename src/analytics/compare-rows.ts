import { InvalidRequest } from '../http/errors.ts';
import { sortInTurns } from './sort-in-turns.ts';
import type {
  Counts,
  CountPage,
  CountQuery,
  CountRow,
  RowOrder,
  TimeRange,
  VisitStore,
  WalkQuery,
} from './visits/visit-store.ts';

/** Rows of the earlier range that are told as gone. */
const mostGone = 10;

/** Rows that are held in memory to be compared all together. */
const mostCompared = 100_000;
const chunkLength = 1_000;
export const nobody: Counts = { human: 0, ai: 0, total: 0 };

/** `growth`: by the relative change of the total, rows that are new first; `decline` the other way round. */
export type ListOrder = RowOrder | 'growth' | 'decline';

/** A row, where it is compared with its counts in the earlier range. */
export type ListedRow = CountRow & { readonly before?: Counts | undefined };

export interface ComparedRows {
  readonly rows: readonly ListedRow[];
  /** Of the largest rows of the earlier range, those that have no view any more, with their counts of then. */
  readonly gone: readonly CountRow[];
}

/** Compares one page of rows with an earlier range, exactly: whatever rank a value had or has. */
export async function compareRows(
  store: Pick<VisitStore, 'countPage'>,
  query: CountQuery & { readonly search?: string | undefined },
  { rows }: Pick<CountPage, 'rows'>,
  earlier: TimeRange,
): Promise<ComparedRows> {
  const count = async (range: TimeRange, values: readonly string[] | undefined, limit: number) => {
    if (limit === 0) return [];
    const filters = values === undefined ? query.filters : withValues(query, values);
    return (await store.countPage({ ...query, range, filters, order: 'total', snapshot: undefined, limit, offset: 0 }))
      .rows;
  };
  const exactly = (range: TimeRange, values: readonly string[]) => count(range, values, values.length);
  const values = new Set(rows.map(({ value }) => value));
  const before = new Map((await exactly(earlier, [...values])).map(({ value, ...counts }) => [value, counts]));
  const leavers = (await count(earlier, undefined, mostGone)).filter(({ value }) => !values.has(value));
  const present = new Set(
    (
      await exactly(
        query.range,
        leavers.map(({ value }) => value),
      )
    ).map(({ value }) => value),
  );
  return {
    rows: rows.map((row) => ({ ...row, before: before.get(row.value) ?? nobody })),
    gone: leavers.filter(({ value }) => !present.has(value)),
  };
}

/** All rows beside the earlier range, in any order. Throws InvalidRequest where they are too many. */
export async function compareAll(
  store: Pick<VisitStore, 'walk'>,
  { order = 'total', ...query }: Omit<WalkQuery, 'order'> & { readonly order?: ListOrder | undefined },
  earlier: TimeRange,
): Promise<{ readonly snapshot: string; readonly rows: readonly ListedRow[] }> {
  const isByChange = isChangeOrder(order);
  const whole = await store.walk({ ...query, order: isByChange ? 'total' : order });
  const rows: (CountRow & { before: Counts })[] = [];
  for await (const chunk of whole.rows) {
    if (rows.length + chunk.length > mostCompared) {
      const message = `compares at most ${mostCompared.toLocaleString('en')} rows: add a filter or a search, or leave the comparison out`;
      throw new InvalidRequest([{ field: 'compareFrom', message }]);
    }
    for (const row of chunk) rows.push({ ...row, before: nobody });
  }
  const rowsByValue = new Map(rows.map((row) => [row.value, row]));
  for await (const chunk of (await store.walk({ ...query, range: earlier, snapshot: undefined })).rows) {
    for (const { value, ...counts } of chunk) {
      const row = rowsByValue.get(value);
      if (row !== undefined) row.before = counts;
    }
  }
  const sign = order === 'decline' ? 1 : -1;
  const byChange = (one: ListedRow, other: ListedRow) => sign * (growthOf(one) - growthOf(other));
  return { snapshot: whole.snapshot, rows: isByChange ? await sortInTurns(rows, byChange) : rows };
}

export function isChangeOrder(order: ListOrder | undefined): order is 'growth' | 'decline' {
  return order === 'growth' || order === 'decline';
}

/** The relative change of the total, such as 0.5; undefined for a row that is new. */
export function changeOf({ total, before = nobody }: ListedRow): number | undefined {
  return before.total === 0 ? undefined : (total - before.total) / before.total;
}

/** Finite, so that two of them can be subtracted. */
function growthOf(row: ListedRow): number {
  return changeOf(row) ?? Number.MAX_VALUE;
}

/** In chunks small enough to write to a slow reader. */
export async function* inChunks<Row>(rows: readonly Row[]): AsyncIterable<readonly Row[]> {
  for (let start = 0; start < rows.length; start += chunkLength)
    yield await Promise.resolve(rows.slice(start, start + chunkLength));
}

/** The filters with these values in place of those of their dimension, which the values have passed. */
function withValues({ filters = [], dimension }: CountQuery, values: readonly string[]) {
  return [
    ...filters.filter((filter) => filter.dimension !== dimension),
    { dimension, anyOf: values.map((value) => [value]), noneOf: [] },
  ];
}
