import { duration } from '../../../../kernel/clock.ts';
import type { Classification } from '../../view.ts';
import type { LiveAnswer, LiveQuery, LiveView } from '../../visit-store.ts';
import { parseClassification } from '../columns/classification-text.ts';
import { eventCode, isLeftOut } from '../columns/category-codes.ts';
import { textMissing, textsOf } from '../columns/row-checksum.ts';
import { termKinds } from '../columns/term-kinds.ts';
import { categoryOf } from '../columns/view-columns.ts';
import { bitsBySource } from './count-parts.ts';
import type { DayRows } from './day-rows.ts';
import type { DayStore } from './day-store.ts';
import { createSourceOfDay } from './day-sources.ts';
import { aiBit, humanBit } from './tally.ts';
import { windowOf } from './window.ts';

interface Position {
  readonly rows: DayRows;
  readonly row: number;
  readonly timestampMs: number;
}

/** Few minutes hold few views, so they are looked at one by one. */
export function readLive(days: DayStore, project: number, query: LiveQuery): LiveAnswer {
  const sourceOfDay = createSourceOfDay(days, project, query.mapping.humanSource);
  const bits = bitsBySource(query.mapping);
  const human = new Set<number>();
  const ai = new Set<number>();
  const positions = positionsSince(days, project, query.since).filter(({ rows, row }) => {
    const source = sourceOfDay(rows.day);
    const code = categoryOf(rows.column('agent')[row]!);
    const bit = bits[source][code];
    if (bit === humanBit) human.add(rows.column('visitor')[row]!);
    if (bit === aiBit) ai.add(rows.column('visitor')[row]!);
    return code !== eventCode && !isLeftOut(code, source);
  });
  const term = (kind: number, number: number) => textsOf(days.database, project, kind, [number]).get(number);
  const recent = positions
    .sort((a, b) => b.timestampMs - a.timestampMs)
    .slice(0, query.limit)
    .flatMap(({ rows, row, timestampMs }): LiveView[] => {
      const path = term(termKinds.path, rows.column('path')[row]!);
      const country = term(termKinds.country, rows.column('country')[row]!);
      const classification = term(termKinds.agent, rows.column('agent')[row]! >>> 5);
      if (classification === undefined)
        throw textMissing(days.database, project, termKinds.agent, rows.column('agent')[row]! >>> 5);
      if (path === undefined) return [];
      return [
        { timestampMs, path, country, classification: parseClassification(classification) satisfies Classification },
      ];
    });
  return { visitors: { human: human.size, ai: ai.size, total: human.union(ai).size }, recent };
}

function positionsSince(days: DayStore, project: number, since: number): Position[] {
  const range = { from: since, to: undefined };
  const sealed = days.segments(project, range).map((segment) => days.keptRows(segment));
  return [...sealed, ...days.waitingRows(project, range)].flatMap((rows) => {
    const { from } = windowOf(rows.day, range);
    const start = rows.day * duration.day;
    const recentPositions: Position[] = [];
    rows.column('time').forEach((time, row) => {
      if (time >= from) recentPositions.push({ rows, row, timestampMs: start + time });
    });
    return recentPositions;
  });
}
