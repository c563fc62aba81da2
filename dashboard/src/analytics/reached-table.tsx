import type { ReactNode } from 'react';
import type { Counts } from './analytics.ts';

const number = new Intl.NumberFormat();
const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 });

/** Rows of what visitors reached; the bar behind a name shows which part of them did. */
export function ReachedTable({
  label,
  column,
  rows,
  action,
}: {
  label: string;
  column: string;
  rows: readonly (Counts & { readonly name: string; readonly conversion: { readonly total: number | null } })[];
  /** Beside the name of a row. */
  action?: (index: number) => ReactNode;
}) {
  return (
    <table className="counts" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{column}</th>
          <th scope="col" className="human">
            People
          </th>
          <th scope="col" className="ai">
            AI
          </th>
          <th scope="col">Total</th>
          <th scope="col">Share</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, human, ai, total, conversion }, index) => (
          <tr key={`${index} ${name}`}>
            <th scope="row" className="breakable">
              <span className="share" style={{ width: `${(conversion.total ?? 0) * 100}%` }} />
              <bdi>{name}</bdi>
              {action?.(index)}
            </th>
            <td className="human">{number.format(human)}</td>
            <td className="ai">{number.format(ai)}</td>
            <td>{number.format(total)}</td>
            <td>{conversion.total === null ? '' : percent.format(conversion.total)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
