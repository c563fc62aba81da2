/** Child of `bench/visitors.ts`: ClickHouse in process (`chdb`), MergeTree sorted by day and path, `uniqExactIf`. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { TrafficShape } from '../generate-views.ts';
import { generateTraffic, pagePath } from '../generate-views.ts';
import type { EngineReport, Question } from '../visitor-question.ts';
import { measure, peakMegabytes } from '../visitor-question.ts';
import { loadEngine } from './installed.ts';

interface Session {
  query(sql: string, format?: string): string;
  close(): void;
}

const [directory = '', shapeText = '{}', questionsText = '[]'] = process.argv.slice(2);
const shape = JSON.parse(shapeText) as TrafficShape;
const questions = JSON.parse(questionsText) as Question[];
const { Session: SessionClass } = loadEngine('chdb') as { Session: new (path: string) => Session };

/** Rows as ClickHouse's own RowBinary: time, visitor as 64 bits, path, is it AI. */
function writeRows(file: string): void {
  const traffic = generateTraffic(shape);
  const paths = Array.from({ length: shape.pages }, (_, page) => Buffer.from(pagePath(page)));
  const descriptor = openSync(file, 'w');
  const block = Buffer.alloc(1 << 22);
  let at = 0;
  for (let index = 0; index < shape.views; index += 1) {
    const path = paths[traffic.pages[index] ?? 0] ?? Buffer.alloc(0);
    at = block.writeBigUInt64LE(BigInt(traffic.timestamps[index] ?? 0), at);
    at = block.writeBigUInt64LE((BigInt(traffic.visitors[index] ?? 0) * 0x9e3779b97f4a7c15n) & 0xffffffffffffffffn, at);
    at = block.writeUInt8(path.length, at);
    at += path.copy(block, at);
    at = block.writeUInt8(traffic.categories[index] === 0 ? 0 : 1, at);
    if (at > block.length - 256) {
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
session.query(`CREATE TABLE bench.hit (ts UInt64, visitor UInt64, path LowCardinality(String), ai UInt8)
  ENGINE = MergeTree PARTITION BY toYYYYMM(fromUnixTimestamp64Milli(toInt64(ts)))
  ORDER BY (toDate(fromUnixTimestamp64Milli(toInt64(ts))), path)`);
const loadBegan = performance.now();
session.query(
  `INSERT INTO bench.hit SELECT * FROM file('${rowsFile}', RowBinary, 'ts UInt64, visitor UInt64, path String, ai UInt8')`,
);
session.query('OPTIMIZE TABLE bench.hit FINAL');
const loadSeconds = (performance.now() - loadBegan) / 1_000;
session.query(`INSERT INTO FUNCTION file('${join(directory, 'rows.parquet')}', Parquet) SELECT * FROM bench.hit`);

const counts =
  'uniqExactIf(visitor, ai = 0) AS human, uniqExactIf(visitor, ai = 1) AS ai_visitors, uniqExact(visitor) AS total';
const parse = (text: string) =>
  text
    .trim()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as [string, number, number, number]);

const measured = await measure(questions, 3, ({ from, to, limit, offset }) => {
  // Rows and totals as two statements: WITH TOTALS merges the sets of all pages and is slower.
  const where = `WHERE ts >= ${from} AND ts < ${to}`;
  const settings = 'SETTINGS output_format_json_quote_64bit_integers = 0';
  const rows = parse(
    session.query(
      `SELECT toString(path) AS value, ${counts} FROM bench.hit ${where} GROUP BY path
       ORDER BY total DESC, value LIMIT ${limit} OFFSET ${offset} ${settings}`,
      'JSONCompactEachRow',
    ),
  );
  const [totals] = parse(
    session.query(`SELECT '', ${counts} FROM bench.hit ${where} ${settings}`, 'JSONCompactEachRow'),
  );
  const [, human = 0, ai = 0, total = 0] = totals ?? [];
  return Promise.resolve({
    totals: { human, ai, total },
    rows: rows.map(([value, humans, agents, all]) => ({ value, human: humans, ai: agents, total: all })),
  });
});
session.close();
const report: EngineReport = { loadSeconds, residentMegabytes: peakMegabytes(), measured, notes: [] };
console.log(JSON.stringify(report));
