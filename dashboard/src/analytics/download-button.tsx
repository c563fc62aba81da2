import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Problem } from '../parts/problem.tsx';
import { downloadCsv, orderQuery, type Part, type Wanted } from './analytics.ts';
import { lastDayOf } from './shown-time.ts';

/** All rows of a list as a file, with the filters that are on. */
export function DownloadButton({
  path,
  wanted: selection,
  part = {},
  name,
  children,
}: {
  /** Of the list in the API. */
  path: string;
  wanted: Wanted;
  /** Order and comparison of the rows. */
  part?: Pick<Part, 'sort' | 'compare'>;
  /** What the name of the file begins with; the first and the last day follow. */
  name: string;
  children: ReactNode;
}) {
  const csv = useMutation({
    mutationFn: () =>
      downloadCsv(
        path,
        { ...selection, ...orderQuery(part) },
        `${name}-${selection.dateFrom}-to-${lastDayOf(selection)}.csv`,
      ),
  });
  return (
    <>
      <button
        type="button"
        className="button small"
        disabled={csv.isPending}
        onClick={() => {
          csv.mutate();
        }}
      >
        {csv.isPending ? 'Preparing…' : children}
      </button>
      <Problem error={csv.error} />
    </>
  );
}
