import type { AnalyticsSearch } from './analytics-search.ts';
import { shownDay } from './shown-time.ts';

export type Interval = 'hour' | 'day' | 'week' | 'month';

export interface DateRange {
  /** Days of the project's time zone as `YYYY-MM-DD`; `dateTo` is not part of the range any more. */
  readonly dateFrom: string;
  readonly dateTo: string;
  readonly interval: Interval;
  /** Left out: UTC. */
  readonly timeZone?: string;
  /** The range of the same length just before. Where the last day is not over, it ends at the same time of its last day. */
  readonly previous: { readonly dateFrom: string; readonly dateTo: string; readonly timeZone?: string };
}

const dayLength = 86_400_000;

export function isoDay(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}

/** To the minute, so that a page that is drawn again asks the same. */
function isoMinute(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 16)}Z`;
}

/** All ranges are whole days of the time zone and end with today or, for a custom one, with the day that was chosen. */
export function resolveRange({ range = '30d', from, to }: AnalyticsSearch, now: number, timeZone?: string): DateRange {
  const today = Date.parse(shownDay(now, timeZone));
  const zone = timeZone === undefined || timeZone === 'UTC' ? {} : { timeZone };
  const start = new Date(today);
  const lastDays = (days: number): [number, number] => [today - (days - 1) * dayLength, today];
  const [first, last] = {
    today: () => lastDays(1),
    '7d': () => lastDays(7),
    '30d': () => lastDays(30),
    '90d': () => lastDays(90),
    month: (): [number, number] => [Date.UTC(start.getUTCFullYear(), start.getUTCMonth(), 1), today],
    year: (): [number, number] => [Date.UTC(start.getUTCFullYear(), 0, 1), today],
    custom: (): [number, number] => {
      const [firstTime, secondTime] = [Date.parse(from ?? isoDay(today)), Date.parse(to ?? isoDay(today))];
      return firstTime <= secondTime ? [firstTime, secondTime] : [secondTime, firstTime];
    },
  }[range]();
  const days = (last - first) / dayLength + 1;
  return {
    dateFrom: isoDay(first),
    dateTo: isoDay(last + dayLength),
    ...zone,
    interval: days <= 2 ? 'hour' : days <= 100 ? 'day' : days <= 400 ? 'week' : 'month',
    previous: {
      ...zone,
      dateFrom: isoDay(first - days * dayLength),
      dateTo: last === today ? isoMinute(now - days * dayLength) : isoDay(first),
    },
  };
}

/** Starts of all buckets of a range, as the server numbers them: in UTC, weeks from Monday. */
export function bucketStarts({ dateFrom, dateTo, interval }: DateRange): number[] {
  const end = Date.parse(dateTo);
  const starts: number[] = [];
  let time = Date.parse(dateFrom);
  if (interval === 'week') time -= ((new Date(time).getUTCDay() + 6) % 7) * dayLength;
  if (interval === 'month') time = Date.UTC(new Date(time).getUTCFullYear(), new Date(time).getUTCMonth(), 1);
  while (time < end) {
    starts.push(time);
    const date = new Date(time);
    if (interval === 'month') time = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
    else time += { hour: 3_600_000, day: dayLength, week: 7 * dayLength }[interval];
  }
  return starts;
}
