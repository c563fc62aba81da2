/**
 * `npm run drains [-- --drains 20 --clients 64]`: stops a server under load again and again, and starts it anew. Every
 * request that was sent on an open connection must be answered, every stream must end as its protocol ends, and every view
 * that was acknowledged must be counted at the end. Ends with 1 when one was not.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { readConfig } from '../../src/config/config.ts';
import { silentLogger } from '../../src/kernel/logger.ts';
import { openApplication } from '../../src/main.ts';
import { temporaryFolder } from '../git-fixture.ts';
import { freePort } from '../free-port.ts';
import { describeError, startClients, type LoadRequest } from './keep-alive-clients.ts';

const { values } = parseArgs({
  options: { drains: { type: 'string', default: '20' }, clients: { type: 'string', default: '64' } },
});
const drains = Number(values.drains);
const clients = Number(values.clients);

const { path: folder, remove } = temporaryFolder();
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const environment = {
  ...process.env,
  DOCWRIGHT_DATA_DIR: join(folder, 'data'),
  DOCWRIGHT_LOCAL_ROOTS: folder,
  DOCWRIGHT_LOG_LEVEL: 'error',
  DOCWRIGHT_PORT: String(port),
};
mkdirSync(join(folder, 'docs'));
writeFileSync(join(folder, 'docs', 'index.md'), '# Welcome\n');
const { projectId, key, jobId } = await prepare();
const authorization = { authorization: `Bearer ${key}` };

let acknowledged = 0;
const failed: string[] = [];
let answered = 0;
const stops: number[] = [];
for (let number = 1; number <= drains; number += 1) {
  const stopped = await drainOnce();
  stops.push(stopped.milliseconds);
  const { report } = stopped;
  answered += report.answered;
  failed.push(...report.failed);
  console.log(
    `drain ${number}: ${report.answered} answered, ${report.refused} refused while it was away, ` +
      `${report.failed.length} failed, ended with ${stopped.code} after ${stopped.milliseconds} ms`,
  );
  if (stopped.code !== 0) failed.push(`the server ended with ${stopped.code}`);
  if (stopped.stream !== 'whole') failed.push(`the event stream: ${stopped.stream}`);
}
const counted = await countViews();
console.log(`${acknowledged} views acknowledged, ${counted} counted`);
if (counted !== acknowledged) failed.push(`${acknowledged} views acknowledged, ${counted} counted`);
for (const [failure, times] of tally(failed)) console.log(`${times} x ${failure}`);
console.log(`${drains} drains, ${clients} clients: ${answered} answered, ${failed.length} failed`);
remove();
process.exitCode = failed.length === 0 ? 0 : 1;

async function drainOnce() {
  const server = await start();
  const load = startClients({ url, count: clients, longestPause: 1500, sharesConnections: true, next });
  const stream = followEvents();
  await delay(1500 + Math.random() * 1000);
  const before = performance.now();
  server.kill('SIGTERM');
  const [code] = (await once(server, 'exit')) as [number | null];
  const milliseconds = Math.round(performance.now() - before);
  return { code, milliseconds, report: await load.stop(), stream: await stream };
}

function next(client: number): LoadRequest {
  const read = (wanted: number) => (status: number, body: string) => {
    if (status !== wanted) throw new Error(`${status} ${body.slice(0, 100)}`);
  };
  switch (client % 3) {
    case 0: {
      const event = {
        id: randomUUID(),
        timestamp: Date.now(),
        path: `/${client}`,
        visitorId: String(client),
        userAgent: 'Claude-User/1.0',
      };
      return {
        method: 'POST',
        path: `/v1/ingest/${projectId}/events`,
        headers: { ...authorization, 'content-type': 'application/json' },
        body: JSON.stringify([event]),
        read(status, body) {
          read(202)(status, body);
          acknowledged += (JSON.parse(body) as { accepted: number }).accepted;
          if (!body.includes('"accepted":1')) throw new Error(body);
        },
      };
    }
    case 1:
      return { method: 'GET', path: `/v2/agent/${projectId}/job/${jobId}`, headers: authorization, read: read(200) };
    default:
      return { method: 'GET', path: '/healthz', read: read(200) };
  }
}

/** How the stream of a job's events ended; `whole` is the end that its sender gave it. */
async function followEvents(): Promise<string> {
  try {
    const response = await fetch(`${url}/v2/agent/${projectId}/job/${jobId}/events`, {
      headers: { ...authorization, accept: 'text/event-stream' },
    });
    await response.text();
    return response.ok ? 'whole' : `answered with ${response.status}`;
  } catch (error) {
    return describeError(error);
  }
}

async function start() {
  const program = join(import.meta.dirname, '../../src/cli/docwright.ts');
  const server = spawn(process.execPath, [program, 'serve', '--json', '--workers', '0'], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const kill = () => server.kill('SIGKILL');
  process.once('exit', kill);
  server.once('exit', () => process.off('exit', kill));
  await once(createInterface(server.stdout), 'line');
  return server;
}

async function prepare() {
  const scopes = ['agent:read', 'analytics:read', 'ingest'] as const;
  const application = await open();
  const project = await application.projects.create({ name: 'Docs', repositoryUrl: join(folder, 'docs') }, 'test');
  const { key: made } = await application.projects.keys.create(
    project.id,
    { name: 'test', scopes: [...scopes] },
    'test',
  );
  const { job } = await application.agent.acceptJob({
    projectId: project.id,
    request: { prompt: 'Wait.', model: 'scripted/demo' },
  });
  await application.close();
  return { projectId: project.id, key: made, jobId: job.id };
}

async function countViews(): Promise<number> {
  const server = await start();
  const answer = await fetch(`${url}/v1/analytics/${projectId}/views`, {
    headers: authorization,
  });
  const { totals } = (await answer.json()) as { totals: { total: number } };
  server.kill('SIGTERM');
  await once(server, 'exit');
  return totals.total;
}

function open() {
  return openApplication({ config: readConfig(environment), publicUrl: url, logger: silentLogger });
}

function tally(texts: readonly string[]): Map<string, number> {
  const times = new Map<string, number>();
  for (const text of texts) times.set(text, (times.get(text) ?? 0) + 1);
  return times;
}
