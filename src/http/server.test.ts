import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { streamSSE } from 'hono/streaming';
import { afterEach, expect, it } from 'vitest';
import { systemClock } from '../kernel/clock.ts';
import { silentLogger } from '../kernel/logger.ts';
import { createHttpApp } from './create-http-app.ts';
import { limitBody } from './json-body.ts';
import { startServer, type RunningServer } from './server.ts';

const servers: RunningServer[] = [];
const agents: Agent[] = [];
afterEach(async () => {
  for (const agent of agents.splice(0)) agent.destroy();
  await Promise.all(servers.splice(0).map((server) => server.drain({ graceMilliseconds: 100 })));
});

async function start() {
  const app = createHttpApp({ logger: silentLogger, clock: systemClock, trustedProxies: [] });
  const draining = new AbortController();
  const entered = Promise.withResolvers<undefined>();
  const release = Promise.withResolvers<undefined>();
  app.get('/quick', (context) => context.text('quick'));
  app.post('/small', limitBody(100), (context) => context.text('small'));
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
  const server = await startServer({ app, host: '127.0.0.1', port: 0, logger: silentLogger, draining });
  servers.push(server);
  return {
    server,
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

it('finishes a running request, then refuses connections', async () => {
  const { server, entered, release } = await start();
  const pending = request(`${server.url}/slow`);
  await entered;
  const drained = server.drain();
  await expect(request(`${server.url}/quick`)).rejects.toThrow(/ECONNREFUSED/);
  release();
  const response = await pending;
  expect(response.headers.connection).toBe('close');
  expect(await body(response)).toBe('whole answer');
  await drained;
});

it('ends event streams, and does not wait for idle connections', async () => {
  const { server } = await start();
  await body(await request(`${server.url}/quick`));
  const stream = await request(`${server.url}/events`);
  const [first] = (await once(stream, 'data')) as [Buffer];
  expect(String(first)).toContain('first');
  const rest = body(stream);
  await server.drain();
  expect(await rest).toContain('last');
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
