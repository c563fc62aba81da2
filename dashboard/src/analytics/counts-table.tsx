import type { Counts } from './analytics.ts';

const number = new Intl.NumberFormat();

/** Rows of human, AI and total; the bar behind a name shows its share of the largest row. */
export function CountsTable({
  label,
  name,
  rows,
}: {
  label: string;
  name: string;
  rows: readonly (Counts & { name: string })[];
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
          <tr key={row.name}>
            <th scope="row" className="breakable">
              <span className="share" style={{ width: `${(row.total / largest) * 100}%` }} />
              <bdi>{row.name}</bdi>
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
