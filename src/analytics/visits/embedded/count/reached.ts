import type { Counts, Goal, ReachAnswer, ReachQuery, TimeRange } from '../../visit-store.ts';
import { createPatternMatch, type ValuePattern } from '../../value-pattern.ts';
import { eventCode } from '../columns/category-codes.ts';
import { release } from '../columns/release.ts';
import { categoryOf } from '../columns/view-columns.ts';
import { passingRows } from './filtered-rows.ts';
import type { OwnDayRows, TimeRanks } from './own-rows.ts';
import { widened } from './own-rows.ts';
import type { RowFilter } from './row-filter.ts';
import { aiBit, humanBit } from './tally.ts';
import { isWholeDay, windowOf } from './window.ts';

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
    const outcomes = outcomesOf(asked, walk(days, some, { ...rules, inOrder }));
    some.forEach((_, goal) =>
      reached.push(countOf(outcomes, inOrder ? (steps) => steps > goal : (of) => ((of >>> goal) & 1) === 1)),
    );
  }
  const everybody: Reached = [asked.map((bits) => bits & humanBit), asked.map((bits) => bits & aiBit)];
  const visitors = countOf(outcomesOf(asked, everybody), (of) => of !== 0);
  return { visitors, reached };
}

/** As which classes each visitor has views that pass. */
function askedAbout(days: readonly OwnDayRows[], { range, filters, bitsOfDay, visitorCount }: ReachRules): Uint8Array {
  const asked = new Uint8Array(visitorCount);
  for (const rows of days) {
    const bits = bitsOfDay(rows.day);
    const [agent, visitor] = [widened(rows.column('agent')), widened(rows.column('visitor'))];
    if (filters.length === 0 && isWholeDay(windowOf(rows.day, range))) {
      for (let row = 0; row < agent.length; row += 1) asked[visitor[row]!]! |= bits[categoryOf(agent[row]!)]!;
      continue;
    }
    const positions = passingRows(rows, { range, filters });
    for (const row of positions) asked[visitor[row]!]! |= bits[categoryOf(agent[row]!)]!;
    release(positions);
  }
  return asked;
}

interface WalkRules extends ReachRules {
  readonly inOrder: boolean;
}

/** By visitor a byte, as human and as AI. */
type Reached = readonly [human: Uint8Array, ai: Uint8Array];

/** Of all visitors, whether they are asked about or not: that is looked at once for each of them at the end. */
function walk(days: readonly OwnDayRows[], goals: readonly Goal[], rules: WalkRules): Reached {
  const { inOrder, visitorCount } = rules;
  const masks = {
    byPath: masksOf(
      rules.paths,
      goals.map(({ paths }) => paths),
    ),
    byContext: masksOf(
      rules.events,
      goals.map(({ events }) => events),
    ),
  };
  const [human, ai] = [new Uint8Array(visitorCount), new Uint8Array(visitorCount)];
  for (const rows of days) {
    const { mask, bit } = reachedByRows(rows, masks, rules);
    const visitor = widened(rows.column('visitor'));
    const order = inOrder ? widened(rows.inTime(rules.ranks())) : undefined;
    for (let index = 0; index < mask.length; index += 1) {
      const row = order ? order[index]! : index;
      const reaches = mask[row]!;
      const as = bit[row]!;
      if (reaches === 0 || as === 0) continue;
      const of = visitor[row]!;
      const reached = as === humanBit ? human : ai;
      const before = reached[of]!;
      reached[of] = inOrder ? before + ((reaches >>> before) & 1) : before | reaches;
    }
    release(mask, bit);
  }
  return [human, ai];
}

/**
 * By row which goals it is of, and as which class. Read in the order of rows, so that the walk in the order of time jumps about
 * in two bytes a row in place of sixteen.
 */
function reachedByRows(
  rows: OwnDayRows,
  { byPath, byContext }: { readonly byPath: Uint8Array; readonly byContext: Uint8Array },
  { range, bitsOfDay, bitOfEvent }: ReachRules,
): { mask: Uint8Array<ArrayBuffer>; bit: Uint8Array<ArrayBuffer> } {
  const bits = bitsOfDay(rows.day);
  const agent = widened(rows.column('agent'));
  const mask = masksOfPages(rows, byPath, agent.length);
  const bit = new Uint8Array(agent.length);
  for (let row = 0; row < agent.length; row += 1) bit[row] = bits[categoryOf(agent[row]!)]!;
  // As whom an event was is not in its code, so without this it reaches nothing.
  if (byContext.some((goals) => goals !== 0)) {
    const [context, source] = [widened(rows.column('context')), widened(rows.column('source'))];
    for (let row = 0; row < agent.length; row += 1) {
      if (categoryOf(agent[row]!) !== eventCode) continue;
      mask[row] = byContext[context[row]!]!;
      bit[row] = bitOfEvent(rows.day, agent[row]! >>> 5, source[row]!);
    }
  }
  const window = windowOf(rows.day, range);
  if (!isWholeDay(window)) {
    const time = widened(rows.column('time'));
    for (let row = 0; row < time.length; row += 1)
      if (time[row]! < window.from || time[row]! >= window.to) mask[row] = 0;
  }
  return { mask, bit };
}

/** By row; where rows lie in the order of pages, a page at a time. */
function masksOfPages(rows: OwnDayRows, byPath: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const mask = new Uint8Array(length);
  if (rows.pages) {
    const runs = rows.pages();
    const count = runs.length / 2;
    let end = 0;
    for (let page = 0; page < count; page += 1) {
      const begin = end;
      end += runs[count + page]!;
      const goals = byPath[runs[page]!]!;
      if (goals !== 0) mask.fill(goals, begin, end);
    }
  } else {
    const paths = widened(rows.column('path'));
    for (let row = 0; row < length; row += 1) mask[row] = byPath[paths[row]!]!;
  }
  return mask;
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

/** How many visitors have which byte as human and which as AI: one pass for all goals. As what nobody asked about, it is 0. */
function outcomesOf(asked: Uint8Array, [human, ai]: Reached): Uint32Array {
  const outcomes = new Uint32Array(256 * 256);
  for (let visitor = 0; visitor < asked.length; visitor += 1) {
    const bits = asked[visitor]!;
    if (bits === 0) continue;
    const asHuman = (bits & humanBit) === 0 ? 0 : human[visitor]!;
    const asAi = (bits & aiBit) === 0 ? 0 : ai[visitor]!;
    outcomes[asHuman * 256 + asAi]! += 1;
  }
  return outcomes;
}

function countOf(outcomes: Uint32Array, isReached: (value: number) => boolean): Counts {
  const counts = { human: 0, ai: 0, total: 0 };
  for (let outcome = 0; outcome < outcomes.length; outcome += 1) {
    const visitors = outcomes[outcome]!;
    if (visitors === 0) continue;
    const isHuman = isReached(outcome >>> 8);
    const isAi = isReached(outcome & 0xff);
    counts.human += isHuman ? visitors : 0;
    counts.ai += isAi ? visitors : 0;
    counts.total += isHuman || isAi ? visitors : 0;
  }
  return counts;
}
