import { oldHumanCode } from '../columns/category-codes.ts';
import { notDamaged, readOrNote } from '../columns/damage.ts';
import type { VisitDatabase } from '../columns/database.ts';
import { encodeSegment, insertSegment, readRuns, sourceOfSegment } from '../columns/segment.ts';
import { removeSegments, replace } from './replace.ts';

/** Rewritten at a time, so that what else is to be done need not wait for all of an old file; some seconds of work. */
const rowsAtOnce = 3_000_000;

/**
 * Rewrites segments of versions before, in which people have one code whoever saw them, the newest first: until then they are
 * counted from their rows, which gives the same and takes longer. Returns how many it wrote.
 */
export function splitDue(database: VisitDatabase): number {
  const due = database
    .prepare(
      `SELECT id, project, day, rows FROM unsplit JOIN segment ON segment.id = unsplit.segment
       WHERE ${notDamaged('segment')} ORDER BY day DESC`,
    )
    .all() as { id: number; project: number; day: number; rows: number }[];
  const isSplit = database.prepare('DELETE FROM unsplit WHERE segment = ?');
  let written = 0;
  let read = 0;
  for (const { id, project, day, rows } of due) {
    if (read >= rowsAtOnce) break;
    read += rows;
    const encoded = readOrNote(database, { project, kind: 'segment', id, day }, () =>
      readRuns(database, id).category.includes(oldHumanCode)
        ? encodeSegment(sourceOfSegment(database, id, rows))
        : new Map<string, Buffer>(),
    );
    if (!encoded) continue;
    if (encoded.size === 0) isSplit.run(id);
    else
      written += replace(database, () => {
        if (!removeSegments(database, [id])) return false;
        insertSegment(database, project, day, encoded, rows);
        return true;
      });
  }
  return written;
}
