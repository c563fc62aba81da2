import { duration } from '../../../../kernel/clock.ts';
import { VisitStoreDamaged } from '../../errors.ts';
import type { TimeRange } from '../../visit-store.ts';
import { actualContents, actualTexts } from './contents.ts';
import type { VisitDatabase } from './database.ts';
import { dayText } from './view-columns.ts';

/** A batch or a segment that can no longer be read as it was written. */
export interface DamagedRows {
  readonly project: number;
  readonly kind: 'batch' | 'segment';
  readonly id: number;
  readonly day: number;
}

export function projectIdOf(database: VisitDatabase, project: number): string | undefined {
  return database.prepare('SELECT id FROM project WHERE key = ?').pluck().get(project) as string | undefined;
}

/** What `read` gives, or undefined where it is damaged, which is handed to `note`. */
export function readUnlessDamaged<Result>(
  read: () => Result,
  note: (damage: VisitStoreDamaged) => void,
): Result | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof VisitStoreDamaged)) throw error;
    note(error);
    return undefined;
  }
}

/**
 * What `read` gives, or undefined where the rows are damaged. Then that is written down, so that from now on nobody answers
 * for their day, whichever column is asked for, though views of that day are taken. What cannot be read because another
 * process has sealed or merged it meanwhile is undefined too, and no damage.
 */
export function readOrNote<Result>(
  database: VisitDatabase,
  { project, kind, id, day }: DamagedRows,
  read: () => Result,
): Result | undefined {
  return readUnlessDamaged(read, ({ damage }) => {
    const { changes } = database
      .prepare(
        `INSERT OR IGNORE INTO damaged (project, kind, id, day, piece)
         SELECT ?, ?, id, ?, ? FROM ${kind} WHERE id = ?`,
      )
      .run(project, kind, day, damage.piece, id);
    if (changes > 0) database.prepare('UPDATE project SET version = version + 1 WHERE key = ?').run(project);
  });
}

/** A condition for rows of `batch` or `segment`. */
export function notDamaged(kind: DamagedRows['kind']): string {
  return `NOT EXISTS (SELECT 1 FROM damaged WHERE kind = '${kind}' AND damaged.id = ${kind}.id AND damaged.project = ${kind}.project)`;
}

/** Whether some rows of the project are known to be damaged. */
export function isDamaged(database: VisitDatabase, project: number): boolean {
  return database.prepare('SELECT 1 FROM damaged WHERE project = ? LIMIT 1').get(project) !== undefined;
}

/** Throws VisitStoreDamaged where something of the range is known to be damaged, or rows are missing or elsewhere. */
export function refuseDamaged(database: VisitDatabase, project: number, { from, to }: TimeRange): void {
  const damage = database
    .prepare('SELECT day, piece FROM damaged WHERE project = ? AND day BETWEEN ? AND ? ORDER BY day LIMIT 1')
    .get(project, dayOf(from, -1), dayOf(to, 1)) as { day: number; piece: string } | undefined;
  if (damage) {
    const { day, piece } = damage;
    throw new VisitStoreDamaged({ projectId: projectIdOf(database, project), day: dayText(day), piece });
  }
  refuseMissing(database, project);
}

/** Throws VisitStoreDamaged where rows of `batch`, `segment` or `dropped` are not there, or not of the day and number as written. */
export function refuseMissing(database: VisitDatabase, project: number): void {
  const isSame = database
    .prepare(`SELECT contents = ${actualContents} FROM project WHERE key = ?`)
    .pluck()
    .get(project);
  if (isSame === 0) {
    throw new VisitStoreDamaged({ projectId: projectIdOf(database, project), day: undefined, piece: 'days' });
  }
}

/** Throws VisitStoreDamaged where texts of the project are not there: what they name would be left out of an answer. */
export function refuseMissingTexts(database: VisitDatabase, project: number): void {
  const isSame = database.prepare(`SELECT texts = ${actualTexts} FROM project WHERE key = ?`).pluck().get(project);
  if (isSame === 0) {
    throw new VisitStoreDamaged({ projectId: projectIdOf(database, project), day: undefined, piece: 'texts' });
  }
}

function dayOf(timestampMs: number | undefined, end: 1 | -1): number {
  return timestampMs === undefined ? end * Number.MAX_SAFE_INTEGER : Math.floor(timestampMs / duration.day);
}
