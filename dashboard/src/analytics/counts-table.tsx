import { useNavigate } from '@tanstack/react-router';
import type { Counts } from './analytics.ts';
import type { RowOrder } from './analytics-search.ts';
import { FilterLink } from './filter-link.tsx';
import type { FilterName } from './filters.ts';

const number = new Intl.NumberFormat();

const countColumns = [
  ['human', 'Human'],
  ['ai', 'AI'],
  ['total', 'Total'],
] as const;

/** Rows of human, AI and total, each a filter; the bar behind a name shows its share of the largest row. */
export function CountsTable({
  label,
  name,
  filter,
  sortedBy,
  sort = 'total',
  rows,
}: {
  label: string;
  name: string;
  filter: FilterName;
  /** Where in the address the order stands. */
  sortedBy: 'sort' | 'sortBy';
  sort: RowOrder | undefined;
  /** `value` is what the API calls the row. */
  rows: readonly (Counts & { name: string; value: string })[];
}) {
  const navigate = useNavigate();
  const largest = Math.max(1, ...rows.map(({ total }) => total));
  return (
    <table className="counts" aria-label={label}>
      <thead>
        <tr>
          {[['value', name] as const, ...countColumns].map(([order, title]) => (
            <th
              key={order}
              scope="col"
              aria-sort={order === sort ? (order === 'value' ? 'ascending' : 'descending') : undefined}
            >
              <button
                type="button"
                className="sort"
                onClick={() =>
                  void navigate({
                    to: '.',
                    search: (before) => ({
                      ...before,
                      [sortedBy]: order === 'total' ? undefined : order,
                      page: sortedBy === 'sort' ? undefined : before.page,
                    }),
                    resetScroll: false,
                  })
                }
              >
                {title}
              </button>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.value}>
            <th scope="row" className="breakable">
              <span className="share" style={{ width: `${(row.total / largest) * 100}%` }} />
              <FilterLink name={filter} value={row.value}>
                {row.name}
              </FilterLink>
            </th>
            <td>{number.format(row.human)}</td>
            <td>{number.format(row.ai)}</td>
            <td>{number.format(row.total)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
