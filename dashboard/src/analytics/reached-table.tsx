import type { ReactNode } from 'react';
import type { Counts } from './analytics.ts';
import { CountHeads, CountRow } from './counts-table.tsx';

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
      <CountHeads name={column}>
        <th scope="col">Share</th>
      </CountHeads>
      <tbody>
        {rows.map(({ name, conversion, ...counts }, index) => (
          <CountRow
            key={`${index} ${name}`}
            share={conversion.total ?? 0}
            counts={counts}
            name={
              <>
                <bdi>{name}</bdi>
                {action?.(index)}
              </>
            }
          >
            <td>{conversion.total === null ? '' : percent.format(conversion.total)}</td>
          </CountRow>
        ))}
      </tbody>
    </table>
  );
}
