import { duration } from '../../../../kernel/clock.ts';
import { visitPauseMilliseconds, type TimeRange } from '../../visit-store.ts';
import { categoryOf } from '../columns/view-columns.ts';
import type { OwnDayRows, TimeRanks, VisitEnd, Words } from './own-rows.ts';
import { joinRows, narrowed, pathsOf, widened } from './own-rows.ts';
import { windowOf } from './window.ts';

export interface VisitRules {
  readonly range: TimeRange;
  /** Of a day, by the code of the category: 0 where views do not count. */
  readonly bitsOfDay: (day: number) => Uint8Array;
  readonly ranks: TimeRanks;
  /** Above every visitor number. */
  readonly visitorCount: number;
}

/** One for each day, oldest first. */
export function joinDays(rows: readonly OwnDayRows[]): OwnDayRows[] {
  const days = Map.groupBy(rows, ({ day }) => day);
  return [...days.values()]
    .map(([first, ...laterRows]) => joinRows([first!, ...laterRows]))
    .sort((a, b) => a.day - b.day);
}

/**
 * The pages with which the visits of all rows began, or ended, a column for each day. Rows are walked in the order of time, for
 * ends backwards: a visitor's row has the page of the one before, unless there was a pause.
 */
export function visitEndColumns(
  days: readonly OwnDayRows[],
  end: VisitEnd,
  { range, bitsOfDay, ranks, visitorCount }: VisitRules,
): Words[] {
  const lastSeen = new Float64Array(visitorCount).fill(-Infinity);
  const page = new Uint32Array(visitorCount);
  const isForward = end === 'entryPage';
  const columnOf = (rows: OwnDayRows): Words => {
    const order = widened(rows.inTime(ranks));
    const [visitor, agent] = [widened(rows.column('visitor')), widened(rows.column('agent'))];
    const [time, paths] = [widened(rows.column('time')), pathsOf(rows)];
    const start = rows.day * duration.day;
    const { from, to } = windowOf(rows.day, range);
    const bits = bitsOfDay(rows.day);
    const column = new Uint32Array(order.length);
    for (let index = 0; index < order.length; index += 1) {
      const row = order[isForward ? index : order.length - 1 - index]!;
      const rowTime = time[row]!;
      if (rowTime < from || rowTime >= to || bits[categoryOf(agent[row]!)] === 0) continue;
      const of = visitor[row]!;
      const moment = start + rowTime;
      if (Math.abs(moment - lastSeen[of]!) >= visitPauseMilliseconds) page[of] = paths[row]!;
      lastSeen[of] = moment;
      column[row] = page[of]!;
    }
    return narrowed(column);
  };
  return isForward ? days.map(columnOf) : days.toReversed().map(columnOf).reverse();
}
