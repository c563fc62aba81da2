import type { Clock } from '../kernel/clock.ts';
import type { Logger } from '../kernel/logger.ts';
import type { Projects } from '../projects/projects.ts';
import type { JobStore } from './job-store.ts';

const interval = 3_600_000;
const millisecondsPerDay = 86_400_000;

/** Archives ended jobs once they are as old as their project says; looks once an hour. */
export function createArchiver({
  projects,
  jobs,
  clock,
  logger,
}: {
  projects: Pick<Projects, 'list'>;
  jobs: Pick<JobStore, 'archiveOld'>;
  clock: Clock;
  logger: Logger;
}): { start(): void; stop(): void; archive(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  const archive = async (): Promise<void> => {
    for (const { id, settings } of await projects.list()) {
      const count = await jobs.archiveOld(id, clock.now() - settings.archiveAfterDays * millisecondsPerDay);
      if (count > 0) logger.info({ projectId: id, count }, 'archived old jobs');
    }
  };
  const run = () => {
    archive().catch((error: unknown) => {
      logger.error({ error }, 'archiving old jobs failed; trying again in an hour');
    });
  };
  return {
    start() {
      run();
      timer ??= setInterval(run, interval).unref();
    },
    stop() {
      clearInterval(timer);
    },
    archive,
  };
}
