import { crc32 } from 'node:zlib';
import { duration } from '../../../../kernel/clock.ts';
import type { VisitDatabase } from './database.ts';
import { prepareOnce } from './prepare-once.ts';
import { dayText } from './view-columns.ts';

/**
 * Events that were refused, so that each counts once however often it is delivered: of one day and reason, what one
 * commit refused. Later rows win over earlier ones; no reason (an empty text) takes the event back, since it is kept by now.
 */
export interface RefusedEvents {
  readonly id: number;
  readonly reason: string;
  /** The first eight bytes of the digest of each. */
  readonly events: Uint32Array;
}

/** Words of an event here. Of a million events in a day two are the same by chance once in 37 million days. */
export const refusedWords = 2;

interface StoredRefusals {
  readonly id: number;
  readonly reason: string;
  readonly events: Buffer;
  readonly checksum: number;
}

/** Adds to a day, in the caller's transaction. Returns the id of the row. */
export function insertRefused(
  database: VisitDatabase,
  project: number,
  day: number,
  { reason, events }: Omit<RefusedEvents, 'id'>,
): number {
  const bytes = Buffer.from(events.buffer, events.byteOffset, events.byteLength);
  const insert = prepareOnce(
    database,
    'INSERT INTO refused (project, day, reason, events, checksum) VALUES (?, ?, ?, ?, ?)',
  );
  const { lastInsertRowid } = insert.run(project, day, reason, bytes, checksumOf(project, day, reason, bytes));
  return Number(lastInsertRowid);
}

/**
 * In the order of arrival, those after the row `after`. What is not as it was written is left out: its events count again
 * when they come again, as they would if they had never been seen.
 */
export function readRefused(database: VisitDatabase, project: number, day: number, after = 0): RefusedEvents[] {
  const select = prepareOnce(
    database,
    'SELECT id, reason, events, checksum FROM refused WHERE project = ? AND day = ? AND id > ? ORDER BY id',
  );
  return (select.all(project, day, after) as StoredRefusals[])
    .filter(({ reason, events, checksum }) => checksum === checksumOf(project, day, reason, events))
    .map(({ id, reason, events }) => ({ id, reason, events: wordsOfBytes(events) }));
}

/** Rows that are not as they were written. */
export function damagedRefusals(
  database: VisitDatabase,
  project: number,
): { id: number; day: number; bytes: number }[] {
  const rows = database
    .prepare('SELECT id, day, reason, events, checksum FROM refused WHERE project = ?')
    .iterate(project) as Iterable<StoredRefusals & { day: number }>;
  const damagedRows: { id: number; day: number; bytes: number }[] = [];
  for (const { id, day, reason, events, checksum } of rows) {
    if (checksum !== checksumOf(project, day, reason, events)) damagedRows.push({ id, day, bytes: events.length });
  }
  return damagedRows;
}

/** Rows of a day before they become one of each reason. */
const mostRows = 200;

/** Puts the rows of days that have many of them together, each day in a transaction of its own. */
export function mergeRefused(database: VisitDatabase): void {
  const days = database
    .prepare('SELECT project, day FROM refused GROUP BY project, day HAVING count(*) > ?')
    .all(mostRows) as { project: number; day: number }[];
  const merge = database.transaction(({ project, day }: { project: number; day: number }) => {
    const last = new Map<bigint, string>();
    for (const { reason, events } of readRefused(database, project, day)) {
      for (const event of new BigUint64Array(events.slice().buffer)) last.set(event, reason);
    }
    database.prepare('DELETE FROM refused WHERE project = ? AND day = ?').run(project, day);
    for (const [reason, entries] of Map.groupBy(last, ([, of]) => of)) {
      const events = new Uint32Array(BigUint64Array.from(entries, ([event]) => event).buffer);
      insertRefused(database, project, day, { reason, events });
    }
  });
  for (const of of days) merge.immediate(of);
}

/** Adds to (or, below 0, takes from) what is kept for `addDrops`. */
export class DropChanges {
  readonly #changes = new Map<string, { day: string; reason: string; count: number }>();

  add(day: string, reason: string, count: number): void {
    const key = `${day} ${reason}`;
    const change = this.#changes.get(key) ?? { day, reason, count: 0 };
    change.count += count;
    this.#changes.set(key, change);
  }

  addOfDay(day: number, reason: string, count: number): void {
    this.add(dayText(day), reason, count);
  }

  /** Empties it. */
  take(): { day: string; reason: string; count: number }[] {
    const changes = [...this.#changes.values()].filter(({ count }) => count !== 0);
    this.#changes.clear();
    return changes;
  }
}

export function dayNumber(day: string): number {
  return Date.parse(day) / duration.day;
}

function wordsOfBytes(bytes: Buffer): Uint32Array<ArrayBuffer> {
  return new Uint32Array(Uint8Array.from(bytes).buffer);
}

function checksumOf(project: number, day: number, reason: string, events: Uint8Array): number {
  return crc32(events, crc32(`${project}\u0000${day}\u0000${reason}`));
}
