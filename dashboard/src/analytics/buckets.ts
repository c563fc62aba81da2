import type { Counts, Drop, Timeseries } from './analytics.ts';
import { bucketStarts, isoDay, type DateRange } from './date-range.ts';

export interface Bucket {
  readonly start: number;
  /** Undefined: nothing was received at all in that time, which is not the same as nobody came. */
  readonly counts: Counts | undefined;
  readonly isFuture: boolean;
}

/**
 * The buckets of a range with their counts. Without a view, a bucket is a true zero only if something was received: an
 * hour by what came that day, longer buckets by what came in them, requests that were not counted included.
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
  const known = new Map(data.buckets.map((bucket) => [Date.parse(bucket.start), bucket]));
  const receivedDays = [
    ...drops.filter(({ count }) => count > 0).map(({ day }) => day),
    ...data.buckets.filter(({ views }) => views.total > 0).map(({ start }) => start.slice(0, 10)),
  ].map((day) => Date.parse(day));
  const starts = bucketStarts(range);
  return starts.map((start, index) => {
    const bucket = known.get(start);
    const end = starts[index + 1] ?? Date.parse(range.dateTo);
    const from = range.interval === 'hour' ? Date.parse(isoDay(start)) : start;
    const wasReceiving = (bucket?.views.total ?? 0) > 0 || receivedDays.some((day) => day >= from && day < end);
    return { start, counts: wasReceiving ? bucket?.visitors : undefined, isFuture: start > now };
  });
}
