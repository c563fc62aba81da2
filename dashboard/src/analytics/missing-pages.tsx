import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Problem } from '../parts/problem.tsx';
import { missingQuery, type Wanted } from './analytics.ts';
import { DownloadButton } from './download-button.tsx';
import { otherPath } from './plain-names.ts';

const number = new Intl.NumberFormat();

/** What readers asked for and did not get. From each row one click leads to a job that proposes a redirect. */
export function MissingPages({
  projectId,
  wanted: selection,
  isReadOnly,
}: {
  projectId: string;
  wanted: Wanted;
  isReadOnly: boolean;
}) {
  const query = useQuery(missingQuery(projectId, selection));
  if (query.data === undefined) return <Problem error={query.error} onRetry={() => void query.refetch()} />;
  const { missing, hasMore } = query.data;
  if (missing.length === 0) return null;
  return (
    <section className="card flush" aria-labelledby="missing">
      <div className="table-header">
        <h2 id="missing">Missing pages</h2>
        <p className="muted small">
          Pages that people and AI requested but that returned 404 or 410. No other number includes them.
        </p>
      </div>
      <table className="counts" aria-label="Missing pages">
        <thead>
          <tr>
            <th scope="col">Missing page</th>
            <th scope="col">Human</th>
            <th scope="col">AI</th>
            <th scope="col">Total</th>
          </tr>
        </thead>
        <tbody>
          {missing.map(({ path, nearest, redirected, total, human, ai }) => (
            <tr key={path}>
              <th scope="row">
                <span dir="auto">{path}</span>
                <div className="muted small">
                  {explainNearest(path, nearest)}
                  {redirected !== null &&
                    (redirected ? ' A declared redirect covers it.' : ' No declared redirect covers it.')}
                  {!isReadOnly && path !== otherPath && nearest !== path && (
                    <>
                      {' '}
                      <Link
                        to="/projects/$projectId/jobs"
                        params={{ projectId }}
                        search={{
                          missing: path,
                          ...(nearest === null ? {} : { nearest }),
                          ...(redirected === null ? {} : { redirected }),
                        }}
                        aria-label={`Request a redirect from ${path}`}
                      >
                        Request a redirect
                      </Link>
                    </>
                  )}
                </div>
              </th>
              <td>{number.format(human)}</td>
              <td>{number.format(ai)}</td>
              <td>{number.format(total)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="row apart muted small table-footer">
        <span>{hasMore ? `Showing the first ${number.format(missing.length)}. The download has all rows.` : ''}</span>
        <DownloadButton path={`/v1/analytics/${projectId}/missing`} wanted={selection} name="missing">
          Download missing pages
        </DownloadButton>
      </div>
    </section>
  );
}

function explainNearest(path: string, nearest: string | null): string {
  if (path === otherPath) return 'All further missing pages of days that had more than the limit.';
  if (nearest === null) return 'No similar page.';
  return nearest === path
    ? 'Also viewed successfully, in another form or at another time.'
    : `Closest page: ${nearest}.`;
}
