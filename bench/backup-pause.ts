/**
 * How long deliveries of views wait while `docwright backup` copies the same data, beside as much time without one: both
 * are delayed by whatever else the machine does, only the difference is the backup's.
 *
 *   npx node bench/backup-pause.ts [--views 300000] [--backups 5]
 */
import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as elapse } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { prepareData } from '../test/endurance/prepared-data.ts';
import { freePort } from '../test/free-port.ts';

const { values } = parseArgs({
  options: { views: { type: 'string', default: '300000' }, backups: { type: 'string', default: '5' } },
});
const eventsAtOnce = 20;
const senders = 4;

const folder = mkdtempSync(join(tmpdir(), 'docwright-backup-pause-'));
const { environment, projects } = await prepareData(folder, { projects: 1, views: Number(values.views) });
const { id, apiKey } = projects[0] ?? { id: '', apiKey: '' };
const server = fork(join(import.meta.dirname, '../test/hostile/watched-server.ts'), {
  env: { ...process.env, ...environment, DOCWRIGHT_PORT: String(await freePort()), DOCWRIGHT_WORKERS: '0' },
  execArgv: [],
});
const [url] = (await once(server, 'message')) as [string];
try {
  const bytes = statSync(join(folder, 'data', 'visits.sqlite')).size;
  console.log(`${Number(values.views).toLocaleString('en')} views, ${(bytes / 1e6).toFixed(0)} MB`);
  await waitsDuring(() => elapse(5_000));
  const backups: number[] = [];
  const during = await waitsDuring(async () => {
    for (let count = 0; count < Number(values.backups); count += 1) {
      const began = performance.now();
      await backUp();
      backups.push(performance.now() - began);
    }
  });
  report(`while ${backups.length} backups ran, of ${spread(backups)}`, during);
  const seconds = backups.reduce((sum, milliseconds) => sum + milliseconds, 0);
  report('for as long without one', await waitsDuring(() => elapse(seconds)));
} finally {
  server.send('stop');
  await once(server, 'exit');
  rmSync(folder, { recursive: true });
}

/** Milliseconds that each delivery waited for its answer. */
async function waitsDuring(work: () => Promise<unknown>): Promise<number[]> {
  const waits: number[] = [];
  const over = new AbortController();
  const sending = Array.from({ length: senders }, async () => {
    while (!over.signal.aborted) {
      const began = performance.now();
      await deliver();
      waits.push(performance.now() - began);
      await elapse(5);
    }
  });
  await work();
  over.abort();
  await Promise.all(sending);
  return waits;
}

async function deliver(): Promise<void> {
  const events = Array.from({ length: eventsAtOnce }, (_, index) => ({
    timestamp: Date.now(),
    path: `/page/${index}`,
    visitorId: String(index),
    userAgent: 'Claude-User/1.0',
  }));
  const response = await fetch(`${url}/v1/ingest/${id}/events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(events),
  });
  await response.text();
  if (!response.ok) throw new Error(`The server answered ${response.status}.`);
}

async function backUp(): Promise<void> {
  const program = join(import.meta.dirname, '../src/cli/docwright.ts');
  const run = promisify(execFile);
  await run(process.execPath, [program, 'backup', join(folder, 'backups'), '--keep', '1', '--json'], {
    env: { ...process.env, ...environment },
  });
}

function report(title: string, waits: readonly number[]): void {
  console.log(`${title}: ${waits.length} deliveries, ${spread(waits)}; load ${loadavg()[0]?.toFixed(1)}`);
}

function spread(of: readonly number[]): string {
  const sorted = of.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0);
  return `median ${at(0.5)}, 99 of 100 ${at(0.99)}, slowest ${at(1)} ms`;
}
