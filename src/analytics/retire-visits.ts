import { duration, type Clock } from '../kernel/clock.ts';
import type { Logger } from '../kernel/logger.ts';
import type { Projects } from '../projects/projects.ts';
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

/**
 * The beginning of the first day that is kept: the same day of an earlier month, or the last of a month that is shorter; and
 * one day more, so that a clock that runs hours ahead removes nothing too early.
 */
function firstKept(timestampMs: number, months: number): number {
  const date = new Date(timestampMs);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() - months];
  const lastOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(date.getUTCDate(), lastOfMonth)) - duration.day;
}
