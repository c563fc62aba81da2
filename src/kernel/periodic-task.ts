import { unwatchedWork, type BackgroundWork } from './background-work.ts';
import { duration } from './clock.ts';
import type { Logger } from './logger.ts';
import { canPass } from './passing-fault.ts';

/** Housekeeping that runs at once and then at every interval, one run at a time, until it is stopped. */
export interface PeriodicTask {
  start(): void;
  /** Runs once more as soon as a current run has ended; does nothing before `start` or while such a run waits. */
  runNow(): void;
  /** Aborts a current run, and resolves when it has ended. */
  stop(): Promise<void>;
}

/** Pause after a temporary fault. Each next pause doubles, up to the interval. */
const firstRetry = duration.minute;

export function createPeriodicTask({
  name,
  intervalMilliseconds,
  run,
  logger,
  work = unwatchedWork,
}: {
  /** Completes the sentence "... failed". */
  name: string;
  intervalMilliseconds: number;
  run: (signal: AbortSignal) => Promise<void>;
  logger: Logger;
  work?: BackgroundWork | undefined;
}): PeriodicTask {
  let timer: NodeJS.Timeout | undefined;
  let retryTimer: NodeJS.Timeout | undefined;
  let pause = firstRetry;
  let running: Promise<void> = Promise.resolve();
  const stopping = new AbortController();
  const runOnce = async (): Promise<void> => {
    clearTimeout(retryTimer);
    try {
      await run(stopping.signal);
      pause = firstRetry;
      await work.succeeded(name);
    } catch (error) {
      const isSoon = canPass(error) && pause < intervalMilliseconds && !stopping.signal.aborted;
      logger.error(
        { error },
        `${name} failed; retrying ${isSoon ? `in ${pause / duration.second} s` : 'at the next interval'}`,
      );
      if (isSoon) {
        retryTimer = setTimeout(runNext, pause).unref();
        pause *= 2;
      }
      // A run that `stop` aborted has not failed.
      if (!stopping.signal.aborted) await work.failed(name, error);
    }
  };
  let isDue = false;
  const runNext = (): void => {
    isDue = true;
    running = running.then(() => {
      isDue = false;
      return runOnce();
    });
  };
  return {
    start() {
      if (timer !== undefined) return;
      timer = setInterval(runNext, intervalMilliseconds).unref();
      runNext();
    },
    runNow() {
      if (timer !== undefined && !isDue && !stopping.signal.aborted) runNext();
    },
    async stop() {
      clearInterval(timer);
      clearTimeout(retryTimer);
      stopping.abort();
      await running;
      clearTimeout(retryTimer);
    },
  };
}
