import { sql, type RawBuilder, type UpdateObject } from 'kysely';
import type { DatabaseConnection } from '../../db/open-database.ts';
import type { Database, JobRow } from '../../db/schema.ts';
import { duration, type Clock } from '../../kernel/clock.ts';
import type { LeaseTime } from '../../db/lease-time.ts';
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
  claim(activeJobs?: readonly string[]): Promise<{ job: JobRow; lease: Lease } | undefined>;
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

/** A statement may have waited for its turn since its time was read; what was leased meanwhile lies so much further ahead. */
const longestTurn = duration.minute;

export function createJobQueue({
  db,
  clock,
  leaseTime,
  owner,
  leaseMilliseconds,
}: {
  db: DatabaseConnection;
  clock: Clock;
  /** Leases and pauses are measured by it. */
  leaseTime: LeaseTime;
  /** Names this worker process to people who read the table. */
  owner: string;
  leaseMilliseconds: number;
}): JobQueue {
  const ownedBy = (lease: Lease) =>
    db.updateTable('jobs').where('id', '=', lease.jobId).where('lease_epoch', '=', lease.epoch);
  const leave = (lease: Lease, fields: UpdateObject<Database, 'jobs'>) =>
    ownedBy(lease)
      // Nothing that the worker still does may change the job.
      .set({ lease_owner: null, lease_until: 0, lease_epoch: lease.epoch + 1, ...fields })
      .where('status', '=', 'active')
      .execute();
  // What lies further ahead than it can was written before the machine started, or by a version that counted otherwise.
  const isOver = (moment: RawBuilder<number>, longest: number) => {
    const now = leaseTime();
    return sql<boolean>`(${moment} <= ${now} or ${moment} > ${now} + ${sql.lit(longest + longestTurn)})`;
  };
  const leaseTimeIn = (milliseconds: number) => sql<number>`${leaseTime()} + ${sql.lit(milliseconds)}`;
  return {
    async claim(activeJobs = []) {
      const isFree = isOver(sql`lease_until`, leaseMilliseconds);
      await failDeadlyJobs(db, { isFree, now: clock.now() });
      const isAvailable = isOver(sql`available_at`, longestPause);
      const isElsewhere = activeJobs.length === 0 ? sql`true` : sql`id not in (${sql.join(activeJobs)})`;
      const due = sql<boolean>`${isElsewhere} and status = 'active' and ${isFree} and ${isAvailable} and not (${isDeadly})`;
      // Active jobs are looked at once, not once more for each project that waits.
      const turns = sql<{ project_id: string; at_work: number; last_served: number }>`(
        select
          project_id,
          at_work,
          (select coalesce(max(served.started_at), 0) from jobs as served
            where served.project_id = waiting.project_id) as last_served
        from (
          select project_id, count(*) filter (where not ${isFree}) as at_work
          from jobs where status = 'active'
          group by project_id having count(*) filter (where ${due}) > 0) as waiting)`.as('turn');
      const job = await db
        .updateTable('jobs')
        .set({
          lease_owner: owner,
          lease_until: leaseTimeIn(leaseMilliseconds),
          lease_epoch: sql`lease_epoch + 1`,
          attempts: sql`attempts + 1`,
          worker_ends: sql`worker_ends + case when lease_owner is null then 0 else 1 end`,
          started_at: sql`coalesce(started_at, ${clock.now()})`,
        })
        .where('id', '=', (jobs) =>
          jobs
            .selectFrom('jobs')
            .innerJoin(turns, 'turn.project_id', 'jobs.project_id')
            .select('jobs.id')
            .where(due)
            .orderBy('turn.at_work')
            .orderBy('turn.last_served')
            .orderBy('jobs.id')
            .limit(1)
            // Another worker is about to claim it.
            .forUpdate('jobs')
            .skipLocked(),
        )
        .returningAll()
        .executeTakeFirst();
      return job && { job, lease: { jobId: job.id, owner, epoch: job.lease_epoch } };
    },

    async renew(lease, workedMilliseconds) {
      const { numUpdatedRows } = await ownedBy(lease)
        .set({
          lease_until: leaseTimeIn(leaseMilliseconds),
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
        available_at: leaseTimeIn(delayMilliseconds),
        worked: sql`case when worked > ${waitedMilliseconds} then worked - ${waitedMilliseconds} else 0 end`,
      });
    },

    async retryLater(lease, delayMilliseconds) {
      await leave(lease, { available_at: leaseTimeIn(Math.min(delayMilliseconds, longestPause)) });
    },

    async waitFor(lease, delayMilliseconds) {
      const available_at = leaseTimeIn(Math.min(delayMilliseconds, longestPause));
      await leave(lease, { available_at, attempts: sql`attempts - 1` });
    },
  };
}
