import type { Counts, Goal, ReachAnswer, ReachQuery, TimeRange } from '../../visit-store.ts';
import { createPatternMatch, type ValuePattern } from '../../value-pattern.ts';
import { eventCode } from '../columns/category-codes.ts';
import { release } from '../columns/release.ts';
import { categoryOf } from '../columns/view-columns.ts';
import type { OwnDayRows, TimeRanks } from './own-rows.ts';
import { releaseWidened, widened } from './own-rows.ts';
import { chunksOf } from './row-chunks.ts';
import { RowKernel, type RowConditions } from './row-kernel.ts';
import { aiBit, humanBit } from './tally.ts';
import { isWholeDay, windowOf } from './window.ts';

/** What rows reach, by numbers. */
export interface ReachRules extends RowConditions {
  /** By number: the texts of pages, and the names of events by their context. */
  readonly paths: readonly (string | undefined)[];
  readonly events: readonly (string | undefined)[];
  /** As what an event counts, by its agent and source: 0 where it does not. */
  readonly bitOfEvent: (day: number, agent: number, source: number) => number;
  readonly ranks: () => TimeRanks;
  /** Above every visitor number. */
  readonly visitorCount: number;
}

/** As many goals as a byte of each visitor has bits. */
const goalsAtOnce = 8;

/**
 * Of this thread's visitors. Each has a byte per class: which goals it reached, or in order how many. `everybody` counts those with a
 * view in the range, whom a question without filters is about.
 */
export function countReached(
  days: readonly OwnDayRows[],
  { goals, inOrder }: Pick<ReachQuery, 'goals' | 'inOrder'>,
  rules: ReachRules,
  everybody: () => Counts,
): ReachAnswer {
  // Without filters whoever reached a page is asked about, but an event may be of somebody without a view.
  const isAboutAll = rules.filters.length === 0 && goals.every(({ events }) => events.length === 0);
  const isAsked = isAboutAll ? undefined : askedAbout(days, rules);
  const reached: Counts[] = [];
  for (let first = 0; first < goals.length; first += goalsAtOnce) {
    const some = goals.slice(first, first + goalsAtOnce);
    const spans = spansOfDays(days, some, rules);
    const bytes = inOrder ? stepsReached(spans, rules) : goalsReached(spans, rules);
    release(...spans.map(({ bit }) => bit));
    const outcomes = outcomesOf(isAsked, bytes);
    some.forEach((_, goal) =>
      reached.push(countOf(outcomes, inOrder ? (steps) => steps > goal : (of) => ((of >>> goal) & 1) === 1)),
    );
    release(bytes);
  }
  const visitors = isAsked ? countAsked(isAsked) : everybody();
  if (isAsked) release(isAsked);
  return { visitors, reached };
}

function countAsked(isAsked: Uint8Array): Counts {
  const counts = { human: 0, ai: 0, total: 0 };
  for (const bits of isAsked) {
    if (bits === 0) continue;
    counts.total += 1;
    counts.human += bits & humanBit;
    counts.ai += (bits & aiBit) >>> 1;
  }
  return counts;
}

/** As what each row of a day counts, one byte each. */
function classesOf(rows: OwnDayRows, kernel: RowKernel, passes?: Uint8Array): Uint8Array<ArrayBuffer> {
  const classes = new Uint8Array(rows.column('visitor').length);
  for (const chunk of chunksOf(rows, { passes, withPages: false })) {
    const found = kernel.classify(chunk);
    let from = 0;
    for (let index = 0; index < chunk.stretches.length; index += 2) {
      const [begin, end] = [chunk.stretches[index]!, chunk.stretches[index + 1]!];
      classes.set(found.subarray(from, from + end - begin), begin);
      from += end - begin;
    }
  }
  return classes;
}

function leaveInWindow(rows: OwnDayRows, range: TimeRange, bit: Uint8Array): void {
  const window = windowOf(rows.day, range);
  if (isWholeDay(window)) return;
  const time = widened(rows.column('time'));
  for (let row = 0; row < time.length; row += 1) if (time[row]! < window.from || time[row]! >= window.to) bit[row] = 0;
}

/** As which classes each visitor has views that pass. */
function askedAbout(days: readonly OwnDayRows[], rules: ReachRules): Uint8Array<ArrayBuffer> {
  const { filters, visitorCount } = rules;
  const isAsked = new Uint8Array(visitorCount);
  const kernel = new RowKernel(rules);
  const passes = filters.find(({ column }) => column === 'path')?.passes;
  for (const rows of days) {
    const stored = rows.column('visitor');
    const visitor = widened(stored);
    const classes = classesOf(rows, kernel, passes);
    for (let row = 0; row < classes.length; row += 1) isAsked[visitor[row]!]! |= classes[row]!;
    release(classes);
    releaseWidened([stored, visitor]);
    rows.letGo?.();
  }
  return isAsked;
}

/** Rows of a day that are of goals. */
interface Spans {
  readonly rows: OwnDayRows;
  /** As which class each row of a span counts: 0 where it does not. */
  readonly bit: Uint8Array<ArrayBuffer>;
  /** Where a span begins, where it ends, and which goals its rows are of. */
  readonly spans: Uint32Array;
}

/** In the order of days; views of a day, then its events. */
function spansOfDays(days: readonly OwnDayRows[], goals: readonly Goal[], rules: ReachRules): Spans[] {
  const kernel = new RowKernel({ ...rules, filters: [] });
  const byPath = masksOf(
    rules.paths,
    goals.map(({ paths }) => paths),
  );
  const byContext = masksOf(
    rules.events,
    goals.map(({ events }) => events),
  );
  // As whom an event was is not in its code, so without this it reaches nothing.
  const withEvents = byContext.some((mask) => mask !== 0);
  return days.flatMap((rows) => {
    const bit = classesOf(rows, kernel, byPath);
    const ofPages = { rows, bit, spans: spansOfPages(rows, byPath, bit.length) };
    const found = withEvents ? [ofPages, eventsOf(rows, byContext, rules)] : [ofPages];
    rows.letGo?.();
    return found;
  });
}

/** Where rows lie in the order of pages, one for each page. */
function spansOfPages(rows: OwnDayRows, byPath: Uint8Array, length: number): Uint32Array {
  if (!rows.pages) {
    const paths = widened(rows.column('path'));
    return spansOfRows(length, (row) => byPath[paths[row]!]!);
  }
  const runs = rows.pages();
  const count = runs.length / 2;
  const spans: number[] = [];
  let end = 0;
  for (let page = 0; page < count; page += 1) {
    const begin = end;
    end += runs[count + page]!;
    const goals = byPath[runs[page]!]!;
    if (goals !== 0) spans.push(begin, end, goals);
  }
  return Uint32Array.from(spans);
}

function eventsOf(rows: OwnDayRows, byContext: Uint8Array, { range, bitOfEvent }: ReachRules): Spans {
  const [agent, context] = [widened(rows.column('agent')), widened(rows.column('context'))];
  const source = widened(rows.column('source'));
  const bit = new Uint8Array(agent.length);
  const spans = spansOfRows(agent.length, (row) => {
    if (categoryOf(agent[row]!) !== eventCode) return 0;
    bit[row] = bitOfEvent(rows.day, agent[row]! >>> 5, source[row]!);
    return byContext[context[row]!]!;
  });
  leaveInWindow(rows, range, bit);
  return { rows, bit, spans };
}

function spansOfRows(length: number, goalsOf: (row: number) => number): Uint32Array {
  const spans: number[] = [];
  for (let row = 0; row < length; row += 1) {
    const goals = goalsOf(row);
    if (goals !== 0) spans.push(row, row + 1, goals);
  }
  return Uint32Array.from(spans);
}

// Bytes of all visitors, whether they are asked about or not: that is looked at once for each of them at the end. A visitor has two
// beside each other, as human and as AI: `visitor * 2 + bit - humanBit`.

/** Which goals each visitor reached. */
function goalsReached(found: readonly Spans[], { visitorCount }: ReachRules): Uint8Array<ArrayBuffer> {
  const reached = new Uint8Array(visitorCount * 2);
  for (const { rows, bit, spans } of found) {
    const stored = rows.column('visitor');
    const visitor = widened(stored);
    for (let span = 0; span < spans.length; span += 3) {
      const [end, goals] = [spans[span + 1]!, spans[span + 2]!];
      for (let row = spans[span]!; row < end; row += 1) {
        const as = bit[row]!;
        if (as !== 0) reached[visitor[row]! * 2 + as - humanBit]! |= goals;
      }
    }
    releaseWidened([stored, visitor]);
    rows.letGo?.();
  }
  return reached;
}

/**
 * How many steps each visitor took, day after day. Only rows that could be a next step of their visitor are put in the order of
 * time: to walk through all rows in that order is to jump about in all their columns.
 */
function stepsReached(spans: readonly Spans[], { ranks, visitorCount }: ReachRules): Uint8Array<ArrayBuffer> {
  const reached = new Uint8Array(visitorCount * 2);
  for (const [rows, kinds] of Map.groupBy(spans, ({ rows }) => rows)) {
    const stored = [rows.column('visitor'), rows.placesInTime(ranks())] as const;
    const [visitor, places] = [widened(stored[0]), widened(stored[1])];
    // By place in the order of time: 1 more than where the byte of the visitor lies, 0 for a row that is not looked at.
    const [slots, goals] = [new Uint32Array(places.length), new Uint8Array(places.length)];
    for (const kind of kinds) chooseRows({ ...kind, visitor, places, reached, slots, goals });
    for (let place = 0; place < slots.length; place += 1) {
      const slot = slots[place]!;
      if (slot === 0) continue;
      const steps = reached[slot - 1]!;
      reached[slot - 1] = steps + ((goals[place]! >>> steps) & 1);
    }
    release(slots, goals);
    releaseWidened([stored[0], visitor], [stored[1], places]);
    rows.letGo?.();
  }
  return reached;
}

function chooseRows({
  bit,
  spans,
  visitor,
  places,
  reached,
  slots,
  goals,
}: Pick<Spans, 'bit' | 'spans'> & {
  readonly visitor: Uint32Array;
  readonly places: Uint32Array;
  readonly reached: Uint8Array;
  readonly slots: Uint32Array;
  readonly goals: Uint8Array;
}): void {
  for (let span = 0; span < spans.length; span += 3) {
    const [end, mask] = [spans[span + 1]!, spans[span + 2]!];
    for (let row = spans[span]!; row < end; row += 1) {
      const as = bit[row]!;
      if (as === 0) continue;
      const slot = visitor[row]! * 2 + as - humanBit;
      const further = mask >>> reached[slot]!;
      if (further === 0) continue;
      const place = places[row]!;
      slots[place] = slot + 1;
      goals[place] = mask;
    }
  }
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
function outcomesOf(isAsked: Uint8Array | undefined, reached: Uint8Array): Uint32Array {
  const outcomes = new Uint32Array(256 * 256);
  const length = reached.length / 2;
  for (let visitor = 0; visitor < length; visitor += 1) {
    const bits = isAsked ? isAsked[visitor]! : humanBit | aiBit;
    if (bits === 0) continue;
    const asHuman = (bits & humanBit) === 0 ? 0 : reached[visitor * 2]!;
    const asAi = (bits & aiBit) === 0 ? 0 : reached[visitor * 2 + 1]!;
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
