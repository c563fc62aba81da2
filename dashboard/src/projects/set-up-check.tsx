import { useQuery } from '@tanstack/react-query';
import { answerOf, dashboardApi } from '../api/clients.ts';
import { Icon } from '../parts/icon.tsx';
import { Problem } from '../parts/problem.tsx';

/** Tries the real thing on the server and says how it went: when shown, or where that costs something, when asked to. */
export function SetUpCheck({
  projectId,
  check,
  trying,
  ask,
}: {
  /** Null tries the server, without a project. */
  projectId: string | null;
  check: 'repository' | 'model' | 'commands' | 'visitors';
  /** What is being tried, such as `Trying to reach the repository…` */
  trying: string;
  /** Label of the button that starts it; without one, it starts when it is shown. */
  ask?: string;
}) {
  const query = useQuery({
    queryKey: ['set-up-check', projectId, check],
    queryFn: () =>
      answerOf(
        projectId === null
          ? dashboardApi.POST('/api/dashboard/checks/model')
          : dashboardApi.POST('/api/dashboard/projects/{projectId}/checks/{check}', {
              params: { path: { projectId, check } },
            }),
      ),
    staleTime: Infinity,
    enabled: ask === undefined,
  });
  if (query.isFetching) {
    return (
      <p className="notice check-space" role="status">
        {trying}
      </p>
    );
  }
  if (query.isPending && query.fetchStatus === 'idle') {
    return (
      <div>
        <button type="button" className="button" onClick={() => void query.refetch()}>
          {ask}
        </button>
      </div>
    );
  }
  if (query.data === undefined) return <Problem error={query.error} onRetry={() => void query.refetch()} />;
  const { ok, message, remedy, facts } = query.data;
  return (
    <div className={`notice check-space ${ok ? 'good' : 'bad'} stack tight`} role="status">
      <div className="row apart">
        <strong>
          {ok && <Icon name="check" />} {message}
        </strong>
        <button type="button" className="button small" onClick={() => void query.refetch()}>
          Check again
        </button>
      </div>
      {remedy !== null && <p>{remedy}</p>}
      {facts.length > 0 && (
        <ul className="small">
          {facts.map(({ name, value }) => (
            <li key={name} className="breakable">
              {name}: <bdi>{value}</bdi>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
