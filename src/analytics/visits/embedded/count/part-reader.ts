import { createHash } from 'node:crypto';
import { duration } from '../../../../kernel/clock.ts';
import type { ClassMapping, Dimension, TimeRange, TimeseriesQuery } from '../../visit-store.ts';
import type { SourceOfDay } from '../columns/category-codes.ts';
import { regroup } from '../columns/part.ts';
import { release } from '../columns/release.ts';
import { storedBlocks } from '../columns/stored-blocks.ts';
import { bytesOfBlock, chooseBlocks, readBlock } from './block-reader.ts';
import type { SealedSegment } from './blocks.ts';
import { toBlocks } from './blocks.ts';
import { bucketing } from '../../buckets.ts';
import type { ByteCache } from './byte-cache.ts';
import type { DayStore } from './day-store.ts';
import type { GroupsAt } from './filtered-rows.ts';
import { filteredParts, groupsOfColumn, groupsOfTime } from './filtered-rows.ts';
import type { Grouping } from './groups.ts';
import type { Listing, ListingSource } from './listings.ts';
import { columnListing, pageListing, siteListing, timeListing } from './listings.ts';
import { mergeParts } from './merge-parts.ts';
import type { OwnDayRows, RowColumn, TimeRanks, VisitEnd, Words } from './own-rows.ts';
import { isVisitEnd, ownRows, visitEnds } from './own-rows.ts';
import type { PackedPart } from './packed-part.ts';
import { bytesOfPacked, joinParts, PartPacker } from './packed-part.ts';
import type { RowFilter } from './row-filter.ts';
import type { Share } from './share.ts';
import { OwnVisitors } from './share.ts';
import { bitsBySource, type ChosenPart } from './count-parts.ts';
import { joinDays, visitEndColumns } from './visit-ends.ts';
import { isWholeDay, windowOf } from './window.ts';

/** What a question is about. */
export interface Scope {
  readonly project: number;
  readonly range: TimeRange;
  /** Above every visitor number that is in use. */
  readonly visitorCount: number;
  readonly sourceOfDay: SourceOfDay;
  readonly mapping: ClassMapping;
  /** Of the data that is read. */
  readonly version: number;
  readonly timeRanks: () => TimeRanks;
  /** Of which rows must pass every one; undefined: all rows. */
  readonly filters: readonly RowFilter[] | undefined;
}

/** Makes parts for counting of what a range holds. Those of whole sealed days are kept, but for filtered ones. */
export class PartReader {
  readonly #days: DayStore;
  readonly #share: Share;
  readonly #cache: ByteCache;
  readonly #packer = new PartPacker();

  constructor({ days, share, cache }: { days: DayStore; share: Share; cache: ByteCache }) {
    this.#days = days;
    this.#share = share;
    this.#cache = cache;
  }

  /** The site, then the groups of the dimension. */
  byValue(scope: Scope, dimension: Dimension, grouping: Grouping): ChosenPart[] {
    const { column, groupOf } = grouping;
    const groupsAt = groupsOfColumn(column, groupOf);
    if (scope.filters) return this.#filtered(scope, groupsAt, column, true);
    const source = this.#source(scope);
    const site = this.#inBlocks(scope, siteListing(source));
    if (isVisitEnd(column)) return [...site, ...this.#filtered(scope, groupsAt, column, false)];
    // The runs of the site are by category already.
    if (dimension === 'category') {
      return [...site, ...site.map(({ part, source }) => ({ part: regroup(part, grouping.groupOf), source }))];
    }
    const listing =
      dimension === 'path'
        ? pageListing(source)
        : columnListing(source, grouping.listing ?? dimension, { column, groupOf });
    return [...site, ...this.#inBlocks(scope, listing)];
  }

  /** The site, its groups being the buckets of time. */
  byTime(scope: Scope, { interval, timeZone }: Pick<TimeseriesQuery, 'interval' | 'timeZone'>): ChosenPart[] {
    const { bucketOf, isDaily } = bucketing(interval, timeZone);
    if (scope.filters) return this.#filtered(scope, groupsOfTime(isDaily, bucketOf), 'time', false);
    const source = this.#source(scope);
    const listing = timeListing(source, timeZone === undefined ? interval : `${interval}@${timeZone}`, bucketOf);
    const site = siteListing(source);
    const whole = (segment: SealedSegment) =>
      isDaily
        ? regroup(this.#whole(site, segment), () => bucketOf(segment.day * duration.day))
        : this.#whole(listing, segment);
    return this.#collect(scope, listing, (segments) =>
      segments.map((segment) => ({ part: whole(segment), source: scope.sourceOfDay(segment.day) })),
    );
  }

  #filtered(scope: Scope, groupsAt: GroupsAt, column: RowColumn, withSite: boolean): ChosenPart[] {
    const { range, filters = [], sourceOfDay } = scope;
    const ends = visitEnds.filter((end) => end === column || filters.some((filter) => filter.column === end));
    const bySource = Map.groupBy(this.#ownDays(scope, ends), ({ day }) => sourceOfDay(day));
    return [...bySource].flatMap(([source, rows]) =>
      filteredParts(rows, { range, filters }, { groupsAt, withSite }).map((part) => ({ part, source })),
    );
  }

  /** The rows of this thread's visitors, one for each day, oldest first. */
  ownDays(scope: Scope): readonly OwnDayRows[] {
    const ends = visitEnds.filter((end) => scope.filters?.some(({ column }) => column === end));
    return joinDays(this.#ownDays(scope, ends));
  }

  /** With these pages of their visits; one for each day where there are any. */
  #ownDays(scope: Scope, ends: readonly VisitEnd[]): readonly OwnDayRows[] {
    const { project, range, visitorCount } = scope;
    const ownVisitors = new OwnVisitors(this.#share, visitorCount);
    const segments = this.#days.segments(project, range);
    const sealed = segments.map((segment) => this.#days.keptOwnRows(segment, ownVisitors));
    const waiting = this.#days.waitingRows(project, range).map((rows) => ownRows(rows, ownVisitors));
    const rows = [...sealed, ...waiting];
    if (ends.length === 0) return rows;
    const days = joinDays(rows);
    // Segments are replaced without another version of what they hold.
    const from = [project, scope.version, scope.mapping, range, segments.map(({ id }) => id), waiting.length];
    const name = createHash('sha256').update(JSON.stringify(from)).digest('base64url');
    const endsOf = new Map(ends.map((end) => [end, this.#endColumns(scope, days, name, end)]));
    return days.map((day, index) => ({
      ...day,
      column: (column) => (isVisitEnd(column) ? endsOf.get(column)![index]! : day.column(column)),
    }));
  }

  /** All of them are made at once, where one is no longer kept. */
  #endColumns(scope: Scope, days: readonly OwnDayRows[], name: string, end: VisitEnd): readonly Words[] {
    const { range, mapping, sourceOfDay, visitorCount } = scope;
    const bits = bitsBySource(mapping);
    const bitsOfDay = (day: number) => bits[sourceOfDay(day)];
    let endColumns: readonly Words[] | undefined;
    const make = () =>
      (endColumns ??= visitEndColumns(days, end, { range, bitsOfDay, ranks: scope.timeRanks(), visitorCount }));
    return days.map(({ day }, index) => this.#days.keptEnds(`${end}:${day}:${name}`, () => make()[index]!));
  }

  #source({ visitorCount }: Scope): ListingSource {
    return { days: this.#days, share: this.#share, packer: this.#packer, visitorCount };
  }

  #collect(
    { project, range, sourceOfDay }: Scope,
    listing: Listing,
    readWhole: (segments: readonly SealedSegment[]) => ChosenPart[],
  ): ChosenPart[] {
    const segments = this.#days.segments(project, range);
    const isWhole = ({ day }: SealedSegment) => isWholeDay(windowOf(day, range));
    return [
      ...readWhole(segments.filter(isWhole)),
      ...segments
        .filter((segment) => !isWhole(segment))
        .map((segment) => ({ part: listing.cut(segment, range), source: sourceOfDay(segment.day) })),
      ...[...Map.groupBy(this.#days.waitingRows(project, range), ({ day }) => sourceOfDay(day))].map(
        ([source, rows]) => ({ part: listing.waiting(rows, range), source }),
      ),
    ];
  }

  #inBlocks(scope: Scope, listing: Listing): ChosenPart[] {
    const { project, range, visitorCount, sourceOfDay } = scope;
    const first = Math.ceil((range.from ?? -Infinity) / duration.day);
    const last = Math.floor((range.to ?? Infinity) / duration.day) - 1;
    return this.#collect(scope, listing, (segments) => {
      const { parts, rest } = this.#storedBlocks(scope, listing, segments);
      const blocks = toBlocks(rest, first, last, this.#days.newestDay(project), sourceOfDay).map((block) => {
        const [only] = block;
        const source = sourceOfDay(only.day);
        if (block.length === 1) return { part: this.#whole(listing, only), source };
        const make = () => {
          const days = block.map((segment) => listing.whole(segment));
          const merged = mergeParts(days, visitorCount, this.#packer);
          release(...days.map((day) => day.bytes));
          return merged;
        };
        const name = `part:${listing.name}:${block.map(({ id }) => id).join('+')}`;
        return { part: this.#cache.get(name, make, bytesOfPacked), source };
      });
      return [...parts, ...blocks];
    });
  }

  /** What upkeep has merged already, and the segments that are left. */
  #storedBlocks(
    { project, sourceOfDay }: Scope,
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
      const part = this.#cache.get(`block:${name}:${block.id}`, load, bytesOfBlock);
      const source = sourceOfDay(first.day);
      return part ? { parts: [{ part, source }], rest: [] } : { parts: [], rest: [first, ...laterSegments] };
    });
    return { parts: read.flatMap(({ parts }) => parts), rest: [...rest, ...read.flatMap((block) => block.rest)] };
  }

  #whole(listing: Listing, segment: SealedSegment): PackedPart {
    return this.#cache.get(`part:${listing.name}:${segment.id}`, () => listing.whole(segment), bytesOfPacked);
  }
}
