import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { duration } from '../src/kernel/clock.ts';
import { generateTraffic, trafficStart, type TrafficShape } from './generate-views.ts';
import { naiveAnswer } from './naive-answer.ts';
import { runEngine } from './run-engine.ts';
import type { Question } from './visitor-question.ts';

/** Days and visitors that so many million views are of. */
const known: Readonly<Record<number, { days: number; visitors: number }>> = {
  1: { days: 30, visitors: 100_000 },
  10: { days: 30, visitors: 1_000_000 },
  50: { days: 90, visitors: 4_000_000 },
  150: { days: 365, visitors: 12_000_000 },
  500: { days: 365, visitors: 40_000_000 },
};
/** Views up to which the plain sets of the reference fit in memory. */
const mostCompared = 10_000_000;

/** Loaded once into `directory`, where one is given; what ClickHouse loads is removed each time. */
interface CurveOptions {
  readonly directory: string | undefined;
  readonly hasClickHouse: boolean;
}

/**
 * What a question costs the store at each number of views, and ClickHouse beside it: wall time, and the processor time of each view
 * that it is about. Answers are compared with the reference where that fits in memory, and with each other.
 */
export async function showCurve(millions: readonly number[], options: CurveOptions): Promise<void> {
  console.log(
    'engine        views days  question       cold ms  median ms  processor ms  ns a view  peak MB  ours  answer',
  );
  for (const million of millions) {
    const temporary = mkdtempSync(join(tmpdir(), 'docwright-curve-'));
    try {
      await showSize(million, temporary, options);
    } finally {
      rmSync(temporary, { recursive: true, force: true });
    }
  }
}

async function showSize(million: number, temporary: string, { directory, hasClickHouse }: CurveOptions): Promise<void> {
  const of = known[million];
  if (!of) throw new Error(`Of ${Object.keys(known).join(', ')} million views.`);
  const shape: TrafficShape = { seed: 1, views: million * 1_000_000, pages: 5_000, ...of };
  const to = trafficStart + of.days * duration.day;
  const question = { by: 'path', to, limit: 50, offset: 0 } as const;
  const questions: Question[] = [
    { ...question, name: 'last 30 days', from: to - 30 * duration.day },
    ...(of.days > 30 ? [{ ...question, name: 'whole range', from: trafficStart }] : []),
  ];
  const asTexts = [JSON.stringify(shape), JSON.stringify(questions)];
  const folder = join(directory ?? temporary, String(million));
  if (!existsSync(join(folder, 'visits.sqlite'))) await runEngine('embedded', 'bulk', folder, ...asTexts);
  const reports = new Map([['embedded', await runEngine('embedded', 'ask', folder, ...asTexts)]]);
  if (hasClickHouse) reports.set('clickhouse', await runEngine('clickhouse', temporary, ...asTexts));
  const traffic = shape.views <= mostCompared ? generateTraffic(shape) : undefined;
  for (const asked of questions) {
    const measuredBy = [...reports].map(([name, { measured, residentMegabytes }]) => {
      const found = measured.find((candidate) => candidate.question === asked.name);
      if (!found) throw new Error(`${name} said nothing about: ${asked.name}.`);
      return { name, residentMegabytes, ...found };
    });
    const [ours] = measuredBy;
    const expected = traffic ? naiveAnswer(traffic, asked) : hasClickHouse ? ours?.answer : undefined;
    const views = (shape.views * (to - asked.from)) / (to - trafficStart);
    for (const { name, residentMegabytes, answer, ...times } of measuredBy) {
      const { coldMilliseconds, milliseconds, processorMilliseconds = 0 } = times;
      const isRight = expected && isDeepStrictEqual(answer, expected);
      if (isRight === false) process.exitCode = 1;
      const columns = [
        name.padEnd(12),
        `${million} M`.padStart(7),
        String(of.days).padStart(5),
        `  ${asked.name.padEnd(13)}`,
        coldMilliseconds.toFixed(0).padStart(9),
        milliseconds.toFixed(1).padStart(11),
        processorMilliseconds.toFixed(1).padStart(14),
        ((processorMilliseconds * 1e6) / views).toFixed(1).padStart(11),
        String(residentMegabytes).padStart(9),
        (milliseconds / (ours?.milliseconds ?? milliseconds)).toFixed(1).padStart(6),
        { true: 'equal', false: 'WRONG', undefined: '–' }[String(isRight)]?.padStart(8),
      ];
      console.log(columns.join(''));
    }
  }
}
