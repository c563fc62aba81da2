import { duration } from './clock.ts';

/** Times of a place: how far its clocks are ahead of UTC, in milliseconds, at a moment in milliseconds since the epoch. */
export interface TimeZone {
  readonly offsetAt: (time: number) => number;
}

/** By the name that the platform gives them, of which there are some thousands at most. */
const zones = new Map<string, TimeZone>();

/** By a name of the IANA database, such as `Europe/Berlin`; undefined for a name that there is not. */
export function findTimeZone(name: string): TimeZone | undefined {
  const format = formatOf(name);
  if (format === undefined) return undefined;
  const { timeZone } = format.resolvedOptions();
  const zone = zones.get(timeZone) ?? createTimeZone(format);
  zones.set(timeZone, zone);
  return zone;
}

/** The moment at which clocks there show a time, the first of two; where they leave it out, as if they had not yet. */
export function momentIn({ offsetAt }: TimeZone, shown: number): number {
  const before = shown - offsetAt(shown - duration.day);
  const after = shown - offsetAt(shown + duration.day);
  const real = [before, after].filter((time) => time + offsetAt(time) === shown);
  return real.length === 0 ? before : Math.min(...real);
}

function formatOf(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  } catch {
    return undefined;
  }
}

/** Asking the platform takes microseconds, so that it is asked once for each day, and where clocks change for the moment. */
function createTimeZone(format: Intl.DateTimeFormat): TimeZone {
  const days = new Map<number, { readonly before: number; readonly after: number; readonly changesAt: number }>();
  const ask = (time: number): number => readOffset(format.formatToParts(time));
  const dayOf = (day: number) => {
    const [begin, end] = [day * duration.day, (day + 1) * duration.day];
    const [before, after] = [ask(begin), ask(end)];
    let [low, high] = [begin, end];
    while (before !== after && high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (ask(middle) === before) low = middle;
      else high = middle;
    }
    return { before, after, changesAt: high };
  };
  // Views come by day.
  let last = { day: Number.NaN, before: 0, after: 0, changesAt: 0 };
  return {
    offsetAt: (time) => {
      const day = Math.floor(time / duration.day);
      if (day !== last.day) {
        const dayOffsets = days.get(day) ?? dayOf(day);
        days.set(day, dayOffsets);
        last = { day, ...dayOffsets };
      }
      return time < last.changesAt ? last.before : last.after;
    },
  };
}

/** Such as `GMT+05:30`, and `GMT` where there is none. */
function readOffset(parts: readonly Intl.DateTimeFormatPart[]): number {
  const text = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const {
    sign,
    hours = 0,
    minutes = 0,
    seconds = 0,
  } = /(?<sign>[+-])(?<hours>\d+):(?<minutes>\d+)(?::(?<seconds>\d+))?/.exec(text)?.groups ?? {};
  const offset = Number(hours) * duration.hour + Number(minutes) * duration.minute + Number(seconds) * duration.second;
  return sign === '-' ? -offset : offset;
}
