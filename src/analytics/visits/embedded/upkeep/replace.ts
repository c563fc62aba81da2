import type { VisitDatabase } from '../columns/database.ts';

/** False where one of them is gone already. */
export function removeSegments(database: VisitDatabase, segments: readonly number[]): boolean {
  const removeColumns = database.prepare('DELETE FROM segment_column WHERE segment = ?');
  const removeUnsplit = database.prepare('DELETE FROM unsplit WHERE segment = ?');
  const remove = database.prepare('DELETE FROM segment WHERE id = ?');
  return segments.every((id) => {
    removeColumns.run(id);
    removeUnsplit.run(id);
    return remove.run(id).changes === 1;
  });
}

/** Runs a short writing transaction; where `work` answers false everything stays as it was. Returns how many it wrote. */
export function replace(database: VisitDatabase, work: () => boolean): number {
  database.exec('BEGIN IMMEDIATE');
  try {
    const isDone = work();
    database.exec(isDone ? 'COMMIT' : 'ROLLBACK');
    return isDone ? 1 : 0;
  } catch (error) {
    if (database.inTransaction) database.exec('ROLLBACK');
    throw error;
  }
}
