/**
 * `npm run cluster [-- --jobs 500 --apis 3 --workers 3 --every 2 --seed 1]`: processes of two roles over one PostgreSQL, of which every
 * two seconds one is killed, stopped and started anew, or held and let go, or PostgreSQL itself crashes and comes back, while jobs are
 * ordered from whichever process answers. Every job must end, with one branch and one pull request, its events in order and none twice,
 * and nobody may wait longer than 45 seconds for another worker to take over. Ends with 1 where anything was not so.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, readdirSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as elapse } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { AgentJob, JobEvent } from '../../src/contract/agent-job.ts';
import { createPostgresServer } from '../../src/db/postgres-server.fixture.ts';
import { serveModel, type Call } from '../crash/model-server.ts';
import { freePort } from '../free-port.ts';
import { git } from '../git-fixture.ts';
import { prepareData } from './prepared-data.ts';

const { values } = parseArgs({
  options: {
    jobs: { type: 'string', default: '500' },
    apis: { type: 'string', default: '3' },
    workers: { type: 'string', default: '3' },
    every: { type: 'string', default: '2' },
    seed: { type: 'string', default: '1' },
  },
});
/** A signal ends the ordering; what is ordered is still waited for. */
let wanted = Number(values.jobs);
const everyMs = Number(values.every) * 1_000;
const takeoverMs = 45_000;
/** Jobs that are not done at any time, of all processes. */
const atOnce = 8;
const heldMs = 6_000;

const folder = mkdtempSync(join(tmpdir(), 'docwright-cluster-'));
// PostgreSQL refuses root, and its own user may not enter the other folder.
const databaseFolder = mkdtempSync(join(tmpdir(), 'docwright-cluster-postgres-'));
const postgres = await createPostgresServer(databaseFolder);
await postgres.start();
const guide = (text: string): readonly Call[] => [
  { tool: 'write', input: { path: 'guide.md', content: `# Guide\n\n${text}\n` } },
  { tool: 'finish', input: { title: 'Change the guide', summary: 'Done.' } },
];
const turns = [
  [{ tool: 'read', input: { path: 'index.md' } }],
  [{ tool: 'list', input: {} }],
  ...Array.from({ length: 40 }, () => guide('A guide.')),
] satisfies readonly (readonly Call[])[];
const model = await serveModel(() => turns);
const shared = {
  DOCWRIGHT_DATABASE_URL: postgres.url,
  DOCWRIGHT_MODEL: 'openai-compatible/double',
  OPENAI_COMPATIBLE_BASE_URL: model.baseUrl,
};
const prepared = await prepareData(folder, { projects: 3, views: 0, environment: shared });
const environment = { ...prepared.environment, PATH: process.env['PATH'] };

/** What processes say; kept where something was not so. */
const log = openSync(join(folder, 'log'), 'a');
interface Member {
  readonly role: 'api' | 'worker';
  readonly port: number;
  process: ChildProcess;
  isHeld: boolean;
}
const start = (role: Member['role'], port: number): ChildProcess =>
  spawn(join(import.meta.dirname, '../../docwright'), ['serve', '--role', role, '--port', String(port)], {
    env: environment,
    detached: true,
    stdio: ['ignore', 'ignore', log],
  });
const members: Member[] = [];
for (const [role, count] of [
  ['api', values.apis],
  ['worker', values.workers],
] as const) {
  for (let index = 0; index < Number(count); index += 1) {
    const port = await freePort();
    members.push({ role, port, process: start(role, port), isHeld: false });
  }
}
const send = (member: Member, signal: NodeJS.Signals): void => {
  const { pid, exitCode, signalCode } = member.process;
  if (pid === undefined || exitCode !== null || signalCode !== null) return;
  try {
    // The launcher and what it launched.
    process.kill(-pid, signal);
  } catch (error) {
    // It ended by itself, and nobody was told yet.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
};
process.once('exit', () => {
  for (const member of members) send(member, 'SIGKILL');
});

let seed = Number(values.seed);
const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
const anyOf = <Item>(list: readonly Item[]): Item => {
  const item = list[Math.floor(random() * list.length)];
  if (item === undefined) throw new Error('there is nothing to choose from');
  return item;
};

const done = { killed: 0, restarted: 0, held: 0, crashed: 0 };
async function harm(): Promise<void> {
  const member = anyOf(members.filter(({ isHeld }) => !isHeld));
  const kind = random();
  if (kind < 0.08) {
    done.crashed += 1;
    await postgres.stop();
    await elapse(1_000);
    await postgres.start();
  } else if (kind < 0.4) {
    done.held += 1;
    member.isHeld = true;
    send(member, 'SIGSTOP');
    void elapse(heldMs).then(() => {
      send(member, 'SIGCONT');
      member.isHeld = false;
    });
  } else {
    const isKilled = kind < 0.75;
    done[isKilled ? 'killed' : 'restarted'] += 1;
    member.isHeld = true;
    const exited = once(member.process, 'exit');
    send(member, isKilled ? 'SIGKILL' : 'SIGTERM');
    void exited.then(() => {
      member.process = start(member.role, member.port);
      member.isHeld = false;
    });
  }
}

/** Of whichever process answers; asked again of another one until somebody does. */
async function ask(
  path: string,
  init: { method?: string; body?: string; headers?: Readonly<Record<string, string>> },
  apiKey: string,
): Promise<Response> {
  for (;;) {
    const member = anyOf(members.filter(({ role }) => role === 'api'));
    try {
      const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', ...init.headers };
      const signal = AbortSignal.timeout(5_000);
      const answer = await fetch(`http://127.0.0.1:${member.port}${path}`, { ...init, headers, signal });
      if (answer.status < 500 && answer.status !== 429) return answer;
    } catch {
      // Killed, held or starting.
    }
    await elapse(200);
  }
}

const faults: string[] = [];
const note = (fault: string): void => {
  console.log(fault);
  faults.push(fault);
};
let [ordered, completed, longestGapMs] = [0, 0, 0];

async function playJobs(): Promise<void> {
  while (ordered < wanted) {
    const number = (ordered += 1);
    const { id: projectId, apiKey } = anyOf(prepared.projects);
    const order = { prompt: `job${number} write a guide` };
    const init = { method: 'POST', body: JSON.stringify(order), headers: { 'idempotency-key': `order-${number}` } };
    const accepted = await ask(`/v2/agent/${projectId}/job`, init, apiKey);
    if (accepted.status !== 201) {
      note(`job${number}: ${accepted.status} ${await accepted.text()}`);
      continue;
    }
    const { id } = (await accepted.json()) as AgentJob;
    const at = `/v2/agent/${projectId}/job/${id}`;
    let job: AgentJob;
    do {
      await elapse(500);
      job = (await (await ask(at, {}, apiKey)).json()) as AgentJob;
      if (job.status === 'failed' && job.failure?.code === 'workers_ended') {
        const body = JSON.stringify({ prompt: 'Go on' });
        await ask(`${at}/message`, { method: 'POST', body }, apiKey);
        job = { ...job, status: 'active' };
      }
    } while (job.status === 'active');
    completed += 1;
    if (job.status !== 'completed') note(`job${number}: ${job.status} (${job.failure?.code})`);
    const list = (await (await ask(`${at}/events?limit=1000`, {}, apiKey)).json()) as { events: JobEvent[] };
    proveEvents(`job${number}`, list.events);
  }
}

function proveEvents(name: string, events: readonly JobEvent[]): void {
  events.forEach(({ sequence, at }, index) => {
    if (sequence !== index + 1) note(`${name}: event ${sequence} in place of ${index + 1}`);
    const before = events[index - 1];
    if (before !== undefined) longestGapMs = Math.max(longestGapMs, Date.parse(at) - Date.parse(before.at));
  });
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    wanted = ordered;
  });
}
const startedAt = performance.now();
const over = new AbortController();
const harming = (async () => {
  while (!over.signal.aborted) {
    await elapse(everyMs);
    await harm();
  }
})();
const telling = setInterval(() => {
  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
  console.log(
    `${minutes} min, load ${loadavg()[0]?.toFixed(1)}: ${completed} jobs, ${JSON.stringify(done)}, ${faults.length} faults`,
  );
}, 30_000);
await Promise.all(Array.from({ length: atOnce }, playJobs));
over.abort();
await harming;
clearInterval(telling);
provePullRequests();
if (faults.length > 0) console.log(`what they said: ${join(folder, 'log')}`);
console.log(
  `${completed} jobs in ${((performance.now() - startedAt) / 60_000).toFixed(1)} min; ${JSON.stringify(done)}; longest pause between events ${longestGapMs} ms; ${faults.length} faults`,
);
if (longestGapMs > takeoverMs) note('longer than allowed');
for (const member of members) send(member, 'SIGKILL');
await postgres.stop();
if (faults.length === 0) rmSync(folder, { recursive: true, force: true });
rmSync(databaseFolder, { recursive: true, force: true });
process.exit(faults.length === 0 && completed === wanted ? 0 : 1);

/** As many branches as pull requests as jobs, each once. */
function provePullRequests(): void {
  const home = join(folder, 'data', 'repositories');
  const count = (pattern: string, format: string) =>
    readdirSync(home).flatMap((name) =>
      git(join(home, name), ['for-each-ref', `--format=${format}`, pattern])
        .split('\n')
        .filter(Boolean),
    );
  const branches = count('refs/heads/docwright', '%(refname:short)');
  const pulls = count('refs/docwright/pulls', '%(raw)').filter((line) => line.includes('"headBranch"'));
  if (branches.length !== completed) note(`${branches.length} branches of ${completed} jobs`);
  if (pulls.length !== completed) note(`${pulls.length} pull requests of ${completed} jobs`);
}
