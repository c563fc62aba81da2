import { duration } from '../kernel/clock.ts';

/**
 * The beginning of the first day that is kept: the same day of an earlier month, or the last of a month that is shorter; and
 * one day more, so that a clock that runs hours ahead removes nothing too early.
 */
export function firstKept(nowMs: number, months: number): number {
  const date = new Date(nowMs);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() - months];
  const lastOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(date.getUTCDate(), lastOfMonth)) - duration.day;
}

/** The same for many moments, which are nearly always of the day that the one before was of. */
export function createFirstKept(months: number): (nowMs: number) => number {
  let cached = { day: Number.NaN, firstKept: Number.NaN };
  return (nowMs) => {
    const day = Math.floor(nowMs / duration.day);
    if (day !== cached.day) cached = { day, firstKept: firstKept(nowMs, months) };
    return cached.firstKept;
  };
}
