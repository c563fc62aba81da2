const months: Readonly<Record<string, number>> = {
  Jan: 0,
  Feb: 1,
  Mar: 2,
  Apr: 3,
  May: 4,
  Jun: 5,
  Jul: 6,
  Aug: 7,
  Sep: 8,
  Oct: 9,
  Nov: 10,
  Dec: 11,
};

/** The number that the digits from `start` to before `end` make; NaN when one of them is none. */
export function digits(text: string, start: number, end: number): number {
  let value = 0;
  for (let index = start; index < end; index += 1) {
    const digit = text.charCodeAt(index) - 48;
    if (!(digit >= 0 && digit <= 9)) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
}

/**
 * Milliseconds of `10/Oct/2026:13:55:36 -0700` (Apache, nginx) at `start` in a line; NaN when it is no such time. Made
 * once per reader, since it remembers the day it read last.
 */
export function createCommonLogClock(): (line: string, start: number) => number {
  let lastDay = '';
  let lastDayMs = Number.NaN;
  return (line, start) => {
    const day = line.slice(start, start + 11);
    if (day !== lastDay) {
      lastDay = day;
      const month = months[day.slice(3, 6)];
      lastDayMs =
        month === undefined || day[2] !== '/' || day[6] !== '/'
          ? Number.NaN
          : utcDay(digits(day, 7, 11), month, digits(day, 0, 2));
    }
    const hours = digits(line, start + 12, start + 14);
    const minutes = digits(line, start + 15, start + 17);
    const seconds = digits(line, start + 18, start + 20);
    // A minute with a leap second has 61.
    if (hours > 23 || minutes > 59 || seconds > 60) return Number.NaN;
    return lastDayMs + (hours * 3600 + minutes * 60 + seconds - offsetSeconds(line, start + 21)) * 1000;
  };
}

/** Seconds east of UTC of `+0200` or `-07:00`. */
function offsetSeconds(line: string, start: number): number {
  const sign = line.charCodeAt(start);
  if (sign !== 43 && sign !== 45) return Number.NaN;
  const minutes = line.charCodeAt(start + 3) === 58 ? start + 4 : start + 3;
  const seconds = digits(line, start + 1, start + 3) * 3600 + digits(line, minutes, minutes + 2) * 60;
  return sign === 43 ? seconds : -seconds;
}

function utcDay(year: number, month: number, day: number): number {
  const ms = Date.UTC(year, month, day);
  return new Date(ms).getUTCDate() === day ? ms : Number.NaN;
}

const commonLogTime = /^(\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d)([.,]\d{1,9})?( ?[+-]\d\d:?\d\d)?$/;
const isoTime = /^\d{4}(-\d\d-|\/\d\d\/)\d\d([T ]\d\d:\d\d(:\d\d([.,]\d+)?)?( ?(Z|UTC|[+-]\d\d:?\d\d))?)?$/;

/**
 * Milliseconds of a time in any form that logs write: ISO 8601 (UTC where no zone stands), common log, or seconds,
 * milliseconds, microseconds or nanoseconds since 1970, told apart by their size. NaN for anything else.
 */
export function logTime(value: unknown): number {
  if (typeof value === 'number') return epochMs(value);
  if (typeof value !== 'string' || value === '') return Number.NaN;
  const number = Number(value);
  if (!Number.isNaN(number)) return epochMs(number);
  const common = commonLogTime.exec(value);
  // HAProxy writes no zone.
  if (common) {
    const [, time = '', fraction = '', zone = '+0000'] = common;
    return (
      createCommonLogClock()(`${time} ${zone.trim()}`, 0) + Math.floor(Number(`0${fraction.replace(',', '.')}`) * 1000)
    );
  }
  const parts = isoTime.exec(value);
  if (!parts) return Number.NaN;
  const text = value
    .replaceAll('/', '-')
    .replace(' ', 'T')
    .replace(',', '.')
    .replace(/ ?UTC$/, 'Z')
    .replace(' ', '');
  return Date.parse(parts[5] === undefined && text.length > 10 ? `${text}Z` : text);
}

function epochMs(number: number): number {
  if (number < 1e11) return Math.round(number * 1000);
  if (number < 1e14) return Math.round(number);
  if (number < 1e17) return Math.round(number / 1e3);
  return Math.round(number / 1e6);
}
