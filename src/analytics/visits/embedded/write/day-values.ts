import { otherValue, type DailyLimits } from '../../visit-store.ts';
import { readBatches } from '../columns/batch.ts';
import { clientText, contextText, parseContext } from '../columns/classification-text.ts';
import { readOrNote } from '../columns/damage.ts';
import type { VisitDatabase } from '../columns/database.ts';
import { readColumn, readRuns } from '../columns/segment.ts';
import type { ViewColumns } from '../columns/view-columns.ts';
import type { Held } from './held-memory.ts';

/** Columns of texts that senders choose, of which a day holds so many different ones at most. */
export const limitedColumns = ['path', 'client', 'referrer', 'context'] as const;
export type LimitedColumn = (typeof limitedColumns)[number];

export function limitOf(column: LimitedColumn, limits: DailyLimits): number {
  return column === 'path' ? limits.paths : limits.values;
}

/** In a set, about. */
const bytesPerValue = 40;

/** Numbers of the texts of one column and day. */
export class DayValues extends Set<number> implements Held {
  get bytes(): number {
    return this.size * bytesPerValue;
  }
}

/** Those that are stored, and those that wait for the commit. 0 is none of them. */
export function loadDayValues(
  database: VisitDatabase,
  { project, day, column, pending }: { project: number; day: number; column: LimitedColumn; pending: ViewColumns[] },
): DayValues {
  const values = new DayValues();
  const segments = database.prepare('SELECT id FROM segment WHERE project = ? AND day = ?').pluck();
  for (const segment of segments.all(project, day) as number[]) {
    const rows = { project, kind: 'segment', id: segment, day } as const;
    const stored = readOrNote(database, rows, () =>
      column === 'path' ? readRuns(database, segment).group : readColumn(database, segment, column),
    );
    for (const value of stored ?? []) values.add(value);
  }
  const waiting = readBatches(database, 'project = ? AND day = ?', project, day).map(({ views }) => views);
  for (const columns of [...waiting, ...pending]) for (const value of columns[column]) values.add(value);
  // None, or a place that is not filled yet.
  values.delete(0);
  return values;
}

/** What is stored in place of a text that the day has no room for. A context keeps its status and that something happened. */
export function standIn(column: LimitedColumn, text: string): string {
  switch (column) {
    case 'path':
    case 'referrer':
      return otherValue;
    case 'client':
      return clientText({ userAgent: otherValue, accept: undefined });
    case 'context': {
      const { status, ...texts } = parseContext(text);
      const folded = Object.entries(texts).map(([name, value]) => [name, value === undefined ? value : otherValue]);
      return contextText({ ...(Object.fromEntries(folded) as typeof texts), status });
    }
  }
}
