import type { DeleteOutcome } from '../visit-store.ts';
import type { VisitDatabase } from './database.ts';
import { changeDictionaries } from './deletion.ts';
import { termKinds } from './dictionaries.ts';
import { readColumn, readDistinct, readRuns } from './segment.ts';
import { removeSegments, replace } from './sealer.ts';
import { decodeViews, millisecondsPerDay } from './view-columns.ts';

/** Removes whole days that end at or before the moment, then ids and texts that no view refers to any more. */
export function deleteBefore(database: VisitDatabase, projectId: string, timestampMs: number): DeleteOutcome {
  const project = database.prepare('SELECT key FROM project WHERE id = ?').pluck().get(projectId);
  if (typeof project !== 'number') return { views: 0 };
  const firstKept = Math.floor(timestampMs / millisecondsPerDay);
  let views = 0;
  const segments = database
    .prepare('SELECT id, rows FROM segment WHERE project = ? AND day < ?')
    .all(project, firstKept) as { id: number; rows: number }[];
  for (const { id, rows } of segments) {
    views += rows * replace(database, () => removeSegments(database, [id]) && noteChange(database, project));
  }
  replace(database, () => {
    const batches = database
      .prepare('DELETE FROM batch WHERE project = ? AND day < ? RETURNING rows')
      .pluck()
      .all(project, firstKept) as number[];
    views += batches.reduce((sum, rows) => sum + rows, 0);
    database
      .prepare('DELETE FROM dropped WHERE project = ? AND day < ?')
      .run(project, new Date(firstKept * millisecondsPerDay).toISOString().slice(0, 10));
    return noteChange(database, project);
  });
  if (views > 0) forgetUnused(database, project);
  return { views };
}

function noteChange(database: VisitDatabase, project: number): true {
  changeDictionaries(database, project);
  return true;
}

/** Which numbers of each dictionary some row refers to. */
interface Used {
  readonly visitor: Set<number>;
  readonly path: Set<number>;
  readonly client: Set<number>;
  readonly referrer: Set<number>;
}

/** Segments are read first, outside the lock; should they change meanwhile, it is done again. */
function forgetUnused(database: VisitDatabase, project: number): void {
  const select = database.prepare('SELECT id FROM segment WHERE project = ? ORDER BY id').pluck();
  for (;;) {
    const segments = select.all(project) as number[];
    const used: Used = { visitor: new Set(), path: new Set(), client: new Set(), referrer: new Set() };
    for (const id of segments) {
      addAll(used.visitor, readDistinct(database, id));
      addAll(used.path, readRuns(database, id).group);
      addAll(used.client, readColumn(database, id, 'client'));
      addAll(used.referrer, readColumn(database, id, 'referrer'));
    }
    const isDone = replace(database, () => {
      if (String(select.all(project)) !== String(segments)) return false;
      const batches = database.prepare('SELECT data FROM batch WHERE project = ?').pluck().all(project) as Buffer[];
      for (const views of batches.map(decodeViews)) {
        for (const name of ['visitor', 'path', 'client', 'referrer'] as const) addAll(used[name], views[name]);
      }
      forget(database, project, used);
      return noteChange(database, project);
    });
    if (isDone > 0) return;
  }
}

function forget(database: VisitDatabase, project: number, used: Used): void {
  const visitors = database.prepare('SELECT number FROM visitor WHERE project = ?').pluck().all(project) as number[];
  const removeVisitor = database.prepare('DELETE FROM visitor WHERE project = ? AND number = ?');
  for (const number of visitors) if (!used.visitor.has(number)) removeVisitor.run(project, number);
  const terms = database.prepare('SELECT number FROM term WHERE project = ? AND kind = ?').pluck();
  const removeTerm = database.prepare('DELETE FROM term WHERE project = ? AND kind = ? AND number = ?');
  for (const name of ['path', 'client', 'referrer'] as const) {
    const kind = termKinds[name];
    for (const number of terms.all(project, kind) as number[]) {
      if (!used[name].has(number)) removeTerm.run(project, kind, number);
    }
  }
}

function addAll(to: Set<number>, from: Uint32Array): void {
  for (const number of from) to.add(number);
}
