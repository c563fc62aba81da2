import type { Dimension, DropCount, ProjectUsage, TimeRange } from '../visit-store.ts';
import { noVersion, versionText } from './count-pool.ts';
import type { VisitDatabase } from './database.ts';
import { termKinds } from './dictionaries.ts';
import { createGrouping } from './groups.ts';
import { millisecondsPerDay } from './view-columns.ts';
import { daysOf } from './window.ts';

/** The few small look-ups that the main thread does itself; each takes well under a millisecond. */
export class ProjectReader {
  readonly #database: VisitDatabase;

  constructor(database: VisitDatabase) {
    this.#database = database;
  }

  version(projectId: string): string {
    const row = this.#database.prepare('SELECT key, version FROM project WHERE id = ?').get(projectId);
    return row === undefined ? noVersion : versionText(row as { key: number; version: number });
  }

  labels(projectId: string, dimension: Dimension): (group: number) => string | undefined {
    return createGrouping(this.#database, this.#key(projectId), dimension).labelOf;
  }

  drops(projectId: string, range: TimeRange): DropCount[] {
    const { first, last } = daysOf(range);
    const rows = this.#database
      .prepare('SELECT day, reason, count FROM dropped WHERE project = ? ORDER BY day, reason')
      .all(this.#key(projectId)) as DropCount[];
    return rows.filter(({ day }) => {
      const number = Date.parse(day) / millisecondsPerDay;
      return number >= first && number <= last;
    });
  }

  usage(projectId: string): ProjectUsage {
    const project = this.#key(projectId);
    const one = (sql: string, ...values: unknown[]) =>
      this.#database
        .prepare(sql)
        .pluck()
        .get(...values) as number | null;
    const days = `(SELECT day, rows FROM segment WHERE project = ? UNION ALL SELECT day, rows FROM batch WHERE project = ?)`;
    return {
      views: one(`SELECT sum(rows) FROM ${days}`, project, project) ?? 0,
      visitors: one('SELECT count(*) FROM visitor WHERE project = ?', project) ?? 0,
      paths: one('SELECT count(*) FROM term WHERE project = ? AND kind = ?', project, termKinds.path) ?? 0,
      firstDay: dayText(one(`SELECT min(day) FROM ${days}`, project, project)),
      lastDay: dayText(one(`SELECT max(day) FROM ${days}`, project, project)),
      storedBytes:
        (one(
          `SELECT sum(length(data)) FROM segment JOIN segment_column ON segment = segment.id WHERE project = ?`,
          project,
        ) ?? 0) + (one('SELECT sum(length(data)) FROM batch WHERE project = ?', project) ?? 0),
    };
  }

  hasPendingDeletions(): boolean {
    return this.#database.prepare('SELECT 1 FROM pending_deletion LIMIT 1').get() !== undefined;
  }

  close(): void {
    this.#database.close();
  }

  /** 0, which no project has, where there has never been a view. */
  #key(projectId: string): number {
    return (this.#database.prepare('SELECT key FROM project WHERE id = ?').pluck().get(projectId) ?? 0) as number;
  }
}

function dayText(day: number | null): string | undefined {
  return day === null ? undefined : new Date(day * millisecondsPerDay).toISOString().slice(0, 10);
}
