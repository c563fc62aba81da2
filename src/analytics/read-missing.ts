import { duration, type Clock } from '../kernel/clock.ts';
import { everything } from './class-mapping.ts';
import type { ExportTable } from './export-tables.ts';
import { findNearestPages } from './nearest-page.ts';
import { otherPath, type CountRow, type VisitStore } from './visits/visit-store.ts';

/** Who asked for a page that is not there. */
export interface MissingRow extends CountRow {
  /** The page that it most likely was meant to be; undefined where none is similar. */
  readonly nearest: string | undefined;
}

export type AddNearest = (projectId: string, rows: readonly CountRow[]) => Promise<MissingRow[]>;

/** A page exists that was viewed in this time; so many of them, the most viewed first. */
const viewedWithin = 90 * duration.day;
const mostPages = 5_000;

export function createAddNearest({ store, clock }: { store: Pick<VisitStore, 'countPage'>; clock: Clock }): AddNearest {
  return async (projectId, rows) => {
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
    const pages = viewed.rows.map(({ value }) => value).filter((page) => page !== otherPath);
    const nearest = await findNearestPages(
      rows.map(({ value }) => value),
      pages,
    );
    return rows.map((row, index) => ({ ...row, nearest: row.value === otherPath ? undefined : nearest[index] }));
  };
}

/** A row as it is answered. */
export function missingRecord({ value, nearest, ...counts }: MissingRow) {
  return { path: value, ...counts, nearest: nearest ?? null };
}

export const missingTable: ExportTable<MissingRow> = {
  columns: ['path', 'human', 'ai', 'total', 'nearest'],
  cells: ({ value, human, ai, total, nearest }) => [value, human, ai, total, nearest ?? ''],
  record: missingRecord,
};
