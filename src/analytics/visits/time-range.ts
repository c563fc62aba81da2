import { duration } from '../../kernel/clock.ts';
import type { TimeRange } from './visit-store.ts';

export function isEmpty({ from, to }: TimeRange): boolean {
  return from !== undefined && from === to;
}

/** First and last day that a range touches, as bounds for a query; the last is before the first of an empty range. */
export function daysOf(range: TimeRange): { first: number; last: number } {
  if (isEmpty(range)) return { first: 0, last: -1 };
  return {
    first: range.from === undefined ? -Number.MAX_SAFE_INTEGER : Math.floor(range.from / duration.day),
    last: range.to === undefined ? Number.MAX_SAFE_INTEGER : Math.ceil(range.to / duration.day) - 1,
  };
}
