import type { Rows } from './analytics.ts';
import { dimensions, type Dimension, type RowOrder } from './analytics-search.ts';
import { FilterLink } from './filter-link.tsx';
import { plainValue } from './plain-names.ts';

const number = new Intl.NumberFormat();

const countColumns = [
  ['human', 'People'],
  ['ai', 'AI'],
  ['total', 'Total'],
] as const;

/** Rows of people, AI and total, each a filter; the bar behind a name shows its share of the largest row. */
export function CountsTable({
  label,
  dimension,
  rows,
  sort = 'total',
  onSort,
}: {
  label: string;
  dimension: Dimension;
  rows: Rows['rows'];
  sort?: RowOrder | undefined;
  /** Left out where the order stays as it is. */
  onSort?: (order: RowOrder) => void;
}) {
  const largest = Math.max(1, ...rows.map(({ total }) => total));
  return (
    <table className="counts" aria-label={label}>
      <thead>
        <tr>
          {[['value', dimensions[dimension]] as const, ...countColumns].map(([order, title]) => (
            <th
              key={order}
              scope="col"
              className={order}
              aria-sort={
                onSort !== undefined && order === sort ? (order === 'value' ? 'ascending' : 'descending') : undefined
              }
            >
              {onSort === undefined ? (
                title
              ) : (
                <button
                  type="button"
                  className="sort"
                  onClick={() => {
                    onSort(order);
                  }}
                >
                  {title}
                </button>
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.value}>
            <th scope="row">
              <span className="share" style={{ width: `${(row.total / largest) * 100}%` }} />
              <FilterLink name={dimension} value={row.value}>
                {plainValue(dimension, row.value)}
              </FilterLink>
            </th>
            <td className="human">{number.format(row.human)}</td>
            <td className="ai">{number.format(row.ai)}</td>
            <td>{number.format(row.total)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
