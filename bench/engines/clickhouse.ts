/** Child of `bench/visitors.ts`: ClickHouse in process (`chdb`), MergeTree sorted by day and path, `uniqExactIf`. */
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { duration } from '../../src/kernel/clock.ts';
import type { TrafficShape } from '../generate-views.ts';
import { generateTraffic, pagePath } from '../generate-views.ts';
import { originOf } from '../view-origin.ts';
import type { Answer, EngineReport, Question } from '../visitor-question.ts';
import { answerOf, conditionOf, fitsIn, groupedBy, measure, peakMegabytes } from '../visitor-question.ts';
import { loadEngine } from './installed.ts';

interface Session {
  query(sql: string, format?: string): string;
  close(): void;
}

const [directory = '', shapeText = '{}', questionsText = '[]', writesParquet = ''] = process.argv.slice(2);
const shape = JSON.parse(shapeText) as TrafficShape;
const questions = JSON.parse(questionsText) as Question[];
const { Session: SessionClass } = loadEngine('chdb') as { Session: new (path: string) => Session };

/** Rows as ClickHouse's own RowBinary: time, visitor as 64 bits, path, is it AI, agent, referrer, country. */
function writeRows(file: string): void {
  const traffic = generateTraffic(shape);
  const paths = Array.from({ length: shape.pages }, (_, page) => Buffer.from(pagePath(page)));
  const descriptor = openSync(file, 'w');
  const block = Buffer.alloc(1 << 22);
  let at = 0;
  const writeText = (text: string) => {
    const lengthAt = at;
    at += 1 + block.write(text, at + 1, 'latin1');
    block.writeUInt8(at - lengthAt - 1, lengthAt);
  };
  for (let index = 0; index < shape.views; index += 1) {
    const path = paths[traffic.pages[index] ?? 0] ?? Buffer.alloc(0);
    at = block.writeBigUInt64LE(BigInt(traffic.timestamps[index] ?? 0), at);
    at = block.writeBigUInt64LE((BigInt(traffic.visitors[index] ?? 0) * 0x9e3779b97f4a7c15n) & 0xffffffffffffffffn, at);
    at = block.writeUInt8(path.length, at);
    at += path.copy(block, at);
    const category = traffic.categories[index] ?? 0;
    at = block.writeUInt8(category === 0 ? 0 : 1, at);
    const origin = originOf(traffic.visitors[index] ?? 0, category, index);
    for (const text of [origin.product, origin.referrer, origin.country]) writeText(text ?? '(none)');
    if (at > block.length - 1_024) {
      writeSync(descriptor, block, 0, at);
      at = 0;
    }
  }
  writeSync(descriptor, block, 0, at);
  closeSync(descriptor);
}

const rowsFile = join(directory, 'rows.bin');
writeRows(rowsFile);
const session = new SessionClass(join(directory, 'clickhouse'));
session.query('CREATE DATABASE bench ENGINE = Atomic');
session.query(`CREATE TABLE bench.hit (ts UInt64, visitor UInt64, path LowCardinality(String), ai UInt8,
  agent LowCardinality(String), referrer LowCardinality(String), country LowCardinality(String))
  ENGINE = MergeTree PARTITION BY toYYYYMM(fromUnixTimestamp64Milli(toInt64(ts)))
  ORDER BY (toDate(fromUnixTimestamp64Milli(toInt64(ts))), path)`);
const loadBegan = performance.now();
session.query(
  `INSERT INTO bench.hit SELECT * FROM file('${rowsFile}', RowBinary,
    'ts UInt64, visitor UInt64, path String, ai UInt8, agent String, referrer String, country String')`,
);
session.query('OPTIMIZE TABLE bench.hit FINAL');
const loadSeconds = (performance.now() - loadBegan) / 1_000;
rmSync(rowsFile);
if (writesParquet === 'parquet')
  session.query(`INSERT INTO FUNCTION file('${join(directory, 'rows.parquet')}', Parquet) SELECT * FROM bench.hit`);

const counts =
  'uniqExactIf(visitor, ai = 0) AS human, uniqExactIf(visitor, ai = 1) AS ai_visitors, uniqExact(visitor) AS total';
const parse = (text: string) =>
  text
    .trim()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown[]);

/** One row for each class of each visitor: which steps it took, or how many in order. */
function reached(question: Question): Answer {
  const { by, steps = [] } = question;
  const conditions = steps.map((step) => fitsIn('path', step));
  const taken =
    by === 'funnel'
      ? `windowFunnel(${Number.MAX_SAFE_INTEGER}, 'strict_once')(ts, ${conditions.join(', ')}) AS steps`
      : conditions.map((condition, step) => `max(${condition}) AS step${step}`).join(', ');
  const isTaken = (step: number) => (by === 'funnel' ? `steps > ${step}` : `step${step} = 1`);
  const counted = ['1', ...steps.map((_, step) => isTaken(step))].map(
    (condition) =>
      `[countIf(ai = 0 AND ${condition}), countIf(ai = 1 AND ${condition}), uniqExactIf(visitor, ${condition})]`,
  );
  const sql = `SELECT ${counted.join(', ')} FROM (SELECT visitor, ai, ${taken} FROM bench.hit
    WHERE ${conditionOf(question)} GROUP BY visitor, ai) SETTINGS output_format_json_quote_64bit_integers = 0`;
  const [[totals, ...rows] = []] = parse(session.query(sql, 'JSONCompactEachRow')) as number[][][];
  const countsOf = ([human = 0, ai = 0, total = 0]: number[] = []) => ({ human, ai, total });
  return { totals: countsOf(totals), rows: rows.map((row, step) => ({ value: steps[step] ?? '', ...countsOf(row) })) };
}

/** Views with the page that their visit began with, in one sorted array for each visitor. */
function withEntries(question: Question): string {
  return `(SELECT visitor, view.3 AS ai, entry AS entryPage FROM (SELECT visitor, arraySort(groupArray((ts, path, ai))) AS views,
    arrayFill((page, begins) -> begins, arrayMap(view -> view.2, views),
      arrayMap(pause -> pause >= ${duration.hour / 2}, arrayDifference(arrayMap(view -> view.1, views)))) AS entries
    FROM bench.hit WHERE ${conditionOf(question)} GROUP BY visitor) ARRAY JOIN views AS view, entries AS entry)`;
}

const measured = await measure(questions, 3, (question) => {
  if (question.by === 'goals' || question.by === 'funnel') return Promise.resolve(reached(question));
  // Rows and totals as two statements: WITH TOTALS merges the sets of all pages and is slower.
  const { by, limit, offset } = question;
  const from = by === 'entryPage' ? withEntries(question) : `bench.hit WHERE ${conditionOf(question)}`;
  const settings = 'SETTINGS output_format_json_quote_64bit_integers = 0';
  const order = by === 'hour' ? groupedBy(question) : `total DESC, value LIMIT ${limit} OFFSET ${offset}`;
  const rows = parse(
    session.query(
      `SELECT toString(${groupedBy(question)}) AS value, ${counts}, count() AS views FROM ${from}
       GROUP BY ${groupedBy(question)} ORDER BY ${order} ${settings}`,
      'JSONCompactEachRow',
    ),
  );
  if (by === 'hour') return Promise.resolve(answerOf(question, rows));
  const [totals] = parse(
    session.query(
      `SELECT '', ${counts} FROM bench.hit WHERE ${conditionOf(question)} ${settings}`,
      'JSONCompactEachRow',
    ),
  );
  return Promise.resolve(answerOf(question, rows, totals));
});
session.close();
const report: EngineReport = { loadSeconds, residentMegabytes: peakMegabytes(), measured, notes: [] };
console.log(JSON.stringify(report));
