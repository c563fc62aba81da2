import { duration } from '../../../../kernel/clock.ts';
import type { Dimension, TimeRange, TimeseriesQuery } from '../../visit-store.ts';
import type { SourceOfDay } from '../columns/category-codes.ts';
import { regroup } from '../columns/part.ts';
import { release } from '../columns/release.ts';
import type { SealedSegment } from './blocks.ts';
import { toBlocks } from './blocks.ts';
import { bucketing } from './buckets.ts';
import { ByteCache, type CacheChange } from './byte-cache.ts';
import type { DayStore } from './day-store.ts';
import type { GroupsAt } from './filtered-rows.ts';
import { filteredParts, groupsOfColumn, groupsOfTime, pathsAt } from './filtered-rows.ts';
import type { Grouping } from './groups.ts';
import type { Listing, ListingSource } from './listings.ts';
import { columnListing, pageListing, siteListing, timeListing } from './listings.ts';
import { mergeParts } from './merge-parts.ts';
import { ownRows } from './own-rows.ts';
import type { PackedPart } from './packed-part.ts';
import { bytesOfPacked, PartPacker } from './packed-part.ts';
import type { RowFilter } from './row-filter.ts';
import type { Share } from './share.ts';
import { OwnVisitors } from './share.ts';
import type { ChosenPart } from './count-parts.ts';
import { isWholeDay, windowOf } from './window.ts';

/** What a question is about. */
export interface Scope {
  readonly project: number;
  readonly range: TimeRange;
  /** Above every visitor number that is in use. */
  readonly visitorCount: number;
  readonly sourceOfDay: SourceOfDay;
  /** Of which rows must pass every one; undefined: all rows. */
  readonly filters: readonly RowFilter[] | undefined;
}

/** Makes parts for counting of what a range holds. Those of whole sealed days are kept, but for filtered ones. */
export class PartReader {
  readonly #days: DayStore;
  readonly #share: Share;
  readonly #parts: ByteCache<PackedPart>;
  readonly #packer = new PartPacker();

  constructor(options: { days: DayStore; share: Share; cacheBytes: number; onCacheChange: CacheChange | undefined }) {
    this.#days = options.days;
    this.#share = options.share;
    this.#parts = new ByteCache(options.cacheBytes, options.onCacheChange);
  }

  beginQuestion(): void {
    this.#parts.beginQuestion();
    this.#days.beginQuestion();
  }

  /** The site, then the groups of the dimension. */
  byValue(scope: Scope, dimension: Dimension, grouping: Grouping): ChosenPart[] {
    if (scope.filters) {
      const { column, groupOf } = grouping;
      return this.#filtered(scope, column === 'path' ? pathsAt : groupsOfColumn(column, groupOf), true);
    }
    const source = this.#source(scope);
    const site = this.#inBlocks(scope, siteListing(source));
    // The runs of the site are by category already.
    if (dimension === 'category') {
      return [...site, ...site.map(({ part, source }) => ({ part: regroup(part, grouping.groupOf), source }))];
    }
    const listing = dimension === 'path' ? pageListing(source) : columnListing(source, dimension, grouping);
    return [...site, ...this.#inBlocks(scope, listing)];
  }

  /** The site, its groups being the buckets of time. */
  byTime(scope: Scope, interval: TimeseriesQuery['interval']): ChosenPart[] {
    const { bucketOf, isDaily } = bucketing(interval);
    if (scope.filters) return this.#filtered(scope, groupsOfTime(isDaily, bucketOf), false);
    const source = this.#source(scope);
    const listing = timeListing(source, interval, bucketOf);
    const site = siteListing(source);
    const whole = (segment: SealedSegment) =>
      isDaily
        ? regroup(this.#whole(site, segment), () => bucketOf(segment.day * duration.day))
        : this.#whole(listing, segment);
    return this.#collect(scope, listing, (segments) =>
      segments.map((segment) => ({ part: whole(segment), source: scope.sourceOfDay(segment.day) })),
    );
  }

  #filtered(scope: Scope, groupsAt: GroupsAt, withSite: boolean): ChosenPart[] {
    const { project, range, visitorCount, filters = [], sourceOfDay } = scope;
    const own = new OwnVisitors(this.#share, visitorCount);
    const sealed = this.#days.segments(project, range).map((segment) => this.#days.keptOwnRows(segment, own));
    const waiting = this.#days.waitingRows(project, range).map((rows) => ownRows(rows, own));
    const bySource = Map.groupBy([...sealed, ...waiting], ({ day }) => sourceOfDay(day));
    return [...bySource].flatMap(([source, rows]) =>
      filteredParts(rows, { range, filters }, { groupsAt, withSite }).map((part) => ({ part, source })),
    );
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
    return this.#collect(scope, listing, (segments) =>
      toBlocks(segments, first, last, this.#days.newestDay(project), sourceOfDay).map((block) => {
        const [only] = block;
        const source = sourceOfDay(only.day);
        if (block.length === 1) return { part: this.#whole(listing, only), source };
        const make = () => {
          const days = block.map((segment) => listing.whole(segment));
          const merged = mergeParts(days, visitorCount, this.#packer);
          release(...days.map((day) => day.bytes));
          return merged;
        };
        const name = `${listing.name}:${block.map(({ id }) => id).join('+')}`;
        return { part: this.#parts.get(name, make, bytesOfPacked), source };
      }),
    );
  }

  #whole(listing: Listing, segment: SealedSegment): PackedPart {
    return this.#parts.get(`${listing.name}:${segment.id}`, () => listing.whole(segment), bytesOfPacked);
  }
}
