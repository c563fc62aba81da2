import type { DeletionTime } from '../kernel/clock.ts';
import type { Logger } from '../kernel/logger.ts';
import type { Projects } from '../projects/projects.ts';
import type { RetiredViews } from './retired-views.ts';
import { firstKept } from './retention.ts';
import type { VisitorSalts } from './visitor-salts.ts';
import type { VisitStore } from './visits/visit-store.ts';

/**
 * Hides views that are older than their project keeps them, deletes those that have been hidden for a week, and the salts of
 * periods that are over. Does nothing while the clock is not trusted.
 */
export async function retireVisits({
  projects,
  store,
  retired,
  salts,
  deletionTime,
  logger,
}: {
  projects: Pick<Projects, 'list'>;
  store: Pick<VisitStore, 'deleteBefore' | 'hasBefore'>;
  retired: Pick<RetiredViews, 'hide' | 'show' | 'restore' | 'dueBefore' | 'settle'>;
  salts: Pick<VisitorSalts, 'deleteRetired'>;
  deletionTime: DeletionTime;
  logger: Logger;
}): Promise<void> {
  const now = deletionTime();
  if (now === undefined) return;
  for (const { id, settings } of await projects.list()) {
    const before = firstKept(now, settings.analytics.retentionMonths);
    // First, since a retention that was prolonged shows again what is hidden.
    await retired.show(id, { after: before });
    const due = await retired.dueBefore(id, now);
    if (due !== undefined) {
      const { views } = await store.deleteBefore(id, due);
      await retired.settle(id, due);
      if (views > 0) logger.info({ projectId: id, views }, 'removed views past their retention');
    }
    if (await store.hasBefore(id, before)) await retired.hide(id, { before, markedAt: now });
    else await retired.restore(id);
  }
  const count = await salts.deleteRetired(now);
  if (count > 0) logger.info({ count }, 'deleted retired visitor salts');
}
