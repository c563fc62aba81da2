import type { AnalyticsSearch, Interval } from './analytics-search.ts';
import { shownDay } from './shown-time.ts';

export interface DateRange {
  /** Days of the project's time zone as `YYYY-MM-DD`; `dateTo` is not part of the range any more. */
  readonly dateFrom: string;
  readonly dateTo: string;
  readonly interval: Interval;
  /** Left out: UTC. */
  readonly timeZone?: string;
  /** What the range is compared with. Where the last day of the range is not over, it ends at the same time of its last day. */
  readonly previous?: { readonly dateFrom: string; readonly dateTo: string; readonly timeZone?: string };
}

const dayLength = 86_400_000;
/** Days after which weekdays and dates are nearly the same again. */
const yearOfWeeks = 364;

function isoDay(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}

/** To the minute, so that a page that is drawn again asks the same. */
function isoMinute(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 16)}Z`;
}

/** All ranges are whole days of the time zone and end with today or, for a custom one, with the day that was chosen. */
export function resolveRange(search: AnalyticsSearch, now: number, timeZone?: string): DateRange {
  const { range = '30d', from, to } = search;
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
    custom: () => orderedDays(from, to, today),
  }[range]();
  const days = (last - first) / dayLength + 1;
  const interval = search.interval ?? automaticInterval(days);
  const previous = previousDays(search, { first, days, today });
  return {
    dateFrom: isoDay(first),
    dateTo: isoDay(last + dayLength),
    ...zone,
    // Years of hours are more than the server counts and a chart shows.
    interval: interval === 'hour' && days > 14 ? 'day' : interval,
    ...(previous !== undefined && {
      previous: {
        ...zone,
        dateFrom: isoDay(previous.first),
        dateTo:
          last === today && previous.shift !== undefined
            ? isoMinute(now - previous.shift * dayLength)
            : isoDay(previous.last + dayLength),
      },
    }),
  };
}

function orderedDays(from: string | undefined, to: string | undefined, fallback: number): [number, number] {
  const [first, second] = [from, to].map((day) => (day === undefined ? fallback : Date.parse(day)));
  return [Math.min(first ?? fallback, second ?? fallback), Math.max(first ?? fallback, second ?? fallback)];
}

function automaticInterval(days: number): Interval {
  return days <= 2 ? 'hour' : days <= 100 ? 'day' : days <= 400 ? 'week' : 'month';
}

/** The days of the comparison; `shift` is how many days it lies before the range, if it is of the same length. */
function previousDays(
  { compare = 'weekdays', compareFrom, compareTo }: AnalyticsSearch,
  { first, days, today }: { first: number; days: number; today: number },
): { first: number; last: number; shift?: number } | undefined {
  if (compare === 'off') return undefined;
  if (compare === 'custom') {
    const [from, to] = orderedDays(compareFrom, compareTo, today);
    return { first: from, last: to };
  }
  const shift = { previous: days, weekdays: Math.ceil(days / 7) * 7, year: yearOfWeeks }[compare];
  return { first: first - shift * dayLength, last: first + (days - 1 - shift) * dayLength, shift };
}

/** Whether the buckets of both ranges can be laid over each other: weeks and months must begin on the same day of theirs. */
export function isAligned({ dateFrom, previous, interval }: DateRange): boolean {
  if (previous === undefined) return false;
  const shift = (Date.parse(dateFrom) - Date.parse(previous.dateFrom)) / dayLength;
  return interval === 'week' ? shift % 7 === 0 : interval === 'month' ? shift === yearOfWeeks : true;
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
