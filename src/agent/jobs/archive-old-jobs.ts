import { duration, type DeletionTime } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { Projects } from '../../projects/projects.ts';
import type { JobStore } from './job-store.ts';

/** Archives ended jobs that are older than `archiveAfterDays` of their project, by a trusted clock. */
export async function archiveOldJobs({
  projects,
  jobs,
  deletionTime,
  logger,
}: {
  projects: Pick<Projects, 'list'>;
  jobs: Pick<JobStore, 'archiveOld'>;
  deletionTime: DeletionTime;
  logger: Logger;
}): Promise<void> {
  const now = deletionTime();
  if (now === undefined) return;
  for (const { id, settings } of await projects.list()) {
    const count = await jobs.archiveOld(id, now - settings.archiveAfterDays * duration.day);
    if (count > 0) logger.info({ projectId: id, count }, 'archived old jobs');
  }
}
