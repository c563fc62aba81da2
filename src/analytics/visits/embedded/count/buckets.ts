import { duration } from '../../../../kernel/clock.ts';
import type { TimeseriesQuery } from '../../visit-store.ts';

export interface Bucketing {
  /** True where all of a UTC day is in one bucket. */
  readonly isDaily: boolean;
  /** Numbers grow by one from bucket to bucket, and are above 0 for every time since the year 1800. */
  readonly bucketOf: (timestampMs: number) => number;
  /** Milliseconds since the epoch. */
  readonly startOf: (bucket: number) => number;
}

/** Weeks begin on Monday; the epoch was a Thursday. */
const mondayShift = 3 * duration.day;

export function bucketing(interval: TimeseriesQuery['interval']): Bucketing {
  switch (interval) {
    case 'hour':
      return even(duration.hour, 0, 1_500_000, false);
    case 'day':
      return even(duration.day, 0, 62_500, true);
    case 'week':
      return even(duration.day * 7, mondayShift, 9_000, true);
    case 'month':
      return {
        isDaily: true,
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
    bucketOf: (timestampMs) => Math.floor((timestampMs + shift) / length) + origin,
    startOf: (bucket) => (bucket - origin) * length - shift,
  };
}
