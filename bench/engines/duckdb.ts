/** Child of `bench/visitors.ts`: DuckDB over the rows that ClickHouse wrote as Parquet. */
import { join } from 'node:path';
import type { EngineReport, Question } from '../visitor-question.ts';
import { answerOf, conditionOf, groupedBy, measure, peakMegabytes } from '../visitor-question.ts';
import { loadEngine } from './installed.ts';

interface Connection {
  run(sql: string): Promise<unknown>;
  runAndReadAll(sql: string): Promise<{ getRows(): unknown[][] }>;
}

const [directory = '', , questionsText = '[]'] = process.argv.slice(2);
const questions = JSON.parse(questionsText) as Question[];
const { DuckDBInstance } = loadEngine('@duckdb/node-api', 'long-engines') as {
  DuckDBInstance: { create(path: string): Promise<{ connect(): Promise<Connection> }> };
};
const connection = await (await DuckDBInstance.create(join(directory, 'duck.db'))).connect();
const loadBegan = performance.now();
const texts = ['path', 'agent', 'referrer', 'country'].map((name) => `CAST(${name} AS VARCHAR) AS ${name}`);
await connection.run(`CREATE TABLE hit AS SELECT ts, visitor, ai, ${texts.join(', ')}
  FROM read_parquet('${join(directory, 'rows.parquet')}')`);
const loadSeconds = (performance.now() - loadBegan) / 1_000;

const counts = `COUNT(DISTINCT visitor) FILTER (WHERE ai = 0) AS human,
  COUNT(DISTINCT visitor) FILTER (WHERE ai = 1) AS agents, COUNT(DISTINCT visitor) AS total`;
const measured = await measure(questions, 3, async (question) => {
  const { by, limit, offset } = question;
  const where = `WHERE ${conditionOf(question)}`;
  const order = by === 'hour' ? 'value' : `total DESC, value LIMIT ${limit} OFFSET ${offset}`;
  const rows = await connection.runAndReadAll(
    `SELECT ${groupedBy(question)} AS value, ${counts}, COUNT(*) FROM hit ${where} GROUP BY value ORDER BY ${order}`,
  );
  if (by === 'hour') return answerOf(question, rows.getRows());
  const totals = await connection.runAndReadAll(`SELECT '', ${counts} FROM hit ${where}`);
  return answerOf(question, rows.getRows(), totals.getRows()[0]);
});
const report: EngineReport = { loadSeconds, residentMegabytes: peakMegabytes(), measured, notes: [] };
console.log(JSON.stringify(report));
