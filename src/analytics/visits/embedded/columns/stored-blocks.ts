import { crc32 } from 'node:zlib';
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

/** What is stored of a block. */
export type BlockListing = 'site' | 'path';

/**
 * A part is stored in so many slices: pages by their number, visitors of the site by theirs. Of 1, 2, 3, 4 or 6 counting threads
 * each then reads what it counts, once, and nothing else.
 */
export const blockSlices = 12;

/** In the caller's transaction, in place of what was stored of these days. */
export function insertBlock(
  database: VisitDatabase,
  { project, day, days, segments }: Omit<StoredBlock, 'id' | 'checksum'>,
  slices: Readonly<Record<BlockListing, readonly Buffer[]>>,
): void {
  database.prepare('DELETE FROM block WHERE project = ? AND day = ? AND days = ?').run(project, day, days);
  const insertHead = database.prepare(
    'INSERT INTO block (project, day, days, segments, checksum) VALUES (?, ?, ?, ?, ?)',
  );
  const checksum = checksumOfRow(project, day, days, segments);
  const { lastInsertRowid } = insertHead.run(project, day, days, segments, checksum);
  const insert = database.prepare(
    'INSERT INTO block_slice (block, listing, slice, checksum, data) VALUES (?, ?, ?, ?, ?)',
  );
  for (const listing of ['site', 'path'] as const) {
    for (const [slice, data] of slices[listing].entries())
      insert.run(lastInsertRowid, listing, slice, checksumOfSlice(segments, listing, slice, data), data);
  }
}

/** Those whose segments are known for certain, the longest first. */
export function storedBlocks(database: VisitDatabase, project: number): StoredBlock[] {
  const blocks = database.prepare('SELECT * FROM block WHERE project = ? ORDER BY days DESC, day').all(project);
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
  return (['site', 'path'] as const).every((listing) =>
    Array.from({ length: blockSlices }, (_, slice) => readSlice(database, block, listing, slice)).every(Boolean),
  );
}

function isWholeBlock({ project, day, days, segments, checksum }: StoredBlock): boolean {
  return checksum === checksumOfRow(project, day, days, segments);
}

function checksumOfSlice(segments: string, listing: BlockListing, slice: number, data: Buffer): number {
  return crc32(data, checksumOfRow(segments, listing, slice));
}
