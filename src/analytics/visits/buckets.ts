import { duration } from '../../kernel/clock.ts';
import { findTimeZone, type TimeZone } from '../../kernel/time-zone.ts';
import { TooManyBuckets } from './errors.ts';
import { isEmpty } from './time-range.ts';
import { maximumBuckets, type Counts, type TimeBucket, type TimeseriesQuery } from './visit-store.ts';

export interface Bucketing {
  /** True where all of a UTC day is in one bucket. */
  readonly isDaily: boolean;
  /** Milliseconds, parts of a UTC day, each of which lies in one bucket. Every time zone has been ahead by quarters of an hour since 1972. */
  readonly piece: number;
  /** Numbers grow by one from bucket to bucket, and are above 0 for every time since the year 1800. */
  readonly bucketOf: (timestampMs: number) => number;
  /** Milliseconds since the epoch. */
  readonly startOf: (bucket: number) => number;
}

/** Weeks begin on Monday; the epoch was a Thursday. */
const mondayShift = 3 * duration.day;

export function bucketing(interval: TimeseriesQuery['interval'], timeZone?: string): Bucketing {
  // Minutes begin everywhere at once.
  const isUtc = timeZone === undefined || timeZone === 'UTC' || interval === 'minute';
  const zone = isUtc ? undefined : findTimeZone(timeZone);
  const utcBuckets = utcBucketing(interval);
  return zone ? bucketingIn(zone, interval, utcBuckets) : utcBuckets;
}

/**
 * The buckets of what the clocks of a place show. Hours stay hours when clocks change: they begin where hours of UTC do, but for the
 * part of an hour by which the place was ahead as the year began.
 */
function bucketingIn({ offsetAt }: TimeZone, interval: TimeseriesQuery['interval'], utcBuckets: Bucketing): Bucketing {
  // Views come by day, and so by year.
  let year = { from: Number.NaN, to: Number.NaN, shift: 0 };
  const shift = (time: number) => {
    if (interval !== 'hour') return offsetAt(time);
    if (!(time >= year.from && time < year.to)) {
      const number = new Date(time).getUTCFullYear();
      const [from, to] = [new Date(0).setUTCFullYear(number, 0, 1), new Date(0).setUTCFullYear(number + 1, 0, 1)];
      year = { from, to, shift: ((offsetAt(from) % duration.hour) + duration.hour) % duration.hour };
    }
    return year.shift;
  };
  const bucketOf = (time: number) => utcBuckets.bucketOf(time + shift(time));
  const startOf = (bucket: number) => {
    const about = utcBuckets.startOf(bucket);
    let [before, reached] = [about - farthest, about + farthest];
    while (reached - before > 1) {
      const middle = Math.floor((before + reached) / 2);
      if (bucketOf(middle) < bucket) before = middle;
      else reached = middle;
    }
    return reached;
  };
  return { isDaily: false, piece: quarter, bucketOf, startOf };
}

/** More than any clock is ahead of UTC, or behind. */
const farthest = 27 * duration.hour;
const quarter = duration.hour / 4;

function utcBucketing(interval: TimeseriesQuery['interval']): Bucketing {
  switch (interval) {
    case 'minute':
      return even(duration.minute, 0, 90_000_000, false);
    case 'hour':
      return even(duration.hour, 0, 1_500_000, false);
    case 'day':
      return even(duration.day, 0, 62_500, true);
    case 'week':
      return even(duration.day * 7, mondayShift, 9_000, true);
    case 'month':
      return {
        isDaily: true,
        piece: duration.day,
        bucketOf: (timestampMs) => {
          const date = new Date(timestampMs);
          return (date.getUTCFullYear() - 1_799) * 12 + date.getUTCMonth();
        },
        startOf: (bucket) => new Date(0).setUTCFullYear(1_799, bucket, 1),
      };
  }
}

function even(length: number, shift: number, origin: number, isDaily: boolean): Bucketing {
  return {
    isDaily,
    piece: Math.min(length, duration.day),
    bucketOf: (timestampMs) => Math.floor((timestampMs + shift) / length) + origin,
    startOf: (bucket) => (bucket - origin) * length - shift,
  };
}

const zeroCounts: Counts = { human: 0, ai: 0, total: 0 };

/**
 * Every bucket from the first to the last of the range; an open end is where the first or the last view fell. What was
 * counted comes by bucket in ascending order, buckets without a view left out. Throws TooManyBuckets.
 */
export function fillBuckets(
  { interval, timeZone, range }: Pick<TimeseriesQuery, 'interval' | 'timeZone' | 'range'>,
  { visitors, views }: Readonly<Record<'visitors' | 'views', ReadonlyMap<number, Counts>>>,
): TimeBucket[] {
  if (isEmpty(range)) return [];
  const { bucketOf, startOf } = bucketing(interval, timeZone);
  const starts = [...views.keys()];
  const first = range.from === undefined ? starts[0] : bucketOf(range.from);
  const last = range.to === undefined ? starts.at(-1) : bucketOf(range.to - 1);
  if (first === undefined || last === undefined) return [];
  const length = Math.max(0, last - first + 1);
  if (length > maximumBuckets) throw new TooManyBuckets(length, maximumBuckets);
  return Array.from({ length }, (_, index) => ({
    startMs: startOf(first + index),
    visitors: visitors.get(first + index) ?? zeroCounts,
    views: views.get(first + index) ?? zeroCounts,
  }));
}
