import { duration } from '../../../../kernel/clock.ts';
import type { DeleteOutcome } from '../../visit-store.ts';
import { isDamaged } from '../columns/damage.ts';
import type { VisitDatabase } from '../columns/database.ts';
import { checksumOfRow, isWholeDeletion } from '../columns/row-checksum.ts';
import { termKinds } from '../columns/term-kinds.ts';
import { findVisitor, removeVisitor } from '../columns/visitor-ids.ts';
import { dayText } from '../columns/view-columns.ts';
import { forgetUnused } from './forget-unused.ts';
import { changeDictionaries } from './project-version.ts';
import type { Target } from './remove-rows.ts';
import { removeProject, removeRows } from './remove-rows.ts';
import { removeSegments, replace } from './replace.ts';

/** What is still to be done. `unused`: ids and texts that no view refers to any more. */
type Pending = Target | { readonly project: number; readonly kind: 'project' | 'unused'; readonly number: 0 };

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
  const key = database.prepare('SELECT key FROM project WHERE id = ?').pluck().get(projectId);
  // To look for it takes time, in which others need not wait for the lock.
  const number = typeof key === 'number' ? findVisitor(database, key, visitor) : undefined;
  if (number === undefined) return { views: 0 };
  return deleteFrom(database, projectId, 'visitor', (project) =>
    project === key && removeVisitor(database, project, number, visitor) ? number : undefined,
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

/** What is left of it is removed by `resumeDeletions`. In the caller's transaction. */
export function forgetProject(database: VisitDatabase, project: number): void {
  database.prepare('DELETE FROM project WHERE key = ?').run(project);
  writeDown(database, { project, kind: 'project', number: 0 });
}

/** Whether there are days that `deleteBefore` would remove. */
export function hasBefore(database: VisitDatabase, projectId: string, timestampMs: number): boolean {
  const firstKept = Math.floor(timestampMs / duration.day);
  const select = database
    .prepare(
      `SELECT EXISTS (SELECT 1 FROM segment WHERE project = $project AND day < $day)
           OR EXISTS (SELECT 1 FROM batch WHERE project = $project AND day < $day)
           OR EXISTS (SELECT 1 FROM refused WHERE project = $project AND day < $day)
           OR EXISTS (SELECT 1 FROM dropped WHERE project = $project AND day < $dayText)`,
    )
    .pluck();
  const project = database.prepare('SELECT key FROM project WHERE id = ?').pluck().get(projectId);
  if (typeof project !== 'number') return false;
  return select.get({ project, day: firstKept, dayText: dayText(firstKept) }) === 1;
}

/** Removes whole days that end at or before the moment, then ids and texts that no view refers to any more. */
export function deleteBefore(database: VisitDatabase, projectId: string, timestampMs: number): DeleteOutcome {
  const project = database.prepare('SELECT key FROM project WHERE id = ?').pluck().get(projectId);
  if (typeof project !== 'number') return { views: 0 };
  const firstKept = Math.floor(timestampMs / duration.day);
  const pending: Pending = { project, kind: 'unused', number: 0 };
  let views = 0;
  const deleteInOneCommit = (work: () => number) =>
    replace(database, () => {
      const removed = work();
      if (removed > 0) writeDown(database, pending);
      if (removed > 0) changeDictionaries(database, project);
      views += removed;
      return true;
    });
  const firstKeptText = dayText(firstKept);
  // Every start asks this of every project, and nearly always there is nothing; then nobody is to wait for it.
  if (!hasBefore(database, projectId, timestampMs)) return { views };
  // First what waits, so that no segment is made of it any more.
  deleteInOneCommit(() => {
    const batches = database
      .prepare('DELETE FROM batch WHERE project = ? AND day < ? RETURNING rows')
      .pluck()
      .all(project, firstKept) as number[];
    database.prepare('DELETE FROM dropped WHERE project = ? AND day < ?').run(project, firstKeptText);
    database.prepare('DELETE FROM refused WHERE project = ? AND day < ?').run(project, firstKept);
    return batches.reduce((sum, rows) => sum + rows, 0);
  });
  // One after another, each found anew: another process may merge what has not been removed yet.
  const oldest = database.prepare('SELECT id, rows FROM segment WHERE project = ? AND day < ? LIMIT 1');
  const removeOldest = (): number => {
    const segment = oldest.get(project, firstKept) as { id: number; rows: number } | undefined;
    return segment && removeSegments(database, [segment.id]) ? segment.rows : 0;
  };
  while (oldest.get(project, firstKept) !== undefined) deleteInOneCommit(removeOldest);
  if (views > 0) finish(database, pending);
  return { views };
}

export function resumeDeletions(database: VisitDatabase): void {
  const all = database.prepare('SELECT project, kind, number, checksum FROM pending_deletion').all();
  for (const pending of all as (Pending & { checksum: number | null })[]) {
    // What is not as it was written would delete something else.
    if (isWholeDeletion(pending)) finish(database, pending);
  }
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
    .prepare('INSERT OR IGNORE INTO pending_deletion (project, kind, number, checksum) VALUES (?, ?, ?, ?)')
    .run(pending.project, pending.kind, pending.number, checksumOfRow(pending.project, pending.kind, pending.number));
}

/** What is damaged cannot be searched: with it in the way the deletion stays written down, and is done again later. */
function finish(database: VisitDatabase, pending: Pending): number {
  const views = remove(database, pending);
  if (pending.kind !== 'project' && isDamaged(database, pending.project)) return views;
  database
    .prepare('DELETE FROM pending_deletion WHERE project = ? AND kind = ? AND number = ?')
    .run(pending.project, pending.kind, pending.number);
  return views;
}

function remove(database: VisitDatabase, pending: Pending): number {
  switch (pending.kind) {
    case 'project':
      removeProject(database, pending.project);
      return 0;
    case 'unused':
      forgetUnused(database, pending.project);
      return 0;
    case 'path':
    case 'visitor':
      return removeRows(database, pending);
  }
}
