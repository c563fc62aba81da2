import { useQuery } from '@tanstack/react-query';
import { answerOf, publicApi } from '../api/clients.ts';
import { CheckMark } from '../parts/check-mark.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { Field } from '../parts/field.tsx';
import { readForm } from '../parts/form-fields.ts';
import { Problem } from '../parts/problem.tsx';
import { SaveButton } from '../parts/save-button.tsx';
import { serverQuery, useChangeProject, type Project } from './projects.ts';

const number = new Intl.NumberFormat();

/** The ways to count visitors, and a line that turns green when the first view has arrived. */
export function FirstView({ project }: { project: Project }) {
  const server = useQuery(serverQuery);
  const change = useChangeProject(project.id);
  const publicUrl = server.data?.publicUrl.replace(/\/$/, '') ?? '';
  const { humanSource, trackerVisitorId } = project.settings.analytics;
  const visitorId = trackerVisitorId ? ' data-visitor-id="storage"' : '';
  const snippet = `<script defer src="${publicUrl}/t.js" data-project="${project.id}"${visitorId}></script>`;
  const importLogs = `${server.data?.command ?? 'docwright'} import ${project.id} access.log`;
  const views = useQuery({
    queryKey: ['first-view', project.id],
    queryFn: () =>
      answerOf(
        publicApi.GET('/v1/analytics/{projectId}/visitors', {
          params: { path: { projectId: project.id }, query: { limit: 1 } },
        }),
      ),
    refetchInterval: (query) => ((query.state.data?.totals.total ?? 0) > 0 ? false : 3000),
  });
  const total = views.data?.totals.total ?? 0;
  return (
    <>
      <form
        className="stack tight"
        onChange={() => {
          change.reset();
        }}
        onSubmit={(event) => {
          event.preventDefault();
          const sites = readForm(event.currentTarget).list('sites');
          change.mutate({ settings: { analytics: { sites } } });
        }}
      >
        <Field
          label="Address of the site"
          name="sites"
          hint="The origin of the documentation site; only its pages may send views. Several: separate them by spaces."
          problem={change.error}
        >
          <input
            defaultValue={project.settings.analytics.sites.join(' ')}
            placeholder="https://docs.example.com"
            spellCheck={false}
          />
        </Field>
        <Problem error={change.error} />
        <SaveButton change={change} />
      </form>
      <div className="stack tight">
        <p>Put this line into the head of every page:</p>
        <div className="row">
          <pre className="code-block">{snippet}</pre>
          <CopyButton text={snippet} />
        </div>
      </div>
      <details>
        <summary>Or import access logs</summary>
        <div className="stack tight inset">
          <p>On the machine of the server, as the user that runs it, in the folder from which it was started:</p>
          <div className="row">
            <pre className="code-block">{importLogs}</pre>
            <CopyButton text={importLogs} />
          </div>
          {humanSource === 'tracker' && (
            <p className="muted small">
              This project counts people from the tracker alone. To count them from logs too, choose it under “People
              are counted from” in the settings, before the import or after it.
            </p>
          )}
        </div>
      </details>
      {total > 0 ? (
        <p className="notice good" role="status">
          <CheckMark /> Views arrive: {number.format(total)} {total === 1 ? 'visitor' : 'visitors'} so far.
        </p>
      ) : (
        <p className="notice" role="status">
          Waiting for the first view. Open a page of the site; this line changes by itself.
        </p>
      )}
      <Problem error={views.error} />
    </>
  );
}
