import { useMutation, type UseQueryResult } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Loaded } from '../parts/loaded.tsx';
import { Problem } from '../parts/problem.tsx';
import type { components } from '../api/public-api.generated.ts';
import { downloadCsv, rowsPerPage, type Days } from './analytics.ts';
import { CountsTable } from './counts-table.tsx';

/** Pages by unique visitors, most first, as the API sorts and pages them. */
export function PagesTable({
  projectId,
  days,
  query,
  page,
}: {
  projectId: string;
  days: Days;
  query: UseQueryResult<components['schemas']['Visitors']>;
  page: number;
}) {
  const navigate = useNavigate();
  const csv = useMutation({
    mutationFn: () =>
      downloadCsv(`/v1/analytics/${projectId}/visitors`, days, `visitors-${days.dateFrom}-to-${days.dateTo}.csv`),
  });
  const goTo = (to: number) =>
    void navigate({
      to: '.',
      search: ({ page: _, ...rest }) => (to === 1 ? rest : { ...rest, page: to }),
      resetScroll: false,
    });
  return (
    <section className="card flush" aria-labelledby="pages">
      <div className="row apart table-header">
        <h2 id="pages">Pages</h2>
        <button
          type="button"
          className="button small"
          disabled={csv.isPending}
          onClick={() => {
            csv.mutate();
          }}
        >
          {csv.isPending ? 'Preparing…' : 'Download CSV'}
        </button>
      </div>
      <Problem error={csv.error} />
      <Loaded query={query} rows={10}>
        {({ visitors, hasMore }) => (
          <>
            <CountsTable
              label="Pages by unique visitors"
              name="Page"
              rows={visitors.map((row) => ({ ...row, name: row.path }))}
            />
            <nav className="row apart table-footer" aria-label="Pages of the table">
              <button
                type="button"
                className="button small"
                disabled={page === 1}
                onClick={() => {
                  goTo(page - 1);
                }}
              >
                Previous
              </button>
              <span className="muted small" role="status">
                {visitors.length === 0
                  ? 'No more rows'
                  : `${(page - 1) * rowsPerPage + 1} – ${(page - 1) * rowsPerPage + visitors.length}`}
              </span>
              <button
                type="button"
                className="button small"
                disabled={!hasMore}
                onClick={() => {
                  goTo(page + 1);
                }}
              >
                Next
              </button>
            </nav>
          </>
        )}
      </Loaded>
    </section>
  );
}
