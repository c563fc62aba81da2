import { notDamaged, readOrNote } from '../columns/damage.ts';
import type { VisitDatabase } from '../columns/database.ts';
import { insertBlock, storedBlocks, type BlockListing, type StoredBlock } from '../columns/stored-blocks.ts';
import { visitorsEnd } from '../columns/visitor-ids.ts';
import { ByteCache } from '../count/byte-cache.ts';
import { readBlock } from '../count/block-reader.ts';
import type { SealedSegment } from '../count/blocks.ts';
import { blockDays } from '../count/blocks.ts';
import { createSourceOfDay } from '../count/day-sources.ts';
import { DayStore } from '../count/day-store.ts';
import { pageListing, siteListing } from '../count/listings.ts';
import { mergeParts } from '../count/merge-parts.ts';
import { PartPacker, type PackedPart } from '../count/packed-part.ts';
import { encodePart, slicesOf } from '../count/part-slices.ts';
import { replace } from './replace.ts';

/** Then whoever waits for this thread has his turn, milliseconds; the rest is done the next time. */
const longestPass = 1_000;
/** Rows of more are not merged at once; bounds memory. */
const maximumRows = 40_000_000;

const [long, short] = blockDays;
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
  }
}

/** The short ones first, of which the long ones are made. */
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
    [...Map.groupBy(of, ({ day }) => Math.floor(day / days) * days)]
      .map(([day, ofSpan]) => ({ day, days, segments: ofSpan }))
      .filter(({ day, segments }) => day + days - 1 <= settled && isOne(segments.map((of) => sourceOfDay(of.day))));
  const storedOf = ({ day, days }: Due) => stored.find((block) => block.day === day && block.days === days);
  const shortDue = spans(short, segments).filter((due) => {
    const rows = rowsOf(due.segments);
    const block = storedOf(due);
    const late = block ? due.segments.filter(({ id }) => !idsOf(block).includes(id)) : due.segments;
    // What came late is counted beside the block until it is worth another.
    return rows >= leastRows && rows <= maximumRows && rowsOf(late) * 8 > rows;
  });
  const inShort = new Set(stored.filter(({ days }) => days === short).flatMap(idsOf));
  const longDue = spans(
    long,
    segments.filter(({ id }) => inShort.has(id)),
  ).filter((due) => storedOf(due)?.segments !== nameOf(due.segments));
  return [...shortDue, ...(shortDue.length === 0 ? longDue : [])];
}

function storeBlock(database: VisitDatabase, project: number, due: Due): void {
  const visitorCount = visitorsEnd(database, project);
  const slices =
    due.days === long
      ? joinShort(database, project, due, visitorCount)
      : mergeDays(database, project, due, visitorCount);
  if (!slices) return;
  const { day, days } = due;
  const count = database
    .prepare('SELECT count(*) FROM segment, json_each(?) AS wanted WHERE segment.id = wanted.value')
    .pluck();
  const ids = JSON.stringify(due.segments.map(({ id }) => id));
  replace(database, () => {
    // Another process may have merged or removed them meanwhile.
    if (count.get(ids) !== due.segments.length) return false;
    insertBlock(database, { project, day, days, segments: nameOf(due.segments) }, slices);
    return true;
  });
}

/** Undefined where a segment is damaged, which is written down. */
function mergeDays(
  database: VisitDatabase,
  project: number,
  { segments }: Due,
  visitorCount: number,
): Record<BlockListing, Buffer[]> | undefined {
  const packer = new PartPacker();
  const source = { days: newDayStore(database), share: whole, packer, visitorCount };
  const merge = (name: BlockListing): Buffer[] | undefined => {
    const listing = name === 'site' ? siteListing(source) : pageListing(source);
    const parts: PackedPart[] = [];
    for (const segment of segments) {
      const rows = { project, kind: 'segment', id: segment.id, day: segment.day } as const;
      const part = readOrNote(database, rows, () => listing.whole(segment));
      if (!part) return undefined;
      parts.push(part);
    }
    return slicesOf(mergeParts(parts, visitorCount, packer), name, visitorCount).map(encodePart);
  };
  const site = merge('site');
  const path = site && merge('path');
  return path && { site, path };
}

/** Of the short blocks that are stored. */
function joinShort(
  database: VisitDatabase,
  project: number,
  { day, days, segments }: Due,
  visitorCount: number,
): Record<BlockListing, Buffer[]> | undefined {
  const blocks = storedBlocks(database, project).filter(
    (block) => block.days === short && block.day >= day && block.day < day + days,
  );
  // Another process may have made another of them since.
  if (blocks.map(({ segments }) => segments).join('+') !== nameOf(segments)) return undefined;
  const packer = new PartPacker();
  const join = (listing: BlockListing): Buffer[] | undefined => {
    const all = blocks.map((block) => readBlock(database, block, listing, whole));
    if (!all.every((parts) => parts !== undefined)) return undefined;
    const slices = all[0]?.length ?? 0;
    return Array.from({ length: slices }, (_, slice) =>
      encodePart(
        mergeParts(
          all.map((parts) => parts[slice]!),
          visitorCount,
          packer,
        ),
      ),
    );
  };
  const site = join('site');
  const path = site && join('path');
  return path && { site, path };
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
