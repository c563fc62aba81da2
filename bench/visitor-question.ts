import type { CountRow, Counts } from '../src/analytics/visits/visit-store.ts';
import { duration } from '../src/kernel/clock.ts';

/** One request of an export, as every engine is asked it. */
export interface Question {
  readonly name: string;
  /**
   * What rows are counted by; `hour` is the timeseries, whose rows are in the order of time. `goals` and `funnel` are of `steps`, one row
   * for each: visitors who viewed such a page, or did so after the step before.
   */
  readonly by: 'path' | 'agent' | 'referrer' | 'country' | 'browser' | 'entryPage' | 'hour' | 'goals' | 'funnel';
  /** Pages; a `*` at the end stands for any text. */
  readonly steps?: readonly string[];
  /** Milliseconds, half open. */
  readonly from: number;
  readonly to: number;
  readonly limit: number;
  readonly offset: number;
  /** What views must have; a `*` at the end stands for any text. */
  readonly only?: FilterValues;
  /** What they must not have. */
  readonly not?: FilterValues;
}

/** The category is `human`. */
export type FilterValues = Readonly<Partial<Record<'path' | 'agent' | 'country' | 'category' | 'entryPage', string>>>;

/** Visitors by value; the value of an hour is its start in milliseconds, and its row has the views beside. */
export type AnswerRow = CountRow & { readonly views?: number };

export interface Answer {
  /** Of the site; the timeseries has none. */
  readonly totals?: Counts;
  readonly rows: readonly AnswerRow[];
}

export interface Measured {
  readonly question: string;
  /** The first time that the question was asked. */
  readonly coldMilliseconds: number;
  /** Medians of the rounds after it. */
  readonly milliseconds: number;
  /** Of all threads of the process together; undefined where another process does the work. */
  readonly processorMilliseconds: number | undefined;
  readonly answer: Answer;
}

/** What an engine's process prints as its last line. */
export interface EngineReport {
  readonly loadSeconds: number;
  readonly residentMegabytes: number;
  readonly measured: readonly Measured[];
  readonly notes: readonly string[];
}

/** Asks each question once for warmth, then takes the medians of `rounds`. */
export async function measure(
  questions: readonly Question[],
  rounds: number,
  ask: (question: Question) => Promise<Answer>,
): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const question of questions) {
    const coldBegan = performance.now();
    let answer = await ask(question);
    const coldMilliseconds = performance.now() - coldBegan;
    const times: number[] = [];
    const processorTimes: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const began = performance.now();
      const processorBegan = process.cpuUsage();
      answer = await ask(question);
      const { user, system } = process.cpuUsage(processorBegan);
      times.push(performance.now() - began);
      processorTimes.push((user + system) / 1_000);
    }
    measured.push({
      question: question.name,
      coldMilliseconds,
      milliseconds: median(times),
      processorMilliseconds: median(processorTimes),
      answer,
    });
  }
  return measured;
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

/** Highest resident memory of this process so far. */
export function peakMegabytes(): number {
  return Math.round(process.resourceUsage().maxRSS / 1024);
}

/** The expression that SQL engines group by, over the columns `ts`, `path`, `agent`, `referrer` and `country`. */
export function groupedBy({ by }: Question): string {
  return by === 'hour' ? `ts - ts % ${duration.hour}` : by;
}

/** That a column has a value, in SQL. */
export function fitsIn(column: string, value: string): string {
  if (column === 'category') return 'CAST(ai AS int) = 0';
  return value.endsWith('*') ? `${column} LIKE '${value.slice(0, -1)}%'` : `${column} = '${value}'`;
}

/** The condition that SQL engines filter by. */
export function conditionOf({ from, to, only = {}, not = {} }: Question): string {
  const filters = Object.entries(only).map(([column, value]) => fitsIn(column, value));
  const others = Object.entries(not).map(([column, value]) => `NOT ${fitsIn(column, value)}`);
  return [`ts >= ${from} AND ts < ${to}`, ...filters, ...others].join(' AND ');
}

/** The answer from rows of value, human, AI, total and views, as an SQL engine gives them. */
export function answerOf(
  { by }: Question,
  rows: readonly (readonly unknown[])[],
  totals: readonly unknown[] = [],
): Answer {
  const countsOf = ([, human, ai, total]: readonly unknown[]): Counts => ({
    human: Number(human),
    ai: Number(ai),
    total: Number(total),
  });
  const valued = rows.map((row) => ({ value: String(row[0]), ...countsOf(row) }));
  if (by === 'hour') return { rows: valued.map((row, index) => ({ ...row, views: Number(rows[index]?.[4]) })) };
  return { totals: countsOf(totals), rows: valued };
}
