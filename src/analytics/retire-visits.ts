import type { Clock } from '../kernel/clock.ts';
import type { Logger } from '../kernel/logger.ts';
import type { Projects } from '../projects/projects.ts';
import { firstKept } from './retention.ts';
import type { VisitorSalts } from './visitor-salts.ts';
import type { VisitStore } from './visits/visit-store.ts';

/** Removes views that are older than their project keeps them, and the salts of periods that are over. */
export async function retireVisits({
  projects,
  store,
  salts,
  clock,
  logger,
}: {
  projects: Pick<Projects, 'list'>;
  store: Pick<VisitStore, 'deleteBefore'>;
  salts: Pick<VisitorSalts, 'deleteRetired'>;
  clock: Clock;
  logger: Logger;
}): Promise<void> {
  for (const { id, settings } of await projects.list()) {
    const { views } = await store.deleteBefore(id, firstKept(clock.now(), settings.analytics.retentionMonths));
    if (views > 0) logger.info({ projectId: id, views }, 'removed views past their retention');
  }
  const retired = await salts.deleteRetired();
  if (retired > 0) logger.info({ count: retired }, 'deleted retired visitor salts');
}
