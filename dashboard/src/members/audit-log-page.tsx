import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { answerOf, dashboardApi } from '../api/clients.ts';
import { Page } from '../parts/page.tsx';
import { Problem } from '../parts/problem.tsx';
import { Skeleton } from '../parts/loaded.tsx';
import { Time } from '../parts/time.tsx';
import { projectsQuery } from '../projects/projects.ts';
import { auditSentence } from './audit-sentences.ts';

const pageSize = 50;

/** Who changed what, newest first. */
export function AuditLogPage() {
  const projects = useQuery(projectsQuery).data?.projects ?? [];
  const log = useInfiniteQuery({
    queryKey: ['audit-log'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      answerOf(
        dashboardApi.GET('/api/dashboard/audit-log', {
          params: { query: pageParam === undefined ? {} : { before: pageParam } },
        }),
      ),
    getNextPageParam: ({ entries }) => (entries.length < pageSize ? undefined : entries.at(-1)?.id),
  });
  const nameOf = (id: string) => projects.find((project) => project.id === id)?.name ?? id;
  const entries = log.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <Page title="Audit log">
      <div className="stack">
        <Problem error={log.error} onRetry={() => void log.refetch()} />
        {log.isPending && <Skeleton rows={8} />}
        {entries.length > 0 && (
          <div className="card flush">
            <ul className="rows">
              {entries.map((entry) => (
                <li key={entry.id} className="row apart small">
                  <span className="breakable">
                    <strong>
                      <bdi>{entry.actor}</bdi>
                    </strong>{' '}
                    {auditSentence(entry.action)} <bdi className="muted">{nameOf(entry.target)}</bdi>
                    {entry.projectId !== null && !/^project\.\w+$/.test(entry.action) && (
                      <span className="muted">
                        {' '}
                        in <bdi>{nameOf(entry.projectId)}</bdi>
                      </span>
                    )}
                  </span>
                  <span className="muted">
                    <Time at={entry.at} />
                  </span>
                </li>
              ))}
            </ul>
          </div>
        )}
        {log.hasNextPage && (
          <div>
            <button
              type="button"
              className="button"
              disabled={log.isFetchingNextPage}
              onClick={() => void log.fetchNextPage()}
            >
              Show older entries
            </button>
          </div>
        )}
      </div>
    </Page>
  );
}
