import type { VisitDatabase } from './database.ts';
import { checksumOfRow } from './row-checksum.ts';

/** The row of a project whose id is damaged: not the one that has it now. */
export function findRenamed(database: VisitDatabase, projectId: string): number | undefined {
  const rows = database
    .prepare('SELECT key, id FROM project WHERE checksum = ? AND id <> ?')
    .all(checksumOfRow(projectId), projectId) as { key: number; id: string }[];
  // Another project may have the same checksum by chance.
  return rows.find(({ id }) => checksumOfRow(id) !== checksumOfRow(projectId))?.key;
}
