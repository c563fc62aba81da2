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

const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

/** A day as `1 Nov 2026`, in the one form that nobody can take for another day. */
export function dayText(day: string): string {
  return dayFormat.format(Date.parse(day));
}

/** Days with the last one included: `1–30 Nov 2026`; where the last one is not whole, `1–30 Nov 2026 until 14:05`. */
export function rangeText({ dateFrom, dateTo, timeZone }: Days): string {
  const lastDay = lastDayOf({ dateTo, ...(timeZone !== undefined && { timeZone }) });
  const [first, last] = [dayText(dateFrom), dayText(lastDay)];
  const [day = '', month = '', year = ''] = first.split(' ');
  const start = last.endsWith(` ${month} ${year}`)
    ? `${day}–`
    : `${last.endsWith(year) ? `${day} ${month}` : first} – `;
  const days = first === last ? first : `${start}${last}`;
  if (dateTo.length === lastDay.length) return days;
  const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: timeZone ?? 'UTC' });
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
