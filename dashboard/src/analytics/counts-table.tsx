import type { Counts } from './analytics.ts';
import { FilterLink } from './filter-link.tsx';
import type { FilterName } from './filters.ts';

const number = new Intl.NumberFormat();

/** Rows of human, AI and total, each a filter; the bar behind a name shows its share of the largest row. */
export function CountsTable({
  label,
  name,
  filter,
  rows,
}: {
  label: string;
  name: string;
  filter: FilterName;
  /** `value` is what the API calls the row. */
  rows: readonly (Counts & { name: string; value: string })[];
}) {
  const largest = Math.max(1, ...rows.map(({ total }) => total));
  return (
    <table className="counts" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{name}</th>
          <th scope="col">Human</th>
          <th scope="col">AI</th>
          <th scope="col">Total</th>
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
