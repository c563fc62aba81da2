/**
 * The exports of visitors side by side with ClickHouse and DuckDB over the same generated rows in one run;
 * every answer is compared with a naive one. Needs `npm run long-engines`.
 *
 *   npx node bench/visitors.ts                            10 million views in 30 days
 *   npx node bench/visitors.ts --views 50000000 --days 90 --limit 250 --offset 4000 --visitors 4000000 \
 *     --bulk --engines embedded,clickhouse
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { duration } from '../src/kernel/clock.ts';
import { printRows, type BenchRow } from './bench-row.ts';
import type { TrafficShape } from './generate-views.ts';
import { generateTraffic, trafficStart } from './generate-views.ts';
import { naiveAnswer } from './naive-answer.ts';
import { runEngine } from './run-engine.ts';
import type { EngineReport, Question } from './visitor-question.ts';

const { values } = parseArgs({
  options: {
    views: { type: 'string', default: '10000000' },
    days: { type: 'string', default: '30' },
    pages: { type: 'string', default: '5000' },
    visitors: { type: 'string', default: '1000000' },
    limit: { type: 'string', default: '50' },
    offset: { type: 'string', default: '0' },
    engines: { type: 'string', default: 'embedded,clickhouse,duckdb' },
    directory: { type: 'string' },
    bulk: { type: 'boolean', default: false },
    /** Names of questions. */
    only: { type: 'string' },
  },
});
const shape: TrafficShape = {
  seed: 1,
  views: Number(values.views),
  days: Number(values.days),
  pages: Number(values.pages),
  visitors: Number(values.visitors),
};
const { hour } = duration;
const end = trafficStart + shape.days * 24 * hour;
const page = { limit: Number(values.limit), offset: Number(values.offset) };
const whole = { from: trafficStart, to: end };
const cut = { from: trafficStart + 7 * hour + 1, to: end - 5 * hour - 1 };
const first = { limit: page.limit, offset: 0 };
const everyQuestion: Question[] = [
  { name: 'pages, whole days', by: 'path', ...whole, ...page },
  ...(shape.days > 30
    ? [{ name: 'last 30 days', by: 'path' as const, from: end - 30 * 24 * hour, to: end, ...page }]
    : []),
  { name: 'pages, cut days', by: 'path', ...cut, ...page },
  { name: 'agents', by: 'agent', ...whole, ...first },
  { name: 'countries', by: 'country', ...whole, ...first },
  { name: 'referrers', by: 'referrer', ...whole, ...first },
  { name: 'referrers, cut days', by: 'referrer', ...cut, ...first },
  { name: 'by hour', by: 'hour', ...whole, ...first },
  { name: 'pages, a country', by: 'path', ...whole, ...page, only: { country: 'AA' } },
  { name: 'pages, other countries', by: 'path', ...whole, ...page, not: { country: 'AA' } },
  { name: 'pages, a path', by: 'path', ...whole, ...page, only: { path: '/docs/section-7/*' } },
  { name: 'pages, people', by: 'path', ...whole, ...page, only: { category: 'human' } },
  { name: 'countries, people', by: 'country', ...whole, ...first, only: { category: 'human' } },
  { name: 'pages, two filters', by: 'path', ...whole, ...page, only: { agent: '(none)', country: 'AA' } },
  { name: 'agents, two filters', by: 'agent', ...whole, ...first, only: { path: '/docs/section-7/*', country: 'AA' } },
  { name: 'browsers', by: 'browser', ...whole, ...first },
  { name: 'entry pages', by: 'entryPage', ...whole, ...first },
  { name: 'by hour, a country', by: 'hour', ...whole, ...first, only: { country: 'AA' } },
  {
    name: 'pages of an entry',
    by: 'path',
    ...whole,
    ...first,
    only: { entryPage: '/docs/section-7/*', country: 'AA' },
  },
  { name: 'funnel of three', by: 'funnel', ...whole, ...first, steps: pagesOfSections(3) },
  { name: 'eight goals', by: 'goals', ...whole, ...first, steps: pagesOfSections(8) },
  { name: 'funnel of eight', by: 'funnel', ...whole, ...first, steps: ['/docs/*', ...pagesOfSections(7)] },
  { name: 'by hour, two filters', by: 'hour', ...whole, ...first, only: { agent: '(none)', country: 'AA' } },
];
const wanted = values.only?.split(';');
const questions = everyQuestion.filter(({ name }) => wanted?.includes(name) ?? true);
function pagesOfSections(count: number): string[] {
  return Array.from({ length: count }, (_, section) => `/docs/section-${section}/*`);
}

/** What is only asked of those that have words for it. */
const onlyOf: Readonly<Partial<Record<Question['by'] | 'entry', readonly string[]>>> = {
  browser: ['embedded'],
  entryPage: ['embedded', 'clickhouse'],
  entry: ['embedded'],
  goals: ['embedded', 'clickhouse'],
  funnel: ['embedded', 'clickhouse'],
};
const questionsFor = (engine: string) =>
  questions.filter(({ by, only }) => onlyOf[only?.entryPage === undefined ? by : 'entry']?.includes(engine) ?? true);

/** Ours may be kept and asked again; the peers load anew every time. */
const kept = values.directory;
const temporary = mkdtempSync(join(tmpdir(), 'docwright-bench-'));
const directory = kept ?? temporary;

const reports = new Map<string, EngineReport>();
try {
  for (const name of values.engines.split(',')) {
    const asTexts = (folder: string) => [folder, JSON.stringify(shape), JSON.stringify(questionsFor(name))];
    if (name === 'embedded') {
      const texts = asTexts(directory);
      // A kept directory is loaded once, which for this store is what takes the time.
      const isLoaded = existsSync(join(directory, 'visits.sqlite'));
      const loaded = isLoaded ? undefined : await runEngine(name, values.bulk ? 'bulk' : 'load', ...texts);
      const asked = await runEngine(name, 'ask', ...texts);
      const notes = [...(loaded?.notes ?? []), ...asked.notes];
      reports.set(name, { ...asked, loadSeconds: loaded?.loadSeconds ?? 0, notes });
    } else {
      // What the engines after it read.
      reports.set(name, await runEngine(name, ...asTexts(temporary), 'parquet'));
    }
  }
} finally {
  rmSync(temporary, { recursive: true, force: true });
}

/** Views up to which plain sets fit in memory; of more, answers are compared with each other. */
const mostCompared = 10_000_000;
const traffic = shape.views <= mostCompared ? generateTraffic(shape) : undefined;
const own = reports.get('embedded');
console.log(
  `\n${shape.views.toLocaleString('en')} views, ${shape.days} days, ${shape.pages} pages, ${shape.visitors} visitors; limit ${page.limit} offset ${page.offset}\n`,
);
console.log(
  'engine        question                cold ms  median ms   ratio  processor ms   ratio   answer  peak MB  load s',
);
let isEqual = true;
const rows: BenchRow[] = [];
for (const question of questions) {
  const ours = own?.measured.find((candidate) => candidate.question === question.name);
  const expected = traffic ? naiveAnswer(traffic, question) : ours?.answer;
  for (const [name, report] of reports) {
    const measured = report.measured.find((candidate) => candidate.question === question.name);
    if (!measured) continue;
    const { processorMilliseconds: theirs } = measured;
    if (ours?.processorMilliseconds !== undefined && name !== 'embedded' && theirs !== undefined)
      rows.push({ work: question.name, ours: ours.processorMilliseconds, peer: name, theirs });
    const isRight = isDeepStrictEqual(measured.answer, expected);
    isEqual &&= isRight;
    const columns = [
      name.padEnd(14),
      question.name.padEnd(22),
      measured.coldMilliseconds.toFixed(0).padStart(9),
      measured.milliseconds.toFixed(1).padStart(11),
      ratio(measured.milliseconds, ours?.milliseconds).padStart(8),
      (measured.processorMilliseconds?.toFixed(1) ?? '').padStart(14),
      ratio(measured.processorMilliseconds, ours?.processorMilliseconds).padStart(8),
      (isRight ? 'equal' : 'WRONG').padStart(9),
      String(report.residentMegabytes).padStart(9),
      report.loadSeconds.toFixed(1).padStart(8),
    ];
    console.log(columns.join(''));
  }
}
for (const [name, report] of reports) for (const note of report.notes) console.log(`${name}: ${note}`);
if (!isEqual) process.exitCode = 1;
printRows(rows);

function ratio(measured: number | undefined, baseline: number | undefined): string {
  return measured === undefined || baseline === undefined ? '' : (measured / baseline).toFixed(1);
}
