import { insertBatch, readBatches } from '../columns/batch.ts';
import { readOrNote } from '../columns/damage.ts';
import type { VisitDatabase } from '../columns/database.ts';
import { encodeSegment, insertSegment, readDistinct, readRuns, readSegment, sourceOf } from '../columns/segment.ts';
import type { ViewColumns } from '../columns/view-columns.ts';
import { pickViews } from '../columns/view-columns.ts';
import { everySegment } from './every-segment.ts';
import { changeDictionaries } from './project-version.ts';
import { removeSegments, replace } from './replace.ts';

/** What is to be removed: rows whose `column` holds `number`. */
export interface Target {
  readonly project: number;
  readonly kind: 'path' | 'visitor';
  readonly number: number;
}

/** Rows of a table that are removed at once: some ten milliseconds in which nobody else may write. */
const rowsAtOnce = 5_000;
const pagesAtOnce = 10;

export function removeProject(database: VisitDatabase, project: number): void {
  for (const { id } of everySegment(database, project)) replace(database, () => removeSegments(database, [id]));
  for (const table of [
    'batch',
    'segment',
    'visitor',
    'visitor_page',
    'block',
    'asked_listing',
    'term',
    'counter',
    'dropped',
    'refused',
    'tracker_day',
    'damaged',
  ]) {
    const limit = ['visitor_page', 'block'].includes(table) ? pagesAtOnce : rowsAtOnce;
    const remove = database.prepare(`DELETE FROM ${table} WHERE project = ? LIMIT ${limit}`);
    while (remove.run(project).changes > 0);
  }
}

/**
 * Removes every row of the target and returns how many. Batches come first, from which segments are made: no later view has
 * the number any more. What is damaged cannot be searched and is left; see `deletion.ts`.
 */
export function removeRows(database: VisitDatabase, target: Target): number {
  return rewriteBatches(database, target) + rewriteSegments(database, target);
}

function rewriteBatches(database: VisitDatabase, target: Target): number {
  const remove = database.prepare('DELETE FROM batch WHERE id = ?');
  let removed = 0;
  replace(database, () => {
    for (const { batch, views } of readBatches(database, 'project = ?', target.project)) {
      const keptViews = viewsWithout(views, target);
      if (keptViews.length === views.length) continue;
      removed += views.length - keptViews.length;
      // Under a new id, so that who is sealing the old one notices.
      remove.run(batch.id);
      if (keptViews.length > 0) insertBatch(database, target.project, batch.day, keptViews);
    }
    if (removed > 0) changeDictionaries(database, target.project);
    return true;
  });
  return removed;
}

function rewriteSegments(database: VisitDatabase, target: Target): number {
  let removed = 0;
  for (const { id, day } of everySegment(database, target.project)) {
    const views = readOrNote(database, { project: target.project, kind: 'segment', id, day }, () =>
      isInSegment(database, id, target) ? readSegment(database, id) : undefined,
    );
    if (!views) continue;
    const keptViews = viewsWithout(views, target);
    const encoded = encodeSegment(sourceOf(keptViews));
    const rewritten = replace(database, () => {
      if (!removeSegments(database, [id])) return false;
      if (keptViews.length > 0) insertSegment(database, target.project, day, encoded, keptViews.length);
      changeDictionaries(database, target.project);
      return true;
    });
    if (rewritten > 0) removed += views.length - keptViews.length;
  }
  return removed;
}

function isInSegment(database: VisitDatabase, segment: number, target: Target): boolean {
  return target.kind === 'path'
    ? readRuns(database, segment).group.includes(target.number)
    : readDistinct(database, segment).includes(target.number);
}

function viewsWithout(views: ViewColumns, target: Target): ViewColumns {
  const column = views[target.kind];
  const keptRows = Uint32Array.from(column.keys()).filter((row) => column[row] !== target.number);
  return keptRows.length === views.length ? views : pickViews(views, keptRows);
}
