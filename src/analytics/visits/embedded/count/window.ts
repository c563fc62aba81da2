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
