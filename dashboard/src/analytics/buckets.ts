import type { Counts, Drop, Timeseries } from './analytics.ts';
import { bucketStarts, type DateRange } from './date-range.ts';
import { beginOf } from './shown-time.ts';

export interface Bucket {
  readonly start: number;
  /** Undefined: nothing was received at all in that time, which is not the same as nobody came. */
  readonly counts: Counts | undefined;
  readonly isFuture: boolean;
  /** It is not over, so there may be more. */
  readonly isUnderWay: boolean;
  readonly end: number;
}

/**
 * The buckets of a range with their counts. Without a view, a bucket is a true zero only if something was received: views
 * of crawlers or, in a bucket of a day and more, requests that were not counted, of which only the day is known.
 */
export function joinBuckets({
  data,
  drops,
  range,
  now,
}: {
  data: Timeseries;
  drops: readonly Drop[];
  range: DateRange;
  now: number;
}): Bucket[] {
  const bucketByTime = new Map(data.buckets.map((bucket) => [Date.parse(bucket.start), bucket]));
  const droppedDays = drops.filter(({ count }) => count > 0).map(({ day }) => Date.parse(day));
  // The server tells all buckets of the range, but none of a project that never had a view.
  const bucketTimes = data.buckets.map(({ start }) => Date.parse(start));
  const starts = bucketTimes.length > 0 ? bucketTimes : bucketStarts(range);
  return starts.map((start, index) => {
    const bucket = bucketByTime.get(start);
    const end = starts[index + 1] ?? beginOf(range.dateTo, range.timeZone);
    const hasDrops = range.interval !== 'hour' && droppedDays.some((day) => day >= start && day < end);
    const wasReceiving = bucket?.received === true || hasDrops;
    return {
      start,
      end,
      counts: wasReceiving ? bucket?.visitors : undefined,
      isFuture: start > now,
      isUnderWay: start <= now && end > now,
    };
  });
}
