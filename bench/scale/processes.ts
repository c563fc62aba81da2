/**
 * What one, two and four processes do over PostgreSQL and ClickHouse, and what a unit of work costs each part in processor time:
 *
 *   npm run engines && node bench/scale/processes.ts [--processes 1,2,4 --batches 100 --beacons 10000 --jobs 24 --pages 300 --seed 1 --minutes 10]
 *
 * Server events in batches of 1,000 and single beacons to ingest processes; then orders, polls and jobs of the scripted model over a repository
 * of so many pages, with an API process and so many workers. Everything runs on one machine, so the rates say no more than how many cores it has;
 * the processor time of a unit of work is what holds elsewhere. Nothing is kept before every view is counted and every job has its pull request; a part
 * that takes longer than so many minutes ends it, and says what is left. By another seed other readers ask for other pages.
 */
import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as elapse } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import type { AgentJob } from '../../src/contract/agent-job.ts';
import { createPostgresServer } from '../../src/db/postgres-server.fixture.ts';
import { readConfig } from '../../src/config/config.ts';
import { silentLogger } from '../../src/kernel/logger.ts';
import { openApplication } from '../../src/main.ts';
import { serveModel } from '../../test/crash/model-server.ts';
import { turnsOfOrderedJob } from '../../test/endurance/ordered-jobs.ts';
import { freePort } from '../../test/free-port.ts';
import { createClickHouseServer } from '../../test/visits/clickhouse-server.ts';
import type { LoadReport, LoadTask } from '../ingest/send-load.ts';
import { processorSeconds } from './processor-time.ts';

const { values } = parseArgs({
  options: {
    processes: { type: 'string', default: '1,2,4' },
    batches: { type: 'string', default: '100' },
    beacons: { type: 'string', default: '10000' },
    jobs: { type: 'string', default: '24' },
    pages: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '10' },
  },
});
const eventsPerBatch = 1000;
const pollsToMeasure = 1000;
const questionsToMeasure = 10;
const folder = mkdtempSync(join(tmpdir(), 'docwright-processes-'));
// PostgreSQL refuses root, and its own user may not enter the other folder.
const databaseFolder = mkdtempSync(join(tmpdir(), 'docwright-processes-postgres-'));
const postgres = await createPostgresServer(databaseFolder, { more: ['shared_buffers=256MB', 'autovacuum=on'] });
await postgres.start();
const clickhouse = await createClickHouseServer(join(folder, 'clickhouse'));
await clickhouse.start();
const model = await serveModel(() => turnsOfOrderedJob);
const environment = {
  PATH: process.env['PATH'],
  DOCWRIGHT_DATA_DIR: join(folder, 'data'),
  DOCWRIGHT_DATABASE_URL: postgres.url,
  DOCWRIGHT_VISITS_URL: clickhouse.url,
  DOCWRIGHT_LOCAL_ROOTS: folder,
  DOCWRIGHT_LOG_LEVEL: 'error',
  DOCWRIGHT_MODEL: 'openai-compatible/double',
  DOCWRIGHT_REFRESH_RANGES: 'off',
  DOCWRIGHT_REVERSE_DNS: 'off',
  DOCWRIGHT_TRUSTED_PROXIES: '127.0.0.1',
  OPENAI_COMPATIBLE_BASE_URL: model.baseUrl,
};
const { projectId, apiKey } = await makeProject();
const database = new pg.Client(postgres.url);
await database.connect();

/** Of one piece of work, in milliseconds of processor time where nothing else is said. */
interface Row {
  readonly processes: number;
  readonly work: string;
  readonly count: number;
  readonly 'per second': number;
  /** Of the processes that do the work, with what they start. */
  readonly 'Docwright ms': number;
  readonly 'PostgreSQL ms': number;
  readonly 'ClickHouse ms': number;
  readonly transactions: number;
  readonly 'WAL bytes': number;
}
const rows: Row[] = [];
interface Running {
  readonly url: string;
  readonly process: ChildProcess;
}
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

let views = 0;
let [ordered, asked] = [0, 0];
try {
  for (const count of values.processes.split(',').map(Number)) await measureAll(count);
  console.table(rows);
  console.log(`${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)}; ${JSON.stringify(values)}`);
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  for (const child of running) child.kill('SIGKILL');
  await database.end();
  model.close();
  await clickhouse.stop();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
  rmSync(databaseFolder, { recursive: true, force: true });
}
process.exit();

async function measureAll(count: number): Promise<void> {
  const ingesting = await Promise.all(Array.from({ length: count }, () => start('ingest')));
  await sendTo(ingesting, 'events', Number(values.batches), eventsPerBatch, count);
  await sendTo(ingesting, 'beacons', Number(values.beacons), 1, count);
  await Promise.all(ingesting.map(stop));

  const api = await start('api');
  const ids: string[] = [];
  await measure('orders', Number(values.jobs), count, [api], async () => {
    for (let index = 0; index < Number(values.jobs); index += 1) {
      const body = JSON.stringify({ prompt: `job${(ordered += 1)} write a guide` });
      ids.push((await ask<AgentJob>(api, `/v2/agent/${projectId}/job`, { method: 'POST', body })).id);
    }
  });
  await measure('polls', pollsToMeasure, count, [api], async () => {
    for (let index = 0; index < pollsToMeasure; index += 1)
      await ask(api, `/v2/agent/${projectId}/job/${ids[index % ids.length]}`);
  });
  // Each another one, since answers are held.
  await measure(`questions over ${views} views`, questionsToMeasure, count, [api], async () => {
    for (let index = 0; index < questionsToMeasure; index += 1)
      await ask(
        api,
        `/v1/analytics/${projectId}/visitors?dateFrom=2026-01-01&dateTo=2026-12-31&search=${(asked += 1)}`,
      );
  });
  const workers = await Promise.all(Array.from({ length: count }, () => start('worker')));
  await measure('jobs', Number(values.jobs), count, workers, async () => {
    const open = new Set(ids);
    await inTime(`jobs of ${count} processes`, async () => {
      for (const id of open) {
        const job = await ask<AgentJob>(api, `/v2/agent/${projectId}/job/${id}`);
        if (job.status === 'completed' && job.prLink !== null) open.delete(id);
        else if (job.status !== 'active') throw new Error(`${id} is ${job.status}: ${JSON.stringify(job.failure)}`);
        else break;
      }
      return [...open].join(' ');
    });
  });
  // Workers that have nothing to do, for as long as two looks for work.
  const idleSeconds = 10;
  await measure('idle second of a worker', idleSeconds * count, count, workers, () => elapse(idleSeconds * 1000));
  await Promise.all([...workers, api].map(stop));
}
/** Looks again until nothing is left of the work; throws with what is when that takes too long. */
async function inTime(name: string, left: () => Promise<string>): Promise<void> {
  const until = performance.now() + Number(values.minutes) * 60_000;
  for (let still = await left(); still !== ''; still = await left()) {
    if (performance.now() > until) throw new Error(`${name}: after ${values.minutes} minutes there is left: ${still}`);
    await elapse(100);
  }
}

/** Runs `work`, which is so many of `name`, and keeps what it cost. */
async function measure(
  name: string,
  count: number,
  processes: number,
  by: readonly Running[],
  work: () => Promise<void>,
): Promise<void> {
  const read = async () => {
    const { rows: told } = await database.query<{ transactions: string; bytes: string }>(
      `select xact_commit as transactions, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as bytes
       from pg_stat_database where datname = current_database()`,
    );
    return {
      at: performance.now(),
      docwright: by.reduce((sum, { process: { pid = 0 } }) => sum + processorSeconds(pid), 0),
      postgres: processorSeconds(
        Number(readFileSync(join(databaseFolder, 'data/postmaster.pid'), 'utf8').split('\n')[0]),
      ),
      clickhouse: processorSeconds(clickhouse.pid ?? 0),
      transactions: Number(told[0]?.transactions),
      bytes: Number(told[0]?.bytes),
    };
  };
  const before = await read();
  await work();
  const after = await read();
  const each = (of: Exclude<keyof typeof before, 'at'>, scale = 1000) =>
    Math.round(((after[of] - before[of]) / count) * scale * 1000) / 1000;
  const row: Row = {
    processes,
    work: name,
    count,
    'per second': Math.round((count / (after.at - before.at)) * 1e4) / 10,
    'Docwright ms': each('docwright'),
    'PostgreSQL ms': each('postgres'),
    'ClickHouse ms': each('clickhouse'),
    transactions: each('transactions', 1),
    'WAL bytes': each('bytes', 1),
  };
  rows.push(row);
  console.log(JSON.stringify(row));
}

/** The load is sent by a process for each, whose own work is not counted; over when every view is counted. */
async function sendTo(
  servers: readonly Running[],
  kind: LoadTask['kind'],
  requests: number,
  each: number,
  processes: number,
): Promise<void> {
  const loads = servers.map(({ url }, index) => {
    const load = fork(join(import.meta.dirname, '../ingest/send-load.ts'), { stdio: 'inherit' });
    running.add(load);
    const connections = Math.ceil((kind === 'events' ? 4 : 256) / servers.length);
    const [from, to] = [index, index + 1].map((share) => Math.floor((share * requests) / servers.length));
    const seed = Number(values.seed) * 1000 + index;
    const task: LoadTask = {
      url,
      projectId,
      apiKey,
      kind,
      requests: (to ?? 0) - (from ?? 0),
      each,
      connections,
      seed,
    };
    load.send(task);
    return load;
  });
  await Promise.all(loads.map((load) => answerOf<string>(load)));
  await measure(kind, requests * each, processes, servers, async () => {
    const reports = loads.map((load) => answerOf<LoadReport>(load));
    for (const load of loads) load.send('go');
    await Promise.all(reports);
    views += requests * each;
    await inTime(`${kind} of ${processes} processes`, async () => {
      const missing = views - (await countViews());
      return missing > 0 ? `${missing} views` : '';
    });
  });
}

async function countViews(): Promise<number> {
  const { host, pathname } = new URL(clickhouse.url);
  const query = `SELECT uniqExact(id) FROM ${pathname.slice(1)}.view`;
  return Number(await (await fetch(`http://${host}/?query=${encodeURIComponent(query)}`)).text());
}

async function answerOf<Message>(load: ChildProcess): Promise<Message> {
  const [message] = (await Promise.race([
    once(load, 'message'),
    once(load, 'exit').then(([code]) => {
      throw new Error(`A load ended with ${String(code)} before it answered.`);
    }),
  ])) as [Message];
  return message;
}

async function start(role: 'api' | 'ingest' | 'worker'): Promise<Running> {
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(join(import.meta.dirname, '../../docwright'), ['serve', '--role', role, '--port', port], {
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  running.add(child);
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`${role} ended with ${child.exitCode}`);
    await elapse(100);
  }
  return { url, process: child };
}

async function stop({ process: child }: Running): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
  running.delete(child);
}

async function ask<Answer>(of: Running, path: string, init: RequestInit = {}): Promise<Answer> {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const response = await fetch(of.url + path, { ...init, headers });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Answer;
}

async function makeProject(): Promise<{ projectId: string; apiKey: string }> {
  const docs = join(folder, 'docs');
  mkdirSync(docs);
  const text = 'A paragraph about one thing that a reader may want to know.\n\n'.repeat(30);
  writeFileSync(join(docs, 'index.md'), '# Docs\n');
  for (let page = 1; page < Number(values.pages); page += 1) {
    writeFileSync(join(docs, `page-${page}.md`), `# Page ${page}\n\n${text}`);
  }
  const config = readConfig(environment);
  const application = await openApplication({ config, publicUrl: 'http://localhost', logger: silentLogger });
  try {
    const { id } = await application.projects.create({ name: 'Docs', repositoryUrl: docs }, 'bench');
    const analytics = {
      humanSource: 'both' as const,
      sites: ['https://docs.example'],
      collectSecondsPerMinute: 60,
      readsPerMinute: 1000,
    };
    await application.projects.update(id, { settings: { analytics, jobsPerHour: 100_000 } }, 'bench');
    const scopes = ['ingest', 'analytics:read', 'agent:read', 'agent:write'] as const;
    const { key } = await application.projects.keys.create(id, { name: 'bench', scopes: [...scopes] }, 'bench');
    return { projectId: id, apiKey: key };
  } finally {
    await application.close();
  }
}
