import { remedyAt, type AppError } from '../../kernel/app-error.ts';
import { duration, type Clock } from '../../kernel/clock.ts';
import { describeFailure } from '../jobs/describe-failure.ts';
import { AwayTooLong } from '../jobs/errors.ts';
import type { JobQueue, Lease } from '../jobs/job-queue.ts';
import type { JobRun } from '../jobs/job-run.ts';

/** How long a round waits for an unavailable service. Outages are rarely longer, and after that a person should know. */
const patience = duration.hour;
/** For causes that waiting cannot fix, such as an expired certificate: somebody may be fixing it right now. */
const patienceForRepair = 10 * duration.minute;
const firstPause = 5 * duration.second;
const longestPause = 2 * duration.minute;

/**
 * Hands back a job whose round needs an unavailable service. The job is retried after growing pauses, or after the pause
 * that the service asks for, and fails when it has waited too long.
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
  /** Duration of the failed attempt. */
  triedMilliseconds: number;
}): Promise<void> {
  const before = await run.waiting();
  const waited = (before?.milliseconds ?? 0) + triedMilliseconds;
  const tries = (before?.tries ?? 0) + 1;
  const limit = error.facts.retryable ? patience : patienceForRepair;
  if (before !== undefined && waited >= limit) {
    const { head_branch: branch } = run.job;
    const pushedTo = (await run.hasDone('push')) ? branch : undefined;
    await run.fail(describeFailure(new AwayTooLong(error, { tries, waited, pushedTo })));
    return;
  }
  const growing = Math.min(longestPause, firstPause * 2 ** (tries - 1));
  // Capped, because some services ask for days, or name a date by a wrong clock.
  const requestedPause = Math.min((error.retryAfterSeconds ?? 0) * duration.second, patience);
  const pause = Math.max(growing, requestedPause);
  const now = clock.now();
  const { code, retryable } = error.facts;
  const remedy = remedyAt('job', error.facts);
  const shown = {
    code,
    // If waiting cannot fix it, show the remedy.
    message: retryable ? error.message : `${error.message} ${remedy}`,
    since: before?.shown.since ?? new Date(now).toISOString(),
    until: new Date(now + pause).toISOString(),
  };
  await run.waitFor({ shown, tries, milliseconds: waited + pause });
  await queue.waitFor(lease, pause);
}
