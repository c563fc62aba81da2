import type { Days } from './analytics.ts';

/** The day that clocks of a time zone show, as `YYYY-MM-DD`. */
export function shownDay(time: number, timeZone = 'UTC'): string {
  return new Date(time + offsetAt(time, timeZone)).toISOString().slice(0, 10);
}

/** When a day begins there: at its first moment, also where clocks are changed at midnight. */
export function beginOf(day: string, timeZone = 'UTC'): number {
  const shown = Date.parse(day);
  const before = shown - offsetAt(shown - 86_400_000, timeZone);
  const after = shown - offsetAt(shown + 86_400_000, timeZone);
  const first = Math.min(before, after);
  return shownDay(first, timeZone) === day ? first : Math.max(before, after);
}

const dayFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });

/** A day as the reader's browser writes it, with the month's name, so that nobody takes it for another day. */
export function dayText(day: string): string {
  return dayFormat.format(Date.parse(day));
}

/** Days with the last one included, and the hour until which it is meant where it is not whole. */
export function rangeText({ dateFrom, dateTo, timeZone }: Days): string {
  const lastDay = lastDayOf({ dateTo, ...(timeZone !== undefined && { timeZone }) });
  const days = dayFormat.formatRange(Date.parse(dateFrom), Date.parse(lastDay));
  if (dateTo.length === lastDay.length) return days;
  const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short', timeZone: timeZone ?? 'UTC' });
  return `${days} until ${clock.format(Date.parse(dateTo))}`;
}

/** The last day of a range, whose end is not part of it. */
export function lastDayOf({ dateTo, timeZone }: Pick<Days, 'dateTo' | 'timeZone'>): string {
  return shownDay(Date.parse(dateTo) - 1, dateTo.length === 'YYYY-MM-DD'.length ? 'UTC' : timeZone);
}

/** How far clocks there are ahead of UTC, in milliseconds. */
function offsetAt(time: number, timeZone: string): number {
  if (timeZone === 'UTC') return 0;
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts(time);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign = '+', hours = '0', minutes = '0'] = /([+-])(\d+):(\d+)/.exec(name) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}
