import type { FindRedirects } from '../contract/declared-redirects.ts';
import type { Project } from '../contract/project.ts';
import { duration, type Clock } from '../kernel/clock.ts';
import { everything } from './class-mapping.ts';
import type { ExportTable } from './export-tables.ts';
import { findNearestPages } from './nearest-page.ts';
import { findRedirected } from './redirected-paths.ts';
import { otherValue, type CountRow, type VisitStore } from './visits/visit-store.ts';

/** Who asked for a page that is not there. */
export interface MissingRow extends CountRow {
  /** The page that it most likely was meant to be; undefined where none is similar. */
  readonly nearest: string | undefined;
  /** Whether a redirect that the repository declares covers it; undefined where that is not known. */
  readonly redirected: boolean | undefined;
}

export type TellMissing = (project: Project, rows: readonly CountRow[]) => Promise<MissingRow[]>;

/** A page exists that was viewed in this time; so many of them, the most viewed first. */
const viewedWithin = 90 * duration.day;
const mostPages = 5_000;

export function createTellMissing({
  store,
  clock,
  findRedirects,
}: {
  store: Pick<VisitStore, 'countPage'>;
  clock: Clock;
  findRedirects: FindRedirects;
}): TellMissing {
  return async ({ id: projectId, settings }, rows) => {
    if (rows.length === 0) return [];
    const today = Math.floor(clock.now() / duration.day) * duration.day;
    const viewed = await store.countPage({
      projectId,
      measure: 'views',
      dimension: 'path',
      range: { from: today - viewedWithin, to: undefined },
      mapping: everything,
      filters: [],
      limit: mostPages,
      offset: 0,
      snapshot: undefined,
    });
    const pages = viewed.rows.map(({ value }) => value).filter((page) => page !== otherValue);
    const paths = rows.map(({ value }) => value);
    const nearest = await findNearestPages(paths, pages);
    const redirected = await findRedirected(paths, await findRedirects(projectId), settings.analytics.basePath);
    return rows.map((row, index) =>
      row.value === otherValue
        ? { ...row, nearest: undefined, redirected: undefined }
        : { ...row, nearest: nearest[index], redirected: redirected[index] },
    );
  };
}

/** A row as it is answered. */
export function missingRecord({ value, nearest, redirected, ...counts }: MissingRow) {
  return { path: value, ...counts, nearest: nearest ?? null, redirected: redirected ?? null };
}

export const missingTable: ExportTable<MissingRow> = {
  columns: ['path', 'human', 'ai', 'total', 'nearest', 'redirected'],
  cells: ({ value, human, ai, total, nearest, redirected }) => [
    ...[value, human, ai, total, nearest ?? ''],
    redirected === undefined ? '' : String(redirected),
  ],
  record: missingRecord,
};
