// Our own cost of agent jobs, with the scripted model that answers at once: `node bench/agent-jobs.ts`
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import SqliteDatabase from 'better-sqlite3';
import type { AgentJob } from '../src/contract/agent-job.ts';
import { readConfig } from '../src/config/config.ts';
import { newId } from '../src/kernel/ids.ts';
import { silentLogger } from '../src/kernel/logger.ts';
import { openApplication } from '../src/main.ts';
import { serve } from '../src/serve.ts';
import { printRows } from './bench-row.ts';
import { runCodex, type PeerRun } from './codex-peer.ts';

const { values } = parseArgs({
  options: {
    jobs: { type: 'string', default: '10000' },
    pages: { type: 'string', default: '1000' },
    codex: { type: 'string' },
  },
});
const storedJobs = Number(values.jobs);
const pages = Number(values.pages);

const folder = mkdtempSync(join(tmpdir(), 'docwright-bench-'));
const environment = {
  DOCWRIGHT_DATA_DIR: join(folder, 'data'),
  DOCWRIGHT_LOCAL_ROOTS: '/',
  DOCWRIGHT_LOG_LEVEL: 'error',
  DOCWRIGHT_PORT: '0',
  DOCWRIGHT_SCRIPTED_TRANSCRIPT: join(folder, 'transcript.json'),
  DOCWRIGHT_MODEL: 'scripted/transcript',
};
writeFileSync(join(folder, 'transcript.json'), JSON.stringify(transcript()));
writeSite(join(folder, 'docs'));
const { projectId, idleProjectId, keys } = await setUp();
storeJobs(idleProjectId, storedJobs);

// Without workers at first: what the API costs, not what it costs beside two jobs at work.
let server = await serve({ ...environment, DOCWRIGHT_WORKERS: '0' });
const request = (project: string, path: string, body?: object) =>
  fetch(`${server.url}/v2/agent/${project}/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${keys.get(project)}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });

const posts: number[] = [];
for (let index = 0; index < 220; index += 1) {
  const started = performance.now();
  const response = await request(idleProjectId, 'job', { prompt: `Fix the typo number ${index}` });
  await response.text();
  if (index >= 20) posts.push(performance.now() - started);
}

const {
  jobs: [polled],
} = (await (await request(idleProjectId, 'jobs?limit=1')).json()) as { jobs: [AgentJob] };
const polls = 3000;
const cpuBefore = process.cpuUsage();
const pollsStarted = performance.now();
await Promise.all(
  Array.from({ length: 8 }, async () => {
    for (let count = 0; count < polls / 8; count += 1) {
      await (await request(idleProjectId, `job/${polled.id}`)).text();
    }
  }),
);
const pollSeconds = (performance.now() - pollsStarted) / 1000;
const pollCpu = process.cpuUsage(cpuBefore);

await server.stop();
completeAll();
server = await serve(environment);
globalThis.gc?.();
const idleBytes = process.memoryUsage.rss();
let peakBytes = idleBytes;
const watching = setInterval(() => {
  peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
}, 10);
const runs: number[] = [];
for (let index = 0; index < 6; index += 1) {
  const started = performance.now();
  const { id } = (await (await request(projectId, 'job', { prompt: `Fix the typo, run ${index}` })).json()) as AgentJob;
  let job: AgentJob;
  do {
    await delay(10);
    job = (await (await request(projectId, `job/${id}`)).json()) as AgentJob;
  } while (job.status === 'active');
  if (job.prLink === null) throw new Error(`no pull request: ${JSON.stringify(job.failure)}`);
  // The first fills the mirror.
  if (index > 0) runs.push(performance.now() - started);
}
clearInterval(watching);
await server.stop();
// In the same run and on the same machine: `--codex <path>` to the program of npm's @openai/codex.
const peers = values.codex === undefined ? [] : await runPeers(values.codex);
rmSync(folder, { recursive: true });

const rows = [
  [`POST with ${storedJobs} jobs stored, median`, '<= 10 ms', `${median(posts).toFixed(1)} ms`],
  ['GET polls a second, client included', '>= 500', (polls / pollSeconds).toFixed(0)],
  [
    'GET polls a second of processor time, client included',
    '>= 500',
    ((polls / (pollCpu.user + pollCpu.system)) * 1e6).toFixed(0),
  ],
  [`POST to prLink, ${pages} pages, warm mirror, median`, '<= 1 s', `${(median(runs) / 1000).toFixed(2)} s`],
  ['the same, fastest', '', `${(Math.min(...runs) / 1000).toFixed(2)} s`],
  ['memory over idle while working', '<= 150 MB', `${((peakBytes - idleBytes) / 2 ** 20).toFixed(0)} MB`],
];
if (peers.length > 0) {
  const seconds = median(peers.map((peer) => peer.seconds));
  const megabytes = Math.max(...peers.map((peer) => peer.megabytes ?? Number.NaN));
  const ratio = (median(runs) / 1000 / seconds).toFixed(2);
  rows.push(['`codex exec`, one edit, no clone, check or pull request, median', '', `${seconds.toFixed(2)} s`]);
  rows.push(['POST to prLink against it', '', `${ratio} times`]);
  rows.push(['peak memory of codex', '', `${megabytes.toFixed(0)} MB`]);
}
console.log(`| measured | target | here |\n|---|---|---|\n${rows.map((row) => `| ${row.join(' | ')} |`).join('\n')}`);
console.log(`\n${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}, node ${process.version}`);

const peerMilliseconds = median(peers.map(({ seconds }) => seconds)) * 1_000;
printRows([
  { work: 'POST of a job, wall ms', ours: median(posts) },
  { work: 'a poll with its client', ours: (pollCpu.user + pollCpu.system) / 1_000 / polls },
  {
    work: 'POST to prLink, wall ms',
    ours: median(runs),
    ...(peers.length > 0 && { peer: 'codex, which only edits', theirs: peerMilliseconds }),
  },
]);

async function runPeers(binary: string): Promise<PeerRun[]> {
  const peerRuns: PeerRun[] = [];
  for (let index = 0; index < 5; index += 1) peerRuns.push(await runCodex(binary, join(folder, `peer-${index}`)));
  return peerRuns;
}

function median(values: readonly number[]): number {
  return [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function transcript() {
  const edit = { path: 'guide-7.mdx', old_text: 'teh page', new_text: 'the page' };
  return {
    description: 'Corrects one word.',
    turns: [
      { calls: [{ tool: 'search', input: { pattern: 'teh page' } }] },
      {
        calls: [
          { tool: 'read', input: { path: 'guide-7.mdx' } },
          { tool: 'edit', input: edit },
        ],
      },
      { calls: [{ tool: 'finish', input: { title: 'Fix a typo', summary: 'Corrected one word.' } }] },
    ],
  };
}

function writeSite(root: string): void {
  mkdirSync(root);
  const names = Array.from({ length: pages }, (_, index) => `guide-${index}`);
  writeFileSync(join(root, 'docs.json'), JSON.stringify({ name: 'Docs', navigation: { pages: names } }));
  for (const [index, name] of names.entries()) {
    const next = names[(index + 1) % pages] ?? name;
    const text = 'A paragraph about one thing that a reader may want to know.\n\n'.repeat(30);
    const page = `---\ntitle: Guide ${index}\n---\n\n${text}See the [next page](/${next}). This is teh page ${index}.\n`;
    writeFileSync(join(root, `${name}.mdx`), page);
  }
}

async function setUp() {
  const config = readConfig(environment);
  const application = await openApplication({ config, publicUrl: 'http://localhost', logger: silentLogger });
  const keys = new Map<string, string>();
  const add = async (name: string): Promise<string> => {
    const settings = { jobsPerHour: 100_000 };
    const fields = { name, repositoryUrl: join(folder, 'docs'), settings };
    const { id } = await application.projects.create(fields, 'bench');
    keys.set(id, (await application.projects.keys.create(id, { name: 'bench' }, 'bench')).key);
    return id;
  };
  const ids = { projectId: await add('Docs'), idleProjectId: await add('Idle'), keys };
  await application.http.request(`/v2/agent/${ids.idleProjectId}/job`, {
    method: 'POST',
    headers: { authorization: `Bearer ${keys.get(ids.idleProjectId)}`, 'content-type': 'application/json' },
    body: JSON.stringify({ prompt: 'Fix a typo' }),
  });
  await application.close();
  return ids;
}

/** Copies of one job that the API accepted, each completed. */
function storeJobs(project: string, count: number): void {
  const database = new SqliteDatabase(join(environment.DOCWRIGHT_DATA_DIR, 'docwright.sqlite'));
  const job = database.prepare('select * from jobs where project_id = ?').get(project) as Record<string, unknown>;
  const columns = Object.keys(job);
  const insert = database.prepare(`insert into jobs values (${columns.map((name) => `@${name}`).join(', ')})`);
  database.transaction(() => {
    database.prepare("update jobs set status = 'completed'").run();
    for (let index = 1; index < count; index += 1) insert.run({ ...job, id: newId('job'), status: 'completed' });
  })();
  database.close();
}

function completeAll(): void {
  const database = new SqliteDatabase(join(environment.DOCWRIGHT_DATA_DIR, 'docwright.sqlite'));
  database.prepare("update jobs set status = 'completed'").run();
  database.close();
}
