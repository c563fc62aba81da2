/**
 * How fast visits come in, durable before the answer: server events in batches over HTTP, single beacons over HTTP, and
 * lines of access logs; beside the least that any such service does, the same HTTP server (or one regular expression per
 * line) and plain inserts of the JSON into SQLite with the same durability. Server and load are processes of their own.
 *
 *   npx node bench/ingest.ts [--batches 300] [--beacons 20000] [--lines 1000000] [--only events,beacons,lines]
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { LoadReport, LoadTask } from './ingest/send-load.ts';
import type { ImportReport } from './ingest/import-lines.ts';
import { sampleLog } from './sample-log.ts';
import type { ServerAddress, ServerReport } from './ingest/server-report.ts';

const { values } = parseArgs({
  options: {
    batches: { type: 'string', default: '300' },
    beacons: { type: 'string', default: '20000' },
    lines: { type: 'string', default: '1000000' },
    only: { type: 'string', default: 'events,beacons,lines' },
    /** Writes a processor profile of each of our processes here. */
    profile: { type: 'string' },
  },
});
const eventsPerBatch = 1000;
const work: Record<string, { readonly requests: number; readonly each: number; readonly connections: number }> = {
  events: { requests: Number(values.batches), each: eventsPerBatch, connections: 4 },
  beacons: { requests: Number(values.beacons), each: 1, connections: 256 },
};
const engines = ['docwright', 'peer'] as const;

function start(script: string, ...parameters: string[]): ChildProcess {
  const profiled = values.profile !== undefined && !script.includes('peer') && !script.includes('load');
  const execArgv = profiled ? ['--cpu-prof', `--cpu-prof-dir=${values.profile ?? ''}`] : [];
  return fork(join(import.meta.dirname, 'ingest', script), parameters, { execArgv, stdio: 'inherit' });
}

async function answer<Message>(child: ChildProcess): Promise<Message> {
  const [message] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`A process of the benchmark ended with ${String(code)} before it answered.`);
    }),
  ])) as [Message];
  return message;
}

function perItem(seconds: number, items: number): number {
  return Math.round((seconds / items) * 1e7) / 10;
}

async function overHttp(name: string, engine: (typeof engines)[number]): Promise<Record<string, unknown>> {
  const { requests, each, connections } = work[name] ?? { requests: 0, each: 0, connections: 0 };
  const folder = mkdtempSync(join(tmpdir(), 'docwright-ingest-'));
  const server = start(`serve-${engine}.ts`, folder);
  try {
    const address = await answer<ServerAddress>(server);
    const load = start('send-load.ts');
    const task: LoadTask = { ...address, kind: name === 'events' ? 'events' : 'beacons', requests, each, connections };
    load.send(task);
    await answer<string>(load);
    server.send('begin');
    load.send('go');
    const { seconds, slowestMs, medianMs } = await answer<LoadReport>(load);
    server.send('end');
    const { stored, longestHoldMs, longestRunMs, cpuSeconds } = await answer<ServerReport>(server);
    if (stored !== requests * each) throw new Error(`${engine} kept ${stored} of ${requests * each} ${name}.`);
    const cpuMicroseconds = perItem(cpuSeconds, stored);
    return { rate: Math.round(stored / seconds), cpuMicroseconds, medianMs, slowestMs, longestHoldMs, longestRunMs };
  } finally {
    server.disconnect();
    await once(server, 'exit');
    rmSync(folder, { recursive: true });
  }
}

async function fromLog(engine: (typeof engines)[number]): Promise<Record<string, unknown>> {
  const folder = mkdtempSync(join(tmpdir(), 'docwright-ingest-'));
  try {
    const file = join(folder, 'access.log');
    writeFileSync(file, `${sampleLog(Number(values.lines)).join('\n')}\n`);
    const child = start(engine === 'peer' ? 'import-lines-peer.ts' : 'import-lines.ts', folder, file);
    const { seconds, stored, longestHoldMs, longestRunMs, cpuSeconds } = await answer<ImportReport>(child);
    if (stored !== Number(values.lines)) throw new Error(`${engine} kept ${stored} of ${values.lines} lines.`);
    return {
      rate: Math.round(stored / seconds),
      cpuMicroseconds: perItem(cpuSeconds, stored),
      longestHoldMs,
      longestRunMs,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const table: Record<string, Record<string, unknown>> = {};
for (const name of values.only.split(',')) {
  for (const engine of engines) {
    table[`${name}, ${engine}`] = await (name === 'lines' ? fromLog(engine) : overHttp(name, engine));
  }
  const [ours, peers] = engines.map((engine) => Number(table[`${name}, ${engine}`]?.['rate']));
  table[`${name}, docwright`] = { ...table[`${name}, docwright`], ratio: ((ours ?? 0) / (peers ?? 1)).toFixed(2) };
}
console.table(table);
