import type { ErrorDetail } from '../kernel/app-error.ts';
import { InvalidRequest } from '../http/errors.ts';
import { duration } from '../kernel/clock.ts';
import type { TimeRange } from './visits/visit-store.ts';

const form = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|[+-]\d{2}:?\d{2})?)?$/i;

/**
 * Reads `dateFrom` (inclusive) and `dateTo` (exclusive). A date means 00:00:00 UTC of that day, a date-time without an
 * offset is UTC, an omitted end is unbounded. Throws InvalidRequest with every fault.
 */
export function readDateRange({
  dateFrom,
  dateTo,
}: {
  dateFrom?: string | undefined;
  dateTo?: string | undefined;
}): TimeRange {
  const faults: ErrorDetail[] = [];
  const read = (field: string, text: string | undefined): number | undefined => {
    if (text === undefined) return undefined;
    const moment = parseMoment(text);
    if (moment === undefined) {
      // In a query string a plus sign that is not encoded arrives as a space.
      const hint = / \d{2}:?\d{2}$/.test(text) ? '; in a URL the + of an offset is written %2B' : '';
      faults.push({
        field,
        message: `must be an existing date as YYYY-MM-DD, or an ISO 8601 date-time such as 2026-02-28T12:00:00Z${hint}`,
      });
    }
    return moment;
  };
  const from = read('dateFrom', dateFrom);
  const to = read('dateTo', dateTo);
  if (from !== undefined && to !== undefined && from >= to) {
    faults.push({ field: 'dateTo', message: 'must be later than dateFrom; it is exclusive' });
  }
  if (faults.length > 0) throw new InvalidRequest(faults);
  return { from, to };
}

/** Milliseconds since the Unix epoch, or undefined for what is not a real date. Digits past the millisecond are cut. */
function parseMoment(text: string): number | undefined {
  const match = form.exec(text);
  if (match === null) return undefined;
  const [, year = '', month = '', day = '', hour = '0', minute = '0', second = '0', fraction = '', offset = 'Z'] =
    match;
  const moment = Date.UTC(+year, +month - 1, +day, +hour, +minute, +second, +fraction.padEnd(3, '0').slice(0, 3));
  // Date.UTC takes 30 February for 2 March, and years below 100 for those of the 20th century.
  const date = new Date(moment);
  const isReal =
    date.getUTCFullYear() === +year &&
    date.getUTCMonth() === +month - 1 &&
    date.getUTCDate() === +day &&
    +hour < 24 &&
    +minute < 60 &&
    +second < 60;
  const offsetMinutes = readOffset(offset);
  return isReal && offsetMinutes !== undefined ? moment - offsetMinutes * duration.minute : undefined;
}

/** Minutes east of UTC; undefined for an offset that no place has. */
function readOffset(offset: string): number | undefined {
  if (offset.toUpperCase() === 'Z') return 0;
  const [hours, minutes] = [Number(offset.slice(1, 3)), Number(offset.slice(-2))];
  if (hours > 18 || minutes > 59) return undefined;
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}
