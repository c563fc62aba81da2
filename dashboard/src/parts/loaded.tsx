import { useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Problem } from './problem.tsx';

/** What a list or page shows while its data is on the way, when that failed, and then the data itself. */
export function Loaded<Data>({
  query,
  rows = 4,
  children,
}: {
  query: UseQueryResult<Data>;
  /** How many lines the placeholder has, so that the page keeps its height. */
  rows?: number;
  children: (data: Data) => ReactNode;
}) {
  const client = useQueryClient();
  // What failed beside it had the same cause as a rule.
  const retry = () =>
    void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
  if (query.data !== undefined) {
    return (
      <>
        {query.isRefetchError && <Problem error={query.error} onRetry={retry} />}
        {children(query.data)}
      </>
    );
  }
  if (query.error !== null) return <Problem error={query.error} onRetry={retry} />;
  return <Skeleton rows={rows} />;
}

export function Skeleton({ rows }: { rows: number }) {
  return (
    <div className="stack" role="status">
      <span className="visually-hidden">Loading…</span>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className="skeleton" style={{ height: '2.6rem' }} />
      ))}
    </div>
  );
}
