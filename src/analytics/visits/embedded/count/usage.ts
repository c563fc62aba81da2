import type { ProjectUsage } from '../../visit-store.ts';
import type { VisitDatabase } from '../columns/database.ts';
import { termKinds } from '../columns/term-kinds.ts';
import { countVisitorIds } from '../columns/visitor-ids.ts';
import { dayText } from '../columns/view-columns.ts';

/** Reads something of each segment: not for the main thread. */
export function readUsage(database: VisitDatabase, project: number): ProjectUsage {
  const readNumber = (sql: string, ...values: unknown[]) =>
    database
      .prepare(sql)
      .pluck()
      .get(...values) as number | null;
  const days = `(SELECT day, rows FROM segment WHERE project = ? UNION ALL SELECT day, rows FROM batch WHERE project = ?)`;
  const sealedBytes = readNumber(
    'SELECT sum(length(data)) FROM segment JOIN segment_column ON segment = segment.id WHERE project = ?',
    project,
  );
  const waitingBytes = readNumber('SELECT sum(length(data)) FROM batch WHERE project = ?', project);
  const blockBytes = readNumber(
    'SELECT sum(length(data)) FROM block JOIN block_slice ON block = block.id WHERE project = ?',
    project,
  );
  const day = (edge: 'min' | 'max') => {
    const edgeDay = readNumber(`SELECT ${edge}(day) FROM ${days}`, project, project);
    return edgeDay === null ? undefined : dayText(edgeDay);
  };
  return {
    views: readNumber(`SELECT sum(rows) FROM ${days}`, project, project) ?? 0,
    visitors: countVisitorIds(database, project),
    paths: readNumber('SELECT count(*) FROM term WHERE project = ? AND kind = ?', project, termKinds.path) ?? 0,
    firstDay: day('min'),
    lastDay: day('max'),
    storedBytes: (sealedBytes ?? 0) + (blockBytes ?? 0) + (waitingBytes ?? 0),
  };
}
