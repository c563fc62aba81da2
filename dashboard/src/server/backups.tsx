import { serverAddress } from '../api/base-path.ts';
import type { components } from '../api/dashboard-api.generated.ts';
import { Time } from '../parts/time.tsx';
import { sizeOf } from './size-of.ts';

type Backups = components['schemas']['Operations']['backups'];

/** When the last one was made, where it lies, and what is wrong if something is. */
export function Backups({ backups: { schedule, lastSuccess, failure, isOverdue } }: { backups: Backups }) {
  return (
    <section className="card stack" aria-labelledby="backups">
      <h2 id="backups">Backups</h2>
      {failure !== null && (
        <p className="notice bad">
          The backup of <Time at={failure.at} as="full" /> failed: <bdi className="breakable">{failure.message}</bdi>
        </p>
      )}
      {isOverdue && failure === null && (
        <p className="notice warn">The last backup is older than the schedule allows. Check the server's log.</p>
      )}
      <dl className="facts">
        <dt>Last backup</dt>
        <dd>
          {lastSuccess === null ? (
            'No backups yet.'
          ) : (
            <>
              <Time at={lastSuccess.at} /> · {sizeOf(lastSuccess.bytes)} · {lastSuccess.views.toLocaleString('en')}{' '}
              views
              <span className="muted small block breakable">
                <bdi>{lastSuccess.place}</bdi>
              </span>
            </>
          )}
        </dd>
        <dt>Schedule</dt>
        <dd>
          {schedule === null ? (
            <>
              No schedule. Set <code>DOCWRIGHT_BACKUP_TO</code> and restart the server.
            </>
          ) : (
            <>
              Every {schedule.everyHours === 1 ? 'hour' : `${schedule.everyHours} hours`},{' '}
              {schedule.isIncremental && 'incremental, '}keeping the newest {schedule.keep},{' '}
              {schedule.hasKey ? 'with the encrypted master key' : 'without the master key: keep a copy elsewhere'}
              <span className="muted small block breakable">
                <bdi>{schedule.to}</bdi>
              </span>
            </>
          )}
        </dd>
      </dl>
      <p className="small">
        <a href={serverAddress('/guide/back-up')}>Back up and restore</a>
      </p>
    </section>
  );
}
