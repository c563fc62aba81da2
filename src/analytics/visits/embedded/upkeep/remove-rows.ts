import type { VisitDatabase } from '../columns/database.ts';
import { encodeSegment, insertSegment, readDistinct, readRuns, readSegment, sourceOf } from '../columns/segment.ts';
import type { ViewColumns } from '../columns/view-columns.ts';
import { decodeViews, encodeViews, pickViews } from '../columns/view-columns.ts';
import { changeDictionaries } from './project-version.ts';
import { removeSegments, replace } from './replace.ts';

/** What is to be removed: rows whose `column` holds `number`. */
export interface Target {
  readonly project: number;
  readonly kind: 'path' | 'visitor';
  readonly number: number;
}

export function removeProject(database: VisitDatabase, project: number): void {
  const segments = database.prepare('SELECT id FROM segment WHERE project = ?').pluck().all(project) as number[];
  for (const id of segments) replace(database, () => removeSegments(database, [id]));
  for (const table of ['batch', 'segment', 'visitor', 'term', 'counter', 'dropped']) {
    database.prepare(`DELETE FROM ${table} WHERE project = ?`).run(project);
  }
}

/**
 * Removes every row of the target and returns how many. Looks again after every round: what was being sealed or merged
 * meanwhile may have moved.
 */
export function removeRows(database: VisitDatabase, target: Target): number {
  let removed = 0;
  for (;;) {
    const round = rewriteBatches(database, target) + rewriteSegments(database, target);
    if (round === 0) return removed;
    removed += round;
  }
}

function rewriteBatches(database: VisitDatabase, target: Target): number {
  const insert = database.prepare('INSERT INTO batch (project, day, rows, data) VALUES (?, ?, ?, ?)');
  const remove = database.prepare('DELETE FROM batch WHERE id = ?');
  const select = database.prepare('SELECT id, day, data FROM batch WHERE project = ?').raw();
  let removed = 0;
  replace(database, () => {
    for (const [id, day, data] of select.all(target.project) as [number, number, Buffer][]) {
      const views = decodeViews(data);
      const kept = viewsWithout(views, target);
      if (kept.length === views.length) continue;
      removed += views.length - kept.length;
      // Under a new id, so that who is sealing the old one notices.
      remove.run(id);
      if (kept.length > 0) insert.run(target.project, day, kept.length, encodeViews(kept));
    }
    if (removed > 0) changeDictionaries(database, target.project);
    return removed > 0;
  });
  return removed;
}

function rewriteSegments(database: VisitDatabase, target: Target): number {
  const segments = database.prepare('SELECT id, day FROM segment WHERE project = ?').all(target.project) as {
    id: number;
    day: number;
  }[];
  let removed = 0;
  for (const { id, day } of segments) {
    if (!isInSegment(database, id, target)) continue;
    const views = readSegment(database, id);
    const kept = viewsWithout(views, target);
    const encoded = encodeSegment(sourceOf(kept));
    const rewritten = replace(database, () => {
      if (!removeSegments(database, [id])) return false;
      if (kept.length > 0) insertSegment(database, target.project, day, encoded, kept.length);
      changeDictionaries(database, target.project);
      return true;
    });
    if (rewritten > 0) removed += views.length - kept.length;
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
  const kept = Uint32Array.from(column.keys()).filter((row) => column[row] !== target.number);
  return kept.length === views.length ? views : pickViews(views, kept);
}
