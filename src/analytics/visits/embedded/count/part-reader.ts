import { duration } from '../../../../kernel/clock.ts';
import type { Dimension, TimeRange, TimeseriesQuery } from '../../visit-store.ts';
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
import type { CountablePart } from './tally.ts';
import { isWholeDay, windowOf } from './window.ts';

/** What a question is about. */
export interface Scope {
  readonly project: number;
  readonly range: TimeRange;
  /** Above every visitor number that is in use. */
  readonly visitorCount: number;
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
  byValue(scope: Scope, dimension: Dimension, grouping: Grouping): CountablePart[] {
    if (scope.filters) {
      const { column, groupOf } = grouping;
      return this.#filtered(scope, column === 'path' ? pathsAt : groupsOfColumn(column, groupOf), true);
    }
    const source = this.#source(scope);
    const site = this.#inBlocks(scope, siteListing(source));
    // The runs of the site are by category already.
    if (dimension === 'category') return [...site, ...site.map((part) => regroup(part, grouping.groupOf))];
    const listing = dimension === 'path' ? pageListing(source) : columnListing(source, dimension, grouping);
    return [...site, ...this.#inBlocks(scope, listing)];
  }

  /** The site, its groups being the buckets of time. */
  byTime(scope: Scope, interval: TimeseriesQuery['interval']): CountablePart[] {
    const { bucketOf, isDaily } = bucketing(interval);
    if (scope.filters) return this.#filtered(scope, groupsOfTime(isDaily, bucketOf), false);
    const source = this.#source(scope);
    const listing = timeListing(source, interval, bucketOf);
    const site = siteListing(source);
    const whole = (segment: SealedSegment) =>
      isDaily
        ? regroup(this.#whole(site, segment), () => bucketOf(segment.day * duration.day))
        : this.#whole(listing, segment);
    return this.#collect(scope, listing, (segments) => segments.map(whole));
  }

  #filtered({ project, range, visitorCount, filters = [] }: Scope, groupsAt: GroupsAt, withSite: boolean) {
    const own = new OwnVisitors(this.#share, visitorCount);
    const sealed = this.#days.segments(project, range).map((segment) => this.#days.keptOwnRows(segment, own));
    const waiting = this.#days.waitingRows(project, range).map((rows) => ownRows(rows, own));
    return filteredParts([...sealed, ...waiting], { range, filters }, { groupsAt, withSite });
  }

  #source({ visitorCount }: Scope): ListingSource {
    return { days: this.#days, share: this.#share, packer: this.#packer, visitorCount };
  }

  #collect(
    { project, range }: Scope,
    listing: Listing,
    readWhole: (segments: readonly SealedSegment[]) => PackedPart[],
  ): CountablePart[] {
    const segments = this.#days.segments(project, range);
    const isWhole = ({ day }: SealedSegment) => isWholeDay(windowOf(day, range));
    return [
      ...readWhole(segments.filter(isWhole)),
      ...segments.filter((segment) => !isWhole(segment)).map((segment) => listing.cut(segment, range)),
      listing.waiting(this.#days.waitingRows(project, range), range),
    ];
  }

  #inBlocks(scope: Scope, listing: Listing): CountablePart[] {
    const { project, range, visitorCount } = scope;
    const first = Math.ceil((range.from ?? -Infinity) / duration.day);
    const last = Math.floor((range.to ?? Infinity) / duration.day) - 1;
    return this.#collect(scope, listing, (segments) =>
      toBlocks(segments, first, last, this.#days.newestDay(project)).map((block) => {
        const [only] = block;
        if (only && block.length === 1) return this.#whole(listing, only);
        const make = () => {
          const days = block.map((segment) => listing.whole(segment));
          const merged = mergeParts(days, visitorCount, this.#packer);
          release(...days.map((day) => day.bytes));
          return merged;
        };
        return this.#parts.get(`${listing.name}:${block.map(({ id }) => id).join('+')}`, make, bytesOfPacked);
      }),
    );
  }

  #whole(listing: Listing, segment: SealedSegment): PackedPart {
    return this.#parts.get(`${listing.name}:${segment.id}`, () => listing.whole(segment), bytesOfPacked);
  }
}
