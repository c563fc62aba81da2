import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Problem } from '../parts/problem.tsx';
import { downloadCsv, type Wanted } from './analytics.ts';

/** All rows of a list as a file, with the filters that are on. */
export function DownloadButton({
  path,
  wanted: selection,
  name,
  children,
}: {
  /** Of the list in the API. */
  path: string;
  wanted: Wanted;
  /** What the name of the file begins with; the days follow. */
  name: string;
  children: ReactNode;
}) {
  const csv = useMutation({
    mutationFn: () => downloadCsv(path, selection, `${name}-${selection.dateFrom}-to-${selection.dateTo}.csv`),
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
