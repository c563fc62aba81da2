import type { Counts, Goal, ReachAnswer, ReachQuery, TimeRange } from '../../visit-store.ts';
import { createPatternMatch, type ValuePattern } from '../../value-pattern.ts';
import { eventCode } from '../columns/category-codes.ts';
import { categoryOf } from '../columns/view-columns.ts';
import { passingRows } from './filtered-rows.ts';
import type { OwnDayRows, TimeRanks } from './own-rows.ts';
import { pathsOf, widened } from './own-rows.ts';
import type { RowFilter } from './row-filter.ts';
import { aiBit, humanBit } from './tally.ts';
import { windowOf } from './window.ts';

/** What rows reach, by numbers. */
export interface ReachRules {
  readonly range: TimeRange;
  readonly filters: readonly RowFilter[];
  /** By number: the texts of pages, and the names of events by their context. */
  readonly paths: readonly (string | undefined)[];
  readonly events: readonly (string | undefined)[];
  /** Of a view, by the code of its category, and of an event, by its agent and source: 0 where it does not count. */
  readonly bitsOfDay: (day: number) => Uint8Array;
  readonly bitOfEvent: (day: number, agent: number, source: number) => number;
  readonly ranks: () => TimeRanks;
  /** Above every visitor number. */
  readonly visitorCount: number;
}

/** As many goals as a byte of each visitor has bits. */
const goalsAtOnce = 8;

/** Of this thread's visitors. Each has a byte per class: which goals it reached, or in order how many. */
export function countReached(
  days: readonly OwnDayRows[],
  { goals, inOrder }: Pick<ReachQuery, 'goals' | 'inOrder'>,
  rules: ReachRules,
): ReachAnswer {
  const asked = askedAbout(days, rules);
  const reached: Counts[] = [];
  for (let first = 0; first < goals.length; first += goalsAtOnce) {
    const some = goals.slice(first, first + goalsAtOnce);
    const [human, ai] = walk(days, some, { ...rules, asked, inOrder });
    some.forEach((_, goal) =>
      reached.push(countOf(human, ai, inOrder ? (steps) => steps > goal : (of) => ((of >>> goal) & 1) === 1)),
    );
  }
  const visitors = countOf(asked, asked, (bits, ofClass) => (bits & ofClass) !== 0);
  return { visitors, reached };
}

/** As which classes each visitor has views that pass. */
function askedAbout(days: readonly OwnDayRows[], { range, filters, bitsOfDay, visitorCount }: ReachRules): Uint8Array {
  const asked = new Uint8Array(visitorCount);
  for (const rows of days) {
    const bits = bitsOfDay(rows.day);
    const positions = passingRows(rows, { range, filters });
    const [agent, visitor] = [widened(rows.column('agent')), widened(rows.column('visitor'))];
    for (const row of positions) asked[visitor[row]!]! |= bits[categoryOf(agent[row]!)]!;
  }
  return asked;
}

function walk(
  days: readonly OwnDayRows[],
  goals: readonly Goal[],
  rules: ReachRules & { readonly asked: Uint8Array; readonly inOrder: boolean },
): [human: Uint8Array, ai: Uint8Array] {
  const { range, asked, inOrder, bitsOfDay, bitOfEvent, visitorCount } = rules;
  const byPath = masksOf(
    rules.paths,
    goals.map(({ paths }) => paths),
  );
  const byContext = masksOf(
    rules.events,
    goals.map(({ events }) => events),
  );
  const [human, ai] = [new Uint8Array(visitorCount), new Uint8Array(visitorCount)];
  for (const rows of days) {
    const { from, to } = windowOf(rows.day, range);
    const bits = bitsOfDay(rows.day);
    const [paths, context] = [pathsOf(rows), widened(rows.column('context'))];
    const source = widened(rows.column('source'));
    const [agent, visitor] = [widened(rows.column('agent')), widened(rows.column('visitor'))];
    const time = widened(rows.column('time'));
    const order = inOrder ? widened(rows.inTime(rules.ranks())) : undefined;
    for (let index = 0; index < paths.length; index += 1) {
      const row = order ? order[index]! : index;
      const code = categoryOf(agent[row]!);
      const mask = code === eventCode ? byContext[context[row]!]! : byPath[paths[row]!]!;
      if (mask === 0 || time[row]! < from || time[row]! >= to) continue;
      const bit = code === eventCode ? bitOfEvent(rows.day, agent[row]! >>> 5, source[row]!) : bits[code]!;
      const of = visitor[row]!;
      if ((asked[of]! & bit) === 0) continue;
      const reached = bit === humanBit ? human : ai;
      const before = reached[of]!;
      reached[of] = inOrder ? before + ((mask >>> before) & 1) : before | mask;
    }
  }
  return [human, ai];
}

/** By number a bit for each of the goals that the text is of. */
function masksOf(texts: readonly (string | undefined)[], patterns: readonly (readonly ValuePattern[])[]): Uint8Array {
  const goals = patterns.map((of) => of.map(createPatternMatch));
  return Uint8Array.from(texts, (text) =>
    goals.reduce(
      (mask, matches, goal) => mask | (text !== undefined && matches.some((fits) => fits(text)) ? 1 << goal : 0),
      0,
    ),
  );
}

function countOf(human: Uint8Array, ai: Uint8Array, isReached: (value: number, ofClass: number) => boolean): Counts {
  const counts = { human: 0, ai: 0, total: 0 };
  for (let visitor = 0; visitor < human.length; visitor += 1) {
    const [asHuman, asAi] = [human[visitor]!, ai[visitor]!];
    if ((asHuman | asAi) === 0) continue;
    const isHuman = isReached(asHuman, humanBit);
    const isAi = isReached(asAi, aiBit);
    counts.human += Number(isHuman);
    counts.ai += Number(isAi);
    counts.total += Number(isHuman || isAi);
  }
  return counts;
}
