import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { recordVisits as recordExpress } from '../src/express.ts';
import { recordVisits as recordFastify } from '../src/fastify.ts';
import { recordVisits as recordHono } from '../src/hono.ts';
import { createRecorder, type Recorder } from '../src/index.ts';
import { recordVisits as recordNode } from '../src/node.ts';
import { startCollector, type Collector } from './collector.ts';

const html = 'text/html; charset=utf-8';

/** One site four times: `/guide` and `/api/v1` are pages, `/data` is JSON, everything else is not found. */
const frameworks: Record<string, (recorder: Recorder) => Promise<Server>> = {
  async 'node:http'(recorder) {
    const server = createServer(
      recordNode(recorder, (request, response) => {
        const path = request.url?.split('?')[0];
        if (path === '/data') response.setHeader('Content-Type', 'application/json').end('{}');
        else if (path === '/guide' || path === '/api/v1')
          response.setHeader('Content-Type', html).end('<h1>Guide</h1>');
        else response.setHeader('Content-Type', html).writeHead(404).end('<h1>Not found</h1>');
      }),
    );
    return started(server.listen(0, '127.0.0.1'));
  },
  async express(recorder) {
    const app = express();
    app.use(recordExpress(recorder));
    const api = express.Router();
    api.get('/v1', (_request, response) => response.type('html').send('<h1>Guide</h1>'));
    app.use('/api', api);
    app.get('/guide', (_request, response) => response.type('html').send('<h1>Guide</h1>'));
    app.get('/data', (_request, response) => response.json({}));
    app.use((_request, response) => response.status(404).type('html').send('<h1>Not found</h1>'));
    return started(app.listen(0, '127.0.0.1'));
  },
  async fastify(recorder) {
    const app = fastify();
    await app.register(recordFastify(recorder));
    for (const path of ['/guide', '/api/v1'])
      app.get(path, (_request, reply) => reply.type(html).send('<h1>Guide</h1>'));
    app.get('/data', () => ({}));
    app.setNotFoundHandler((_request, reply) => reply.code(404).type(html).send('<h1>Not found</h1>'));
    await app.listen({ port: 0, host: '127.0.0.1' });
    return app.server;
  },
  async hono(recorder) {
    const app = new Hono();
    app.use(recordHono(recorder));
    for (const path of ['/guide', '/api/v1']) app.get(path, (context) => context.html('<h1>Guide</h1>'));
    app.get('/data', (context) => context.json({}));
    app.notFound((context) => context.html('<h1>Not found</h1>', 404));
    return started(serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }) as Server);
  },
};

async function started(server: Server): Promise<Server> {
  if (!server.listening) await once(server, 'listening');
  return server;
}

describe.each(Object.keys(frameworks))('in a real %s server', (name) => {
  let collector: Collector;
  let recorder: Recorder;
  let server: Server;
  let origin: string;
  beforeEach(async () => {
    collector = await startCollector();
    recorder = createRecorder({ endpoint: collector.endpoint, projectId: 'docs', ingestKey: 'key', linger: 5 });
    server = await frameworks[name]!(recorder);
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(async () => {
    server.closeAllConnections();
    server.close();
    await collector.close();
  });

  const ask = (path: string, headers: Record<string, string> = {}) => fetch(origin + path, { headers });

  test('records pages as they were asked for and answered, and no asset', async () => {
    const headers = {
      'user-agent': 'test/1',
      accept: 'text/markdown',
      contentType: expect.stringMatching(/^text\/html\b/) as string,
      referer: 'https://example.org/a',
      'sec-ch-ua': '"X"',
    };
    const response = await ask('/guide?q=1', headers);
    expect([response.status, await response.text()]).toEqual([200, '<h1>Guide</h1>']);
    await (await ask('/data')).text();
    await (await ask('/api/v1')).text();
    await (await ask('/missing')).text();
    const events = await collector.received(3);
    await recorder.flush();
    expect(events.map(({ url, status }) => [url, status])).toEqual([
      [`${origin}/guide`, 200],
      [`${origin}/api/v1`, 200],
      [`${origin}/missing`, 404],
    ]);
    expect(events[0]).toMatchObject({
      method: 'GET',
      ip: '127.0.0.1',
      userAgent: 'test/1',
      accept: 'text/markdown',
      referrer: 'https://example.org/a',
      headers: { 'sec-ch-ua': '"X"' },
    });
  });

  test('believes no forwarded address that it was not told to', async () => {
    await (await ask('/guide', { 'x-forwarded-for': '203.0.113.9', 'cf-connecting-ip': '203.0.113.9' })).text();
    expect((await collector.received(1))[0]).toMatchObject({ ip: '127.0.0.1' });
  });

  test('answers the page while the collector hangs', async () => {
    collector.answers.push('hang', 'hang');
    for (let page = 0; page < 3; page++) expect(await (await ask('/guide')).text()).toBe('<h1>Guide</h1>');
    expect(collector.events).toEqual([]);
  });
});

describe('addresses behind a proxy', () => {
  let collector: Collector;
  beforeEach(async () => {
    collector = await startCollector();
  });
  afterEach(() => collector.close());
  const headers = { 'x-forwarded-for': 'forged, 203.0.113.9' };
  const options = () => ({ endpoint: collector.endpoint, projectId: 'docs', ingestKey: 'key', linger: 5 });

  test('Express: its own trust proxy setting decides', async () => {
    const app = express()
      .set('trust proxy', 1)
      .use(recordExpress(createRecorder(options())));
    const server = await started(app.listen(0, '127.0.0.1'));
    await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, { headers });
    server.close();
    expect((await collector.received(1))[0]).toMatchObject({ ip: '203.0.113.9' });
  });

  test('Fastify: its own trustProxy option decides, and closing the application sends what waits', async () => {
    const app = fastify({ trustProxy: 'loopback' });
    await app.register(recordFastify(createRecorder({ ...options(), linger: 60_000 })));
    app.get('/', (_request, reply) => reply.type(html).send('page'));
    await fetch(await app.listen({ port: 0, host: '127.0.0.1' }), { headers });
    await app.close();
    expect(collector.events[0]).toMatchObject({ ip: '203.0.113.9' });
  });

  test('everywhere: addressHeader', async () => {
    const recorder = createRecorder({ ...options(), addressHeader: 'x-forwarded-for' });
    const server = await started(
      createServer(recordNode(recorder, (_request, response) => response.end('page'))).listen(0, '127.0.0.1'),
    );
    await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, { headers });
    server.close();
    expect((await collector.received(1))[0]).toMatchObject({ ip: '203.0.113.9' });
  });
});
