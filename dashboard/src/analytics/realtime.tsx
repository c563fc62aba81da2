import './realtime.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Dialog } from '../parts/dialog.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { liveMinutes, realtimeMinutes, realtimeQuery, type ReadProject, type Timeseries } from './analytics.ts';
import { Count, CountsTable } from './counts-table.tsx';
import { FilterChips } from './filter-chips.tsx';
import type { Filters } from './filters.ts';
import { HowCounted } from './how-counted.tsx';
import { Live } from './live.tsx';

/** The last half hour, minute by minute, asked again every ten seconds. */
export function RealtimeDialog({ project, filters }: { project: ReadProject; filters: Filters }) {
  const navigate = useNavigate();
  const query = useQuery(realtimeQuery(useQueryClient(), project.id, filters));
  const close = () =>
    void navigate({ to: '.', search: (before) => ({ ...before, all: undefined }), resetScroll: false });
  return (
    <Dialog title={`Last ${realtimeMinutes} minutes`} isWide onClose={close}>
      <FilterChips filters={filters} />
      <Loaded query={query} rows={8}>
        {({ totals, series, lists }) => (
          <>
            <div>
              <strong>
                <Count value={totals.total} />
              </strong>{' '}
              {totals.total === 1 ? 'visitor' : 'visitors'}{' '}
              <span className="muted">
                (<Count value={totals.human} /> {totals.human === 1 ? 'person' : 'people'}, <Count value={totals.ai} />{' '}
                AI)
              </span>{' '}
              <HowCounted name="live" />
            </div>
            <Minutes series={series} timeZone={project.settings.analytics.timeZone} />
            {lists.map(({ dimension, title, rows }) => (
              <section key={dimension} className="realtime-list">
                <CountsTable label={`${title}, last ${realtimeMinutes} minutes`} dimension={dimension} rows={rows} />
                {rows.length === 0 && <p className="muted small table-footer">None yet.</p>}
              </section>
            ))}
          </>
        )}
      </Loaded>
      <h3>Last {liveMinutes} minutes</h3>
      <Live project={project} />
      <div className="row">
        <button type="button" className="button quiet" onClick={close}>
          Close
        </button>
      </div>
    </Dialog>
  );
}

/** A bar a minute; the same in a table for those who do not see it. */
function Minutes({ series, timeZone }: { series: Timeseries; timeZone: string }) {
  const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short', timeZone });
  const largest = Math.max(1, ...series.buckets.map(({ visitors }) => visitors.human + visitors.ai));
  const height = (count: number) => ({ height: `${(count / largest) * 100}%` });
  return (
    <figure className="minutes">
      <div className="minute-bars" aria-hidden="true">
        {series.buckets.map(({ start, visitors }) => (
          <div key={start} title={`${clock.format(new Date(start))}: ${visitors.human} people, ${visitors.ai} AI`}>
            <span className="ai" style={height(visitors.ai)} />
            <span className="human" style={height(visitors.human)} />
          </div>
        ))}
      </div>
      <figcaption className="row apart small muted">
        <span>{realtimeMinutes} minutes ago</span>
        <span>
          <span className="swatch human" aria-hidden="true" /> People <span className="swatch ai" aria-hidden="true" />{' '}
          AI
        </span>
        <span>now</span>
      </figcaption>
      <table className="visually-hidden">
        <caption>Visitors by minute</caption>
        <thead>
          <tr>
            <th scope="col">Minute</th>
            <th scope="col">People</th>
            <th scope="col">AI</th>
          </tr>
        </thead>
        <tbody>
          {series.buckets.map(({ start, visitors }) => (
            <tr key={start}>
              <th scope="row">{clock.format(new Date(start))}</th>
              <td>{visitors.human}</td>
              <td>{visitors.ai}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
