import { useQuery } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { timeseriesQuery, type Timeseries } from './analytics.ts';
import type { DateRange } from './date-range.ts';
import { beginOf, dayText, shownDay } from './shown-time.ts';

/** Where a comparison reaches back before the first view of the project. */
interface Start {
  /** First day with a view, as `YYYY-MM-DD`. */
  readonly day: string;
  /** Nothing lies in the comparison, so that nothing can be said to be new. */
  readonly isAfterComparison: boolean;
}

export const DataStart = createContext<Start | undefined>(undefined);

/** Undefined while unknown, and where the comparison lies wholly after the first view. Asks only where it begins silently. */
export function useDataStart(
  projectId: string,
  { dateTo, timeZone, previous }: DateRange,
  before: Timeseries | undefined,
): Start | undefined {
  const isSilent = before !== undefined && before.buckets[0]?.received !== true;
  // Its end open to the past, it begins with the first day that has a view.
  const days = { dateTo, ...(timeZone !== undefined && { timeZone }) };
  const all = useQuery({
    ...timeseriesQuery(projectId, days, 'day'),
    enabled: isSilent && previous !== undefined,
  }).data;
  const first = all?.buckets.find(({ received }) => received)?.start;
  if (!isSilent || previous === undefined || first === undefined) return undefined;
  const start = Date.parse(first);
  if (start <= beginOf(previous.dateFrom, timeZone)) return undefined;
  return {
    day: shownDay(start, timeZone),
    isAfterComparison: !before.buckets.some(({ received }) => received),
  };
}

/** Stands wherever a change would stand if there were something to compare with. */
export function NoEarlierData() {
  const start = use(DataStart);
  return <span title={start && `Data since ${dayText(start.day)}`}>No earlier data</span>;
}
