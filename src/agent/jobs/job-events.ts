import { sql, type Transaction } from 'kysely';
import { jobEventDataSchema, type JobEvent, type JobEventData } from '../../contract/agent-job.ts';
import type { DatabaseConnection } from '../../db/open-database.ts';
import type { Database } from '../../db/schema.ts';
import type { Wakeups } from '../../db/wakeups.ts';
import { duration } from '../../kernel/clock.ts';

/**
 * Other processes write events too; a reader that was not woken looks again after this time, in milliseconds: the longer one
 * where others wake it.
 */
const pollInterval = { alone: duration.second, woken: 2 * duration.second };

/**
 * Appends to the log of a job, in the transaction that makes the events true. Sequences have no gaps, and nobody sees one
 * before those below it: others wait until the transaction that took one ends, so that those after it are its own too.
 */
export async function appendEvents(
  transaction: Transaction<Database>,
  { jobId, at }: { jobId: string; at: number },
  ...[first, ...others]: readonly JobEventData[]
): Promise<void> {
  if (first === undefined) return;
  const row = (data: JobEventData) => ({ job_id: jobId, at, type: data.type, data: JSON.stringify(data) });
  let taken: { sequence: number } | undefined;
  while (taken === undefined) {
    taken = await transaction
      .insertInto('job_events')
      .values((insert) => ({
        ...row(first),
        sequence: insert
          .selectFrom('job_events')
          .where('job_id', '=', jobId)
          .select((select) => select(select.fn.coalesce(select.fn.max('sequence'), sql.lit(0)), '+', 1).as('next')),
      }))
      .onConflict((conflict) => conflict.columns(['job_id', 'sequence']).doNothing())
      .returning('sequence')
      .executeTakeFirst();
  }
  if (others.length === 0) return;
  const { sequence } = taken;
  await transaction
    .insertInto('job_events')
    .values(others.map((data, index) => ({ ...row(data), sequence: sequence + index + 1 })))
    .execute();
}

/** Reads the logs of jobs, also as they grow. */
export interface JobEvents {
  read(query: { jobId: string; after: number; limit: number }): Promise<{ events: JobEvent[]; hasMore: boolean }>;
  /** Resolves when the log of the job may have grown, when a short while has passed, or when `signal` aborts. */
  changed(jobId: string, signal: AbortSignal): Promise<void>;
  /** Wakes readers; called after the commit. */
  wake(jobId: string): void;
}

export function createJobEvents({ db, wakeups }: { db: DatabaseConnection; wakeups: Wakeups }): JobEvents {
  return {
    async read({ jobId, after, limit }) {
      const rows = await db
        .selectFrom('job_events')
        .select(['sequence', 'at', 'data'])
        .where('job_id', '=', jobId)
        .where('sequence', '>', after)
        .orderBy('sequence')
        .limit(limit + 1)
        .execute();
      const events = rows.slice(0, limit).map((row): JobEvent => ({
        sequence: row.sequence,
        at: new Date(row.at).toISOString(),
        ...jobEventDataSchema.parse(JSON.parse(row.data)),
      }));
      return { events, hasMore: rows.length > limit };
    },
    async changed(jobId, signal) {
      const longest = wakeups.reachesAll() ? pollInterval.woken : pollInterval.alone;
      await wakeups.woken(jobId, AbortSignal.any([signal, AbortSignal.timeout(longest)]));
    },
    wake: (jobId) => {
      wakeups.wake(jobId);
    },
  };
}
