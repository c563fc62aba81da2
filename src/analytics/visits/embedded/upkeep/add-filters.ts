import { readOrNote } from '../columns/damage.ts';
import type { VisitDatabase } from '../columns/database.ts';
import { filterName, insertFilter } from '../columns/segment.ts';

/** Then whoever waits for this thread has his turn, milliseconds. */
const longestPass = 500;
/** Where every segment has one; what is sealed from then on has it. */
const complete = new WeakSet<VisitDatabase>();

/** Gives segments of older versions the filter of their events, which the writing thread would make at each start: newest first. */
export function addFilters(database: VisitDatabase): void {
  if (complete.has(database)) return;
  const began = performance.now();
  const next = database.prepare(
    `SELECT id, project, day FROM segment
     WHERE NOT EXISTS (SELECT 1 FROM segment_column WHERE segment = segment.id AND name = ?)
       AND NOT EXISTS (SELECT 1 FROM damaged WHERE kind = 'segment' AND damaged.id = segment.id)
     ORDER BY day DESC`,
  );
  for (const segment of next.all(filterName) as { id: number; project: number; day: number }[]) {
    if (performance.now() - began > longestPass) return;
    readOrNote(database, { ...segment, kind: 'segment' }, () => {
      insertFilter(database, segment.id);
    });
  }
  complete.add(database);
}
