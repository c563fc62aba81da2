/**
 * What visits cost that come in, durable before the answer: server events in batches over HTTP, single beacons over HTTP, and
 * lines of access logs; beside what an expert writes for nothing else, plain `node:http` (or one regular expression per line)
 * with group commit in SQLite, once more with ids that count once. Each engine and the load are processes of their own; the
 * engines take turns, and the ratio is that of the medians of processor time.
 *
 *   npx node bench/ingest.ts [--batches 300] [--beacons 20000] [--lines 1000000] [--runs 3] [--only events,beacons,lines]
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { printRows, type BenchRow } from './bench-row.ts';
import type { LoadReport, LoadTask } from './ingest/send-load.ts';
import type { ImportReport } from './ingest/import-lines.ts';
import { sampleLog } from './sample-log.ts';
import type { ServerAddress, ServerReport } from './ingest/server-report.ts';

const { values } = parseArgs({
  options: {
    batches: { type: 'string', default: '300' },
    beacons: { type: 'string', default: '20000' },
    lines: { type: 'string', default: '1000000' },
    runs: { type: 'string', default: '3' },
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
const engines = ['docwright', 'peer', 'peer, unique ids'] as const;
type Engine = (typeof engines)[number];

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

interface Measured {
  /** A second, by the clock. */
  readonly rate: number;
  /** Of processor time of the whole process, for each. */
  readonly cpuMicroseconds: number;
  readonly medianMs?: number;
  readonly slowestMs?: number;
  readonly longestHoldMs: number;
  readonly longestRunMs: number;
}

function perItem(seconds: number, items: number): number {
  return Math.round((seconds / items) * 1e7) / 10;
}

async function overHttp(name: string, engine: Engine): Promise<Measured> {
  const { requests, each, connections } = work[name] ?? { requests: 0, each: 0, connections: 0 };
  const warmUp = Math.floor(requests / 5);
  const measured = (requests - warmUp) * each;
  const folder = mkdtempSync(join(tmpdir(), 'docwright-ingest-'));
  const server =
    engine === 'docwright'
      ? start('serve-docwright.ts', folder)
      : start('serve-peer.ts', folder, engine === 'peer' ? '' : 'unique');
  try {
    const address = await answer<ServerAddress>(server);
    const load = start('send-load.ts');
    const task: LoadTask = {
      ...address,
      kind: name === 'events' ? 'events' : 'beacons',
      requests,
      warmUp,
      each,
      connections,
    };
    load.send(task);
    await answer<string>(load);
    server.send('begin');
    load.send('go');
    const { seconds, slowestMs, medianMs } = await answer<LoadReport>(load);
    server.send('end');
    const { stored, longestHoldMs, longestRunMs, cpuSeconds } = await answer<ServerReport>(server);
    if (stored !== requests * each) throw new Error(`${engine} kept ${stored} of ${requests * each} ${name}.`);
    const cpuMicroseconds = perItem(cpuSeconds, measured);
    return { rate: Math.round(measured / seconds), cpuMicroseconds, medianMs, slowestMs, longestHoldMs, longestRunMs };
  } finally {
    server.disconnect();
    await once(server, 'exit');
    rmSync(folder, { recursive: true });
  }
}

async function fromLog(engine: Engine): Promise<Measured> {
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

/** The run of the median processor time. */
function middle(runs: readonly Measured[]): Measured | undefined {
  return runs.toSorted((left, right) => left.cpuMicroseconds - right.cpuMicroseconds)[Math.floor(runs.length / 2)];
}

const rows: BenchRow[] = [];
const table: Record<string, Record<string, unknown>> = {};
for (const name of values.only.split(',')) {
  // An access log has no ids that somebody else gave.
  const compared = engines.filter((engine) => name !== 'lines' || engine !== 'peer, unique ids');
  const measured = new Map<Engine, Measured[]>(compared.map((engine) => [engine, []]));
  for (let run = 0; run < Number(values.runs); run += 1) {
    for (const [engine, runs] of measured)
      runs.push(await (name === 'lines' ? fromLog(engine) : overHttp(name, engine)));
  }
  const ours = middle(measured.get('docwright') ?? []);
  for (const [engine, runs] of measured) {
    const median = middle(runs);
    const all = runs.map(({ cpuMicroseconds }) => cpuMicroseconds).join(' ');
    if (engine !== 'docwright') {
      const [mine = 0, theirs = 0] = [ours, median].map((run) => run?.cpuMicroseconds ?? 0);
      rows.push({ work: `${name}, µs each`, ours: mine, peer: `node:http and SQLite${engine.slice(4)}`, theirs });
    }
    const ratio = ((median?.cpuMicroseconds ?? 0) / (ours?.cpuMicroseconds ?? 1)).toFixed(2);
    table[`${name}, ${engine}`] = { ...median, all, ratio: engine === 'docwright' ? '' : ratio };
  }
}
console.table(table);
printRows(rows);
