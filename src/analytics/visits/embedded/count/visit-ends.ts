import { createHash } from 'node:crypto';
import { duration } from '../../../../kernel/clock.ts';
import { visitPauseMilliseconds, type TimeRange } from '../../visit-store.ts';
import { release } from '../columns/release.ts';
import { categoryOf } from '../columns/view-columns.ts';
import type { OwnDayRows, TimeRanks, VisitEnd, Words } from './own-rows.ts';
import { joinRows, narrowed, pathsOf, releaseWidened, widened } from './own-rows.ts';
import { windowOf } from './window.ts';

export interface VisitRules {
  readonly range: TimeRange;
  /** Of a day, by the code of the category: 0 where views do not count. */
  readonly bitsOfDay: (day: number) => Uint8Array;
  readonly ranks: () => TimeRanks;
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

/** Visits that may go on in the next day that is walked. */
export interface OpenVisits {
  readonly visitor: Uint32Array;
  readonly page: Uint32Array;
  /** Of the view that was walked last, in milliseconds since the epoch. */
  readonly moment: Float64Array;
  /** Names what they are. */
  readonly name: string;
}

export const noVisits = openVisits([], [], []);

export interface DayEnds {
  /** Of each row the page with which its visit began, or ended. */
  readonly column: Words;
  readonly open: OpenVisits;
}

export function arraysOfEnds({ column, open }: DayEnds): ArrayBufferView[] {
  return [column, open.visitor, open.page, open.moment];
}

/**
 * Walks rows in the order of time, for ends backwards: a visitor's row has the page of the one before, unless there was a pause. Days
 * come in that order, and of days in between only the visits that they left open.
 */
export class VisitWalk {
  readonly #rules: VisitRules;
  readonly #isForward: boolean;
  readonly #lastSeen: Float64Array<ArrayBuffer>;
  readonly #page: Uint32Array<ArrayBuffer>;

  constructor(end: VisitEnd, rules: VisitRules) {
    this.#rules = rules;
    this.#isForward = end === 'entryPage';
    this.#lastSeen = new Float64Array(rules.visitorCount).fill(-Infinity);
    this.#page = new Uint32Array(rules.visitorCount);
  }

  /** The last that may be done with it. */
  release(): void {
    release(this.#lastSeen, this.#page);
  }

  walk(rows: OwnDayRows, open: OpenVisits): DayEnds {
    const { range, bitsOfDay, ranks } = this.#rules;
    const [lastSeen, page] = [this.#lastSeen, this.#page];
    open.visitor.forEach((visitor, index) => {
      lastSeen[visitor] = open.moment[index]!;
      page[visitor] = open.page[index]!;
    });
    const stored = [rows.inTime(ranks()), rows.column('visitor'), rows.column('agent'), rows.column('time')] as const;
    const [order, visitor, agent, time] = [
      widened(stored[0]),
      widened(stored[1]),
      widened(stored[2]),
      widened(stored[3]),
    ];
    const paths = pathsOf(rows);
    const start = rows.day * duration.day;
    const { from, to } = windowOf(rows.day, range);
    const bits = bitsOfDay(rows.day);
    const column = new Uint32Array(order.length);
    const last = order.length - 1;
    for (let index = 0; index <= last; index += 1) {
      const row = order[this.#isForward ? index : last - index]!;
      const rowTime = time[row]!;
      if (rowTime < from || rowTime >= to || bits[categoryOf(agent[row]!)] === 0) continue;
      const of = visitor[row]!;
      const moment = start + rowTime;
      if (Math.abs(moment - lastSeen[of]!) >= visitPauseMilliseconds) page[of] = paths[row]!;
      lastSeen[of] = moment;
      column[row] = page[of]!;
    }
    const edge = this.#isForward ? start + duration.day : start - 1;
    const visitors = new Set<number>();
    for (let index = last; index >= 0; index -= 1) {
      const row = order[this.#isForward ? index : last - index]!;
      if (Math.abs(edge - start - time[row]!) >= visitPauseMilliseconds) break;
      if (column[row] !== 0) visitors.add(visitor[row]!);
    }
    const left = [...visitors].sort((a, b) => a - b);
    const moments = left.map((of) => lastSeen[of]!);
    releaseWidened([stored[0], order], [stored[1], visitor], [stored[2], agent], [stored[3], time]);
    release(paths);
    rows.letGo?.();
    return {
      column: narrowed(column),
      open: openVisits(
        left,
        left.map((of) => page[of]!),
        moments,
      ),
    };
  }
}

function openVisits(visitors: readonly number[], pages: readonly number[], moments: readonly number[]): OpenVisits {
  const [visitor, page, moment] = [Uint32Array.from(visitors), Uint32Array.from(pages), Float64Array.from(moments)];
  const hash = createHash('sha256');
  for (const words of [visitor, page, moment]) hash.update(new Uint8Array(words.buffer));
  return { visitor, page, moment, name: hash.digest('base64url') };
}
