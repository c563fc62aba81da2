/** Child of `bench/visitors.ts`: DuckDB over the rows that ClickHouse wrote as Parquet. */
import { join } from 'node:path';
import type { EngineReport, Question } from '../visitor-question.ts';
import { measure, peakMegabytes } from '../visitor-question.ts';
import { loadEngine } from './installed.ts';

interface Connection {
  run(sql: string): Promise<unknown>;
  runAndReadAll(sql: string): Promise<{ getRows(): unknown[][] }>;
}

const [directory = '', , questionsText = '[]'] = process.argv.slice(2);
const questions = JSON.parse(questionsText) as Question[];
const { DuckDBInstance } = loadEngine('@duckdb/node-api') as {
  DuckDBInstance: { create(path: string): Promise<{ connect(): Promise<Connection> }> };
};
const connection = await (await DuckDBInstance.create(join(directory, 'duck.db'))).connect();
const loadBegan = performance.now();
await connection.run(`CREATE TABLE hit AS SELECT ts, visitor, CAST(path AS VARCHAR) AS path, ai
  FROM read_parquet('${join(directory, 'rows.parquet')}')`);
const loadSeconds = (performance.now() - loadBegan) / 1_000;

const counts = `COUNT(DISTINCT visitor) FILTER (WHERE ai = 0) AS human,
  COUNT(DISTINCT visitor) FILTER (WHERE ai = 1) AS agents, COUNT(DISTINCT visitor) AS total`;
const measured = await measure(questions, 3, async ({ from, to, limit, offset }) => {
  const where = `WHERE ts >= ${from} AND ts < ${to}`;
  const rows = await connection.runAndReadAll(
    `SELECT path, ${counts} FROM hit ${where} GROUP BY path ORDER BY total DESC, path LIMIT ${limit} OFFSET ${offset}`,
  );
  const totals = await connection.runAndReadAll(`SELECT '', ${counts} FROM hit ${where}`);
  const toRow = (row: unknown[] = []) => ({
    value: String(row[0]),
    human: Number(row[1]),
    ai: Number(row[2]),
    total: Number(row[3]),
  });
  const { human, ai, total } = toRow(totals.getRows()[0]);
  return { totals: { human, ai, total }, rows: rows.getRows().map(toRow) };
});
const report: EngineReport = { loadSeconds, residentMegabytes: peakMegabytes(), measured, notes: [] };
console.log(JSON.stringify(report));
