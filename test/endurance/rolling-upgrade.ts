/**
 * `npm run rolling-upgrade -- --older FOLDER [--jobs 60 --apis 2 --workers 2]`: processes of an older version, a clone in FOLDER whose
 * packages are installed, serve jobs over one PostgreSQL, and are replaced by processes of this version one after another while
 * jobs are ordered and followed. The first of them migrates the database beneath the others. No request may fail but at a port
 * on which nobody listens, and every job must end with one branch and one pull request, its events in order. Ends with 1 where
 * anything was not so.
 */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as elapse } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { createPostgresServer } from '../../src/db/postgres-server.fixture.ts';
import { serveModel } from '../crash/model-server.ts';
import { freePort } from '../free-port.ts';
import { createOrderedJobs, turnsOfOrderedJob } from './ordered-jobs.ts';
import type { PreparedData } from './prepared-data.ts';

const { values } = parseArgs({
  options: {
    older: { type: 'string' },
    jobs: { type: 'string', default: '60' },
    apis: { type: 'string', default: '2' },
    workers: { type: 'string', default: '2' },
  },
});
if (values.older === undefined) throw new Error('--older FOLDER is missing: a clone of an older commit, after npm ci.');
const older = join(resolve(values.older), 'docwright');
const newer = join(import.meta.dirname, '../../docwright');
const jobsWanted = Number(values.jobs);
/** Of the jobs, how many have ended when the first process is replaced, and between one and the next. */
const betweenUpgrades = Math.max(1, Math.floor(jobsWanted / (Number(values.apis) + Number(values.workers) + 2)));
const patienceMs = 60_000;

const folder = mkdtempSync(join(tmpdir(), 'docwright-rolling-'));
const databaseFolder = mkdtempSync(join(tmpdir(), 'docwright-rolling-postgres-'));
const postgres = await createPostgresServer(databaseFolder);
await postgres.start();
const model = await serveModel(() => turnsOfOrderedJob);
const environment = {
  PATH: process.env['PATH'],
  DOCWRIGHT_DATA_DIR: join(folder, 'data'),
  DOCWRIGHT_DATABASE_URL: postgres.url,
  DOCWRIGHT_LOCAL_ROOTS: folder,
  DOCWRIGHT_LOG_LEVEL: 'error',
  DOCWRIGHT_MODEL: 'openai-compatible/double',
  DOCWRIGHT_REFRESH_RANGES: 'off',
  DOCWRIGHT_REVERSE_DNS: 'off',
  OPENAI_COMPATIBLE_BASE_URL: model.baseUrl,
};
const projects = await makeProjects();

interface Member {
  readonly role: 'api' | 'worker';
  readonly port: number;
  process: ChildProcess;
}
/** What processes say; kept where something was not so. */
const log = openSync(join(folder, 'log'), 'a');
const start = (program: string, role: Member['role'], port: number): ChildProcess =>
  // Versions that know no roles know how many workers they are to have.
  spawn(program, ['serve', '--port', String(port)], {
    env: { ...environment, DOCWRIGHT_ROLE: role, ...(role === 'api' && { DOCWRIGHT_WORKERS: '0' }) },
    stdio: ['ignore', log, log],
  });
const members: Member[] = [];
for (const [role, count] of [
  ['api', values.apis],
  ['worker', values.workers],
] as const) {
  for (let index = 0; index < Number(count); index += 1) {
    const port = await freePort();
    members.push({ role, port, process: start(older, role, port) });
  }
}
process.once('exit', () => {
  for (const member of members) member.process.kill('SIGKILL');
});
await Promise.all(members.map(untilReady));

let turn = 0;
const next = <Item>(list: readonly Item[]): Item => {
  const item = list[(turn += 1) % list.length];
  if (item === undefined) throw new Error('there is nothing to choose from');
  return item;
};
const apis = members.filter(({ role }) => role === 'api');
const jobs = createOrderedJobs({
  project: () => next(projects),
  api: () => `http://127.0.0.1:${next(apis).port}`,
  // A balancer that asks for readiness would not have sent the request there.
  isExpected: (failure) => 'error' in failure && codeOf(failure.error) === 'ECONNREFUSED',
});
const startedAt = performance.now();
const playing = jobs.play(jobsWanted, new AbortController().signal);
for (const [index, member] of members.entries()) {
  while (jobs.completed < (index + 1) * betweenUpgrades) await elapse(100);
  const exited = once(member.process, 'exit');
  member.process.kill('SIGTERM');
  const [code] = (await exited) as [number | null];
  if (code !== 0) jobs.note(`${member.role} ${index} of the older version ended with ${code}`);
  member.process = start(newer, member.role, member.port);
  await untilReady(member);
  console.log(`${member.role} ${index} replaced after ${jobs.completed} jobs, load ${loadavg()[0]?.toFixed(1)}`);
}
await playing;
jobs.prove(join(folder, 'data', 'repositories'));
const { completed, faults, longestGapMs } = jobs;
const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
console.log(
  `${completed} jobs in ${minutes} min; longest pause between events ${longestGapMs} ms; ${faults.length} faults`,
);
if (faults.length > 0) console.log(`what they said: ${join(folder, 'log')}`);
for (const member of members) member.process.kill('SIGKILL');
await postgres.stop();
if (faults.length === 0) rmSync(folder, { recursive: true, force: true });
rmSync(databaseFolder, { recursive: true, force: true });
process.exit(faults.length === 0 && completed === jobsWanted ? 0 : 1);

/** By the command line of the older version, which is the same from one version to the next. */
async function makeProjects(): Promise<PreparedData['projects']> {
  const docs = join(folder, 'docs');
  mkdirSync(docs);
  writeFileSync(join(docs, 'index.md'), '# Docs\n');
  const say = async <Answer>(...words: string[]): Promise<Answer> => {
    const { stdout } = await promisify(execFile)(older, [...words, '--json'], { env: environment });
    return JSON.parse(stdout) as Answer;
  };
  await promisify(execFile)(older, ['init'], { env: environment });
  const made: PreparedData['projects'][number][] = [];
  for (const name of ['One', 'Two', 'Three']) {
    const { id } = await say<{ id: string }>('project', 'create', '--name', name, '--repository', docs);
    const { key } = await say<{ key: string }>('key', 'create', '--project', id, '--name', 'all');
    made.push({ id, apiKey: key });
  }
  return made;
}

async function untilReady(member: Member): Promise<void> {
  const { port, role } = member;
  const until = performance.now() + patienceMs;
  for (;;) {
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) return;
    if (member.process.exitCode !== null || performance.now() > until)
      throw new Error(`${role} is not ready: see ${folder}/log`);
    await elapse(100);
  }
}

function codeOf(error: unknown): unknown {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause ? cause.code : undefined;
}
