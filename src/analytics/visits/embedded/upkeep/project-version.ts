import type { VisitDatabase } from '../columns/database.ts';

/** Every thread and process that holds dictionaries or answers in memory notices. */
export function changeDictionaries(database: VisitDatabase, project: number): void {
  database.prepare('UPDATE project SET version = version + 1, generation = generation + 1 WHERE key = ?').run(project);
}
