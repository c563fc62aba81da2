import { duration } from '../../../../kernel/clock.ts';
import type { Bucketing } from '../../buckets.ts';
import { oldHumanCode } from '../columns/category-codes.ts';
import type { Runs } from '../columns/part.ts';
import { partOfViews, siteGroup } from '../columns/part.ts';
import { release } from '../columns/release.ts';
import { askedColumns, type AskedColumn, type BlockListing } from '../columns/stored-blocks.ts';
import { readDistinct } from '../columns/segment.ts';
import type { SealedSegment } from './blocks.ts';
import type { DayRows } from './day-rows.ts';
import type { DayStore } from './day-store.ts';
import type { RowsOfDay, StoredColumn } from './own-rows.ts';
import type { PackedPart, PartPacker } from './packed-part.ts';
import { packPart } from './packed-part.ts';
import type { RowGrouping } from './row-parts.ts';
import { allTogether, byBucket, byColumn } from './row-parts.ts';
import type { OwnRows, Share } from './share.ts';
import { OwnGroups, OwnVisitors } from './share.ts';

/** One way of putting views into groups: how a thread finds its share of the visitors of each group. */
export interface Listing {
  /** Names what `whole` made, as long as the segment is there. */
  readonly name: string;
  /** What blocks hold of it, and the group that each group there is a part of; undefined: nothing. */
  readonly stored?: { readonly listing: BlockListing; readonly groupOf?: (group: number) => number };
  /** Of all of a sealed segment; made once and kept. */
  readonly whole: (segment: SealedSegment) => PackedPart;
  /** How rows are counted that no such part is made of. */
  readonly grouping: (days: readonly RowsOfDay[]) => RowGrouping;
  /** Whether a thread counts groups of its own, in place of its own visitors of every group. */
  readonly hasOwnGroups: boolean;
}

export interface ListingSource {
  readonly days: DayStore;
  readonly share: Share;
  readonly packer: PartPacker;
  /** Above every visitor number that is in use. */
  readonly visitorCount: number;
}

/** The whole site as one group. */
export function siteListing({ days, share, packer, visitorCount }: ListingSource): Listing {
  const ownVisitors = new OwnVisitors(share, visitorCount);
  const site = (rows: DayRows) => new Uint32Array(rows.length).fill(siteGroup);
  return {
    name: 'site',
    stored: { listing: 'site' },
    grouping: () => allTogether,
    hasOwnGroups: false,
    whole: (segment) => {
      const { id } = segment;
      const runs = days.runs(id);
      if (isOld(runs)) return packRows(days, segment, site, ownVisitors);
      const visitors = readDistinct(days.database, id);
      const room = new Uint32Array(visitors.length);
      for (let run = 0; run < runs.group.length && runs.group[run] === siteGroup; run += 1) {
        let length = 0;
        for (let position = runs.start[run]!; position < runs.start[run + 1]!; position += 1) {
          room[length] = visitors[position]!;
          length += ownVisitors.has(siteGroup, visitors[position]!);
        }
        // Views are no visitors and cannot be shared out like them: the first thread counts them all.
        packer.add(siteGroup, runs.category[run]!, share.index > 0 ? 0 : runs.views[run]!, room.subarray(0, length));
      }
      release(visitors, runs.group, room);
      return packer.finish();
    },
  };
}

/** By page, from the lists that segments hold ready. */
export function pageListing({ days, share, packer }: ListingSource): Listing {
  const ownGroups = new OwnGroups(share);
  const grouping = byColumn('path', (page) => page, false);
  return {
    name: 'path',
    stored: { listing: 'path' },
    grouping: () => grouping,
    hasOwnGroups: true,
    whole: (segment) => {
      const { id } = segment;
      const runs = days.runs(id);
      if (isOld(runs)) return packRows(days, segment, (rows) => rows.column('path').slice(), ownGroups);
      const visitors = readDistinct(days.database, id);
      for (let run = 0; run < runs.group.length; run += 1) {
        const group = runs.group[run]!;
        if (group === siteGroup || ownGroups.has(group) === 0) continue;
        const list = visitors.subarray(runs.start[run], runs.start[run + 1]);
        packer.add(group, runs.category[run]!, runs.views[run]!, list);
      }
      release(visitors, runs.group);
      return packer.finish();
    },
  };
}

interface StoredGrouping {
  readonly column: StoredColumn;
  readonly groupOf: (value: number) => number;
}

/** By what a column of the rows holds, such as a country. */
export function columnListing(source: ListingSource, name: string, { column, groupOf }: StoredGrouping): Listing {
  const byRows = rowListing(source, name, (rows) => rows.column(column).map(groupOf));
  const grouping = byColumn(column, groupOf, false);
  const listing = { ...byRows, grouping: () => grouping };
  const askedColumn = askedColumns.find((candidate) => candidate === column);
  if (askedColumn === undefined) return listing;
  return {
    ...listing,
    stored: { listing: askedColumn, groupOf: (group) => groupOf(valueOfGroup(askedColumn, group)) },
  };
}

/** As blocks hold it: by what the column says itself, from which the groups of each dimension follow. */
export function askedListing(source: ListingSource, column: AskedColumn): Listing {
  return columnListing(source, column, { column, groupOf: (value) => groupOfValue(column, value) });
}

/** Above the group of the site. Of an agent without the category, by which runs are told apart anyway. */
function groupOfValue(column: AskedColumn, value: number): number {
  return (column === 'agent' ? value >>> 5 : value) + 1;
}

/** A value of the group; its category is not said. */
function valueOfGroup(column: AskedColumn, group: number): number {
  return column === 'agent' ? (group - 1) << 5 : group - 1;
}

/** By the time of the view. */
export function timeListing(source: ListingSource, name: string, buckets: Bucketing): Listing {
  const bucketsOf = (rows: DayRows) => {
    const start = rows.day * duration.day;
    return rows.column('time').map((time) => buckets.bucketOf(start + time));
  };
  return { ...rowListing(source, name, bucketsOf), grouping: (days) => byBucket(buckets, days) };
}

/** Whether a version before this one wrote the segment: its lists do not tell who saw people, its rows do. */
function isOld({ category }: Runs): boolean {
  return category.includes(oldHumanCode);
}

function rowListing(
  { days, share, visitorCount }: ListingSource,
  name: string,
  groupsOf: GroupsOf,
): Omit<Listing, 'grouping'> {
  const ownVisitors = new OwnVisitors(share, visitorCount);
  return { name, hasOwnGroups: false, whole: (segment) => packRows(days, segment, groupsOf, ownVisitors) };
}

/** In an array of its own. */
type GroupsOf = (rows: DayRows) => Uint32Array<ArrayBuffer>;

/** Of the rows that are the thread's own to count. */
function packRows(days: DayStore, segment: SealedSegment, groupsOf: GroupsOf, own: OwnRows): PackedPart {
  const rows = days.sealedRows(segment);
  const [group, agent, visitor] = [groupsOf(rows), rows.column('agent'), rows.column('visitor')];
  // The next own row overwrites what is not.
  let length = 0;
  for (let row = 0; row < visitor.length; row += 1) {
    const isOwn = own.has(group[row]!, visitor[row]!);
    group[length] = group[row]!;
    agent[length] = agent[row]!;
    visitor[length] = visitor[row]!;
    length += isOwn;
  }
  const part = partOfViews({ length, group, agent, visitor });
  const packed = packPart(part);
  release(group, part.visitors);
  rows.release();
  return packed;
}
