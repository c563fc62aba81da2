/**
 * `npm run soak [-- --minutes 120 --rate 2000 --folder DIR]`: sends server events at a steady rate to one server over hours,
 * asks it questions meanwhile as dashboards do, and tells its memory each minute. Interrupt it to end early with the same
 * summary. Ends with 1 where a request failed, an acknowledged view is not counted once, or memory grew.
 */
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as elapse } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { commandEnvironment } from '../../bench/command-environment.ts';
import { freePort } from '../free-port.ts';
import type { Held } from '../hostile/hold-meter.ts';
import type { Question } from '../hostile/watched-server.ts';
import { prepareData } from './prepared-data.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '120' },
    rate: { type: 'string', default: '2000' },
    folder: { type: 'string', default: tmpdir() },
  },
});
const minutes = Number(values.minutes);
const eventsAtOnce = 100;
const sendEveryMs = (1000 * eventsAtOnce) / Number(values.rate);
const askEveryMs = 10_000;
const visitors = 200_000;
const paths = 2_000;
// People are counted by the tracker alone unless a project says otherwise, so these are agents.
const userAgents = ['Claude-User/1.0', 'ChatGPT-User/1.0'];
/** Memory at the end may be so much above that of the tenth to twentieth minute, when all has been loaded and compiled. */
const mostGrowth = 1.1;

interface Minute {
  readonly residentMb: number;
  readonly anonymousMb: number;
}

mkdirSync(values.folder, { recursive: true });
const folder = mkdtempSync(join(values.folder, 'soak-'));
const { environment, projects } = await prepareData(folder, { projects: 4, views: 40_000 });
const before = 40_000;
const server = fork(join(import.meta.dirname, '..', 'hostile', 'watched-server.ts'), {
  // As the command and the unit file have it.
  env: {
    ...commandEnvironment,
    ...process.env,
    ...environment,
    DOCWRIGHT_PORT: String(await freePort()),
  },
  execArgv: [],
});
const ended = once(server, 'exit');
const [url] = (await once(server, 'message')) as [string];
const over = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    over.abort();
  });

let acknowledged = 0;
let slowestDeliveryMs = 0;
let slowestAnswerMs = 0;
const failed: string[] = [];
const under = new Set<Promise<void>>();
const sampled: Minute[] = [];
const began = performance.now();
console.log('minute  resident  anonymous MB  views  slowest delivery  slowest answer  loop held ms  load');
await Promise.all([send(), ask(), sample()]);
await Promise.all(under);
const ranMinutes = (performance.now() - began) / 60_000;
const counted = await countAll();
server.send('stop' satisfies Question);
await ended;
rmSync(folder, { recursive: true });

if (counted !== before + acknowledged) failed.push(`${before + acknowledged} views acknowledged, ${counted} counted`);
const settled = mean(sampled.slice(9, 20));
const last = mean(sampled.slice(-10));
console.log(`ran ${ranMinutes.toFixed(1)} minutes: ${acknowledged} events acknowledged, ${counted} views counted`);
console.log(
  `${(acknowledged / ranMinutes / 60).toFixed(0)} events a second, ${failed.length} failures: ${failed.slice(0, 3).join('; ')}`,
);
console.log(`resident, minutes 10 to 20: ${settled.toFixed(0)} MB; last ten minutes: ${last.toFixed(0)} MB`);
process.exitCode = failed.length === 0 && !(last > settled * mostGrowth) ? 0 : 1;

async function send(): Promise<void> {
  for (let number = 0; !over.signal.aborted; number += 1) {
    const delivery = deliver(number).finally(() => under.delete(delivery));
    under.add(delivery);
    const wait = began + (number + 1) * sendEveryMs - performance.now();
    if (wait > 0) await pause(wait);
  }
}

async function deliver(number: number): Promise<void> {
  const sentAt = performance.now();
  const events = Array.from({ length: eventsAtOnce }, () => ({
    id: randomUUID(),
    timestamp: Date.now(),
    path: `/page/${Math.floor(paths * Math.random() ** 3)}`,
    visitorId: String(Math.floor(visitors * Math.random())),
    userAgent: userAgents[Math.floor(userAgents.length * Math.random())],
    method: 'GET',
    status: 200,
  }));
  try {
    const { accepted } = (await request(number, 'ingest', 'events', events)) as { accepted: number };
    acknowledged += accepted;
    if (accepted !== eventsAtOnce) failed.push(`${accepted} of ${eventsAtOnce} accepted`);
  } catch (error) {
    failed.push(String(error));
  }
  slowestDeliveryMs = Math.max(slowestDeliveryMs, performance.now() - sentAt);
}

async function ask(): Promise<void> {
  const questions = ['visitors?limit=50', 'views?limit=250'];
  for (let number = 0; !over.signal.aborted; number += 1) {
    const askedAt = performance.now();
    await request(number, 'analytics', questions[number % questions.length] ?? '').catch((error: unknown) =>
      failed.push(String(error)),
    );
    slowestAnswerMs = Math.max(slowestAnswerMs, performance.now() - askedAt);
    await pause(askEveryMs);
  }
}

async function sample(): Promise<void> {
  for (let minute = 1; minute <= minutes && !over.signal.aborted; minute += 1) {
    await pause(began + minute * 60_000 - performance.now());
    const memory = memoryOf(server.pid);
    sampled.push(memory);
    const { heldMs } = await askProcess('read');
    await askProcess('reset');
    console.log(
      [
        minute,
        memory.residentMb.toFixed(0),
        memory.anonymousMb.toFixed(0),
        before + acknowledged,
        slowestDeliveryMs.toFixed(0),
        slowestAnswerMs.toFixed(0),
        heldMs.toFixed(0),
        loadavg()[0]?.toFixed(1),
      ].join('  '),
    );
    slowestDeliveryMs = 0;
    slowestAnswerMs = 0;
  }
  over.abort();
}

async function askProcess(question: Question): Promise<Held> {
  const answer = once(server, 'message') as Promise<[Held]>;
  server.send(question);
  return (await answer)[0];
}

async function countAll(): Promise<number> {
  let sum = 0;
  for (const index of projects.keys()) {
    const { totals } = (await request(index, 'analytics', 'views?limit=1')) as { totals: { total: number } };
    sum += totals.total;
  }
  return sum;
}

async function request(number: number, area: string, path: string, body?: object): Promise<unknown> {
  const { id, apiKey } = projects[number % projects.length] ?? { id: '', apiKey: '' };
  const response = await fetch(`${url}/v1/${area}/${id}/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status} ${text.slice(0, 200)}`);
  return JSON.parse(text) as unknown;
}

function memoryOf(pid: number | undefined): Minute {
  const status = readFileSync(`/proc/${String(pid)}/status`, 'utf8');
  const megabytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1024;
  return { residentMb: megabytes('VmRSS'), anonymousMb: megabytes('RssAnon') };
}

function mean(of: readonly Minute[]): number {
  return of.reduce((sum, { residentMb }) => sum + residentMb, 0) / of.length;
}

async function pause(milliseconds: number): Promise<void> {
  await elapse(Math.max(0, milliseconds), undefined, { signal: over.signal }).catch(() => undefined);
}
