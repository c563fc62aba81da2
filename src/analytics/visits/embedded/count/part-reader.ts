import { duration } from '../../../../kernel/clock.ts';
import type { Dimension, TimeRange, TimeseriesQuery } from '../../visit-store.ts';
import type { SourceOfDay } from '../columns/category-codes.ts';
import { regroup } from '../columns/part.ts';
import { release } from '../columns/release.ts';
import { storedBlocks } from '../columns/stored-blocks.ts';
import { arraysOfBlock, chooseBlocks, readBlock } from './block-reader.ts';
import type { SealedSegment } from './blocks.ts';
import { toBlocks } from './blocks.ts';
import { bucketing } from '../../buckets.ts';
import type { ByteCache } from './byte-cache.ts';
import type { DayStore } from './day-store.ts';
import type { Grouping } from './groups.ts';
import type { Listing, ListingSource } from './listings.ts';
import { columnListing, pageListing, siteListing, timeListing } from './listings.ts';
import { mergeParts } from './merge-parts.ts';
import type { OwnDayRows, RowColumn, TimeRanks, VisitEnd, Words } from './own-rows.ts';
import { allRows, isVisitEnd, ownRows, visitEnds } from './own-rows.ts';
import type { PackedPart } from './packed-part.ts';
import { arraysOfPacked, joinParts, PartPacker } from './packed-part.ts';
import type { RowFilter } from './row-filter.ts';
import { ownPages } from './row-filter.ts';
import { VisitorRooms } from './row-kernel.ts';
import { byBucket, byColumn, partsOfRows } from './row-parts.ts';
import type { Share } from './share.ts';
import { OwnVisitors } from './share.ts';
import { countViews, countVisitors, type ChosenPart } from './count-parts.ts';
import type { GroupCounts } from './group-counts.ts';
import { joinDays, noVisits, VisitWalk } from './visit-ends.ts';
import { isWholeDay, windowOf } from './window.ts';

/** What a question is about. */
export interface Scope {
  readonly project: number;
  readonly range: TimeRange;
  /** Above every visitor number that is in use. */
  readonly visitorCount: number;
  readonly sourceOfDay: SourceOfDay;
  /** By the code of the category, as what its views count on the day. */
  readonly bitsOfDay: (day: number) => Uint8Array;
  /** Of the data that is read. */
  readonly version: number;
  readonly timeRanks: () => TimeRanks;
  /** Of which rows must pass every one. */
  readonly filters: readonly RowFilter[];
}

/** Both measures by bucket. */
export interface SeriesCounts {
  readonly visitors: GroupCounts;
  readonly views: GroupCounts;
}

interface TimeParts {
  readonly parts: readonly ChosenPart[];
  readonly counted: readonly SeriesCounts[];
}

/** Makes parts for counting of what a range holds. Those of whole sealed days are kept, but for filtered ones. */
export class PartReader {
  readonly #days: DayStore;
  readonly #share: Share;
  readonly #cache: ByteCache;
  readonly #packer = new PartPacker();
  readonly #rooms: VisitorRooms;

  constructor(options: { days: DayStore; share: Share; cache: ByteCache; roomBytes: number }) {
    const { days, share, cache, roomBytes } = options;
    this.#rooms = new VisitorRooms(roomBytes);
    this.#days = days;
    this.#share = share;
    this.#cache = cache;
  }

  /** Until which nothing that was read may be used any more. Returns how many bytes stay for the next question, in all. */
  endQuestion(): number {
    this.#rooms.empty();
    return this.#rooms.bytes + this.#days.bytesBeside;
  }

  /** The site, then the groups of the dimension. What is read is for this question alone. */
  byValue(scope: Scope, dimension: Dimension, grouping: Grouping): ChosenPart[] {
    const { column, groupOf } = grouping;
    const ofRows = (withSite: boolean) =>
      partsOfRows(this.#ownDays(scope, column), scope, byColumn(column, groupOf, withSite), this.#rooms);
    if (scope.filters.length > 0) return ofRows(true);
    const source = this.#source(scope);
    const site = this.#site(scope);
    if (isVisitEnd(column)) return [...site, ...ofRows(false)];
    // The packed runs of the site are by category already.
    if (dimension === 'category') {
      const byCategory = this.#inBlocks(scope, {
        ...siteListing(source),
        grouping: () => byColumn('agent', groupOf, false),
      });
      return [
        ...site,
        ...byCategory.map((chosen) =>
          chosen.isReused ? chosen : { ...chosen, part: regroup(chosen.part, grouping.groupOf) },
        ),
      ];
    }
    const listing =
      dimension === 'path'
        ? pageListing(source)
        : columnListing(source, grouping.listing ?? dimension, { column, groupOf });
    return [...site, ...this.#inBlocks(scope, listing)];
  }

  /** Everybody, whatever the filters. */
  site(scope: Scope): ChosenPart[] {
    return this.#site(scope);
  }

  #site(scope: Scope): ChosenPart[] {
    return this.#inBlocks(scope, siteListing(this.#source(scope)));
  }

  /** The site, its groups being the buckets of time; those of days that are alone in theirs come counted. */
  byTime(scope: Scope, { interval, timeZone }: Pick<TimeseriesQuery, 'interval' | 'timeZone'>): TimeParts {
    const buckets = bucketing(interval, timeZone);
    const { bucketOf, isDaily } = buckets;
    if (scope.filters.length > 0) {
      const days = this.#ownDays(scope);
      return { parts: partsOfRows(days, scope, byBucket(buckets, days), this.#rooms), counted: [] };
    }
    const source = this.#source(scope);
    const listing = timeListing(source, timeZone === undefined ? interval : `${interval}@${timeZone}`, buckets);
    const site = siteListing(source);
    const counted: SeriesCounts[] = [];
    const parts = this.#collect(scope, listing, (segments) => {
      const [alone, others] = isDaily ? [[], segments] : this.#aloneInBuckets(scope, segments, bucketOf);
      for (const segment of alone) counted.push(this.#countedSeries(scope, listing, segment));
      return others.map((segment) => ({
        part: isDaily
          ? regroup(this.#whole(site, segment), () => bucketOf(segment.day * duration.day))
          : this.#whole(listing, segment),
        bits: scope.bitsOfDay(segment.day),
      }));
    });
    return { parts, counted };
  }

  /** Segments whose buckets hold nothing else, and the others. */
  #aloneInBuckets(
    { project }: Scope,
    segments: readonly SealedSegment[],
    bucketOf: (timestampMs: number) => number,
  ): [readonly SealedSegment[], readonly SealedSegment[]] {
    const days = [...segments.map(({ day }) => day), ...this.#days.waitingDays(project)];
    const isCut = (moment: number) => bucketOf(moment - 1) === bucketOf(moment);
    const isAlone = ({ day }: SealedSegment) =>
      days.indexOf(day) === days.lastIndexOf(day) && ![day, day + 1].some((edge) => isCut(edge * duration.day));
    return [segments.filter(isAlone), segments.filter((segment) => !isAlone(segment))];
  }

  /** Counts of so few groups take less room than what they are counted from. */
  #countedSeries({ bitsOfDay, visitorCount }: Scope, listing: Listing, segment: SealedSegment): SeriesCounts {
    const bits = bitsOfDay(segment.day);
    const count = () => {
      const part = listing.whole(segment);
      const parts = [{ part, bits }];
      const counts = { visitors: countVisitors(parts, visitorCount), views: countViews(parts) };
      release(part.bytes);
      return counts;
    };
    const name = `series:${listing.name}:${segment.id}:${Buffer.from(bits).toString('base64')}`;
    return this.#cache.get(name, count, ({ visitors, views }) => [visitors, views].flatMap(arraysOfCounts));
  }

  /** The rows of this thread's visitors, one for each day, oldest first. */
  ownDays(scope: Scope): readonly OwnDayRows[] {
    return joinDays(this.#ownDays(scope));
  }

  /** One for each day where a filter or `column` is of the pages of their visits. */
  #ownDays(scope: Scope, column?: RowColumn): readonly OwnDayRows[] {
    const { project, range, visitorCount, filters } = scope;
    const ends = visitEnds.filter((end) => end === column || filters.some((filter) => filter.column === end));
    const ownVisitors = new OwnVisitors(this.#share, visitorCount);
    const segments = this.#days.segments(project, range);
    const sealed = segments.map((segment) => this.#days.keptOwnRows(segment, this.#share, ownVisitors));
    const waiting = this.#days.waitingRows(project, range).map((rows) => ownRows(rows, ownVisitors));
    const rows = [...sealed, ...waiting];
    if (ends.length === 0) return rows;
    const days = joinDays(rows);
    // Segments never change; what waits does, with the version.
    const state = `${project}:${scope.version}`;
    const waitingDays = new Set(waiting.map(({ day }) => day));
    const idsOfDay = Map.groupBy(segments, ({ day }) => day);
    const namesOfDays = days.map(({ day }) => {
      const ids = (idsOfDay.get(day) ?? []).map(({ id }) => id).join('+');
      return waitingDays.has(day) ? `${day}:${ids}:${state}` : `${day}:${ids}`;
    });
    const endsOf = new Map(ends.map((end) => [end, this.#endColumns(scope, days, namesOfDays, end)]));
    return days.map((day, index) => ({
      ...day,
      column: (column) => (isVisitEnd(column) ? endsOf.get(column)![index]! : day.column(column)),
    }));
  }

  /** A day follows from its rows and the visits that were open before it, so that new views change it and few others. */
  #endColumns(scope: Scope, days: readonly OwnDayRows[], names: readonly string[], end: VisitEnd): readonly Words[] {
    const { range, bitsOfDay, visitorCount, timeRanks } = scope;
    let walk: VisitWalk | undefined;
    let open = noVisits;
    const columns = new Array<Words>(days.length);
    for (let step = 0; step < days.length; step += 1) {
      const index = end === 'entryPage' ? step : days.length - 1 - step;
      const rows = days[index]!;
      const before = open;
      const { from, to } = windowOf(rows.day, range);
      const name = [end, names[index], from, to, Buffer.from(bitsOfDay(rows.day)).toString('base64'), open.name].join(
        ':',
      );
      const ends = this.#days.keptEnds(name, () => {
        walk ??= new VisitWalk(end, { range, bitsOfDay, ranks: timeRanks, visitorCount });
        return walk.walk(rows, before);
      });
      columns[index] = ends.column;
      open = ends.open;
    }
    walk?.release();
    return columns;
  }

  #source({ visitorCount }: Scope): ListingSource {
    return { days: this.#days, share: this.#share, packer: this.#packer, visitorCount };
  }

  #collect(
    scope: Scope,
    listing: Listing,
    readWhole: (segments: readonly SealedSegment[]) => ChosenPart[],
  ): ChosenPart[] {
    const segments = this.#days.segments(scope.project, scope.range);
    const isWhole = ({ day }: SealedSegment) => isWholeDay(windowOf(day, scope.range));
    const whole = segments.filter(isWhole);
    return [
      ...readWhole(whole),
      ...this.#ofRows(
        scope,
        listing,
        segments.filter((segment) => !isWhole(segment)),
      ),
    ];
  }

  /** Of segments that the range cuts, and what is not sealed yet. */
  #ofRows(scope: Scope, listing: Listing, cut: readonly SealedSegment[]): ChosenPart[] {
    const { project, range, visitorCount } = scope;
    const waiting = this.#days.waitingRows(project, range);
    if (cut.length + waiting.length === 0) return [];
    const ownVisitors = new OwnVisitors(this.#share, visitorCount);
    const days = listing.hasOwnGroups
      ? [...cut.map((segment) => this.#days.keptRows(segment)), ...waiting].map(allRows)
      : [
          ...cut.map((segment) => this.#days.keptOwnRows(segment, this.#share, ownVisitors)),
          ...waiting.map((rows) => ownRows(rows, ownVisitors)),
        ];
    const filters = listing.hasOwnGroups ? [ownPages(days, this.#share)] : [];
    return partsOfRows(days, { ...scope, filters }, listing.grouping(days), this.#rooms);
  }

  #inBlocks(scope: Scope, listing: Listing): ChosenPart[] {
    const { project, range, visitorCount, sourceOfDay, bitsOfDay } = scope;
    const first = Math.ceil((range.from ?? -Infinity) / duration.day);
    const last = Math.floor((range.to ?? Infinity) / duration.day) - 1;
    return this.#collect(scope, listing, (segments) => {
      const { parts, rest } = this.#storedBlocks(scope, listing, segments);
      const blocks = toBlocks(rest, first, last, this.#days.newestDay(project), sourceOfDay).map((block) => {
        const [only] = block;
        const bits = bitsOfDay(only.day);
        if (block.length === 1) return { part: this.#whole(listing, only), bits };
        const make = () => {
          const days = block.map((segment) => listing.whole(segment));
          const merged = mergeParts(days, visitorCount, this.#packer);
          release(...days.map((day) => day.bytes));
          return merged;
        };
        const name = `part:${listing.name}:${block.map(({ id }) => id).join('+')}`;
        return { part: this.#cache.get(name, make, arraysOfPacked), bits };
      });
      return [...parts, ...blocks];
    });
  }

  /** What upkeep has merged already, and the segments that are left. */
  #storedBlocks(
    { project, sourceOfDay, bitsOfDay }: Scope,
    { name, stored }: Listing,
    segments: readonly SealedSegment[],
  ): { parts: ChosenPart[]; rest: readonly SealedSegment[] } {
    if (!stored) return { parts: [], rest: segments };
    const { listing, groupOf } = stored;
    const { database } = this.#days;
    const { chosen, rest } = chooseBlocks(storedBlocks(database, project, listing), segments, sourceOfDay);
    const read = chosen.map(({ block, segments: [first, ...laterSegments] }) => {
      const load = () => {
        const slices = readBlock(database, block, listing, this.#share);
        const part = slices && joinParts(slices, groupOf);
        release(...(slices ?? []).map(({ bytes }) => bytes));
        return part;
      };
      const part = this.#cache.get(`block:${name}:${block.id}`, load, arraysOfBlock);
      const bits = bitsOfDay(first.day);
      return part ? { parts: [{ part, bits }], rest: [] } : { parts: [], rest: [first, ...laterSegments] };
    });
    return { parts: read.flatMap(({ parts }) => parts), rest: [...rest, ...read.flatMap((block) => block.rest)] };
  }

  #whole(listing: Listing, segment: SealedSegment): PackedPart {
    return this.#cache.get(`part:${listing.name}:${segment.id}`, () => listing.whole(segment), arraysOfPacked);
  }
}

function arraysOfCounts({ group, human, ai, total }: GroupCounts): ArrayBufferView[] {
  return [group, human, ai, total];
}
