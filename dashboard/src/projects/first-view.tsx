import { useQuery } from '@tanstack/react-query';
import { answerOf, publicApi } from '../api/clients.ts';
import { useCreateKey } from '../keys/keys.ts';
import { Icon } from '../parts/icon.tsx';
import { Problem } from '../parts/problem.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { serverQuery, type Project } from './projects.ts';
import { DrainPanel, LogFilesPanel, MiddlewarePanel } from './server-panels.tsx';
import { SetUpCheck } from './set-up-check.tsx';
import { TrackerPanel } from './tracker-panel.tsx';

const number = new Intl.NumberFormat();

/** The four ways to collect visits, and a line that turns green when the first view has arrived. */
export function FirstView({ project }: { project: Project }) {
  const server = useQuery(serverQuery).data;
  const createKey = useCreateKey(project.id);
  const publicUrl = server?.publicUrl.replace(/\/$/, '') ?? '';
  const command = server?.command ?? 'docwright';
  const parts = { projectId: project.id, publicUrl, createKey };
  return (
    <>
      <p>Use the tracker for people and one of the others for AI.</p>
      <Tabs
        label="Ways to collect visits"
        tabs={[
          { title: 'Tracker', panel: <TrackerPanel project={project} publicUrl={publicUrl} /> },
          { title: 'Middleware', panel: <MiddlewarePanel {...parts} /> },
          { title: 'Log drain', panel: <DrainPanel {...parts} /> },
          { title: 'Log files', panel: <LogFilesPanel project={project} command={command} /> },
        ]}
      />
      <Arrival projectId={project.id} />
      <SetUpCheck
        projectId={project.id}
        check="visitors"
        trying="Checking the addresses of readers…"
        ask="Check readers"
      />
    </>
  );
}

/** Counts views of any time, since imported logs are old, and names the latest that arrived just now. */
function Arrival({ projectId }: { projectId: string }) {
  const path = { projectId };
  const query = useQuery({
    queryKey: ['first-view', projectId],
    queryFn: async () => {
      const [{ totals }, { recent }] = await Promise.all([
        answerOf(publicApi.GET('/v1/analytics/{projectId}/visitors', { params: { path, query: { limit: 1 } } })),
        answerOf(publicApi.GET('/v1/analytics/{projectId}/live', { params: { path, query: { minutes: 60 } } })),
      ]);
      return { total: totals.total, latest: recent[0] };
    },
    refetchInterval: 3000,
  });
  const { total = 0, latest } = query.data ?? {};
  return (
    <>
      {total > 0 || latest !== undefined ? (
        <p className="notice good" role="status">
          <Icon name="check" /> Views arrive: {number.format(total)} {total === 1 ? 'visitor' : 'visitors'} so far.
          {latest !== undefined && (
            <>
              {' '}
              Latest: <bdi className="breakable">{latest.path}</bdi>
              {latest.agent !== null && <> by {latest.agent}</>}.
            </>
          )}
        </p>
      ) : (
        <p className="notice" role="status">
          Waiting for the first view. Open a page of your site; this line updates automatically.
        </p>
      )}
      <Problem error={query.error} />
    </>
  );
}
