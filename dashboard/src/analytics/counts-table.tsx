import type { ReactNode } from 'react';
import type { Counts, Rows } from './analytics.ts';
import { changeOf } from './change-of.ts';
import { dimensions, type Dimension, type RowOrder } from './analytics-search.ts';
import { FilterLink } from './filter-link.tsx';
import { plainValue } from './plain-names.ts';

const exact = new Intl.NumberFormat();
const short = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 2 });

/** A number; from a million on short, with the exact one on hover. */
export function Count({ value }: { value: number }) {
  if (value < 1_000_000) return exact.format(value);
  return <span title={exact.format(value)}>{short.format(value)}</span>;
}

const countColumns = [
  ['human', 'People'],
  ['ai', 'AI'],
  ['total', 'Total'],
] as const;

/** The head of a table of people, AI and total; `sort` is left out where the order stays as it is. */
export function CountHeads({
  name,
  sort,
  children,
}: {
  name: string;
  sort?: { readonly by: RowOrder; readonly onSort: (order: RowOrder) => void } | undefined;
  /** Further heads. */
  children?: ReactNode;
}) {
  return (
    <thead>
      <tr>
        {[['value', name] as const, ...countColumns].map(([order, title]) => (
          <th
            key={order}
            scope="col"
            className={order}
            aria-sort={order === sort?.by ? (order === 'value' ? 'ascending' : 'descending') : undefined}
          >
            {sort === undefined ? (
              title
            ) : (
              <button
                type="button"
                className="sort"
                onClick={() => {
                  sort.onSort(order);
                }}
              >
                {title}
              </button>
            )}
          </th>
        ))}
        {children}
      </tr>
    </thead>
  );
}

/** A row: its name before a bar for its share, and its numbers. */
export function CountRow({
  share,
  counts,
  name,
  children,
}: {
  /** From 0 to 1. */
  share: number;
  counts: Counts;
  name: ReactNode;
  /** Further cells. */
  children?: ReactNode;
}) {
  return (
    <tr>
      <th scope="row">
        <span className="share" style={{ width: `${share * 100}%` }} />
        {name}
      </th>
      {countColumns.map(([column]) => (
        <td key={column} className={column}>
          <Count value={counts[column]} />
        </td>
      ))}
      {children}
    </tr>
  );
}

/** Rows of a dimension, each a filter, beside their change since the comparison. */
export function CountsTable({
  label,
  dimension,
  rows,
  sort,
}: {
  label: string;
  dimension: Dimension;
  rows: Rows['rows'];
  sort?: Parameters<typeof CountHeads>[0]['sort'];
}) {
  const largest = Math.max(1, ...rows.map(({ total }) => total));
  const isCompared = rows.some(({ before }) => before !== undefined);
  return (
    <table className="counts" aria-label={label}>
      <CountHeads name={dimensions[dimension]} sort={sort}>
        {isCompared && (
          <th scope="col" className="change">
            Change
          </th>
        )}
      </CountHeads>
      <tbody>
        {rows.map((row) => (
          <CountRow
            key={row.value}
            share={row.total / largest}
            counts={row}
            name={
              <FilterLink name={dimension} value={row.value}>
                {plainValue(dimension, row.value)}
              </FilterLink>
            }
          >
            {row.before !== undefined && (
              <td className="change" title={`${exact.format(row.before.total)} before`}>
                {changeOf(row.total, row.before.total)}
              </td>
            )}
          </CountRow>
        ))}
      </tbody>
    </table>
  );
}
