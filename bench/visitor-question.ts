import type { CountRow, Counts } from '../src/analytics/visits/visit-store.ts';

/** One request of the visitors export, as every engine is asked it. */
export interface Question {
  readonly name: string;
  /** Milliseconds, half open. */
  readonly from: number;
  readonly to: number;
  readonly limit: number;
  readonly offset: number;
}

export interface Answer {
  readonly totals: Counts;
  readonly rows: readonly CountRow[];
}

export interface Measured {
  readonly question: string;
  /** Median, milliseconds. */
  readonly milliseconds: number;
  readonly answer: Answer;
}

/** What an engine's process prints as its last line. */
export interface EngineReport {
  readonly loadSeconds: number;
  readonly residentMegabytes: number;
  readonly measured: readonly Measured[];
  readonly notes: readonly string[];
}

/** Asks each question until it is warm, then takes the median of `rounds`. */
export async function measure(
  questions: readonly Question[],
  rounds: number,
  ask: (question: Question) => Promise<Answer>,
): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const question of questions) {
    let answer = await ask(question);
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const began = performance.now();
      answer = await ask(question);
      times.push(performance.now() - began);
    }
    times.sort((a, b) => a - b);
    measured.push({ question: question.name, milliseconds: times[Math.floor(times.length / 2)] ?? 0, answer });
  }
  return measured;
}

/** Highest resident memory of this process so far. */
export function peakMegabytes(): number {
  return Math.round(process.resourceUsage().maxRSS / 1024);
}
