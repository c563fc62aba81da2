import type { Clock } from '../../kernel/clock.ts';
import { duration } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { Projects } from '../../projects/projects.ts';
import type { JobStore } from './job-store.ts';

/** Archives ended jobs that are older than `archiveAfterDays` of their project. */
export async function archiveOldJobs({
  projects,
  jobs,
  clock,
  logger,
}: {
  projects: Pick<Projects, 'list'>;
  jobs: Pick<JobStore, 'archiveOld'>;
  clock: Clock;
  logger: Logger;
}): Promise<void> {
  for (const { id, settings } of await projects.list()) {
    const count = await jobs.archiveOld(id, clock.now() - settings.archiveAfterDays * duration.day);
    if (count > 0) logger.info({ projectId: id, count }, 'archived old jobs');
  }
}
