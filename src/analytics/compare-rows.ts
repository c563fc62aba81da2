import type { Counts, CountPage, CountQuery, CountRow, TimeRange, VisitStore } from './visits/visit-store.ts';

/** Rows of the earlier range that are told as gone. */
const mostGone = 10;

export interface ComparedRows {
  /** Each row with its counts in the earlier range. */
  readonly rows: readonly (CountRow & { readonly before: Counts })[];
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
    rows: rows.map((row) => ({ ...row, before: before.get(row.value) ?? { human: 0, ai: 0, total: 0 } })),
    gone: leavers.filter(({ value }) => !present.has(value)),
  };
}

/** The filters with these values in place of those of their dimension, which the values have passed. */
function withValues({ filters = [], dimension }: CountQuery, values: readonly string[]) {
  return [
    ...filters.filter((filter) => filter.dimension !== dimension),
    { dimension, anyOf: values.map((value) => [value]), noneOf: [] },
  ];
}
