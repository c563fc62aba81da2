import type { ErrorDetail } from '../kernel/app-error.ts';
import { readMoment } from '../contract/moment.ts';
import { InvalidRequest } from '../http/errors.ts';
import { findTimeZone, momentIn } from '../kernel/time-zone.ts';
import type { TimeRange } from './visits/visit-store.ts';

/**
 * Reads `dateFrom` (inclusive) and `dateTo` (exclusive). A date means 00:00:00 of that day and a date-time without an offset is one
 * in the time zone, which is UTC unless one is named; an omitted end is unbounded; two equal ends hold nothing. Throws InvalidRequest with every fault.
 */
export function readDateRange(
  {
    dateFrom,
    dateTo,
    timeZone,
  }: {
    dateFrom?: string | undefined;
    dateTo?: string | undefined;
    timeZone?: string | undefined;
  },
  /** What the ends are called where they were asked for. */
  names = { from: 'dateFrom', to: 'dateTo' },
): TimeRange {
  const faults: ErrorDetail[] = [];
  const zone = timeZone === undefined ? undefined : findTimeZone(timeZone);
  if (timeZone !== undefined && zone === undefined) {
    faults.push({ field: 'timeZone', message: 'must be an IANA time zone, such as Europe/Berlin' });
  }
  const read = (field: string, text: string | undefined): number | undefined => {
    if (text === undefined) return undefined;
    const read = readMoment(text);
    const moment = read && zone && !read.hasOffset ? momentIn(zone, read.at) : read?.at;
    if (moment === undefined) {
      // In a query string a plus sign that is not encoded arrives as a space.
      const hint = /\d \d{2}(?::?\d{2})?$/.test(text) ? '; in a URL, write the + of an offset as %2B' : '';
      faults.push({
        field,
        message: `must be an existing date as YYYY-MM-DD, or an ISO 8601 date-time such as 2026-02-28T12:00:00Z${hint}`,
      });
    }
    // Views have whole milliseconds: those from, or before, a moment in between are those from, or before, the next one.
    return moment !== undefined && read?.isLater === true ? moment + 1 : moment;
  };
  const from = read(names.from, dateFrom);
  const to = read(names.to, dateTo);
  if (from !== undefined && to !== undefined && from > to) {
    faults.push({ field: names.to, message: `must not be earlier than ${names.from}` });
  }
  if (faults.length > 0) throw new InvalidRequest(faults);
  return { from, to };
}
