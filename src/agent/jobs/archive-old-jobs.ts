import { setTimeout as sleep } from 'node:timers/promises';
import { duration, type DeletionTime } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { Projects } from '../../projects/projects.ts';
import type { JobStore } from './job-store.ts';

/**
 * Archives ended jobs that are older than `archiveAfterDays` of their project, by a trusted clock. Leaves other work as much
 * time as it takes. After an abort, the next run continues.
 */
export async function archiveOldJobs({
  projects,
  jobs,
  deletionTime,
  logger,
  signal,
}: {
  projects: Pick<Projects, 'list'>;
  jobs: Pick<JobStore, 'archiveOld'>;
  deletionTime: DeletionTime;
  logger: Logger;
  signal?: AbortSignal;
}): Promise<void> {
  const now = deletionTime();
  if (now === undefined) return;
  for (const { id, settings } of await projects.list()) {
    let count = 0;
    for (let archived = -1; archived !== 0 && signal?.aborted !== true; count += archived) {
      const begun = performance.now();
      archived = await jobs.archiveOld(id, now - settings.archiveAfterDays * duration.day);
      await sleep(performance.now() - begun, undefined, { signal }).catch(() => undefined);
    }
    if (count > 0) logger.info({ projectId: id, count }, 'archived old jobs');
  }
}
