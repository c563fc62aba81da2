import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../parts/loaded.tsx';
import { Time } from '../parts/time.tsx';
import { liveMinutes, liveQuery, type ReadProject } from './analytics.ts';
import { FilterLink } from './filter-link.tsx';
import { plainName } from './plain-names.ts';

const shownViews = 6;

const number = new Intl.NumberFormat();

/** Who reads now; asked again every ten seconds while the page is looked at. Says so when that stops working. */
export function Live({ project }: { project: ReadProject }) {
  const query = useQuery(liveQuery(project.id));
  return (
    <section className="card stack tight" aria-labelledby="live">
      <h2 id="live" className="row">
        <span className={query.isError ? 'pulse stale' : 'pulse good'} aria-hidden="true" /> Last {liveMinutes} minutes
      </h2>
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
      <div className="live-space">
        <Loaded query={query} rows={2}>
          {({ visitors, recent }) => (
            <div className="stack tight">
              <p>
                <strong>{number.format(visitors.total)}</strong> {visitors.total === 1 ? 'visitor' : 'visitors'}{' '}
                <span className="muted">
                  ({number.format(visitors.human)} human, {number.format(visitors.ai)} AI)
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
    </section>
  );
}
