import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../parts/loaded.tsx';
import { Time } from '../parts/time.tsx';
import type { Project } from '../projects/projects.ts';
import { liveMinutes, liveQuery } from './analytics.ts';

const shownViews = 6;

/** Who reads now; asked again every ten seconds while the page is looked at. */
export function Live({ project }: { project: Project }) {
  const query = useQuery(liveQuery(project.id));
  return (
    <section className="card stack tight" aria-labelledby="live">
      <h2 id="live" className="row">
        <span className="pulse good" aria-hidden="true" /> Last {liveMinutes} minutes
      </h2>
      <div className="live-space">
        <Loaded query={query} rows={2}>
          {({ visitors, recent }) => (
            <div className="stack tight">
              <p>
                <strong>{visitors.total}</strong> {visitors.total === 1 ? 'visitor' : 'visitors'}{' '}
                <span className="muted">
                  ({visitors.human} human, {visitors.ai} AI)
                </span>
              </p>
              <ul className="small stack tight">
                {recent.slice(0, shownViews).map((view, index) => (
                  <li key={`${view.at}-${index}`} className="live-row">
                    <bdi className="live-path">{view.path}</bdi>
                    <span className="muted">
                      {view.agent ?? view.category.replaceAll('_', ' ')} · <Time at={view.at} as="clock" />
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
