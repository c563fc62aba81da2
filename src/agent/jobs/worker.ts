import { setTimeout as delay } from 'node:timers/promises';
import type { JobRow } from '../../db/schema.ts';
import { duration } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import { LeaseLost } from './errors.ts';
import type { JobQueue, Lease } from './job-queue.ts';
import { HandedBack, type WorkControl } from './work-control.ts';

export interface Worker {
  start(): void;
  /** Looks for work now instead of at the next poll. */
  wake(): void;
  /** Once and for all. Claims nothing more; gives running jobs `graceMilliseconds` to reach a stored turn, then stops them. */
  drain(graceMilliseconds: number): Promise<void>;
}

export interface WorkerTimes {
  /** How often an idle worker looks for jobs of other processes. */
  readonly pollMilliseconds: number;
  /** How often a lease is prolonged; a third of its length. */
  readonly renewMilliseconds: number;
  /** How often the worker checks that the job is still its own: the longest time an archived job keeps running. */
  readonly watchMilliseconds: number;
}

const defaultWorkerTimes: WorkerTimes = {
  pollMilliseconds: duration.second,
  renewMilliseconds: 10 * duration.second,
  watchMilliseconds: duration.second,
};

/** Claims jobs and works on up to `concurrency` of them at once. `work` handles its own errors and never rejects. */
export function createWorker({
  queue,
  work,
  concurrency,
  logger,
  reachesAll = () => false,
  times = defaultWorkerTimes,
}: {
  queue: JobQueue;
  work: (job: JobRow, lease: Lease, control: WorkControl) => Promise<void>;
  concurrency: number;
  logger: Logger;
  /** Whether other processes wake this worker now; then it looks for jobs by itself five times as seldom. */
  reachesAll?: () => boolean;
  times?: WorkerTimes;
}): Worker {
  const running = new Map<AbortController, { readonly jobId: string; readonly ended: Promise<void> }>();
  let draining = false;
  let sleep = new AbortController();
  let loop: Promise<void> | undefined;
  let drained: Promise<void> | undefined;

  const wake = () => {
    sleep.abort();
  };

  const workOn = async (job: JobRow, lease: Lease, controller: AbortController): Promise<void> => {
    const finished = new AbortController();
    const watching = watch({ queue, lease, controller, finished: finished.signal, times, logger });
    try {
      await work(job, lease, { signal: controller.signal, isDraining: () => draining });
    } finally {
      finished.abort();
      await watching;
      running.delete(controller);
      wake();
    }
  };

  const claimAll = async (): Promise<void> => {
    while (!isDraining() && running.size < concurrency) {
      const claimed = await queue.claim([...running.values()].map(({ jobId }) => jobId));
      if (claimed === undefined) return;
      const controller = new AbortController();
      const ended = workOn(claimed.job, claimed.lease, controller);
      running.set(controller, { jobId: claimed.job.id, ended });
    }
  };
  // Behind a function because it changes while a claim is awaited.
  const isDraining = () => draining;

  const run = async (): Promise<void> => {
    let isFailing = false;
    while (!isDraining()) {
      sleep = new AbortController();
      try {
        await claimAll();
        isFailing = false;
      } catch (error) {
        // Once until it works again: a log may lie on the disk that is full.
        if (!isFailing) logger.error({ error }, 'claiming a job failed; trying again');
        isFailing = true;
      }
      const pollPause = times.pollMilliseconds * (reachesAll() ? 5 : 1);
      await delay(pollPause, undefined, { signal: sleep.signal }).catch(() => undefined);
    }
  };

  const drain = async (graceMilliseconds: number): Promise<void> => {
    draining = true;
    wake();
    await loop;
    const grace = new AbortController();
    const everything = Promise.all([...running.values()].map(({ ended }) => ended)).finally(() => {
      grace.abort();
    });
    await delay(graceMilliseconds, undefined, { signal: grace.signal }).catch(() => undefined);
    for (const controller of running.keys()) controller.abort(new HandedBack('the process is stopping'));
    await everything;
  };

  return {
    start() {
      loop ??= run();
    },
    wake,
    drain: (graceMilliseconds) => (drained ??= drain(graceMilliseconds)),
  };
}

/** Prolongs the lease, and aborts the work when it is lost. Returns once `finished` aborts. */
async function watch({
  queue,
  lease,
  controller,
  finished,
  times,
  logger,
}: {
  queue: JobQueue;
  lease: Lease;
  controller: AbortController;
  finished: AbortSignal;
  times: WorkerTimes;
  logger: Logger;
}): Promise<void> {
  let sinceRenewal = 0;
  for (;;) {
    const elapsed = await delay(times.watchMilliseconds, true, { signal: finished }).catch(() => false);
    if (!elapsed) return;
    sinceRenewal += times.watchMilliseconds;
    try {
      const held =
        sinceRenewal >= times.renewMilliseconds ? await queue.renew(lease, sinceRenewal) : await queue.holds(lease);
      if (sinceRenewal >= times.renewMilliseconds) sinceRenewal = 0;
      if (!held) controller.abort(new LeaseLost(lease.jobId));
    } catch (error) {
      // The database may be back before the lease ends; if not, the next write of the work fails on its fence.
      logger.warn({ jobId: lease.jobId, error }, 'the lease could not be checked');
    }
  }
}
