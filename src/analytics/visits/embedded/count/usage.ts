import type { ProjectUsage } from '../../visit-store.ts';
import type { VisitDatabase } from '../columns/database.ts';
import { termKinds } from '../columns/term-kinds.ts';
import { countVisitorIds } from '../columns/visitor-ids.ts';
import { dayText } from '../columns/view-columns.ts';

/** Reads something of each segment: not for the main thread. */
export function readUsage(database: VisitDatabase, project: number): ProjectUsage {
  const one = (sql: string, ...values: unknown[]) =>
    database
      .prepare(sql)
      .pluck()
      .get(...values) as number | null;
  const days = `(SELECT day, rows FROM segment WHERE project = ? UNION ALL SELECT day, rows FROM batch WHERE project = ?)`;
  const sealedBytes = one(
    'SELECT sum(length(data)) FROM segment JOIN segment_column ON segment = segment.id WHERE project = ?',
    project,
  );
  const waitingBytes = one('SELECT sum(length(data)) FROM batch WHERE project = ?', project);
  const blockBytes = one(
    'SELECT sum(length(data)) FROM block JOIN block_slice ON block = block.id WHERE project = ?',
    project,
  );
  const day = (edge: 'min' | 'max') => {
    const found = one(`SELECT ${edge}(day) FROM ${days}`, project, project);
    return found === null ? undefined : dayText(found);
  };
  return {
    views: one(`SELECT sum(rows) FROM ${days}`, project, project) ?? 0,
    visitors: countVisitorIds(database, project),
    paths: one('SELECT count(*) FROM term WHERE project = ? AND kind = ?', project, termKinds.path) ?? 0,
    firstDay: day('min'),
    lastDay: day('max'),
    storedBytes: (sealedBytes ?? 0) + (blockBytes ?? 0) + (waitingBytes ?? 0),
  };
}
