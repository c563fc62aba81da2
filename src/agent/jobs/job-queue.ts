import { sql, type RawBuilder, type UpdateObject } from 'kysely';
import type { DatabaseConnection } from '../../db/open-database.ts';
import type { Database, JobRow } from '../../db/schema.ts';
import { duration, type Clock } from '../../kernel/clock.ts';
import { failDeadlyJobs, isDeadly } from './fail-deadly-jobs.ts';

/** A worker's right to work on a job. Every write and push of the worker carries the epoch. */
export interface Lease {
  readonly jobId: string;
  readonly owner: string;
  readonly epoch: number;
}

/**
 * The jobs table as its own queue: there is no second table that could disagree. A claim sets owner, end and the next
 * epoch of the lease in one statement; whoever holds an older epoch can change nothing any more.
 */
export interface JobQueue {
  /**
   * Takes one job that is active, due, and not leased. Fair between projects: the one with the fewest jobs at work
   * comes first, then the one served longest ago, then the oldest job. One that ended three workers is nobody's. `atWork`:
   * jobs of this process, which keep what they could not store yet, even while their lease could not be prolonged.
   */
  claim(atWork?: readonly string[]): Promise<{ job: JobRow; lease: Lease } | undefined>;
  /** Prolongs the lease of a job that was worked on for as long. False when it is lost: taken over, archived, or ended. */
  renew(lease: Lease, workedMilliseconds: number): Promise<boolean>;
  /** True while no one else has the job. Cheap; called about once a second to notice an archived job. */
  holds(lease: Lease): Promise<boolean>;
  /**
   * Hands the job back without counting the attempt, for whoever claims it next. `waitedMilliseconds` were no work and do
   * not count towards its deadline; `delayMilliseconds` neither, before which nobody claims it.
   */
  handBack(lease: Lease, pause?: { waitedMilliseconds: number; delayMilliseconds: number }): Promise<void>;
  /** Hands the job back after a passing fault, to be claimed again after `delayMilliseconds`. */
  retryLater(lease: Lease, delayMilliseconds: number): Promise<void>;
  /** Like `retryLater`, without counting the attempt, when what the job needs is away. */
  waitFor(lease: Lease, delayMilliseconds: number): Promise<void>;
}

/** The longest pause in milliseconds; what is to be waited for longer was written by a clock that counted otherwise. */
const longestPause = duration.hour;

export function createJobQueue({
  db,
  clock,
  steadyClock,
  owner,
  leaseMilliseconds,
}: {
  db: DatabaseConnection;
  clock: Clock;
  /** Leases and pauses are measured by it: a clock that somebody sets would end or prolong them. */
  steadyClock: Clock;
  /** Names this worker process to people who read the table. */
  owner: string;
  leaseMilliseconds: number;
}): JobQueue {
  const own = (lease: Lease) =>
    db.updateTable('jobs').where('id', '=', lease.jobId).where('lease_epoch', '=', lease.epoch);
  const leave = (lease: Lease, fields: UpdateObject<Database, 'jobs'>) =>
    own(lease)
      .set({ lease_owner: null, lease_until: 0, ...fields })
      .where('status', '=', 'active')
      .execute();
  // What lies further ahead than it can was written before the machine started, or by a version that counted otherwise.
  const isOver = (moment: RawBuilder<number>, longest: number) => {
    const now = steadyClock.now();
    return sql<boolean>`(${moment} <= ${now} or ${moment} > ${now + longest})`;
  };
  return {
    async claim(atWork = []) {
      const isFree = isOver(sql`lease_until`, leaseMilliseconds);
      await failDeadlyJobs(db, { isFree, now: clock.now() });
      const isAvailable = isOver(sql`available_at`, longestPause);
      const isElsewhere = atWork.length === 0 ? sql`true` : sql`id not in (${sql.join(atWork)})`;
      const due = sql`${isElsewhere} and status = 'active' and ${isFree} and ${isAvailable} and not (${isDeadly})`;
      const { rows } = await sql<JobRow>`
        update jobs set
          lease_owner = ${owner},
          lease_until = ${steadyClock.now() + leaseMilliseconds},
          lease_epoch = lease_epoch + 1,
          attempts = attempts + 1,
          worker_ends = worker_ends + (lease_owner is not null),
          started_at = coalesce(started_at, ${clock.now()})
        where id = (
          select jobs.id
          from jobs join (
            select
              project_id,
              (select count(*) from jobs as running
                where running.project_id = waiting.project_id
                  and running.status = 'active'
                  and not ${isOver(sql`running.lease_until`, leaseMilliseconds)}) as at_work,
              (select coalesce(max(served.started_at), 0) from jobs as served
                where served.project_id = waiting.project_id) as last_served
            from (select distinct project_id from jobs where ${due}) as waiting
          ) as turn on turn.project_id = jobs.project_id
          where ${due}
          order by turn.at_work, turn.last_served, jobs.id
          limit 1
        )
        returning *`.execute(db);
      const [job] = rows;
      return job && { job, lease: { jobId: job.id, owner, epoch: job.lease_epoch } };
    },

    async renew(lease, workedMilliseconds) {
      const { numUpdatedRows } = await own(lease)
        .set({
          lease_until: steadyClock.now() + leaseMilliseconds,
          worked: sql`worked + ${workedMilliseconds}`,
        })
        .where('status', '=', 'active')
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    async holds(lease) {
      const row = await db
        .selectFrom('jobs')
        .select('id')
        .where('id', '=', lease.jobId)
        .where('lease_epoch', '=', lease.epoch)
        .where('status', '=', 'active')
        .executeTakeFirst();
      return row !== undefined;
    },

    async handBack(lease, { waitedMilliseconds, delayMilliseconds } = { waitedMilliseconds: 0, delayMilliseconds: 0 }) {
      await leave(lease, {
        attempts: sql`attempts - 1`,
        available_at: steadyClock.now() + delayMilliseconds,
        worked: sql`max(0, worked - ${waitedMilliseconds})`,
      });
    },

    async retryLater(lease, delayMilliseconds) {
      await leave(lease, { available_at: steadyClock.now() + Math.min(delayMilliseconds, longestPause) });
    },

    async waitFor(lease, delayMilliseconds) {
      const available_at = steadyClock.now() + Math.min(delayMilliseconds, longestPause);
      await leave(lease, { available_at, attempts: sql`attempts - 1` });
    },
  };
}
