import { connect } from 'node:net';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { streamSSE } from 'hono/streaming';
import { Registry } from 'prom-client';
import { afterEach, expect, it } from 'vitest';
import { startClients } from '../../../test/endurance/keep-alive-clients.ts';
import { systemClock } from '../../kernel/clock.ts';
import { createLogger, silentLogger } from '../../kernel/logger.ts';
import { createHttpApp } from '../create-http-app.ts';
import { addHealthRoutes } from '../health-routes.ts';
import { readBody } from '../read-body.ts';
import { startServer, type RunningServer } from './server.ts';
import { streamAnswer } from '../stream-answer.ts';

const servers: RunningServer[] = [];
const agents: Agent[] = [];
afterEach(async () => {
  for (const agent of agents.splice(0)) agent.destroy();
  await Promise.all(servers.splice(0).map((server) => server.drain({ graceMilliseconds: 100 })));
});

async function start() {
  const logged: string[] = [];
  const logger = createLogger({
    level: 'error',
    redact: (line) => line,
    destination: { write: (line) => logged.push(line) },
  });
  const app = createHttpApp({ logger, clock: systemClock, trustedProxies: [] });
  const draining = new AbortController();
  const entered = Promise.withResolvers<undefined>();
  const release = Promise.withResolvers<undefined>();
  addHealthRoutes(app, { checks: {}, draining: draining.signal, registry: new Registry(), metrics: 'open' });
  app.get('/quick', (context) => context.text('quick'));
  app.post('/small', async (context) => context.text(String(await readBody(context, 100))));
  app.get('/slow', async (context) => {
    entered.resolve(undefined);
    await release.promise;
    return context.text('whole answer');
  });
  app.get('/events', (context) =>
    streamSSE(context, async (stream) => {
      await stream.writeSSE({ data: 'first' });
      if (!draining.signal.aborted) await once(draining.signal, 'abort');
      await stream.writeSSE({ data: 'last' });
    }),
  );
  const left = Promise.withResolvers<undefined>();
  app.post('/whole', async (context) => {
    context.req.raw.signal.addEventListener('abort', () => {
      setImmediate(left.resolve, undefined);
    });
    return context.text(await context.req.text());
  });
  app.get('/left', async (context) => {
    await left.promise;
    return context.text('left');
  });
  app.use('/broken-off', async (context, next) => {
    await next();
    // Touched by anybody, the body goes out by the way on which the adapter would tell a fault to the caller.
    expect(context.res.body).not.toBeNull();
  });
  app.get('/broken-off', (context) =>
    streamAnswer(
      context,
      (async function* () {
        yield await Promise.resolve(Buffer.from('the beginning'));
        throw new Error('/srv/data/segment-7 is torn');
      })(),
    ),
  );
  const server = await startServer({ app, host: '127.0.0.1', port: 0, logger, draining });
  servers.push(server);
  return {
    server,
    logged,
    entered: entered.promise,
    release: () => {
      release.resolve(undefined);
    },
  };
}

function request(
  url: string,
  { agent = keepAliveAgent(), method = 'GET', body }: { agent?: Agent; method?: string; body?: string } = {},
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    httpRequest(url, { agent, method }, resolve).on('error', reject).end(body);
  });
}

function keepAliveAgent(): Agent {
  const agent = new Agent({ keepAlive: true });
  agents.push(agent);
  return agent;
}

async function body(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += String(chunk);
  return text;
}

/** Resolves when a connection is refused. */
async function nobodyListens({ port }: RunningServer): Promise<void> {
  const code = () =>
    new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        resolve('connected');
        socket.destroy();
      }).on('error', (error: NodeJS.ErrnoException) => {
        resolve(error.code);
      });
    });
  await expect.poll(code, { interval: 1 }).toBe('ECONNREFUSED');
}

it('cuts nothing, and says nothing of it, where there is no connection', async () => {
  const logged: string[] = [];
  const destination = { write: (line: string) => logged.push(line) };
  const logger = createLogger({ level: 'warn', redact: (line) => line, destination });
  const app = createHttpApp({ logger, clock: systemClock, trustedProxies: [] });
  const server = await startServer({ app, host: '127.0.0.1', port: 0, logger, draining: new AbortController() });
  await server.drain({ graceMilliseconds: 0 });
  expect(logged).toEqual([]);
});

it('finishes a running request, then refuses connections', async () => {
  const { server, entered, release } = await start();
  const pending = request(`${server.url}/slow`);
  await entered;
  const drained = server.drain();
  await nobodyListens(server);
  release();
  const response = await pending;
  expect(response.headers.connection).toBe('close');
  expect(await body(response)).toBe('whole answer');
  await drained;
});

it('ends event streams, and waits for idle connections only a short while', async () => {
  const { server } = await start();
  await body(await request(`${server.url}/quick`));
  const stream = await request(`${server.url}/events`);
  const [first] = (await once(stream, 'data')) as [Buffer];
  expect(String(first)).toContain('first');
  const rest = body(stream);
  await server.drain();
  expect(await rest).toContain('last');
});

it('answers whoever still asks on an idle connection, and says that it was the last time', async () => {
  const { server } = await start();
  const agent = keepAliveAgent();
  const kept = await request(`${server.url}/quick`, { agent });
  expect(kept.headers).toMatchObject({
    connection: 'keep-alive',
    'keep-alive': 'timeout=75',
    'content-type': 'text/plain; charset=UTF-8',
    'content-length': '5',
    'x-request-id': expect.stringMatching(/^req_/) as string,
    'x-content-type-options': 'nosniff',
  });
  await body(kept);
  const drained = server.drain();
  await nobodyListens(server);
  const last = await request(`${server.url}/quick`, { agent });
  expect(last.headers.connection).toBe('close');
  expect(await body(last)).toBe('quick');
  await drained;
});

it('tells whoever asks on an open connection that it drains, before anything else is late', async () => {
  const { server } = await start();
  const agent = keepAliveAgent();
  expect(await body(await request(`${server.url}/readyz`, { agent }))).toContain('"ready"');
  const drained = server.drain();
  await nobodyListens(server);
  const last = await request(`${server.url}/readyz`, { agent });
  expect([last.statusCode, await body(last)]).toEqual([503, expect.stringContaining('"draining"')]);
  await drained;
});

it('fails no request of 64 clients that keep their connections', async () => {
  const { server } = await start();
  const read = (status: number, text: string) => {
    expect([status, text]).toEqual([200, 'quick']);
  };
  const next = () => ({ method: 'GET', path: '/quick', read }) as const;
  const load = startClients({ url: server.url, count: 64, longestPause: 500, next });
  await expect.poll(() => load.report.answered, { timeout: 20_000 }).toBeGreaterThan(300);
  await server.drain();
  expect((await load.stop()).failed).toEqual([]);
});

it('cuts what does not end within the grace period', async () => {
  const { server, entered } = await start();
  const pending = expect(request(`${server.url}/slow`)).rejects.toThrow(/hang up|ECONNRESET/);
  await entered;
  await server.drain({ graceMilliseconds: 20 });
  await pending;
});

it('keeps a connection usable after it refused a body unread', async () => {
  const { server, release } = await start();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  agents.push(agent);
  const refused = await request(`${server.url}/small`, { agent, method: 'POST', body: 'x'.repeat(2_000_000) });
  expect(refused.statusCode).toBe(413);
  await body(refused);
  const next = request(`${server.url}/slow`, { agent });
  // Were the rest of the first body not taken in, the adapter would cut the connection after half a second.
  setTimeout(release, 700);
  expect(await body(await next)).toBe('whole answer');
});

it('says so when the port is taken', async () => {
  const { server } = await start();
  const app = createHttpApp({ logger: silentLogger, clock: systemClock, trustedProxies: [] });
  const second = startServer({
    app,
    host: '127.0.0.1',
    port: server.port,
    logger: silentLogger,
    draining: new AbortController(),
  });
  await expect(second).rejects.toMatchObject({ facts: { code: 'address_in_use' } });
});

/** Writes bytes to the server, and resolves with all that came back when it has closed the connection. */
function exchange(port: number, bytes: string | Buffer): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(bytes);
  return body(socket as unknown as IncomingMessage);
}

it.each([
  ['no HTTP at all', 'hello\r\n\r\n', 400, 'malformed_request'],
  ['no Host', 'GET /quick HTTP/1.1\r\n\r\n', 400, ''],
  ['a Host that is none', 'GET /quick HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n', 400, 'malformed_request'],
  [
    'two lengths',
    'POST /small HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx',
    400,
    'malformed_request',
  ],
  [
    'a length and chunks',
    'POST /small HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
    'malformed_request',
  ],
  ['a header without a name', 'GET /quick HTTP/1.1\r\nHost: a\r\n: x\r\n\r\n', 400, 'malformed_request'],
  ['headers of 20 KB', `GET /quick HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'headers_too_large'],
  ['an address of 20 KB', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431, 'headers_too_large'],
  [
    'a Host that no address can have, with a body',
    `POST /small HTTP/1.1\r\nHost: ${'127.0.0.1'.repeat(60)}\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}`,
    400,
    'malformed_request',
  ],
  ['two hosts', 'GET /quick HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', 400, 'malformed_request'],
  [
    'a coding that Node does not undo',
    'POST /small HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
    400,
    'malformed_request',
  ],
  ['the wish for a tunnel', 'CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n', 405, 'method_not_allowed'],
  ['an asterisk', 'OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 400, 'malformed_request'],
])('answers %s in the form of every other error', async (_, bytes, status, code) => {
  const { server } = await start();
  const [head = '', text = ''] = (await exchange(server.port, bytes)).split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  if (code === '') return;
  expect(head.toLowerCase()).toContain('content-type: application/problem+json');
  expect(JSON.parse(text)).toMatchObject({ type: `/problems/${code}`, status });
});

it('writes nothing into an answer that is under way when the next request on its connection is broken', async () => {
  const { server, release } = await start();
  const socket = connect(server.port, '127.0.0.1');
  socket.write('GET /events HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(socket, 'data');
  socket.write('nonsense\r\n\r\n');
  const rest = await body(socket as unknown as IncomingMessage).catch(() => '');
  expect(rest).not.toContain('HTTP/1.1');
  release();
});

it('answers a request that expects more than it can like any other', async () => {
  const { server } = await start();
  const text = await exchange(
    server.port,
    'GET /quick HTTP/1.1\r\nHost: a\r\nExpect: 200-ok\r\nConnection: close\r\n\r\n',
  );
  expect(text).toMatch(/^HTTP\/1.1 200 .*quick$/s);
});

it('breaks off an answer that fails on its way, logs why, and tells nobody', async () => {
  const { server, logged } = await start();
  const socket = connect(server.port, '127.0.0.1');
  let text = '';
  socket.on('data', (bytes) => (text += bytes.toString()));
  socket.on('error', () => undefined);
  socket.write('GET /broken-off HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  await once(socket, 'close');
  expect(text).not.toMatch(/segment-7| 500 |\r\n0\r\n\r\n$/);
  expect(logged.join('')).toContain('segment-7');
});

it('takes a caller who leaves in the middle of a body for no fault of the server', async () => {
  const { server, logged } = await start();
  const socket = connect(server.port, '127.0.0.1');
  socket.write('POST /whole HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nhalf');
  await body(await request(`${server.url}/quick`));
  socket.destroy();
  await body(await request(`${server.url}/left`));
  expect(logged).toEqual([]);
});
