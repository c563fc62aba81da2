import type { VisitDatabase } from './database.ts';
import { prepareOnce } from './prepare-once.ts';

/** In the caller's transaction. */
export function addTrackerDay(database: VisitDatabase, project: number, day: number): void {
  prepareOnce(database, 'INSERT OR IGNORE INTO tracker_day (project, day) VALUES (?, ?)').run(project, day);
}

export function readTrackerDays(database: VisitDatabase, project: number): Set<number> {
  const days = database.prepare('SELECT day FROM tracker_day WHERE project = ?').pluck().all(project);
  return new Set(days as number[]);
}
