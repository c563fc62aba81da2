/**
 * `npm run kills [-- --kills 1000 --folder DIR --seed 1 --clock-jumps]`: kills a server with SIGKILL again and again while it takes events
 * and works on jobs, and while the same data is sealed, deleted, reclassified, backed up and filled from a log that is
 * followed. After each start every acknowledged view must be counted once, no stored turn of the model may be asked for
 * again, and each job ends with one branch and one pull request. `--folder` that was used before is gone on with.
 * With `--clock-jumps` half of the lives have a clock that is wrong by seconds, days or years, or becomes so, while retention
 * is at work. Ends with 1 where anything was lost.
 */
import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as elapse } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { readConfig } from '../../src/config/config.ts';
import { duration } from '../../src/kernel/clock.ts';
import { silentLogger } from '../../src/kernel/logger.ts';
import { openApplication } from '../../src/main.ts';
import { serveModel, type Call } from '../crash/model-server.ts';
import { writeFiles } from '../git-fixture.ts';
import { describeError } from './keep-alive-clients.ts';
import { countFaults, newIngestState, pagesToDelete, sendAgain, sendUntil, type Request } from './killed-ingest.ts';
import { followJobs, newJobsState, noteAsked } from './killed-jobs.ts';
import type { Life, Told, Work } from './killed-server.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    folder: { type: 'string' },
    'clock-jumps': { type: 'boolean', default: false },
  },
});
/** Of eight lives one ends while it starts. */
const endsWhileStarting = 1 / 8;
const mostStartMs = 1_000;
/** How long a life works, milliseconds: most for so long, and every fifth until a job has ended, so that some end at all. */
const shortestLifeMs = 300;
const longestLifeMs = 5_000;
const untilJobEnds = 1 / 5;
const mostWaitMs = 60_000;
const verifyEvery = 20;
const checkBackupEvery = 100;
const kills = Number(values.kills);

const folder = values.folder ?? mkdtempSync(join(tmpdir(), 'kills-'));
const inFolder = (name: string) => join(folder, name);
mkdirSync(folder, { recursive: true });
const stateFile = inFolder('state.json');
const finish: Call = { tool: 'finish', input: { title: 'Fix a typo in the guide', summary: 'Corrected "teh".' } };
const guide = (text: string): string => `---\ntitle: Guide\n---\n\nThis is ${text}.\n`;
/** Reads and writes the whole page: a round that is begun anew begins with the page as it was. */
const write = (text: string): readonly Call[] => [
  { tool: 'read', input: { path: 'guide.mdx' } },
  { tool: 'write', input: { path: 'guide.mdx', content: guide(text) } },
  finish,
];
/** A look, a change with a broken link, its correction, and what rounds do that are begun anew. */
const turns = [
  [{ tool: 'read', input: { path: 'guide.mdx' } }],
  write('the [guide](/gone)'),
  ...Array.from({ length: 100 }, () => write('the guide')),
];

interface State {
  kills: number;
  readonly project: { readonly id: string; readonly key: string };
  readonly ingest: ReturnType<typeof newIngestState>;
  readonly jobs: ReturnType<typeof newJobsState>;
  readonly done: Record<Work, number>;
  readonly faults: string[];
}

const model = await serveModel(() => turns);
const environment = {
  DOCWRIGHT_DATA_DIR: inFolder('data'),
  DOCWRIGHT_LOCAL_ROOTS: folder,
  DOCWRIGHT_LOG_LEVEL: 'error',
  DOCWRIGHT_PORT: '0',
  DOCWRIGHT_REFRESH_RANGES: 'off',
  DOCWRIGHT_REVERSE_DNS: 'off',
  DOCWRIGHT_MODEL: 'openai-compatible/double',
  OPENAI_COMPATIBLE_BASE_URL: model.baseUrl,
  NODE_COMPILE_CACHE: inFolder('cache'),
  PATH: process.env['PATH'] ?? '',
};
const state = existsSync(stateFile) ? (JSON.parse(readFileSync(stateFile, 'utf8')) as State) : await prepare();
const random = createRandom(Number(values.seed) + state.kills);
const note = (found: readonly string[]): void => {
  for (const fault of found) console.log(`after kill ${state.kills}: ${fault}`);
  state.faults.push(...found);
};
model.onRequest = (request) => {
  note(noteAsked(state.jobs, request));
  return Promise.resolve();
};

const stopped = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    stopped.abort();
  });
const startedAt = performance.now();
const first = state.kills;
let standby = startProcess();
process.once('exit', () => standby.process.kill('SIGKILL'));
while (state.kills < kills && !stopped.signal.aborted) {
  await liveAndDie().catch((error: unknown) => {
    note([describeError(error)]);
  });
  state.kills += 1;
  for (const job of state.jobs.active) job.kills += 1;
  save();
  if (state.kills % 10 === 0) report();
  if (state.kills % verifyEvery === 0) await verify({ backup: state.kills % checkBackupEvery === 0 });
}
await verify({ backup: true });
report();
await standby.kill();
model.close();
if (values.folder === undefined) rmSync(folder, { recursive: true });
process.exitCode = state.faults.length === 0 ? 0 : 1;

async function liveAndDie(): Promise<void> {
  const server = standby;
  standby = startProcess();
  const life: Life = {
    projectId: state.project.id,
    pages: pagesToDelete(state.ingest),
    product: `Agent ${state.kills % 3}`,
    log: inFolder('access.log'),
    backups: inFolder('backups'),
    clock: values['clock-jumps']
      ? { atStart: clockJump(), later: clockJump(), afterMs: random() * longestLifeMs }
      : undefined,
  };
  try {
    await liveOn(server, life);
  } finally {
    await server.kill();
  }
}

/** Milliseconds: none in half of all cases, else seconds, days or years, ahead or behind. */
function clockJump(): number {
  if (random() < 1 / 2) return 0;
  const units = [duration.second, duration.day, 365 * duration.day];
  const unit = units[Math.floor(random() * units.length)] ?? 0;
  return Math.round((random() < 2 / 3 ? 1 : -1) * unit * (1 + random() * 59) * (unit > duration.day ? 1 / 6 : 1));
}

async function liveOn(server: KilledProcess, life: Life): Promise<void> {
  const url = server.serve(life);
  if (random() < endsWhileStarting) {
    await Promise.race([url, elapse(random() * mostStartMs)]);
    return;
  }
  const request = requestTo(await url);
  await sendAgain(state.ingest, request);
  note(await countFaults(state.ingest, request));
  note(await followJobs(state.jobs, request, inFolder('data/repositories/docs.git')));
  const over = new AbortController();
  const sending = sendUntil(over.signal, state.ingest, request, inFolder('access.log'));
  const isForJob = random() < untilJobEnds;
  await elapse(shortestLifeMs + random() * (longestLifeMs - shortestLifeMs));
  if (isForJob) await jobEnds(request);
  await server.kill();
  over.abort();
  await sending;
}

/** One of those that are active, or until the server ended by itself, or as long as is waited. */
async function jobEnds(request: Request): Promise<void> {
  const until = performance.now() + mostWaitMs;
  while (performance.now() < until) {
    for (const { id } of state.jobs.active) {
      const seen = (await request('GET', `job/${id}`)) as { status: string };
      if (seen.status !== 'active') return;
    }
    await elapse(100);
  }
}

interface KilledProcess {
  readonly process: ChildProcess;
  /** Lets the process open the data; its address once it serves. */
  serve(life: Life): Promise<string>;
  kill(): Promise<void>;
}

/** A process that has loaded the program and waits. */
function startProcess(): KilledProcess {
  const child = fork(join(import.meta.dirname, 'killed-server.ts'), { env: environment, execArgv: [] });
  const ended = once(child, 'exit');
  const serving = Promise.withResolvers<string>();
  // One that is killed while it starts never serves.
  serving.promise.catch(() => undefined);
  let isKilled = false;
  child.on('message', (told: Told) => {
    if ('url' in told) serving.resolve(told.url);
    else {
      state.done[told.done] += 1;
      if (told.page !== undefined) state.ingest.deleted.push(told.page);
    }
  });
  void ended.then(([code]) => {
    serving.reject(new Error('The server ended before it served.'));
    if (!isKilled && code !== 0) note([`the server ended by itself with ${String(code)}`]);
  });
  return {
    process: child,
    serve(life) {
      child.send(life);
      return serving.promise;
    },
    async kill() {
      isKilled = true;
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** What the program itself says of the data, and of the newest backup. */
async function verify({ backup }: { backup: boolean }): Promise<void> {
  await run('verify');
  if (backup && state.done.backup > 0) await run('restore', inFolder('backups'), '--check');
}

async function run(...parts: string[]): Promise<void> {
  const program = join(import.meta.dirname, '../../src/cli/docwright.ts');
  // In a group of its own: who interrupts this program does not interrupt what it asks.
  const child = spawn(process.execPath, [program, ...parts], { env: environment, detached: true });
  const ended = once(child, 'exit') as Promise<[code: number | null, signal: NodeJS.Signals | null]>;
  const [output, errors, [code, signal]] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  if (code !== 0) note([`docwright ${parts.join(' ')}: ended with ${code ?? signal}: ${output} ${errors}`]);
}

function requestTo(url: string): Request {
  const { id, key } = state.project;
  return async (method, path, body) => {
    const [area = '', ...rest] = path.split('/');
    const address = area === 'job' ? `/v2/agent/${id}/${path}` : `/v1/${area}/${id}/${rest.join('/')}`;
    const response = await fetch(url + address, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`);
    return JSON.parse(text) as unknown;
  };
}

async function prepare(): Promise<State> {
  writeFiles(inFolder('docs'), {
    'docs.json': JSON.stringify({ name: 'Docs', navigation: { pages: ['index', 'guide'] } }),
    'index.mdx': '---\ntitle: Home\n---\n\nSee the [guide](/guide).\n',
    'guide.mdx': guide('teh guide'),
  });
  writeFileSync(inFolder('access.log'), '');
  const config = readConfig(environment);
  const application = await openApplication({ config, publicUrl: 'http://docwright.test', logger: silentLogger });
  const { id } = await application.projects.create({ name: 'Docs', repositoryUrl: inFolder('docs') }, 'endurance');
  await application.projects.update(
    id,
    { settings: { jobsPerHour: 100_000, analytics: { retentionMonths: 1 } } },
    'endurance',
  );
  const { key } = await application.projects.keys.create(
    id,
    { name: 'endurance', expiresInDays: null, scopes: ['ingest', 'analytics:read', 'agent:read', 'agent:write'] },
    'endurance',
  );
  await application.close();
  return {
    kills: 0,
    project: { id, key },
    ingest: newIngestState(),
    jobs: newJobsState(),
    done: { seal: 0, delete: 0, reclassify: 0, backup: 0, retire: 0, 'refuse to retire': 0 },
    faults: [],
  };
}

function save(): void {
  writeFileSync(`${stateFile}.new`, JSON.stringify(state));
  renameSync(`${stateFile}.new`, stateFile);
}

function report(): void {
  const { ingest, jobs, done } = state;
  const each = (performance.now() - startedAt) / 1000 / (state.kills - first);
  const works = Object.entries(done).map(([work, times]) => `${times} x ${work}`);
  console.log(
    [
      `${state.kills} kills, ${each.toFixed(1)} s each, load ${loadavg()[0]?.toFixed(1)}`,
      `${ingest.next * 20} events, ${ingest.countedLines} of ${ingest.lines} lines`,
      `${jobs.completed} jobs completed (${jobs.begunAnew} begun anew, ${jobs.paidTwice} turns on their way asked again, most kills of one ${jobs.mostKills})`,
      works.join(', '),
      `${ingest.open.length} deliveries open, ${state.faults.length} faults`,
    ].join('; '),
  );
}

/** Mulberry32: the same numbers for the same seed. */
function createRandom(seed: number): () => number {
  let position = seed;
  return () => {
    position = (position + 0x6d2b79f5) | 0;
    let mixed = Math.imul(position ^ (position >>> 15), 1 | position);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
