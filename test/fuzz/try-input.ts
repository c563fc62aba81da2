import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { importLog } from '../../src/analytics/collect/log-files/import-log.ts';
import { openLogStream } from '../../src/analytics/collect/log-files/open-log.ts';
import { agentJobSchema } from '../../src/contract/agent-job.ts';
import { checkerLimits } from '../../check/src/apart/checker-messages.ts';
import { createCheckApart, type CheckApart } from '../../check/src/check.ts';
import { createMemoryTree } from '../../check/test/memory-tree.ts';
import type { FuzzedServer } from './fuzzed-server.ts';
import { bytesOf, type Input, type InputOf } from './input.ts';

/** Milliseconds until an answer is given up. */
const longestAnswer = 30_000;
/** Milliseconds that a stream of events is listened to. */
const longestStream = 500;
/** Milliseconds of processor time for one log of at most half a megabyte. */
const longestImport = 2_000;
/** Milliseconds until a job must have ended: two rounds of checks that are ended after twenty seconds each. */
const longestJob = 180_000;

/** Answers that any path may give, whatever is documented for it. */
const general = [400, 401, 404, 405, 408, 411, 413, 414, 415, 417, 421, 426, 429, 431];

export interface Attempt {
  /** What was wrong; nothing, when all was well. */
  readonly faults: readonly string[];
  /** In a word what came of it, to be counted. */
  readonly outcome: string;
}

/** Tries inputs on a server, and on checkers as the server has them. */
export interface Attacker {
  attempt(input: Input): Promise<Attempt>;
  close(): Promise<void>;
}

export function createAttacker(server: FuzzedServer): Attacker {
  const docsCheck = createCheckApart({ processes: 1, limits: checkerLimits });
  return {
    attempt(input) {
      switch (input.kind) {
        case 'request':
          return tryRequest(input, server);
        case 'socket':
          return trySocket(input, server);
        case 'documentation':
          return input.by === 'job' ? tryJob(input, server) : tryCheck(input, docsCheck);
        case 'log':
          return tryLog(input);
      }
    },
    close: () => docsCheck.close(),
  };
}

/** What of the planted stands in an answer, and not already in what was sent. */
function leaks(answer: string, sent: string, { planted, dataDirectory }: FuzzedServer): string[] {
  // An owner is told with what commands begin on the machine.
  const told = answer.replaceAll(`DOCWRIGHT_DATA_DIR=${dataDirectory} `, '');
  return planted
    .filter((secret) => told.includes(secret) && !sent.includes(secret))
    .map((secret) => `the answer holds ${secret.slice(0, 12)}…`);
}

/** An owner who has the server examined is told of the folder of its data. */
function withoutPlaces(answer: string, path: string, { dataDirectory }: FuzzedServer): string {
  return path.startsWith('/api/dashboard/examinations') ? answer.replaceAll(dataDirectory, '') : answer;
}

async function tryRequest(input: InputOf<'request'>, server: FuzzedServer): Promise<Attempt> {
  const body = bytesOf(server.filled(input.body));
  const headers = input.headers.flatMap(([name, value]) => [name, server.filled(value)]);
  if (!headers.includes('host')) headers.push('host', new URL(server.url).host);
  if (body.length > 0) headers.push('content-length', String(body.length));
  const path = server.filled(input.path);
  const signal = AbortSignal.timeout(longestAnswer);
  const asked = request(server.url + path, { method: input.method, path, headers, signal, agent: false });
  asked.end(body);
  try {
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    const status = answer.statusCode ?? 0;
    const stream = (answer.headers['content-type'] ?? '').includes('event-stream');
    const text = await textOf(answer, stream ? longestStream : longestAnswer);
    const isExpected = input.documented.length === 0 || [...input.documented, ...general].includes(status);
    return {
      faults: [
        ...(status === 500 || (status > 500 && !input.documented.includes(status)) ? [`answered ${status}`] : []),
        ...(isExpected || status >= 500 ? [] : [`answered ${status}, which is not documented`]),
        ...leaks(
          `${JSON.stringify(answer.rawHeaders)}\n${withoutPlaces(text, path, server)}`,
          `${path}\n${JSON.stringify(headers)}\n${body.toString('latin1')}`,
          server,
        ),
      ],
      outcome: String(status),
    };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // Whoever is refused for sending too much may notice the end of the connection before the answer.
    const isCut = ['ECONNRESET', 'EPIPE'].includes(code ?? '') && body.length > 60_000;
    if (isCut) return { faults: [], outcome: 'cut off' };
    return { faults: [`no answer: ${signal.aborted ? 'not in time' : message}`], outcome: 'no answer' };
  } finally {
    asked.destroy();
  }
}

/** The text of an answer, as far as it comes in so many milliseconds. */
async function textOf(answer: Readable, milliseconds: number): Promise<string> {
  const chunks: Buffer[] = [];
  const end = setTimeout(() => answer.destroy(), milliseconds);
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) chunks.push(chunk);
  } catch {
    // Cut off, by us or by the server: what came is looked at.
  } finally {
    clearTimeout(end);
  }
  return Buffer.concat(chunks).toString('latin1');
}

async function trySocket(input: InputOf<'socket'>, server: FuzzedServer): Promise<Attempt> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.on('error', () => undefined);
  const closed = once(socket, 'close').catch(() => undefined);
  const sent = server.filled(input.pieces.join(''));
  for (const piece of input.pieces) {
    if (socket.destroyed) break;
    socket.write(bytesOf(server.filled(piece)));
    await delay(1);
  }
  if (input.ends) socket.end();
  await Promise.race([closed, delay(200)]);
  socket.destroy();
  const answer = Buffer.concat(chunks).toString('latin1');
  const failed = /^HTTP\/1\.1 5\d\d/m.exec(answer)?.[0];
  return {
    faults: [...(failed === undefined ? [] : [`answered ${failed}`]), ...leaks(answer, sent, server)],
    outcome: /^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 'no answer',
  };
}

async function tryCheck(input: InputOf<'documentation'>, docsCheck: CheckApart): Promise<Attempt> {
  const begun = performance.now();
  try {
    const { findings } = await docsCheck.check({ tree: createMemoryTree(input.files) });
    const took = performance.now() - begun;
    const ended = findings.filter(({ rule }) => rule === 'not-checked');
    const root = process.cwd();
    return {
      faults: [
        ...(took > checkerLimits.longestCheck + 10_000 ? [`the check took ${took.toFixed(0)} ms`] : []),
        ...(findings.some(({ message }) => message === '' || message.length > 2_000)
          ? ['a message is empty or too long']
          : []),
        ...findings.filter(({ message }) => message.includes(root)).map(({ message }) => `names a place: ${message}`),
        ...findings
          .filter(({ message }) => /could not be checked(?!.*(?: within | MB| nested too deep))/.test(message))
          .map(({ message }) => message.slice(0, 300)),
      ],
      outcome: ended.length > 0 ? 'beyond the checker' : findings.length > 0 ? 'findings' : 'clean',
    };
  } catch (error) {
    return { faults: [`the check threw ${String(error)}`], outcome: 'thrown' };
  }
}

async function tryJob(input: InputOf<'documentation'>, server: FuzzedServer): Promise<Attempt> {
  const files = Object.entries(input.files).filter(([path]) => isPlainPath(path));
  const { projectId, apiKey } = await server.addProject(`job-${crypto.randomUUID()}`, Object.fromEntries(files));
  const ask = async (path: string, body?: object): Promise<string> => {
    const response = await fetch(`${server.url}/v2/agent/${projectId}/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return response.text();
  };
  const begun = performance.now();
  let answer = await ask('job', { prompt: 'Add a note', model: 'scripted/quick' });
  for (;;) {
    const job = agentJobSchema.safeParse(JSON.parse(answer));
    if (!job.success) return { faults: [`no job: ${answer.slice(0, 300)}`], outcome: 'no job' };
    const { status, failure, id } = job.data;
    const said = `${answer}\n${await ask(`job/${id}/events`)}`;
    const isInternal = failure?.code === 'internal' || failure?.code === 'internal_error';
    const faults = [
      ...leaks(said, JSON.stringify(input), server),
      ...(isInternal ? [`failed: ${failure.message}`] : []),
    ];
    if (status !== 'active' || faults.length > 0) return { faults, outcome: failure?.code ?? status };
    if (performance.now() - begun > longestJob) return { faults: ['the job did not end'], outcome: 'stuck' };
    await delay(200);
    answer = await ask(`job/${id}`);
  }
}

/** What can be written into a folder by that name. */
const isPlainPath = (path: string): boolean =>
  /^[\w(][\w ./()[\]-]*$/.test(path) && !path.split('/').some((part) => ['', '.', '..'].includes(part));

async function tryLog(input: InputOf<'log'>): Promise<Attempt> {
  const since = process.threadCpuUsage();
  const log = openLogStream(input.name, Readable.from([bytesOf(input.bytes)]));
  try {
    const report = await importLog(log, {
      deliver: (hits) => Promise.resolve({ accepted: hits.length, dropped: {}, people: 0 }),
    });
    const { user, system } = process.threadCpuUsage(since);
    const took = (user + system) / 1000;
    return {
      faults: took > longestImport ? [`reading took ${took.toFixed(0)} ms`] : [],
      outcome: report.failure === undefined ? (report.format ?? 'unknown') : 'ended early',
    };
  } catch (error) {
    return { faults: [`reading threw ${String(error)}`], outcome: 'thrown' };
  }
}
