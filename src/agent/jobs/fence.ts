import type { Transaction } from 'kysely';
import type { JobEventData } from '../../contract/agent-job.ts';
import type { DatabaseConnection } from '../../db/open-database.ts';
import type { Database } from '../../db/schema.ts';
import { duration, type Clock } from '../../kernel/clock.ts';
import { onceThereIsRoom } from '../../kernel/once-there-is-room.ts';
import { LeaseLost } from './errors.ts';
import { appendEvents, type JobEvents } from './job-events.ts';
import type { Lease } from './job-queue.ts';
import { HandedBack, WaitedForRoom } from './work-control.ts';

/** After a longer wait, in milliseconds, the job begins its attempt anew, so that the wait does not count as work. */
const longestWait = 30 * duration.second;

/** A transaction in which the lease of the job was proven. */
export interface Fenced {
  readonly transaction: Transaction<Database>;
  /** Milliseconds since the Unix epoch, as the row of the job has it. */
  readonly now: number;
  readonly append: (...data: readonly JobEventData[]) => Promise<void>;
}

/**
 * The fence: the write lock is taken and the lease proven before anything else is written, `fields` of the job among it.
 * Throws LeaseLost when the job was taken over, archived or ended meanwhile; then nothing is written. While the disk
 * refuses it waits, since what is written may have been paid for; after a long wait it throws WaitedForRoom, with all
 * written; when the process ends before, it writes in the room that was set aside.
 */
export type Fence = <Result>(work: (fenced: Fenced) => Promise<Result>, fields?: object) => Promise<Result>;

export function createFence({
  db,
  clock,
  events,
  jobId,
  lease,
  signal,
  lastRoom = () => Promise.resolve(false),
}: {
  db: DatabaseConnection;
  clock: Clock;
  events: JobEvents;
  jobId: string;
  lease: Lease;
  signal?: AbortSignal | undefined;
  /** Gives back the room that was set aside, for what must be stored before the process ends; false where there is none. */
  lastRoom?: (() => Promise<boolean>) | undefined;
}): Fence {
  return async (work, fields = {}) => {
    const began = performance.now();
    const write = () =>
      db.transaction().execute(async (transaction) => {
        const now = clock.now();
        const { numUpdatedRows } = await transaction
          .updateTable('jobs')
          .set({ updated_at: now, ...fields })
          .where('id', '=', jobId)
          .where('lease_epoch', '=', lease.epoch)
          .where('status', '=', 'active')
          .executeTakeFirst();
        if (numUpdatedRows === 0n) throw new LeaseLost(jobId);
        const append = (...data: readonly JobEventData[]) => appendEvents(transaction, { jobId, at: now }, ...data);
        return work({ transaction, now, append });
      });
    const result = await onceThereIsRoom(write, {
      signal,
      lastRoom: async () => signal?.reason instanceof HandedBack && (await lastRoom()),
    });
    events.wake(jobId);
    const waited = Math.round(performance.now() - began);
    if (waited > longestWait) throw new WaitedForRoom(waited);
    return result;
  };
}
