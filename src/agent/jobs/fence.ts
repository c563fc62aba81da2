import type { Transaction } from 'kysely';
import type { JobEventData } from '../../contract/agent-job.ts';
import type { DatabaseConnection } from '../../db/open-database.ts';
import type { Database } from '../../db/schema.ts';
import type { Clock } from '../../kernel/clock.ts';
import { LeaseLost } from './errors.ts';
import { appendEvent, type JobEvents } from './job-events.ts';
import type { Lease } from './job-queue.ts';

/** A transaction in which the lease of the job was proven. */
export interface Fenced {
  readonly transaction: Transaction<Database>;
  /** Milliseconds since the Unix epoch, as the row of the job has it. */
  readonly now: number;
  readonly append: (...data: readonly JobEventData[]) => Promise<void>;
}

/**
 * The fence: the write lock is taken and the lease proven before anything else is written, `fields` of the job among it.
 * Throws LeaseLost when the job was taken over, archived or ended meanwhile; then nothing is written.
 */
export type Fence = <Result>(work: (fenced: Fenced) => Promise<Result>, fields?: object) => Promise<Result>;

export function createFence({
  db,
  clock,
  events,
  jobId,
  lease,
}: {
  db: DatabaseConnection;
  clock: Clock;
  events: JobEvents;
  jobId: string;
  lease: Lease;
}): Fence {
  return async (work, fields = {}) => {
    const now = clock.now();
    const result = await db.transaction().execute(async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('jobs')
        .set({ updated_at: now, ...fields })
        .where('id', '=', jobId)
        .where('lease_epoch', '=', lease.epoch)
        .where('status', '=', 'active')
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw new LeaseLost(jobId);
      const append = async (...data: readonly JobEventData[]) => {
        for (const event of data) await appendEvent(transaction, { jobId, at: now, data: event });
      };
      return work({ transaction, now, append });
    });
    events.wake(jobId);
    return result;
  };
}
