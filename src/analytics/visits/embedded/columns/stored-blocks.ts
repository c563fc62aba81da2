import { crc32 } from 'node:zlib';
import type { Dimension } from '../../visit-store.ts';
import type { VisitDatabase } from './database.ts';
import { checksumOfRow } from './row-checksum.ts';

/**
 * Settled days merged into one part, written down so that a start need not merge them again. It follows from its segments and
 * goes with any of them; one that is damaged is not read, and made again.
 */
export interface StoredBlock {
  readonly id: number;
  readonly project: number;
  /** First of the days it is of. */
  readonly day: number;
  readonly days: number;
  /** Its segments, joined by `+`. */
  readonly segments: string;
  readonly checksum: number;
}

/** What is stored of every block. */
const everyListing = ['site', 'path'] as const;
/** Stored too, of projects of which somebody asked for it: visitors by what a column holds, see `groupOfValue`. */
export const askedColumns = ['agent', 'client', 'referrer', 'country', 'context', 'source'] as const;
export type AskedColumn = (typeof askedColumns)[number];
export type BlockListing = (typeof everyListing)[number] | AskedColumn;

/** What each dimension is counted by; undefined: not by a column, or by one that every block has. */
export const askedColumnOf: Readonly<Record<Dimension, AskedColumn | undefined>> = {
  path: undefined,
  entryPage: undefined,
  exitPage: undefined,
  category: undefined,
  agent: 'agent',
  verdict: 'agent',
  referrer: 'referrer',
  country: 'country',
  source: 'source',
  browser: 'client',
  os: 'client',
  device: 'client',
  host: 'context',
  utmSource: 'context',
  utmMedium: 'context',
  utmCampaign: 'context',
  status: 'context',
};

/** What the dashboard lists visitors by without being asked to. */
const dashboardColumns: readonly AskedColumn[] = ['agent', 'client', 'referrer', 'country'];

/** What somebody asked for: visitors by a column, or rows that pass a filter, of which a column was read. */
export interface AskedListing {
  readonly projectId: string;
  readonly listing: AskedColumn | `rows ${AskedRows}`;
}

/** Of the columns that are not read of all rows. */
export type AskedRows = AskedColumn | 'time';
const askedRows: readonly AskedRows[] = [...askedColumns, 'time'];

/** Of the number that a project gave; what is named by a damaged row is nobody's. */
export function askedOf(database: VisitDatabase, project: number): AskedColumn[] {
  const names = database.prepare('SELECT listing FROM asked_listing WHERE project = ?').pluck().all(project);
  return askedColumns.filter((column) => dashboardColumns.includes(column) || names.includes(column));
}

/** Columns whose rows were asked for. */
export function askedRowsOf(database: VisitDatabase, project: number): AskedRows[] {
  const names = database.prepare('SELECT listing FROM asked_listing WHERE project = ?').pluck().all(project);
  return askedRows.filter((column) => names.includes(`rows ${column}`));
}

export function noteAsked(database: VisitDatabase, listings: readonly AskedListing[]): void {
  const insert = database.prepare(
    'INSERT OR IGNORE INTO asked_listing (project, listing) SELECT key, ? FROM project WHERE id = ?',
  );
  for (const { projectId, listing } of listings) insert.run(listing, projectId);
}

/**
 * A part is stored in so many slices: pages by their number, visitors of the site by theirs. Of 1, 2, 3, 4 or 6 counting threads
 * each then reads what it counts, once, and nothing else.
 */
export const blockSlices = 12;

/** In the caller's transaction, in place of what was stored of these days, and of each of them alone. */
export function insertBlock(
  database: VisitDatabase,
  { project, day, days, segments }: Omit<StoredBlock, 'id' | 'checksum'>,
  slices: Readonly<Record<(typeof everyListing)[number], readonly Buffer[]>>,
): void {
  database
    .prepare('DELETE FROM block WHERE project = ? AND (day = ? AND days = ? OR day BETWEEN ? AND ? AND days = 1)')
    .run(project, day, days, day, day + days - 1);
  const insertHead = database.prepare(
    'INSERT INTO block (project, day, days, segments, checksum) VALUES (?, ?, ?, ?, ?)',
  );
  const checksum = checksumOfRow(project, day, days, segments);
  const { lastInsertRowid } = insertHead.run(project, day, days, segments, checksum);
  const block = { id: Number(lastInsertRowid), segments };
  for (const listing of everyListing) insertSlices(database, block, listing, slices[listing]);
}

/** In the caller's transaction, of a block that has none of this listing. */
export function insertSlices(
  database: VisitDatabase,
  { id, segments }: Pick<StoredBlock, 'id' | 'segments'>,
  listing: BlockListing,
  slices: readonly Buffer[],
): void {
  const insert = database.prepare(
    'INSERT INTO block_slice (block, listing, slice, checksum, data) VALUES (?, ?, ?, ?, ?)',
  );
  for (const [slice, data] of slices.entries())
    insert.run(id, listing, slice, checksumOfSlice(segments, listing, slice, data), data);
}

/** Those with this listing whose segments are known for certain, the longest first. */
export function storedBlocks(
  database: VisitDatabase,
  project: number,
  listing: BlockListing = everyListing[0],
): StoredBlock[] {
  const blocks = database
    .prepare(
      `SELECT * FROM block WHERE project = ? AND EXISTS (SELECT 1 FROM block_slice WHERE block = block.id AND listing = ?)
       ORDER BY days DESC, day`,
    )
    .all(project, listing);
  return (blocks as StoredBlock[]).filter(isWholeBlock);
}

/** Undefined where it is missing or damaged. */
export function readSlice(
  database: VisitDatabase,
  { id, segments }: StoredBlock,
  listing: BlockListing,
  slice: number,
): Buffer | undefined {
  const row = database
    .prepare('SELECT checksum, data FROM block_slice WHERE block = ? AND listing = ? AND slice = ?')
    .get(id, listing, slice) as { checksum: number; data: Buffer } | undefined;
  return row?.checksum === (row && checksumOfSlice(segments, listing, slice, row.data)) ? row?.data : undefined;
}

/** Those that are no longer what was written. */
export function damagedBlocks(database: VisitDatabase, project: number): StoredBlock[] {
  const blocks = database.prepare('SELECT * FROM block WHERE project = ?').all(project) as StoredBlock[];
  return blocks.filter((block) => !isWholeBlock(block) || !hasWholeSlices(database, block));
}

export function removeBlock(database: VisitDatabase, { id }: StoredBlock): void {
  database.prepare('DELETE FROM block WHERE id = ?').run(id);
}

function hasWholeSlices(database: VisitDatabase, block: StoredBlock): boolean {
  const stored = database.prepare('SELECT DISTINCT listing FROM block_slice WHERE block = ?').pluck().all(block.id);
  const listings = new Set([...everyListing, ...(stored as BlockListing[])]);
  return [...listings].every((listing) =>
    Array.from({ length: blockSlices }, (_, slice) => readSlice(database, block, listing, slice)).every(Boolean),
  );
}

function isWholeBlock({ project, day, days, segments, checksum }: StoredBlock): boolean {
  return checksum === checksumOfRow(project, day, days, segments);
}

function checksumOfSlice(segments: string, listing: BlockListing, slice: number, data: Buffer): number {
  return crc32(data, checksumOfRow(segments, listing, slice));
}
