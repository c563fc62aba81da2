import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { commonLog } from '../../src/analytics/collect/formats/common-log.ts';
import type { Hit } from '../../src/analytics/hit.ts';
import { sampleLog } from '../sample-log.ts';
import type { ServerAddress } from './server-report.ts';

export interface LoadTask extends ServerAddress {
  readonly kind: 'events' | 'beacons';
  readonly requests: number;
  /** Of these, those that are sent before the clock starts, so that the server's code is compiled. */
  readonly warmUp?: number;
  /** Events in each request. */
  readonly each: number;
  readonly connections: number;
  /** Of who reads what. */
  readonly seed?: number;
}

export interface LoadReport {
  readonly seconds: number;
  readonly medianMs: number;
  readonly slowestMs: number;
}

interface Prepared {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string | number>>;
}

const [task] = (await once(process, 'message')) as [LoadTask];
const path = task.kind === 'events' ? `/v1/ingest/${task.projectId}/events` : '/v1/collect';
const prepared = prepare();
const agent = new Agent({ keepAlive: true, maxSockets: task.connections });
let next = 0;
let times: number[] = [];
await sendUpTo(task.warmUp ?? 0);
process.send?.('ready');
await once(process, 'message');

times = [];
const started = performance.now();
await sendUpTo(task.requests);
const seconds = (performance.now() - started) / 1000;
agent.destroy();
times.sort((left, right) => left - right);
const at = (share: number) => Math.round((times[Math.floor((times.length - 1) * share)] ?? 0) * 10) / 10;
process.send?.({ seconds, medianMs: at(0.5), slowestMs: at(1) } satisfies LoadReport);
process.disconnect();

async function sendUpTo(end: number): Promise<void> {
  await Promise.all(Array.from({ length: task.connections }, () => sendUntil(end)));
}

async function sendUntil(end: number): Promise<void> {
  while (next < end) {
    const one = prepared[next++];
    const before = performance.now();
    if (one !== undefined) await send(one);
    times.push(performance.now() - before);
  }
}

async function send({ body, headers }: Prepared): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  const sent = request(new URL(path, task.url), { method: 'POST', agent, headers }, (response) => {
    if (response.statusCode !== 202) reject(new Error(`The server answered ${String(response.statusCode)}.`));
    response.resume().on('end', resolve);
  });
  sent.on('error', reject);
  sent.end(body);
  await promise;
}

/** Made before the clock starts. */
function prepare(): Prepared[] {
  const read = commonLog.createReader();
  const hits = sampleLog(task.requests * task.each, task.seed).flatMap((line) => read(line)?.hit ?? []);
  return Array.from({ length: task.requests }, (_, index) => {
    const own = hits.slice(index * task.each, (index + 1) * task.each);
    return task.kind === 'events' ? eventsOf(own) : beaconOf(own[0], index);
  });
}

function eventsOf(hits: readonly Hit[]): Prepared {
  const events = hits.map(({ timestampMs, url, ip, userAgent, referrer, method, status }) => ({
    id: randomBytes(12).toString('base64url'),
    timestamp: timestampMs,
    url: `https://docs.example${url}`,
    method,
    status,
    ip,
    userAgent,
    accept: '*/*',
    ...(referrer && { referrer }),
  }));
  return {
    body: Buffer.from(JSON.stringify(events)),
    headers: { 'content-type': 'application/json', authorization: `Bearer ${task.apiKey}` },
  };
}

function beaconOf(hit: Hit | undefined, index: number): Prepared {
  const view = { project: task.projectId, id: randomBytes(16).toString('hex'), hints: [] };
  return {
    body: Buffer.from(JSON.stringify({ ...view, url: `https://docs.example${hit?.url ?? '/'}`, status: 200 })),
    headers: {
      'content-type': 'text/plain',
      origin: 'https://docs.example',
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
      // Readers come from addresses of their own, and no address may send too many.
      'x-forwarded-for': `198.${18 + ((index >> 16) & 1)}.${(index >> 8) & 255}.${index & 255}`,
    },
  };
}
