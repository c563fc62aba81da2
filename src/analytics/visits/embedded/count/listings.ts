import { duration } from '../../../../kernel/clock.ts';
import type { TimeRange } from '../../visit-store.ts';
import { oldHumanCode } from '../columns/category-codes.ts';
import type { GroupedViews, Part, Runs } from '../columns/part.ts';
import { partOfRows, partOfViews, siteGroup } from '../columns/part.ts';
import { release } from '../columns/release.ts';
import { askedColumns, type AskedColumn, type BlockListing } from '../columns/stored-blocks.ts';
import { readDistinct } from '../columns/segment.ts';
import type { SealedSegment } from './blocks.ts';
import { cutPages, cutSite } from './cut-segment.ts';
import type { DayRows } from './day-rows.ts';
import type { DayStore } from './day-store.ts';
import type { StoredColumn } from './own-rows.ts';
import type { PackedPart, PartPacker } from './packed-part.ts';
import { packPart } from './packed-part.ts';
import type { OwnRows, Share } from './share.ts';
import { OwnGroups, OwnVisitors } from './share.ts';
import { isWholeDay, windowOf } from './window.ts';

/** One way of putting views into groups: how a thread finds its share of the visitors of each group. */
export interface Listing {
  /** Names what `whole` made, as long as the segment is there. */
  readonly name: string;
  /** What blocks hold of it, and the group that each group there is a part of; undefined: nothing. */
  readonly stored?: { readonly listing: BlockListing; readonly groupOf?: (group: number) => number };
  /** Of all of a sealed segment; made once and kept. */
  readonly whole: (segment: SealedSegment) => PackedPart;
  /** Of the rows of a sealed segment that lie in the range. */
  readonly cut: (segment: SealedSegment, range: TimeRange) => Part;
  /** Of all these rows, as far as they lie in the range. */
  readonly waiting: (rows: readonly DayRows[], range: TimeRange) => Part;
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
  const byRows = rowListing(days, 'site', site, ownVisitors);
  return {
    ...byRows,
    stored: { listing: 'site' },
    whole: (segment) => {
      const { id } = segment;
      const runs = days.runs(id);
      if (isOld(runs)) return byRows.whole(segment);
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
    cut: (segment, range) => {
      const rows = days.timedRows(segment.id);
      return isOld(rows.runs) ? byRows.cut(segment, range) : cutSite(rows, windowOf(segment.day, range), ownVisitors);
    },
  };
}

/** By page, from the lists that segments hold ready. */
export function pageListing({ days, share, packer }: ListingSource): Listing {
  const ownGroups = new OwnGroups(share);
  const byRows = rowListing(days, 'path', (rows) => rows.column('path').slice(), ownGroups);
  return {
    ...byRows,
    stored: { listing: 'path' },
    whole: (segment) => {
      const { id } = segment;
      const runs = days.runs(id);
      if (isOld(runs)) return byRows.whole(segment);
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
    cut: (segment, range) => {
      const rows = days.timedRows(segment.id);
      return isOld(rows.runs) ? byRows.cut(segment, range) : cutPages(rows, windowOf(segment.day, range), ownGroups);
    },
  };
}

interface StoredGrouping {
  readonly column: StoredColumn;
  readonly groupOf: (value: number) => number;
}

/** By what a column of the rows holds, such as a country. */
export function columnListing(source: ListingSource, name: string, { column, groupOf }: StoredGrouping): Listing {
  const ownVisitors = new OwnVisitors(source.share, source.visitorCount);
  const byRows = rowListing(source.days, name, (rows) => rows.column(column).map(groupOf), ownVisitors);
  const askedColumn = askedColumns.find((candidate) => candidate === column);
  if (askedColumn === undefined) return byRows;
  return { ...byRows, stored: { listing: askedColumn, groupOf: (group) => groupOf(valueOfGroup(askedColumn, group)) } };
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
export function timeListing(source: ListingSource, name: string, bucketOf: (timestampMs: number) => number): Listing {
  const bucketsOf = (rows: DayRows) => {
    const start = rows.day * duration.day;
    return rows.column('time').map((time) => bucketOf(start + time));
  };
  return rowListing(source.days, name, bucketsOf, new OwnVisitors(source.share, source.visitorCount));
}

/** Whether a version before this one wrote the segment: its lists do not tell who saw people, its rows do. */
function isOld({ category }: Runs): boolean {
  return category.includes(oldHumanCode);
}

function rowListing(
  days: DayStore,
  name: string,
  groupsOf: (rows: DayRows) => Uint32Array,
  ownRowFilter: OwnRows,
): Listing {
  const all = { from: undefined, to: undefined };
  return {
    name,
    whole: (segment) => {
      const rows = days.sealedRows(segment);
      const selected = selectRows([rows], all, groupsOf, ownRowFilter);
      rows.release();
      const part = partOfViews(selected);
      const packed = packPart(part);
      release(selected.group, selected.agent, selected.visitor, part.visitors);
      return packed;
    },
    cut: (segment, range) => partOfRows(selectRows([days.keptRows(segment)], range, groupsOf, ownRowFilter)),
    waiting: (rows, range) => partOfRows(selectRows(rows, range, groupsOf, ownRowFilter)),
  };
}

/** The rows that lie in the range and are the thread's own to count. `groupsOf` makes an array of its own. */
function selectRows(
  all: readonly DayRows[],
  range: TimeRange,
  groupsOf: (rows: DayRows) => Uint32Array,
  ownRowFilter: OwnRows,
): GroupedViews {
  const capacity = all.reduce((sum, rows) => sum + rows.length, 0);
  const group = new Uint32Array(capacity);
  const agent = new Uint32Array(capacity);
  const visitor = new Uint32Array(capacity);
  let length = 0;
  for (const rows of all) {
    const window = windowOf(rows.day, range);
    const groups = groupsOf(rows);
    const [agents, visitors] = [rows.column('agent'), rows.column('visitor')];
    // Of a whole day any column serves in place of the times.
    const isWhole = isWholeDay(window);
    const times = isWhole ? visitors : rows.column('time');
    const [from, to] = isWhole ? [0, 0x7fff_ffff] : [window.from | 0, window.to | 0];
    for (let row = 0; row < visitors.length; row += 1) {
      group[length] = groups[row]!;
      agent[length] = agents[row]!;
      visitor[length] = visitors[row]!;
      // 1 for a row that stays; the next one overwrites what does not.
      const isIn = (~(times[row]! - from) & (times[row]! - to)) >>> 31;
      length += isIn & ownRowFilter.has(groups[row]!, visitors[row]!);
    }
    release(groups);
  }
  return { length, group, agent, visitor };
}
