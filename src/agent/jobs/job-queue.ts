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
 * The jobs table is the queue, so no second table can disagree with it. A claim sets owner, end and epoch of the lease in
 * one statement. A worker with an older epoch can change nothing.
 */
export interface JobQueue {
  /**
   * Claims one active, due job without a lease. Order: the project with the fewest running jobs, then the one served
   * longest ago, then the oldest job. Jobs that ended three workers are skipped, and so are `activeJobs`, which this
   * process still works on even if their lease has expired.
   */
  claim(activeJobs?: readonly string[]): Promise<{ job: JobRow; lease: Lease } | undefined>;
  /** Renews the lease and adds the time worked. False if the lease is lost: job taken over, archived or ended. */
  renew(lease: Lease, workedMilliseconds: number): Promise<boolean>;
  /** True while the lease is valid. Cheap: called about once a second to notice an archived job. */
  holds(lease: Lease): Promise<boolean>;
  /**
   * Hands the job back without counting the attempt. `waitedMilliseconds` do not count towards its deadline. Nobody can
   * claim it for `delayMilliseconds`.
   */
  handBack(lease: Lease, pause?: { waitedMilliseconds: number; delayMilliseconds: number }): Promise<void>;
  /** Hands the job back after a transient fault; it can be claimed again after `delayMilliseconds`. */
  retryLater(lease: Lease, delayMilliseconds: number): Promise<void>;
  /** Like `retryLater`, without counting the attempt: for unavailable services. */
  waitFor(lease: Lease, delayMilliseconds: number): Promise<void>;
}

/** Maximum pause in milliseconds. A longer one was written before a restart of the clock. */
const longestPause = duration.hour;

/** How long a statement may wait for locks after it read the time; newer leases may lie this much further ahead. */
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
  /** The clock of leases and pauses. */
  leaseTime: LeaseTime;
  /** Name of this worker process, for people who read the table. */
  owner: string;
  leaseMilliseconds: number;
}): JobQueue {
  const ownedBy = (lease: Lease) =>
    db.updateTable('jobs').where('id', '=', lease.jobId).where('lease_epoch', '=', lease.epoch);
  const releaseLease = (lease: Lease, fields: UpdateObject<Database, 'jobs'>) =>
    ownedBy(lease)
      // The next epoch, so that this worker can no longer change the job.
      .set({ lease_owner: null, lease_until: 0, lease_epoch: lease.epoch + 1, ...fields })
      .where('status', '=', 'active')
      .execute();
  // A time too far ahead was written before the machine started, or by a version with another clock.
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
      // Scan active jobs once, not once per project.
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
            // Skip jobs that another worker is claiming.
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
      await releaseLease(lease, {
        attempts: sql`attempts - 1`,
        available_at: leaseTimeIn(delayMilliseconds),
        worked: sql`case when worked > ${waitedMilliseconds} then worked - ${waitedMilliseconds} else 0 end`,
      });
    },

    async retryLater(lease, delayMilliseconds) {
      await releaseLease(lease, { available_at: leaseTimeIn(Math.min(delayMilliseconds, longestPause)) });
    },

    async waitFor(lease, delayMilliseconds) {
      const available_at = leaseTimeIn(Math.min(delayMilliseconds, longestPause));
      await releaseLease(lease, { available_at, attempts: sql`attempts - 1` });
    },
  };
}
