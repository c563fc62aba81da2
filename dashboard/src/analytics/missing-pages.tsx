import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Loaded } from '../parts/loaded.tsx';
import { Path } from '../parts/path.tsx';
import type { components } from '../api/public-api.generated.ts';
import { missingQuery, rowsPerCard, type Wanted } from './analytics.ts';
import { CountHeads, CountRow } from './counts-table.tsx';
import { otherPath } from './plain-names.ts';
import { AllLink } from './rows.tsx';

interface MissingProps {
  readonly projectId: string;
  readonly isReadOnly: boolean;
}

/** What readers asked for and did not get. No other number includes these requests. */
export function MissingPages({ wanted: selection, ...props }: MissingProps & { wanted: Wanted }) {
  const query = useQuery(missingQuery(props.projectId, selection, { limit: rowsPerCard }));
  return (
    <Loaded query={query} rows={6}>
      {({ missing, hasMore }) => (
        <>
          <p className="muted small table-footer">
            Requests of people and AI that were answered with 404 or 410. No other number includes them.
          </p>
          {missing.length === 0 ? (
            <p className="small table-footer">No missing pages in this range.</p>
          ) : (
            <>
              <MissingTable label="Missing pages" missing={missing} {...props} />
              <AllLink list="missing" hasMore={hasMore} label="missing pages" />
            </>
          )}
        </>
      )}
    </Loaded>
  );
}

/** From each row one click leads to a job that proposes a redirect. */
export function MissingTable({
  label,
  projectId,
  missing,
  isReadOnly,
}: MissingProps & { label: string; missing: components['schemas']['MissingPages']['missing'] }) {
  return (
    <table className="counts" aria-label={label}>
      <CountHeads name="Missing page" />
      <tbody>
        {missing.map(({ path, nearest, redirected, ...counts }) => (
          <CountRow
            key={path}
            share={0}
            counts={counts}
            name={
              <>
                <Path path={path} />
                <div className="muted small">
                  {explainNearest(path, nearest)}
                  {redirected !== null &&
                    (redirected ? ' A declared redirect covers it.' : ' No redirect covers it.')}{' '}
                  {!isReadOnly && path !== otherPath && nearest !== path && (
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
                  )}
                </div>
              </>
            }
          />
        ))}
      </tbody>
    </table>
  );
}

function explainNearest(path: string, nearest: string | null) {
  if (path === otherPath) return 'All further missing pages of days that had more than the limit.';
  if (nearest === null) return 'No similar page.';
  if (nearest === path) return 'Also viewed successfully.';
  return (
    <>
      Closest page: <Path path={nearest} />.
    </>
  );
}
