// npm run clickhouse-kills -- --kills 60: two processes take events without a pause while they and ClickHouse (chdb) are killed
// in turn and started again. Whatever was acknowledged has to be counted once; ends with 1 if it is not.
import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { readConfig } from '../../src/config/config.ts';
import type { NewProject } from '../../src/contract/project.ts';
import { silentLogger } from '../../src/kernel/logger.ts';
import { openApplication } from '../../src/main.ts';
import { freePort } from '../free-port.ts';
import { createClickHouseServer } from '../visits/clickhouse-server.ts';

const { values } = parseArgs({ options: { kills: { type: 'string', default: '60' } } });
const eventsPerRequest = 50;
const folder = mkdtempSync(join(tmpdir(), 'docwright-clickhouse-kills-'));
const clickhouse = await createClickHouseServer(join(folder, 'clickhouse'));
await clickhouse.start();
const environment = {
  DOCWRIGHT_DATA_DIR: join(folder, 'data'),
  DOCWRIGHT_VISITS_URL: clickhouse.url,
  DOCWRIGHT_WORKERS: '0',
  DOCWRIGHT_LOG_LEVEL: 'error',
};
const open = () =>
  openApplication({ config: readConfig(environment), publicUrl: 'http://localhost', logger: silentLogger });

const application = await open();
const settings = {
  analytics: { humanSource: 'server', sites: ['https://docs.example.com'] },
} satisfies NewProject['settings'];
const { id: projectId } = await application.projects.create(
  { name: 'Docs', repositoryUrl: 'https://github.com/acme/docs', settings },
  'test',
);
const { key } = await application.projects.keys.create(projectId, { name: 'events', kind: 'ingest' }, 'test');
await application.close();

/** A process of ours on a port that it keeps. */
const createProcess = (port: number) => {
  let child: ChildProcess | undefined;
  return {
    url: `http://127.0.0.1:${port}`,
    async start() {
      const parts = ['serve', '--port', String(port), '--json', '--role', 'ingest'];
      const env = { ...environment, PATH: process.env['PATH'] };
      const started = spawn(join(import.meta.dirname, '../../docwright'), parts, {
        stdio: ['ignore', 'pipe', 'ignore'],
        env,
      });
      child = started;
      await Promise.race([once(started.stdout, 'data'), once(started, 'exit')]);
    },
    async stop() {
      // One that could not start has ended already.
      if (child?.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
};
const processes = [createProcess(await freePort()), createProcess(await freePort())];
await Promise.all(processes.map((one) => one.start()));

let [acknowledged, requests, refused] = [0, 0, 0];
const ending = new AbortController();
const range = { from: Date.UTC(2026, 9, 1), to: Date.UTC(2026, 9, 8) };
/** The same events again, to whoever answers, until somebody has taken them. */
async function send(): Promise<void> {
  while (!ending.signal.aborted) {
    const events = Array.from({ length: eventsPerRequest }, (_, index) => ({
      id: randomUUID(),
      timestamp: randomInt(range.from, range.to),
      url: `https://docs.example.com/${index % 20}`,
      ip: `198.51.${randomInt(100)}.${randomInt(250)}`,
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    }));
    for (let isTaken = false; !isTaken;) {
      requests += 1;
      const { url } = processes[requests % processes.length] ?? { url: '' };
      const response = await fetch(`${url}/v1/ingest/${projectId}/events`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(events),
      }).catch(() => undefined);
      await response?.arrayBuffer().catch(() => undefined);
      isTaken = response?.status === 202;
      if (!isTaken) {
        refused += 1;
        await delay(20);
      }
    }
    acknowledged += events.length;
  }
}

const senders = Array.from({ length: 4 }, send);
const victims = [...processes, clickhouse];
for (let kill = 1; kill <= Number(values.kills); kill += 1) {
  await delay(randomInt(200, 2_000));
  const victim = victims[kill % victims.length];
  await victim?.stop();
  await delay(randomInt(0, 1_000));
  await victim?.start();
  if (kill % 10 === 0)
    console.log(`${kill} kills: ${acknowledged} views acknowledged, ${refused} tries of ${requests} in vain`);
}
ending.abort();
await Promise.all(senders);
for (const one of processes) await one.stop();

const { analytics, ...last } = await open();
// Whoever deletes writes first what waits.
await analytics.visits.deletePath(projectId, '/nowhere');
const mapping = { human: ['human'], ai: [], humanSource: 'server' } as const;
const [{ views } = { views: { total: 0 } }] = await analytics.visits.timeseries({
  projectId,
  range: { from: undefined, to: undefined },
  mapping,
  interval: 'month',
});
const { ok, compared } = await analytics.visits.verify(projectId);
await last.close();
await clickhouse.stop();
rmSync(folder, { recursive: true });
console.log(
  `${acknowledged} views were acknowledged, ${views.total} are counted; verify compared ${compared} counts: ${ok ? 'all agree' : 'differences'}`,
);
process.exitCode = views.total === acknowledged && ok ? 0 : 1;
