import { use, type ReactNode } from 'react';
import type { Counts, Rows } from './analytics.ts';
import { changeOf } from './change-of.ts';
import { DataStart, NoEarlierData } from './data-start.tsx';
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

interface Sort {
  readonly by: RowOrder;
  readonly onSort: (order: RowOrder) => void;
}

/** The head of a table of people, AI and total; `sort` is left out where the order stays as it is. */
export function CountHeads({
  name,
  sort,
  children,
}: {
  name: string;
  sort?: Sort | undefined;
  /** Further heads. */
  children?: ReactNode;
}) {
  return (
    <thead>
      <tr>
        {[['value', name] as const, ...countColumns].map(([order, title]) => (
          <SortHead key={order} className={order} orders={[order]} sort={sort}>
            {title}
          </SortHead>
        ))}
        {children}
      </tr>
    </thead>
  );
}

/** The head of a column; choosing it again takes the next of its orders. */
function SortHead({
  className,
  orders,
  sort,
  children,
}: {
  className: string;
  orders: readonly [RowOrder, ...RowOrder[]];
  sort: Sort | undefined;
  children: string;
}) {
  const place = sort === undefined ? -1 : orders.indexOf(sort.by);
  const isAscending = sort?.by === 'value' || sort?.by === 'decline';
  return (
    <th scope="col" className={className} aria-sort={place < 0 ? undefined : isAscending ? 'ascending' : 'descending'}>
      {sort === undefined ? (
        children
      ) : (
        <button
          type="button"
          className="sort"
          onClick={() => {
            sort.onSort(orders[(place + 1) % orders.length] ?? orders[0]);
          }}
        >
          {children}
        </button>
      )}
    </th>
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
  sort?: Sort;
}) {
  const hasNoEarlier = use(DataStart)?.isAfterComparison === true;
  const largest = Math.max(1, ...rows.map(({ total }) => total));
  const wasCompared = rows.some(({ before }) => before !== undefined);
  const isCompared = wasCompared && !hasNoEarlier;
  const table = (
    <table className="counts" aria-label={label}>
      <CountHeads name={dimensions[dimension]} sort={sort}>
        {isCompared && (
          <SortHead className="change" orders={['growth', 'decline']} sort={sort}>
            Change
          </SortHead>
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
            {isCompared && row.before !== undefined && (
              <td className="change" title={`${exact.format(row.before.total)} before`}>
                {changeOf(row.total, row.before.total)}
              </td>
            )}
          </CountRow>
        ))}
      </tbody>
    </table>
  );
  if (!wasCompared || isCompared) return table;
  return (
    <>
      {table}
      <p className="muted small table-footer">
        <NoEarlierData />
      </p>
    </>
  );
}
