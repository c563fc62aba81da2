import { Option, type Command } from 'commander';
import type { AgentJob, DocwrightClient } from '../../client/src/index.ts';
import { duration } from '../kernel/clock.ts';
import { describeJob } from './describe-job.ts';
import { JobWaitTimedOut } from './errors.ts';
import { exitCodes } from './exit-codes.ts';
import { createJobProgress } from './job-progress.ts';
import { print } from './print.ts';
import { liveTerminal } from './terminal.ts';

export interface FollowOptions {
  readonly timeout?: number;
  readonly json?: true;
}

const exitCodeOf: Record<AgentJob['status'], number> = {
  completed: exitCodes.done,
  active: exitCodes.done,
  failed: exitCodes.jobFailed,
  archived: exitCodes.jobArchived,
};

export const exitCodesHelp =
  'Exit codes when waiting: 0 completed, 3 failed, 4 archived, 5 not ended within --timeout.';

export function addTimeoutOption(command: Command): Command {
  const minutes = new Option('--timeout <minutes>', 'stop waiting after this time; the job continues').argParser(
    Number,
  );
  return command.addOption(minutes);
}

/** Shows what happens on standard error until the job has ended, prints the job, and sets the exit code. */
export async function followJob(
  client: DocwrightClient,
  { projectId, id, after = 0 }: { projectId: string; id: string; after?: number },
  { timeout, json }: FollowOptions,
): Promise<void> {
  const progress = createJobProgress(liveTerminal);
  try {
    const job = await client.waitForJob({
      projectId,
      id,
      after,
      ...(timeout !== undefined && { signal: AbortSignal.timeout(timeout * duration.minute) }),
      onEvent: progress.show,
      onAway: ({ message }) => {
        progress.say(`${message} Retrying for up to 5 minutes; the job itself continues.`);
      },
    });
    progress.end();
    print(json, job, () => describeJob(job));
    process.exitCode = exitCodeOf[job.status];
  } catch (error) {
    progress.end();
    throw error instanceof DOMException && error.name === 'TimeoutError'
      ? new JobWaitTimedOut(id, timeout ?? 0)
      : error;
  }
}
