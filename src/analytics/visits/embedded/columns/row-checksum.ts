import { crc32 } from 'node:zlib';
import { VisitStoreDamaged } from '../../errors.ts';
import { projectIdOf } from './damage.ts';
import type { VisitDatabase } from './database.ts';
import { prepareOnce } from './prepare-once.ts';

/** What a row holds in its `checksum`: of its other fields, in the order of the table. */
export function checksumOfRow(...fields: readonly (number | string)[]): number {
  return crc32(fields.join('\u0000'));
}

/** What a visitor holds in its `checksum`. */
export function checksumOfVisitor(project: number, number: number, id: Uint8Array): number {
  return crc32(id, crc32([project, number].join('\u0000')));
}

/** A counter, where it is as it was written; `checksum` is null where an older version wrote it. */
export interface StoredCounter {
  readonly kind: number;
  readonly next: number;
  readonly checksum: number | null;
}

export function isWholeCounter(project: number, { kind, next, checksum }: StoredCounter): boolean {
  return checksum === null || checksum === checksumOfRow(project, kind, next);
}

/** A deletion that is still to be done, as it lies in the table. */
export interface StoredDeletion {
  readonly project: number;
  readonly kind: string;
  readonly number: number;
  readonly checksum: number | null;
}

export function isWholeDeletion({ project, kind, number, checksum }: StoredDeletion): boolean {
  return checksum === null || checksum === checksumOfRow(project, kind, number);
}

/** A text of a dictionary as it lies in the table; `checksum` is null where an older version wrote it. */
export interface StoredText {
  readonly kind: number;
  readonly number: number;
  readonly text: string;
  readonly checksum: number | null;
}

/** Names a text in a list of damage, by its kind. */
const pieces = ['page', 'classification', 'client', 'referrer', 'country', 'context'];

/** The text, where it is as it was written. Throws VisitStoreDamaged. */
export function wholeText(database: VisitDatabase, project: number, stored: StoredText): string {
  const { kind, number, text, checksum } = stored;
  if (checksum === null || checksum === checksumOfRow(project, kind, number, text)) return text;
  throw textMissing(database, project, kind, number);
}

export function textMissing(database: VisitDatabase, project: number, kind: number, number: number): VisitStoreDamaged {
  const piece = `${pieces[kind] ?? 'text'} ${number}`;
  return new VisitStoreDamaged({ projectId: projectIdOf(database, project), day: undefined, piece });
}

/** The texts of these numbers, by number. Throws VisitStoreDamaged. */
export function textsOf(
  database: VisitDatabase,
  project: number,
  kind: number,
  numbers: readonly number[],
): Map<number, string> {
  // One statement for a whole page of rows; an export of many pages asks for thousands.
  const storedTexts = prepareOnce(
    database,
    `SELECT kind, number, text, checksum FROM json_each(?) AS wanted
     CROSS JOIN term ON project = ? AND kind = ? AND number = wanted.value`,
  ).all(JSON.stringify(numbers), project, kind) as StoredText[];
  return new Map(storedTexts.map((stored) => [stored.number, wholeText(database, project, stored)]));
}

/** Of one day and reason, as it lies in the table. */
export interface StoredDrops {
  readonly day: string;
  readonly reason: string;
  readonly count: number;
  readonly checksum: number | null;
}

/** Throws VisitStoreDamaged. */
export function requireWholeDrops(database: VisitDatabase, project: number, stored: StoredDrops): void {
  if (areWholeDrops(project, stored)) return;
  throw new VisitStoreDamaged({ projectId: projectIdOf(database, project), day: stored.day, piece: 'dropped' });
}

function areWholeDrops(project: number, { day, reason, count, checksum }: StoredDrops): boolean {
  return checksum === null || checksum === checksumOfRow(project, day, reason, count);
}

/** Adds to the number of a day and reason, or takes from it. A damaged row stays damaged: it never gets a checksum that fits. */
export function addDrops(
  database: VisitDatabase,
  project: number,
  { day, reason, count }: Omit<StoredDrops, 'checksum'>,
): void {
  const select = 'SELECT day, reason, count, checksum FROM dropped WHERE project = ? AND day = ? AND reason = ?';
  const before = prepareOnce(database, select).get(project, day, reason) as StoredDrops | undefined;
  const sum = Math.max(0, (before?.count ?? 0) + count);
  const isWhole = before === undefined || areWholeDrops(project, before);
  const checksum = isWhole ? checksumOfRow(project, day, reason, sum) : before.checksum;
  // Not as one change: `contents` is kept by triggers, which see rows come and go.
  prepareOnce(database, 'DELETE FROM dropped WHERE project = ? AND day = ? AND reason = ?').run(project, day, reason);
  if (sum === 0 && isWhole) return;
  const insert = 'INSERT INTO dropped (project, day, reason, count, checksum) VALUES (?, ?, ?, ?, ?)';
  prepareOnce(database, insert).run(project, day, reason, sum, checksum);
}
