import { crc32 } from 'node:zlib';
import { VisitStoreDamaged } from '../../errors.ts';
import { projectIdOf } from './damage.ts';
import type { VisitDatabase } from './database.ts';
import { checksumOfRow, checksumOfVisitor } from './row-checksum.ts';
import { bytesOf, wordsOf } from './view-columns.ts';

/**
 * Ids of visitors by number. New ones are rows of `visitor`; upkeep puts many of them together as a page, which is read
 * at memory speed: a dictionary of millions is needed whole before the first view can be numbered. A number whose id was
 * deleted keeps its place in the page and is given to nobody.
 */
export interface VisitorPage {
  readonly project: number;
  /** Number of its first id. */
  readonly first: number;
  /** Places, with those of ids that were deleted. */
  readonly length: number;
  /** Ids that are there. */
  readonly kept: number;
  /** Checksum of all that before. */
  readonly place: number;
}

interface WholePage extends VisitorPage {
  readonly ids: Buffer;
  /** Of the ids. */
  readonly checksum: number;
}

export interface VisitorRow {
  readonly number: number;
  readonly id: Buffer;
  /** Null where an older version wrote it. */
  readonly checksum: number | null;
}

const idBytes = 16;
const wordsPerId = 4;
/** Each byte, and each word, of the place of an id that was deleted; ids are keyed hashes. */
const noByte = 0xff;
const noWord = 0xffff_ffff;

const placeColumns = 'project, first, length, kept, place';

/** In the caller's transaction. `rows` are of one project, ascending by number. */
export function insertVisitorPage(database: VisitDatabase, project: number, rows: readonly VisitorRow[]): void {
  const first = rows[0]!.number;
  const length = rows.at(-1)!.number - first + 1;
  const ids = Buffer.alloc(length * idBytes, noByte);
  for (const { number, id } of rows) ids.set(id.subarray(0, idBytes), (number - first) * idBytes);
  writePage(database, { project, first, length, kept: rows.length, ids }, true);
}

/** Pages of a project, ascending; those are left out whose place is damaged, and so of nobody knows which numbers. */
function visitorPages(database: VisitDatabase, project: number): VisitorPage[] {
  const pages = database.prepare(`SELECT ${placeColumns} FROM visitor_page WHERE project = ? ORDER BY first`);
  return (pages.all(project) as VisitorPage[]).filter(hasWholePlace);
}

/** With as many ids as its place says. */
function readIds(database: VisitDatabase, { project, first, length }: VisitorPage): Buffer {
  const select = database.prepare('SELECT ids FROM visitor_page WHERE project = ? AND first = ?').pluck();
  const ids = (select.get(project, first) ?? Buffer.alloc(0)) as Buffer;
  const bytes = length * idBytes;
  return ids.length === bytes ? ids : Buffer.concat([ids.subarray(0, bytes), Buffer.alloc(bytes, noByte)], bytes);
}

/** Above every number that has an id. */
export function visitorsEnd(database: VisitDatabase, project: number): number {
  const last = visitorPages(database, project).at(-1);
  const rows = database
    .prepare('SELECT number, id, checksum FROM visitor WHERE project = ? ORDER BY number DESC')
    .iterate(project) as Iterable<VisitorRow>;
  let end = last ? last.first + last.length : 0;
  for (const row of rows) {
    // A number that was damaged may be any.
    if (!isWholeRow(project, row)) continue;
    end = Math.max(end, row.number + 1);
    break;
  }
  return end;
}

/** How many ids are kept. Throws VisitStoreDamaged. */
export function countVisitorIds(database: VisitDatabase, project: number): number {
  const pages = database.prepare(`SELECT ${placeColumns} FROM visitor_page WHERE project = ?`).all(project);
  const rows = database.prepare('SELECT count(*) FROM visitor WHERE project = ?').pluck().get(project) as number;
  return (pages as VisitorPage[]).reduce((sum, page) => {
    if (hasWholePlace(page)) return sum + page.kept;
    throw new VisitStoreDamaged({
      projectId: projectIdOf(database, project),
      day: undefined,
      piece: visitorsOfPage(page),
    });
  }, rows);
}

/** Hands over the ids of all numbers from `from` on, as four words each and in any order. */
export function eachVisitorId(
  database: VisitDatabase,
  project: number,
  from: number,
  take: (first: number, ids: Uint32Array) => void,
): void {
  for (const page of visitorPages(database, project)) {
    const skipped = Math.max(0, from - page.first);
    if (skipped < page.length)
      take(page.first + skipped, wordsOf(readIds(database, page)).subarray(skipped * wordsPerId));
  }
  const rows = database
    .prepare('SELECT number, id FROM visitor WHERE project = ? AND number >= ?')
    .raw()
    .iterate(project, from) as Iterable<[number, Buffer]>;
  for (const [number, id] of rows) take(number, wordsOf(id));
}

/** The number of the visitor. Reads all ids. */
export function findVisitor(database: VisitDatabase, project: number, id: Uint8Array): number | undefined {
  const select = database.prepare('SELECT number FROM visitor WHERE project = ? AND id = ?').pluck();
  const number = select.get(project, Buffer.from(id)) as number | undefined;
  if (number !== undefined) return number;
  const [a, b, c, d] = wordsOf(Buffer.from(id));
  for (const page of visitorPages(database, project)) {
    const words = wordsOf(readIds(database, page));
    for (let offset = 0; offset < words.length; offset += wordsPerId) {
      if (words[offset] === a && words[offset + 1] === b && words[offset + 2] === c && words[offset + 3] === d)
        return page.first + offset / wordsPerId;
    }
  }
  return undefined;
}

/** In the caller's transaction. False where the number is not of this visitor any more. */
export function removeVisitor(database: VisitDatabase, project: number, number: number, id: Uint8Array): boolean {
  const remove = database.prepare('DELETE FROM visitor WHERE project = ? AND number = ? AND id = ?');
  if (remove.run(project, number, Buffer.from(id)).changes > 0) return true;
  const page = visitorPages(database, project).find(({ first, length }) => number >= first && number < first + length);
  if (!page) return false;
  const offset = (number - page.first) * idBytes;
  const isStill = readIds(database, page)
    .subarray(offset, offset + idBytes)
    .equals(id);
  return isStill && clearIds(database, page, (of) => of === number) > 0;
}

/** Removes the ids of all numbers that are not used, in the caller's transaction. */
export function keepUsedVisitors(database: VisitDatabase, project: number, isUsed: (number: number) => boolean): void {
  const numbers = database.prepare('SELECT number FROM visitor WHERE project = ?').pluck().all(project) as number[];
  const remove = database.prepare('DELETE FROM visitor WHERE project = ? AND number = ?');
  for (const number of numbers) if (!isUsed(number)) remove.run(project, number);
  for (const page of visitorPages(database, project)) clearIds(database, page, (number) => !isUsed(number));
}

/** Pages that are no longer what was written. */
export function damagedVisitorPages(database: VisitDatabase, project: number): VisitorPage[] {
  const select = `SELECT ${placeColumns}, ids, checksum FROM visitor_page WHERE project = ?`;
  const pages = database.prepare(select).iterate(project) as Iterable<WholePage>;
  return [...pages].filter((page) => !hasWholePlace(page) || !hasWholeIds(page));
}

/**
 * Which of its ids have changed cannot be told, and those are nobody's: the others stay. Of a page whose numbers are not known
 * nothing can.
 */
export function dropDamagedPage(database: VisitDatabase, page: VisitorPage): void {
  if (hasWholePlace(page)) writePage(database, { ...page, ids: readIds(database, page) }, true);
  else removePage(database, page);
}

export function visitorsOfPage({ first, length }: VisitorPage): string {
  return `visitors ${first} to ${first + length - 1}`;
}

export function isWholeRow(project: number, { number, id, checksum }: VisitorRow): boolean {
  return checksum === null || checksum === checksumOfVisitor(project, number, id);
}

/** Returns how many ids were removed. */
function clearIds(database: VisitDatabase, page: VisitorPage, isToGo: (number: number) => boolean): number {
  const ids = readIds(database, page);
  const isWhole = hasWholeIds({ ...page, ids, checksum: checksumOf(database, page) });
  const words = wordsOf(ids);
  let keptCount = 0;
  let cleared = 0;
  for (let offset = 0; offset < words.length; offset += wordsPerId) {
    if (isNone(words, offset)) continue;
    if (isToGo(page.first + offset / wordsPerId)) {
      words.fill(noWord, offset, offset + wordsPerId);
      cleared += 1;
    } else keptCount += 1;
  }
  if (cleared > 0 && keptCount === 0) removePage(database, page);
  else if (cleared > 0) writePage(database, { ...page, kept: keptCount, ids: bytesOf(words) }, isWhole);
  return cleared;
}

/** Whether the id at that word was deleted. */
function isNone(words: Uint32Array, offset: number): boolean {
  return (
    words[offset] === noWord &&
    words[offset + 1] === noWord &&
    words[offset + 2] === noWord &&
    words[offset + 3] === noWord
  );
}

/** What is damaged never gets a checksum that fits, but by a person's decision. */
function writePage(
  database: VisitDatabase,
  { project, first, length, kept, ids }: Omit<WholePage, 'place' | 'checksum'>,
  isWhole: boolean,
): void {
  const place = checksumOfRow(project, first, length, kept);
  const checksum = crc32(ids, isWhole ? 0 : 1);
  database
    .prepare(
      `INSERT INTO visitor_page (project, first, length, kept, place, checksum, ids) VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (project, first) DO UPDATE SET kept = excluded.kept, place = excluded.place,
         checksum = excluded.checksum, ids = excluded.ids`,
    )
    .run(project, first, length, kept, place, checksum, ids);
}

function removePage(database: VisitDatabase, { project, first }: VisitorPage): void {
  database.prepare('DELETE FROM visitor_page WHERE project = ? AND first = ?').run(project, first);
}

function checksumOf(database: VisitDatabase, { project, first }: VisitorPage): number {
  const select = database.prepare('SELECT checksum FROM visitor_page WHERE project = ? AND first = ?').pluck();
  return select.get(project, first) as number;
}

function hasWholePlace({ project, first, length, kept, place }: VisitorPage): boolean {
  return place === checksumOfRow(project, first, length, kept);
}

function hasWholeIds({ length, ids, checksum }: WholePage): boolean {
  return ids.length === length * idBytes && checksum === crc32(ids);
}
