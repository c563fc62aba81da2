import { duration } from '../kernel/clock.ts';
import type { DropCount, StoredDay, StoredVisits, VisitStore } from '../analytics/analytics.ts';

/** A store, asked as everybody asks it, and what it tells of itself. */
export interface MovableVisits {
  readonly store: VisitStore;
  readonly stored: StoredVisits;
}

export interface VisitProgress {
  readonly done: number;
  readonly total: number;
}

/**
 * Makes the visits of `to` those of `from`. Views that are there are known by their events, so it may be ended and begun again at
 * any time; days with as many views as they should have are not read again.
 */
export async function copyVisits({
  from,
  to,
  onProgress,
}: {
  from: MovableVisits;
  to: MovableVisits;
  onProgress: (progress: VisitProgress) => void;
}): Promise<void> {
  const projects = await from.stored.projects();
  for (const projectId of await to.stored.projects()) {
    if (!projects.includes(projectId)) await to.store.deleteProject(projectId);
  }
  const days = new Map<string, readonly StoredDay[]>();
  for (const projectId of projects) days.set(projectId, await from.stored.days(projectId));
  const total = [...days.values()].flat().reduce((sum, { views }) => sum + views, 0);
  let done = 0;
  for (const [projectId, projectDays] of days) {
    await copyProject({ from, to, projectId, days: projectDays }, (views) => {
      done += views;
      onProgress({ done: Math.min(done, total), total });
    });
  }
}

/** `onViews` is told of those that are there already, too. */
export async function copyProject(
  {
    from,
    to,
    projectId,
    days,
  }: { from: MovableVisits; to: MovableVisits; projectId: string; days: readonly StoredDay[] },
  onViews: (views: number) => void = () => undefined,
): Promise<void> {
  const [first] = days;
  // What was retired meanwhile.
  if (first !== undefined) await to.store.deleteBefore(projectId, first.day * duration.day);
  const drops = await from.store.readDrops(projectId, always);
  // What was deleted meanwhile is seldom so much that it is worth looking for.
  if (await hasMore(to, projectId, { days, drops })) await to.store.deleteProject(projectId);
  const existingViews = new Map((await to.stored.days(projectId)).map(({ day, views }) => [day, views]));
  const missing = days.filter(({ day, views }) => existingViews.get(day) !== views);
  const sumViews = (list: readonly StoredDay[]): number => list.reduce((sum, { views }) => sum + views, 0);
  onViews(sumViews(days) - sumViews(missing));
  for await (const views of from.stored.read(
    projectId,
    missing.map(({ day }) => day),
  )) {
    await to.store.append(projectId, views);
    onViews(views.length);
  }
  const existingCounts = countsOf(await to.store.readDrops(projectId, always));
  const further = drops
    .map(({ day, reason, count }) => ({ day, reason, count: count - (existingCounts.get(`${day} ${reason}`) ?? 0) }))
    .filter(({ count }) => count > 0);
  await to.store.append(projectId, [], further);
  const noted = await to.stored.trackerDays(projectId);
  const tracked = await from.stored.trackerDays(projectId);
  await to.stored.noteTrackerDays(
    projectId,
    tracked.filter((day) => !noted.includes(day)),
  );
}

const always = { from: undefined, to: undefined };

async function hasMore(
  { store, stored }: MovableVisits,
  projectId: string,
  { days, drops }: { days: readonly StoredDay[]; drops: readonly DropCount[] },
): Promise<boolean> {
  const views = new Map(days.map(({ day, views: count }) => [day, count]));
  const counts = countsOf(drops);
  return (
    (await stored.days(projectId)).some(({ day, views: count }) => count > (views.get(day) ?? 0)) ||
    [...countsOf(await store.readDrops(projectId, always))].some(([key, count]) => count > (counts.get(key) ?? 0))
  );
}

function countsOf(drops: readonly DropCount[]): Map<string, number> {
  return new Map(drops.map(({ day, reason, count }) => [`${day} ${reason}`, count]));
}
