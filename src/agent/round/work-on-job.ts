import type { DatabaseConnection } from '../../db/open-database.ts';
import type { JobRow } from '../../db/schema.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { duration } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import { onceThereIsRoom } from '../../kernel/once-there-is-room.ts';
import { readStorageFault, type StorageFault } from '../../kernel/storage-fault.ts';
import { describeFailure } from '../jobs/describe-failure.ts';
import { LeaseLost } from '../jobs/errors.ts';
import type { JobEvents } from '../jobs/job-events.ts';
import type { JobQueue, Lease } from '../jobs/job-queue.ts';
import { createJobRun, type JobRun } from '../jobs/job-run.ts';
import { HandedBack, WaitedForRoom, type WorkControl } from '../jobs/work-control.ts';
import { AttemptsExhausted, UnexpectedFault } from './errors.ts';
import { waitForOthers } from './wait-for-others.ts';

/** Attempts without progress in between before a job is given up. */
const attemptsCap = 3;

/** How long a job rests that the disk had no room for, in milliseconds; it costs no attempt. */
const storagePause = 30 * duration.second;

/** Runs a claimed job and turns however that ended into the next state of the job. Never rejects. */
export function createWorkOnJob({
  db,
  clock,
  steadyClock,
  events,
  queue,
  logger,
  runJob,
  proveRoom = () => Promise.resolve(),
  lastRoom,
  retryDelayMilliseconds = (attempt) => 5 * duration.second * 4 ** (attempt - 1),
}: {
  db: DatabaseConnection;
  clock: Clock;
  /** How long something was tried is measured by it. */
  steadyClock: Clock;
  events: JobEvents;
  queue: JobQueue;
  logger: Logger;
  runJob: (run: JobRun, control: WorkControl) => Promise<void>;
  /** Throws a `StorageFault` while the disk of the workspaces refuses: whatever failed then, failed for that. */
  proveRoom?: () => Promise<void>;
  /** See `fence.ts`. */
  lastRoom?: (() => Promise<boolean>) | undefined;
  retryDelayMilliseconds?: (attempt: number) => number;
}): (job: JobRow, lease: Lease, control: WorkControl) => Promise<void> {
  const storageFaultOf = async (thrown: unknown): Promise<StorageFault | undefined> => {
    const proven = await proveRoom().catch((error: unknown) => error);
    return readStorageFault(thrown) ?? readStorageFault(proven);
  };

  const settle = async (
    thrown: unknown,
    { run, lease, jobLogger, startedAt }: { run: JobRun; lease: Lease; jobLogger: Logger; startedAt: number },
  ): Promise<void> => {
    if (thrown instanceof WaitedForRoom) {
      await queue.handBack(lease, { waitedMilliseconds: thrown.waitedMilliseconds, delayMilliseconds: 0 });
      jobLogger.info({}, 'the disk has room again; the job goes on');
      return;
    }
    if (thrown instanceof LeaseLost) {
      jobLogger.info({}, 'the job went to another worker or was archived');
      return;
    }
    if (thrown instanceof HandedBack) {
      await queue.handBack(lease);
      jobLogger.info({}, 'handed the job back');
      return;
    }
    const storageFault = await storageFaultOf(thrown);
    if (storageFault !== undefined) {
      jobLogger.warn({ code: storageFault.facts.code, error: thrown }, 'the job waits for its disk');
      await queue.handBack(lease, { waitedMilliseconds: 0, delayMilliseconds: storagePause });
      return;
    }
    const error = thrown instanceof AppError ? thrown : new UnexpectedFault(thrown);
    if (error.facts.away === true) {
      const triedMilliseconds = steadyClock.now() - startedAt;
      jobLogger.warn({ code: error.facts.code, error: thrown }, 'something that the job needs is away');
      await waitForOthers({ error, run, queue, lease, clock, triedMilliseconds });
      return;
    }
    const attempts = await run.attempts();
    if (!error.facts.retryable || attempts >= attemptsCap) {
      jobLogger.warn({ code: error.facts.code, error: thrown }, 'the job failed');
      await run.fail(describeFailure(error));
      return;
    }
    const pause = Math.max(retryDelayMilliseconds(attempts), (error.retryAfterSeconds ?? 0) * duration.second);
    jobLogger.warn({ code: error.facts.code, error: thrown, attempts, pause }, 'the job will be tried again');
    const seconds = Math.ceil(pause / duration.second);
    await run.emit({
      type: 'notice',
      text: `Attempt ${attempts} of ${attemptsCap}: ${error.message} Retrying in ${seconds} s.`,
    });
    await queue.retryLater(lease, pause);
  };

  return async (job, lease, control) => {
    const jobLogger = logger.child({ jobId: job.id, projectId: job.project_id, epoch: lease.epoch });
    const run = createJobRun({ db, clock, events, job, lease, signal: control.signal, lastRoom });
    const startedAt = steadyClock.now();
    try {
      try {
        if (job.attempts > attemptsCap) throw new AttemptsExhausted(attemptsCap);
        await runJob(run, control);
        jobLogger.info({}, 'the job ended its round');
      } catch (thrown) {
        // Whatever an abort made fail, the reason of the abort is what happened.
        const cause: unknown = control.signal.aborted ? control.signal.reason : thrown;
        await onceThereIsRoom(() => settle(cause, { run, lease, jobLogger, startedAt }), {
          signal: control.signal,
          onRefused: ({ message }) => {
            jobLogger.warn({ message }, 'the job waits for its disk or its database');
          },
        });
      }
    } catch (error) {
      if (error instanceof LeaseLost) return;
      // The database is away: the lease runs out and whoever claims the job next goes on from the last step.
      jobLogger.error({ error }, 'the end of the attempt could not be stored');
    }
  };
}
