import { remedyAt, type AppError } from '../../kernel/app-error.ts';
import { duration, type Clock } from '../../kernel/clock.ts';
import { describeFailure } from '../jobs/describe-failure.ts';
import { AwayTooLong } from '../jobs/errors.ts';
import type { JobQueue, Lease } from '../jobs/job-queue.ts';
import type { JobRun } from '../jobs/job-run.ts';

/** How long a round waits for what is away. Hosts are rarely away for longer, and a person should know by then. */
const patience = duration.hour;
/** The same where waiting alone does not help, such as for a certificate that expired: somebody may be at it just now. */
const patienceForMending = 10 * duration.minute;
const firstPause = 5 * duration.second;
const longestPause = 2 * duration.minute;

/**
 * Hands a job back whose round needs something outside of this server that is away, to be tried again: after what the
 * other side asks for, else after growing pauses. Ends the job when it has waited long enough.
 */
export async function waitForOthers({
  error,
  run,
  queue,
  lease,
  clock,
  triedMilliseconds,
}: {
  error: AppError;
  run: JobRun;
  queue: JobQueue;
  lease: Lease;
  clock: Clock;
  /** How long the try took that has just failed. */
  triedMilliseconds: number;
}): Promise<void> {
  const before = await run.waiting();
  const waited = (before?.milliseconds ?? 0) + triedMilliseconds;
  const tries = (before?.tries ?? 0) + 1;
  const within = error.facts.retryable ? patience : patienceForMending;
  if (before !== undefined && waited >= within) {
    const { head_branch: branch } = run.job;
    const pushedTo = (await run.hasDone('push')) ? branch : undefined;
    await run.fail(describeFailure(new AwayTooLong(error, { tries, waited, pushedTo })));
    return;
  }
  const growing = Math.min(longestPause, firstPause * 2 ** (tries - 1));
  // Never longer than a whole wait: some ask for days, or name a date by a clock that is wrong.
  const requestedPause = Math.min((error.retryAfterSeconds ?? 0) * duration.second, patience);
  const pause = Math.max(growing, requestedPause);
  const now = clock.now();
  const { code, retryable } = error.facts;
  const remedy = remedyAt('job', error.facts);
  const shown = {
    code,
    // What does not pass by itself is said with what to do about it.
    message: retryable ? error.message : `${error.message} ${remedy}`,
    since: before?.shown.since ?? new Date(now).toISOString(),
    until: new Date(now + pause).toISOString(),
  };
  await run.waitFor({ shown, tries, milliseconds: waited + pause });
  await queue.waitFor(lease, pause);
}
