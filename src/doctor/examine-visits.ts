import type { BeginRead } from '../analytics/analytics.ts';
import type { Project } from '../contract/project.ts';
import { duration } from '../kernel/clock.ts';
import { counted } from '../kernel/counted.ts';
import type { Outcome } from './examination.ts';

/** Views of the last hour by source, and what was dropped today by reason. */
export async function examineVisits(beginRead: BeginRead, project: Project, now: number): Promise<Outcome> {
  const read = await beginRead({
    projectId: project.id,
    reader: 'doctor',
    dateFrom: new Date(now - duration.hour).toISOString(),
    dateTo: new Date(now).toISOString(),
  });
  const { rows } = await read.page({ measure: 'views', dimension: 'source' }, { limit: 50 });
  const drops = new Map<string, number>();
  for (const { description, count } of await read.drops())
    drops.set(description, (drops.get(description) ?? 0) + count);
  const views = rows.map(({ value, total }) => `${counted(total, 'view')} from ${value}`);
  const dropped = [...drops].map(([reason, count]) => `${count.toLocaleString('en')} dropped: ${reason}`);
  if (views.length > 0 || dropped.length > 0) {
    return { state: 'ok', message: `Last hour: ${[...views, ...dropped].join('; ')}.`, remedy: null };
  }
  return {
    state: 'warning',
    message: 'No views in the last hour.',
    remedy: "If the site has readers, open the project's set-up page, or read Collecting visits in the guide.",
  };
}
