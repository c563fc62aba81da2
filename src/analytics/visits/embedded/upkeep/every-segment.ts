import type { VisitDatabase } from '../columns/database.ts';

/**
 * Every segment of a project, with those that appear while the caller works: another process may merge what was listed and
 * not yet looked at, so it is listed again until nothing is new. A segment may be gone when it is its turn.
 */
export function* everySegment(database: VisitDatabase, project: number): Generator<{ id: number; day: number }, void> {
  const select = database.prepare('SELECT id, day FROM segment WHERE project = ? AND id > ? ORDER BY id');
  // Numbers only grow.
  for (let last = 0; ;) {
    const segments = select.all(project, last) as { id: number; day: number }[];
    if (segments.length === 0) return;
    yield* segments;
    last = segments.at(-1)?.id ?? last;
  }
}
