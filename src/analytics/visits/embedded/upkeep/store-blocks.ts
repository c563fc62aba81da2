import { notDamaged, readOrNote } from '../columns/damage.ts';
import type { VisitDatabase } from '../columns/database.ts';
import {
  askedOf,
  insertBlock,
  insertSlices,
  storedBlocks,
  type AskedColumn,
  type BlockListing,
  type StoredBlock,
} from '../columns/stored-blocks.ts';
import { visitorsEnd } from '../columns/visitor-ids.ts';
import { ByteCache } from '../count/byte-cache.ts';
import { readBlock } from '../count/block-reader.ts';
import type { SealedSegment } from '../count/blocks.ts';
import { blockDays } from '../count/blocks.ts';
import { createSourceOfDay } from '../count/day-sources.ts';
import { DayStore } from '../count/day-store.ts';
import { askedListing, pageListing, siteListing, type Listing, type ListingSource } from '../count/listings.ts';
import { mergeParts } from '../count/merge-parts.ts';
import { PartPacker, type PackedPart } from '../count/packed-part.ts';
import { encodePart, slicesOf } from '../count/part-slices.ts';
import { replace } from './replace.ts';

/** Then whoever waits for this thread has his turn, milliseconds; the rest is done the next time. */
const longestPass = 1_000;
/** Rows of more are not merged at once; bounds memory. */
const maximumRows = 40_000_000;

const [long, short] = blockDays;
/** Days that no other block has yet are stored alone from this part of the rows on that make a project large. */
const dayPart = 20;
const whole = { index: 0, of: 1 };

/** Segments of a project that are to be one block. */
interface Due {
  readonly day: number;
  readonly days: number;
  readonly segments: readonly SealedSegment[];
}

/** Stores blocks of settled days with at least so many views; smaller ones are merged in no time when they are asked for. */
export function storeBlocks(database: VisitDatabase, leastRows: number): void {
  const began = performance.now();
  const projects = database
    .prepare('SELECT project FROM segment GROUP BY project HAVING sum(rows) >= ?')
    .pluck()
    .all(leastRows) as number[];
  for (const project of projects) {
    for (const due of dueOf(database, project, leastRows)) {
      if (performance.now() - began > longestPass) return;
      storeBlock(database, project, due);
    }
    for (const column of askedOf(database, project)) {
      for (const block of blocksWithout(database, project, column)) {
        if (performance.now() - began > longestPass) return;
        storeAsked(database, block, column);
      }
    }
  }
}

/** The short ones first, of which the long ones are made. */
function blocksWithout(database: VisitDatabase, project: number, column: AskedColumn): StoredBlock[] {
  const having = new Set(storedBlocks(database, project, column).map(({ id }) => id));
  return storedBlocks(database, project)
    .filter(({ id }) => !having.has(id))
    .reverse();
}

function storeAsked(database: VisitDatabase, block: StoredBlock, column: AskedColumn): void {
  const { project, day, days } = block;
  const ids = idsOf(block);
  const segments = database
    .prepare(
      `SELECT segment.id, day, rows FROM segment, json_each(?) AS wanted WHERE segment.id = wanted.value AND ${notDamaged('segment')}
       ORDER BY day, segment.id`,
    )
    .all(JSON.stringify(ids)) as SealedSegment[];
  // What is damaged is not read again with every pass.
  if (segments.length < ids.length) return;
  const slices = slicesOfListing(database, project, { day, days, segments }, column);
  const isThere = database.prepare('SELECT 1 FROM block WHERE id = ?').pluck();
  const hasSlices = database.prepare('SELECT 1 FROM block_slice WHERE block = ? AND listing = ?').pluck();
  if (!slices) return;
  replace(database, () => {
    // Another process may have replaced it or done the same meanwhile.
    if (isThere.get(block.id) === undefined || hasSlices.get(block.id, column) !== undefined) return false;
    insertSlices(database, block, column, slices);
    return true;
  });
}

/** The short ones first, of which the long ones are made; days alone last. */
function dueOf(database: VisitDatabase, project: number, leastRows: number): Due[] {
  const segments = database
    .prepare(
      `SELECT id, day, rows FROM segment WHERE project = ? AND ${notDamaged('segment')}
         AND NOT EXISTS (SELECT 1 FROM unsplit WHERE segment = segment.id) ORDER BY day, id`,
    )
    .all(project) as SealedSegment[];
  const settled = (segments.at(-1)?.day ?? 0) - 2;
  const sourceOfDay = createSourceOfDay(newDayStore(database), project, 'automatic');
  const stored = storedBlocks(database, project);
  const spans = (days: number, of: readonly SealedSegment[]): Due[] =>
    [...Map.groupBy(of, ({ day }) => Math.floor(day / days) * days)].map(([day, spanSegments]) => ({
      day,
      days,
      segments: spanSegments,
    }));
  const isSettled = ({ day, days, segments: of }: Due) =>
    day + days - 1 <= settled && isOne(of.map((segment) => sourceOfDay(segment.day)));
  const storedOf = ({ day, days }: Due) => stored.find((block) => block.day === day && block.days === days);
  const isWorthIt = (due: Due, least: number) => {
    const rows = rowsOf(due.segments);
    const block = storedOf(due);
    const late = block ? due.segments.filter(({ id }) => !idsOf(block).includes(id)) : due.segments;
    // What came late is counted beside the block until it is worth another.
    return rows >= least && rows <= maximumRows && rowsOf(late) * 8 > rows;
  };
  const shortDue = spans(short, segments).filter((due) => isSettled(due) && isWorthIt(due, leastRows));
  const coveredIds = new Set(stored.filter(({ days }) => days === short).flatMap(idsOf));
  const covered = segments.filter(({ id }) => coveredIds.has(id));
  const longDue = spans(long, covered).filter(
    (due) => isSettled(due) && storedOf(due)?.segments !== nameOf(due.segments),
  );
  const dueIds = new Set(shortDue.flatMap((due) => due.segments.map(({ id }) => id)));
  const alone = segments.filter(({ id }) => !coveredIds.has(id) && !dueIds.has(id));
  const dayDue = spans(1, alone).filter((due) => isWorthIt(due, leastRows / dayPart));
  return [...shortDue, ...(shortDue.length === 0 ? longDue : []), ...dayDue];
}

function storeBlock(database: VisitDatabase, project: number, due: Due): void {
  const site = slicesOfListing(database, project, due, 'site');
  const path = site && slicesOfListing(database, project, due, 'path');
  if (!path) return;
  const { day, days } = due;
  const count = database
    .prepare('SELECT count(*) FROM segment, json_each(?) AS wanted WHERE segment.id = wanted.value')
    .pluck();
  const ids = JSON.stringify(due.segments.map(({ id }) => id));
  replace(database, () => {
    // Another process may have merged or removed them meanwhile.
    if (count.get(ids) !== due.segments.length) return false;
    insertBlock(database, { project, day, days, segments: nameOf(due.segments) }, { site, path });
    return true;
  });
}

/** Undefined where a segment is damaged, which is written down, or another process has changed what it is made of. */
function slicesOfListing(
  database: VisitDatabase,
  project: number,
  due: Due,
  listing: BlockListing,
): Buffer[] | undefined {
  const visitorCount = visitorsEnd(database, project);
  return due.days === long
    ? joinShort(database, project, due, { listing, visitorCount })
    : mergeDays(database, project, due, { listing, visitorCount });
}

interface Wanted {
  readonly listing: BlockListing;
  readonly visitorCount: number;
}

function mergeDays(
  database: VisitDatabase,
  project: number,
  { segments }: Due,
  { listing, visitorCount }: Wanted,
): Buffer[] | undefined {
  const packer = new PartPacker();
  const source = { days: newDayStore(database), share: whole, packer, visitorCount };
  const { whole: wholeOf } = listingOf(source, listing);
  const parts: PackedPart[] = [];
  for (const segment of segments) {
    const rows = { project, kind: 'segment', id: segment.id, day: segment.day } as const;
    const part = readOrNote(database, rows, () => wholeOf(segment));
    if (!part) return undefined;
    parts.push(part);
  }
  return slicesOf(mergeParts(parts, visitorCount, packer), listing, visitorCount).map(encodePart);
}

function listingOf(source: ListingSource, listing: BlockListing): Listing {
  if (listing === 'site') return siteListing(source);
  return listing === 'path' ? pageListing(source) : askedListing(source, listing);
}

/** Of the short blocks that are stored. */
function joinShort(
  database: VisitDatabase,
  project: number,
  { day, days, segments }: Due,
  { listing, visitorCount }: Wanted,
): Buffer[] | undefined {
  const blocks = storedBlocks(database, project, listing).filter(
    (block) => block.days === short && block.day >= day && block.day < day + days,
  );
  if (blocks.map(({ segments }) => segments).join('+') !== nameOf(segments)) return undefined;
  const all = blocks.map((block) => readBlock(database, block, listing, whole));
  if (!all.every((parts) => parts !== undefined)) return undefined;
  const packer = new PartPacker();
  return Array.from({ length: all[0]?.length ?? 0 }, (_, slice) => {
    const parts = all.map((of) => of[slice]!);
    return encodePart(mergeParts(parts, visitorCount, packer));
  });
}

function newDayStore(database: VisitDatabase): DayStore {
  return new DayStore(database, new ByteCache(0));
}

function idsOf({ segments }: StoredBlock): number[] {
  return segments.split('+').map(Number);
}

function nameOf(segments: readonly SealedSegment[]): string {
  return segments.map(({ id }) => id).join('+');
}

function rowsOf(segments: readonly SealedSegment[]): number {
  return segments.reduce((sum, { rows }) => sum + rows, 0);
}

function isOne(sources: readonly string[]): boolean {
  return new Set(sources).size === 1;
}
