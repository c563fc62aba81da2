import { readBatches } from '../columns/batch.ts';
import { isDamaged, readOrNote } from '../columns/damage.ts';
import type { VisitDatabase } from '../columns/database.ts';
import { readColumn, readDistinct, readRuns } from '../columns/segment.ts';
import { termKinds } from '../columns/term-kinds.ts';
import { keepUsedVisitors } from '../columns/visitor-ids.ts';
import { changeDictionaries } from './project-version.ts';
import { replace } from './replace.ts';

/** Which numbers of each dictionary some row refers to. */
interface Used {
  readonly visitor: Set<number>;
  readonly path: Set<number>;
  readonly client: Set<number>;
  readonly referrer: Set<number>;
  readonly context: Set<number>;
}

/**
 * Removes ids and texts that no view refers to any more; none while something is damaged, which may refer to any. Segments
 * are read first, outside the lock; should they change meanwhile, it is done again.
 */
export function forgetUnused(database: VisitDatabase, project: number): void {
  const select = database.prepare('SELECT id, day FROM segment WHERE project = ? ORDER BY id');
  for (;;) {
    const segments = select.all(project) as { id: number; day: number }[];
    const used: Used = {
      visitor: new Set(),
      path: new Set(),
      client: new Set(),
      referrer: new Set(),
      context: new Set(),
    };
    for (const { id, day } of segments) {
      readOrNote(database, { project, kind: 'segment', id, day }, () => {
        addAll(used.visitor, readDistinct(database, id));
        addAll(used.path, readRuns(database, id).group);
        addAll(used.client, readColumn(database, id, 'client'));
        addAll(used.referrer, readColumn(database, id, 'referrer'));
        addAll(used.context, readColumn(database, id, 'context'));
      });
    }
    const isDone = replace(database, () => {
      if (JSON.stringify(select.all(project)) !== JSON.stringify(segments)) return false;
      const batches = readBatches(database, 'project = ?', project);
      if (isDamaged(database, project)) return true;
      for (const { views } of batches) {
        for (const name of ['visitor', 'path', 'client', 'referrer', 'context'] as const)
          addAll(used[name], views[name]);
      }
      forget(database, project, used);
      changeDictionaries(database, project);
      return true;
    });
    if (isDone > 0) return;
  }
}

function forget(database: VisitDatabase, project: number, used: Used): void {
  keepUsedVisitors(database, project, (number) => used.visitor.has(number));
  const terms = database.prepare('SELECT number FROM term WHERE project = ? AND kind = ?').pluck();
  const removeTerm = database.prepare('DELETE FROM term WHERE project = ? AND kind = ? AND number = ?');
  for (const name of ['path', 'client', 'referrer', 'context'] as const) {
    const kind = termKinds[name];
    for (const number of terms.all(project, kind) as number[]) {
      if (!used[name].has(number)) removeTerm.run(project, kind, number);
    }
  }
}

function addAll(to: Set<number>, from: Uint32Array): void {
  for (const number of from) to.add(number);
}
