import { sql, type RawBuilder } from 'kysely';
import type { DatabaseConnection } from '../../db/open-database.ts';
import { describeFailure } from './describe-failure.ts';
import { WorkersEnded } from './errors.ts';
import { appendEvents } from './job-events.ts';
import { moveJob } from './move-job.ts';

/** Workers that may end in the middle of a round before nobody takes the job any more. */
const workerEndsCap = 3;

/** True of a job whose worker ended without a word, and was the last that may. */
export const isDeadly = sql<boolean>`lease_owner is not null and worker_ends >= ${sql.lit(workerEndsCap - 1)}`;

/** Fails the jobs that ended one worker after another: whoever claimed such a job would be the next. */
export async function failDeadlyJobs(
  db: DatabaseConnection,
  { isFree, now }: { isFree: RawBuilder<boolean>; now: number },
): Promise<void> {
  const deadly = (within: Pick<DatabaseConnection, 'selectFrom'>) =>
    within
      .selectFrom('jobs')
      .select(['id', 'lease_epoch'])
      .where('status', '=', 'active')
      .where(isFree)
      .where(isDeadly);
  // Asked at every claim, so it takes no write lock unless there is one.
  if ((await deadly(db).limit(1).execute()).length === 0) return;
  const failure = describeFailure(new WorkersEnded(workerEndsCap));
  await db.transaction().execute(async (transaction) => {
    for (const { id, lease_epoch } of await deadly(transaction).forUpdate().skipLocked().execute()) {
      const fields = {
        failure: JSON.stringify(failure),
        worker_ends: workerEndsCap,
        lease_owner: null,
        lease_until: 0,
        // Whoever slept past the end of the lease can change nothing when it wakes.
        lease_epoch: lease_epoch + 1,
        updated_at: now,
      };
      await moveJob(transaction, { id, to: 'failed', fields });
      await appendEvents(transaction, { jobId: id, at: now }, { type: 'status', status: 'failed', failure });
    }
  });
}
