import type { Analytics } from '../analytics/analytics.ts';
import { weekBefore, type Week } from './weeks.ts';

interface Named {
  readonly name: string;
  readonly total: number;
}
interface Counts {
  readonly human: number;
  readonly ai: number;
  readonly total: number;
}

/** What the mail tells of a week. */
export interface WeekNumbers {
  readonly now: Counts;
  readonly before: Counts;
  readonly views: number;
  readonly viewsBefore: number;
  readonly pages: readonly Named[];
  /** AI products. */
  readonly programs: readonly Named[];
  readonly missing: readonly Named[];
}

const mostRows = 5;

/** The numbers of a week as the dashboard shows them. */
export async function readWeek(
  beginRead: Analytics['beginRead'],
  { projectId, week }: { projectId: string; week: Week },
): Promise<WeekNumbers> {
  const begin = ({ start, end }: Week) =>
    beginRead({
      projectId,
      reader: `weekly-mail:${projectId}`,
      dateFrom: new Date(start).toISOString(),
      dateTo: new Date(end).toISOString(),
    });
  const visitors = { measure: 'visitors', dimension: 'path' } as const;
  const views = { measure: 'views', dimension: 'path' } as const;
  const programs = { measure: 'visitors', dimension: 'agent' } as const;
  const [read, readBefore] = [await begin(week), await begin(weekBefore(week))];
  const pages = await read.page(visitors, { limit: mostRows });
  const agents = await read.page(programs, { limit: mostRows, sort: 'ai' });
  const missing = await read.missingPage({ limit: mostRows });
  return {
    now: pages.totals,
    before: (await readBefore.page(visitors, { limit: 1 })).totals,
    views: (await read.page(views, { limit: 1 })).totals.total,
    viewsBefore: (await readBefore.page(views, { limit: 1 })).totals.total,
    pages: pages.rows.map(({ value, total }) => ({ name: value, total })),
    programs: agents.rows.filter(({ ai }) => ai > 0).map(({ value, ai }) => ({ name: value, total: ai })),
    missing: missing.rows.map(({ value, total }) => ({ name: value, total })),
  };
}
