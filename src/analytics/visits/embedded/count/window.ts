import { duration } from '../../../../kernel/clock.ts';
import type { TimeRange } from '../../visit-store.ts';

/** What a range keeps of one day: milliseconds since the day began, half open. */
export interface Window {
  readonly from: number;
  readonly to: number;
}

export function windowOf(day: number, range: TimeRange): Window {
  const start = day * duration.day;
  return {
    from: Math.max(0, (range.from ?? -Infinity) - start),
    to: Math.min(duration.day, (range.to ?? Infinity) - start),
  };
}

export function isWholeDay(window: Window): boolean {
  return window.from === 0 && window.to === duration.day;
}

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
