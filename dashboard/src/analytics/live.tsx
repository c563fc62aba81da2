import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Loaded } from '../parts/loaded.tsx';
import { Time } from '../parts/time.tsx';
import { liveMinutes, liveQuery, realtimeMinutes, type ReadProject } from './analytics.ts';
import { FilterLink } from './filter-link.tsx';
import { plainName } from './plain-names.ts';

const shownViews = 8;

const number = new Intl.NumberFormat();

/** How many read now, with a link to what they read. */
export function LiveCount({ projectId }: { projectId: string }) {
  const { data, isError } = useQuery(liveQuery(projectId));
  return (
    <Link
      to="."
      search={(before) => ({ ...before, all: 'live' })}
      resetScroll={false}
      className="small"
      title={`Visitors in the last ${liveMinutes} minutes. Opens the last ${realtimeMinutes} minutes.`}
    >
      <span className={isError ? 'pulse stale' : 'pulse good'} aria-hidden="true" />{' '}
      {data === undefined ? '–' : number.format(data.visitors.total)} now
    </Link>
  );
}

/** Who reads now; asked again every ten seconds while the page is looked at. Says so when that stops working. */
export function Live({ project }: { project: ReadProject }) {
  const query = useQuery(liveQuery(project.id));
  return (
    <div className="stack tight table-footer">
      {query.isRefetchError && (
        <p className="muted small" role="status">
          As of{' '}
          <Time
            at={new Date(query.dataUpdatedAt).toISOString()}
            as="clock"
            timeZone={project.settings.analytics.timeZone}
          />
          . Retrying…
        </p>
      )}
      <Loaded query={query} rows={2}>
        {({ visitors, recent }) => (
          <div className="stack tight">
            <p>
              <strong>{number.format(visitors.total)}</strong> {visitors.total === 1 ? 'visitor' : 'visitors'}{' '}
              <span className="muted">
                ({number.format(visitors.human)} {visitors.human === 1 ? 'person' : 'people'},{' '}
                {number.format(visitors.ai)} AI)
              </span>
            </p>
            {recent.length === 0 && (
              <p className="muted small">No visitors right now. New views appear here automatically.</p>
            )}
            <ul className="small stack tight">
              {recent.slice(0, shownViews).map((view, index) => (
                <li key={`${view.at}-${index}`} className="live-row">
                  <span className="live-path">
                    <FilterLink name="path" value={view.path}>
                      {view.path}
                    </FilterLink>
                  </span>
                  <span className="muted">
                    {plainName(view.agent ?? view.category)} ·{' '}
                    <Time at={view.at} as="clock" timeZone={project.settings.analytics.timeZone} />
                  </span>
                </li>
              ))}
            </ul>
          </div>
        )}
      </Loaded>
    </div>
  );
}
