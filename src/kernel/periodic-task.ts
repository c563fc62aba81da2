import type { Logger } from './logger.ts';

/** Housekeeping that runs at once and then at every interval, one run at a time, until it is stopped. */
export interface PeriodicTask {
  start(): void;
  /** Aborts a current run, and resolves when it has ended. */
  stop(): Promise<void>;
}

export function createPeriodicTask({
  name,
  intervalMilliseconds,
  run,
  logger,
}: {
  /** Completes the sentence "... failed". */
  name: string;
  intervalMilliseconds: number;
  run: (signal: AbortSignal) => Promise<void>;
  logger: Logger;
}): PeriodicTask {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const stopping = new AbortController();
  const runNext = (): void => {
    running = running
      .then(() => run(stopping.signal))
      .catch((error: unknown) => {
        logger.error({ error }, `${name} failed; retrying at the next interval`);
      });
  };
  return {
    start() {
      if (timer !== undefined) return;
      timer = setInterval(runNext, intervalMilliseconds).unref();
      runNext();
    },
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
}
