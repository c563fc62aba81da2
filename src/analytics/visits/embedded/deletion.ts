import type { DeleteOutcome } from '../visit-store.ts';
import type { VisitDatabase } from './database.ts';
import { termKinds } from './dictionaries.ts';
import { encodeSegment, insertSegment, readDistinct, readRuns, readSegment } from './segment.ts';
import { removeSegments, replace } from './sealer.ts';
import type { ViewColumns } from './view-columns.ts';
import { decodeViews, encodeViews, pickViews } from './view-columns.ts';

/** What is to be removed: rows whose `column` holds `number`. */
interface Target {
  readonly project: number;
  readonly kind: 'path' | 'visitor';
  readonly number: number;
}

type Pending = Target | { readonly project: number; readonly kind: 'project'; readonly number: 0 };

/**
 * Deletions are done in many short transactions, so that views keep arriving. What is to be deleted is written down
 * first, together with taking its text or id out of the dictionary; from then on new views of the same path or
 * visitor get another number. A crash in between is made good by `resumeDeletions` when the store is opened.
 */
export function deletePath(database: VisitDatabase, projectId: string, path: string): DeleteOutcome {
  return deleteFrom(database, projectId, 'path', (project) =>
    database
      .prepare('DELETE FROM term WHERE project = ? AND kind = ? AND text = ? RETURNING number')
      .pluck()
      .get(project, termKinds.path, path),
  );
}

export function deleteVisitor(database: VisitDatabase, projectId: string, visitor: Uint8Array): DeleteOutcome {
  return deleteFrom(database, projectId, 'visitor', (project) =>
    database
      .prepare('DELETE FROM visitor WHERE project = ? AND id = ? RETURNING number')
      .pluck()
      .get(project, Buffer.from(visitor)),
  );
}

export function deleteProject(database: VisitDatabase, projectId: string): void {
  let pending: Pending | undefined;
  replace(database, () => {
    const project = database.prepare('DELETE FROM project WHERE id = ? RETURNING key').pluck().get(projectId);
    if (typeof project !== 'number') return false;
    pending = { project, kind: 'project', number: 0 };
    writeDown(database, pending);
    return true;
  });
  if (pending) finish(database, pending);
}

export function resumeDeletions(database: VisitDatabase): void {
  const all = database.prepare('SELECT project, kind, number FROM pending_deletion').all() as Pending[];
  for (const pending of all) finish(database, pending);
}

function deleteFrom(
  database: VisitDatabase,
  projectId: string,
  kind: Target['kind'],
  forget: (project: number) => unknown,
): DeleteOutcome {
  let target: Target | undefined;
  replace(database, () => {
    const project = database.prepare('SELECT key FROM project WHERE id = ?').pluck().get(projectId);
    if (typeof project !== 'number') return false;
    const number = forget(project);
    if (typeof number !== 'number') return false;
    target = { project, kind, number };
    writeDown(database, target);
    changeDictionaries(database, project);
    return true;
  });
  return { views: target ? finish(database, target) : 0 };
}

function writeDown(database: VisitDatabase, pending: Pending): void {
  database
    .prepare('INSERT OR IGNORE INTO pending_deletion (project, kind, number) VALUES (?, ?, ?)')
    .run(pending.project, pending.kind, pending.number);
}

/** Every thread and process that holds dictionaries or answers in memory notices. */
export function changeDictionaries(database: VisitDatabase, project: number): void {
  database.prepare('UPDATE project SET version = version + 1, generation = generation + 1 WHERE key = ?').run(project);
}

function finish(database: VisitDatabase, pending: Pending): number {
  const views = pending.kind === 'project' ? removeProject(database, pending.project) : removeRows(database, pending);
  database
    .prepare('DELETE FROM pending_deletion WHERE project = ? AND kind = ? AND number = ?')
    .run(pending.project, pending.kind, pending.number);
  return views;
}

function removeProject(database: VisitDatabase, project: number): number {
  const segments = database.prepare('SELECT id FROM segment WHERE project = ?').pluck().all(project) as number[];
  for (const id of segments) replace(database, () => removeSegments(database, [id]));
  for (const table of ['batch', 'segment', 'visitor', 'term', 'counter', 'dropped']) {
    database.prepare(`DELETE FROM ${table} WHERE project = ?`).run(project);
  }
  return 0;
}

/** Looks again after every round: what was being sealed or merged meanwhile may have moved. */
function removeRows(database: VisitDatabase, target: Target): number {
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
    const encoded = encodeSegment(kept);
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
