import type { DamagedPiece } from '../../visit-store.ts';
import { selectBatches, viewsOfBatch } from '../columns/batch.ts';
import { actualContents } from '../columns/contents.ts';
import { readUnlessDamaged, refuseMissing } from '../columns/damage.ts';
import type { VisitDatabase } from '../columns/database.ts';
import { checkSegment } from '../columns/segment.ts';
import { dayText } from '../columns/view-columns.ts';
import { changeDictionaries } from './project-version.ts';
import { removeSegments, replace } from './replace.ts';

/** `id` of a batch or segment. */
type Found = DamagedPiece & { readonly id: number };

/** Reads everything that is stored of a project, oldest day first. `onRead` is told of how many views. */
export function findDamage(
  database: VisitDatabase,
  projectId: string,
  onRead?: (views: number) => void,
): DamagedPiece[] {
  const project = keyOf(database, projectId);
  return project === undefined ? [] : find(database, project, onRead).map(pieceOf);
}

/**
 * Removes what is damaged, so that the days it is of are answered for again, with what is left of them. Only ever by a
 * person's decision. Returns what was removed.
 */
export function dropDamaged(database: VisitDatabase, projectId: string): DamagedPiece[] {
  const project = keyOf(database, projectId);
  const found = project === undefined ? [] : find(database, project);
  if (project === undefined || found.length === 0) return [];
  replace(database, () => {
    const remove = database.prepare('DELETE FROM batch WHERE id = ?');
    for (const { id, kind } of found) {
      if (kind === 'batch') remove.run(id);
      if (kind === 'segment') removeSegments(database, [id]);
    }
    database.prepare(`UPDATE project SET contents = ${actualContents} WHERE key = ?`).run(project);
    changeDictionaries(database, project);
    return true;
  });
  return found.map(pieceOf);
}

function pieceOf({ day, kind, piece, bytes, views }: Found): DamagedPiece {
  return { day, kind, piece, bytes, views };
}

function find(database: VisitDatabase, project: number, onRead: (views: number) => void = () => undefined): Found[] {
  const found: Found[] = [];
  const check = (rows: Omit<Found, 'piece' | 'day'> & { day: number }, read: () => void) => {
    onRead(rows.views);
    readUnlessDamaged(read, ({ damage }) => {
      found.push({ ...rows, day: dayText(rows.day), piece: damage.piece });
    });
  };
  const batches = database
    .prepare('SELECT id, day, rows AS views, length(data) AS bytes FROM batch WHERE project = ?')
    .all(project) as { id: number; day: number; views: number; bytes: number }[];
  for (const batch of batches) {
    check({ ...batch, kind: 'batch' }, () => {
      for (const stored of selectBatches(database, 'id = ?', batch.id)) viewsOfBatch(database, stored);
    });
  }
  const segments = database
    .prepare(
      `SELECT id, day, rows AS views, (SELECT coalesce(sum(length(data)), 0) FROM segment_column WHERE segment = segment.id) AS bytes
       FROM segment WHERE project = ?`,
    )
    .all(project) as { id: number; day: number; views: number; bytes: number }[];
  for (const segment of segments) {
    check({ ...segment, kind: 'segment' }, () => {
      checkSegment(database, segment.id);
    });
  }
  readUnlessDamaged(
    () => {
      refuseMissing(database, project);
    },
    ({ damage }) => {
      found.push({ id: 0, kind: 'list', day: undefined, piece: damage.piece, bytes: 0, views: 0 });
    },
  );
  // What may be of any day comes last.
  return found.sort((a, b) => ((a.day ?? '~') < (b.day ?? '~') ? -1 : 1));
}

function keyOf(database: VisitDatabase, projectId: string): number | undefined {
  return database.prepare('SELECT key FROM project WHERE id = ?').pluck().get(projectId) as number | undefined;
}
