import { duration } from '../../../../kernel/clock.ts';
import type { HumanSource } from '../../visit-store.ts';
import { humanCodes, oldHumanCode, type DaySource, type SourceOfDay } from '../columns/category-codes.ts';
import { readTrackerDays } from '../columns/tracker-days.ts';
import { categoryOf } from '../columns/view-columns.ts';
import type { DayStore } from './day-store.ts';

/** See `HumanSource`. Answers from the read that is open. */
export function createSourceOfDay(days: DayStore, project: number, humanSource: HumanSource): SourceOfDay {
  if (humanSource !== 'automatic') return () => humanSource;
  const reported = readTrackerDays(days.database, project);
  const first = Math.min(...reported);
  let firstSource: DaySource | undefined;
  return (day) => {
    if (!reported.has(day)) return 'server';
    if (day > first) return 'tracker';
    return (firstSource ??= hasServerSeenPeople(days, project, day) ? 'server' : 'tracker');
  };
}

function hasServerSeenPeople(days: DayStore, project: number, day: number): boolean {
  const range = { from: day * duration.day, to: (day + 1) * duration.day };
  const isSeen = (agents: Uint32Array) => agents.some((agent) => categoryOf(agent) === humanCodes.server);
  return (
    days.waitingRows(project, range).some((rows) => isSeen(rows.column('agent'))) ||
    days.segments(project, range).some((segment) => {
      const { category } = days.runs(segment.id);
      const isOld = category.includes(oldHumanCode);
      return isOld ? isSeen(days.keptRows(segment).column('agent')) : category.includes(humanCodes.server);
    })
  );
}
