import type { VisitDatabase } from '../columns/database.ts';
import { insertVisitorPage, isWholeRow, type VisitorRow } from '../columns/visitor-ids.ts';
import { replace } from './replace.ts';

/** Then whoever waits for this thread has his turn, milliseconds; the rest is done the next time. */
const longestPass = 500;

/** Puts ids of visitors together in pages of so many, of older versions too. Those that are damaged stay as they are. */
export function packVisitors(database: VisitDatabase, idsPerPage: number): void {
  const began = performance.now();
  const projects = database.prepare('SELECT key FROM project').pluck().all() as number[];
  for (const project of projects) {
    for (let from = 0; performance.now() - began < longestPass;) {
      const next = packNext(database, project, from, idsPerPage);
      if (next === undefined) break;
      from = next;
    }
  }
}

/** Where to go on; undefined where fewer are left than fill a page. */
function packNext(database: VisitDatabase, project: number, from: number, idsPerPage: number): number | undefined {
  const rows = database
    .prepare('SELECT number, id, checksum FROM visitor WHERE project = ? AND number >= ? ORDER BY number LIMIT ?')
    .all(project, from, idsPerPage) as VisitorRow[];
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last || rows.length < idsPerPage) return undefined;
  const damaged = rows.find((row) => !isWholeRow(project, row));
  if (damaged) return damaged.number + 1;
  const remove = database.prepare('DELETE FROM visitor WHERE project = ? AND number BETWEEN ? AND ?');
  replace(database, () => {
    // Fewer where one was deleted meanwhile, or another process did the same; a number is never given twice.
    if (remove.run(project, first.number, last.number).changes < rows.length) return false;
    insertVisitorPage(database, project, rows);
    return true;
  });
  return last.number + 1;
}
