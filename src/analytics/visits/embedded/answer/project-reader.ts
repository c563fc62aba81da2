import { duration } from '../../../../kernel/clock.ts';
import type { Dimension, DropCount, TimeRange } from '../../visit-store.ts';
import type { Damage } from '../../errors.ts';
import { refuseMissing } from '../columns/damage.ts';
import type { VisitDatabase } from '../columns/database.ts';
import { dayText } from '../columns/view-columns.ts';
import { prepareOnce } from '../columns/prepare-once.ts';
import { requireWholeDrops, type StoredDrops } from '../columns/row-checksum.ts';
import { createGrouping } from '../count/groups.ts';
import { daysOf } from '../../time-range.ts';
import { noVersion, versionText } from './count-pool.ts';

/** The few small look-ups that the main thread does itself; each takes well under a millisecond. */
export class ProjectReader {
  readonly #database: VisitDatabase;

  constructor(database: VisitDatabase) {
    this.#database = database;
  }

  version(projectId: string): string {
    const row = prepareOnce(this.#database, 'SELECT key, version FROM project WHERE id = ?').get(projectId);
    return row === undefined ? noVersion : versionText(row as { key: number; version: number });
  }

  /** Those with the newest sealed days first. */
  latestProjects(): string[] {
    const select = 'SELECT id FROM project ORDER BY (SELECT max(day) FROM segment WHERE project = key) DESC';
    return this.#database.prepare(select).pluck().all() as string[];
  }

  labels(projectId: string, dimension: Dimension, groups: readonly number[]): (string | undefined)[] {
    return createGrouping(this.#database, this.#key(projectId), dimension).labelsOf(groups);
  }

  drops(projectId: string, range: TimeRange): DropCount[] {
    const project = this.#key(projectId);
    const { first, last } = daysOf(range);
    const rows = this.#database
      .prepare('SELECT day, reason, count, checksum FROM dropped WHERE project = ? ORDER BY day, reason')
      .all(project) as StoredDrops[];
    refuseMissing(this.#database, project);
    // A damaged row may be of any day.
    for (const row of rows) requireWholeDrops(this.#database, project, row);
    const rangeRows = rows.filter(({ day }) => {
      const number = Date.parse(day) / duration.day;
      return number >= first && number <= last;
    });
    return rangeRows.map(({ day, reason, count }) => ({ day, reason, count }));
  }

  hasPendingDeletions(): boolean {
    return this.#database.prepare('SELECT 1 FROM pending_deletion LIMIT 1').get() !== undefined;
  }

  /** What somebody came across that is no longer as it was written. */
  knownDamage(): Damage[] {
    const rows = this.#database
      .prepare('SELECT project.id AS projectId, day, piece FROM damaged JOIN project ON key = project ORDER BY day')
      .all() as { projectId: string; day: number; piece: string }[];
    return rows.map(({ day, ...fields }) => ({ ...fields, day: dayText(day) }));
  }

  close(): void {
    this.#database.close();
  }

  /** 0, which no project has, where there has never been a view. */
  #key(projectId: string): number {
    return (prepareOnce(this.#database, 'SELECT key FROM project WHERE id = ?').pluck().get(projectId) ?? 0) as number;
  }
}
