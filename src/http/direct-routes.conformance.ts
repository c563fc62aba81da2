import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createManualClock } from '../kernel/clock.ts';
import { createLogger } from '../kernel/logger.ts';
import { createHttpApp, type HttpApp } from './create-http-app.ts';
import { throughFramework, type DirectRoute } from './direct-routes.ts';
import { InvalidRequest } from './errors.ts';
import { createQuota } from './quota.ts';
import { rateLimitHeaders } from './rate-limit-headers.ts';
import { startServer, type RunningServer, type ServerOptions } from './listen/server.ts';

const limitBytes = 100;

/**
 * What a direct route promises, whichever way a request to it takes. `appOf` gives the server the application with direct
 * routes or without. `isDirect`: whether plain requests stay out of the framework.
 */
export function describeDirectRoutes(
  name: string,
  { appOf, isDirect }: { appOf: (app: HttpApp) => ServerOptions['app']; isDirect: boolean },
): void {
  describe(name, () => {
    let server: RunningServer;
    let taken: { body: string; address: string | undefined; ignored: string | undefined }[];
    let counted: { method: string; route: string; status: number }[];
    let logged: { code?: string; requestId?: string }[];
    let frameworkCalls: number;
    let draining: AbortController;
    let arrived: PromiseWithResolvers<undefined>;
    let release: PromiseWithResolvers<undefined>;

    async function serve(publicUrl?: string): Promise<void> {
      const clock = createManualClock(1_000);
      const logger = createLogger({
        level: 'error',
        redact: (line) => line,
        destination: { write: (line) => logged.push(JSON.parse(line) as object) },
      });
      const app = createHttpApp({
        logger,
        clock,
        ...(publicUrl !== undefined && { publicUrl }),
        trustedProxies: ['127.0.0.1', '10.0.0.0/8'],
        onRequest: ({ method, route, status }) => counted.push({ method, route, status }),
      });
      const takeQuota = createQuota({ name: 'notes', windowSeconds: 60, clock });
      const route: DirectRoute = {
        path: '/v1/note',
        limitBytes,
        async answer({ header, client, readBody, answerHeaders }) {
          answerHeaders['access-control-allow-origin'] = '*';
          Object.assign(answerHeaders, rateLimitHeaders(takeQuota(client.address ?? '', 3)));
          const body = (await readBody()).toString('utf8');
          if (body === 'refuse') throw new InvalidRequest([{ field: 'body', message: 'is refused' }]);
          if (body === 'broken') answerHeaders['x-broken'] = 'a\nb';
          if (body === 'fault') throw new Error('a fault of ours');
          taken.push({
            body: body + (header('x-mark') ?? '') + (header('user-agent') ?? ''),
            address: client.address,
            ignored: client.ignoredHeader,
          });
          if (body === 'wait') {
            arrived.resolve(undefined);
            await release.promise;
          }
          return 202;
        },
      };
      app.direct.add(route);
      const { handler, middleware } = throughFramework(route);
      app.post(route.path, middleware, handler);
      const served = appOf(app);
      server = await startServer({
        app: {
          ...served,
          fetch: (...parameters) => {
            frameworkCalls += 1;
            return served.fetch(...parameters);
          },
        },
        host: '127.0.0.1',
        port: 0,
        logger,
        draining,
      });
    }

    beforeEach(async () => {
      [taken, counted, logged, frameworkCalls] = [[], [], [], 0];
      draining = new AbortController();
      arrived = Promise.withResolvers();
      release = Promise.withResolvers();
      await serve();
    });
    afterEach(() => server.drain({ graceMilliseconds: 100 }));

    function post(body: string | Buffer, headers = '', target = '/v1/note'): Buffer {
      const head = `POST ${target} HTTP/1.1\r\nHost: docs.example\r\nContent-Length: ${body.length}\r\n${headers}\r\n`;
      return Buffer.concat([Buffer.from(head), Buffer.from(body)]);
    }

    /** Sends requests on one connection, and resolves with all that came back when it is closed. */
    async function send(...requests: (string | Buffer)[]): Promise<string> {
      const socket = connect(server.port, '127.0.0.1');
      for (const request of requests) socket.write(request);
      return readAll(socket);
    }

    const last = 'Connection: close\r\n';

    it('takes a body and answers with the headers of every answer and its own', async () => {
      const answer = await send(post('hello', `X-Mark: !\r\n${last}`));
      expect(answer).toMatch(/^HTTP\/1\.1 202 Accepted\r\n/);
      expect(headersOf(answer)).toMatchObject({
        'x-request-id': expect.stringMatching(/^req_[0-9a-z]{26}$/) as string,
        'x-content-type-options': 'nosniff',
        'access-control-allow-origin': '*',
        'ratelimit-policy': '"notes";q=3;w=60',
        ratelimit: '"notes";r=2;t=60',
      });
      expect(taken).toEqual([{ body: 'hello!', address: '127.0.0.1', ignored: undefined }]);
      expect(counted).toEqual([{ method: 'POST', route: '/v1/note', status: 202 }]);
      expect(frameworkCalls).toBe(isDirect ? 0 : 1);
    });

    it('makes one header of repeated ones', async () => {
      await send(post('', `X-Mark: a\r\nX-Mark: b\r\nUser-Agent: c\r\nUser-Agent: d\r\n${last}`));
      expect(taken.map(({ body }) => body)).toEqual(['a, bc']);
    });

    it('answers one request after another on a connection', async () => {
      const answer = await send(post('one'), post('two'), post('three', last));
      expect(answer.match(/HTTP\/1\.1 202/g)).toHaveLength(3);
      expect(taken.map(({ body }) => body)).toEqual(['one', 'two', 'three']);
    });

    it.each([
      ['refuse', 400, 'invalid_request'],
      ['fault', 500, 'internal'],
    ])('answers a problem where the route throws: %s', async (body, status, code) => {
      const answer = await send(post(body, `Accept: application/json\r\n${last}`));
      const headers = headersOf(answer);
      expect(headers).toMatchObject({
        'content-type': 'application/json',
        'access-control-allow-origin': '*',
        ratelimit: '"notes";r=2;t=60',
        'x-content-type-options': 'nosniff',
      });
      expect(problemOf(answer)).toMatchObject({ status, instance: headers['x-request-id'] });
      expect(problemOf(answer).type).toContain(code);
      expect(counted).toEqual([{ method: 'POST', route: '/v1/note', status }]);
      expect(logged.map(({ requestId }) => requestId)).toEqual(status === 500 ? [headers['x-request-id']] : []);
    });

    it('logs an answer that cannot be written, and goes on', async () => {
      await send(post('broken', last));
      expect(logged).toHaveLength(1);
      expect(await send(post('x', last))).toContain(' 202 ');
    });

    it('refuses more than the quota without reading it, and the connection goes on', async () => {
      const answer = await send(post('1'), post('2'), post('3'), post('4'), post('5', last));
      expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual([
        ...Array.from({ length: 3 }, () => 'HTTP/1.1 202'),
        ...Array.from({ length: 2 }, () => 'HTTP/1.1 429'),
      ]);
      expect(headersOf(answer.slice(answer.lastIndexOf('HTTP/1.1')))).toMatchObject({
        'retry-after': '60',
        ratelimit: '"notes";r=0;t=60',
        'access-control-allow-origin': '*',
      });
      expect(taken).toHaveLength(3);
    });

    it('takes bodies up to the limit, however they are framed or compressed', async () => {
      const full = 'x'.repeat(limitBytes);
      const packed = gzipSync(full);
      const chunked = (body: string) =>
        `POST /v1/note HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n${last}\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
      expect(await send(post(full, last))).toContain(' 202 ');
      expect(await send(chunked(full))).toContain(' 202 ');
      expect(await send(post(packed, `Content-Encoding: gzip\r\n${last}`))).toContain(' 202 ');
      expect(taken.map(({ body }) => body)).toEqual([full, full, full]);
    });

    it('refuses longer ones and unknown codings', async () => {
      const long = 'x'.repeat(limitBytes + 1);
      expect(problemOf(await send(post(long, last))).status).toBe(413);
      expect(problemOf(await send(post(gzipSync(long), `Content-Encoding: gzip\r\n${last}`))).status).toBe(413);
      expect(problemOf(await send(post('x', `Content-Encoding: sorcery\r\n${last}`))).status).toBe(415);
      expect(taken).toEqual([]);
    });

    it('answers other methods and forms of the address as the framework does', async () => {
      const other = (method: string) => send(`${method} /v1/note HTTP/1.1\r\nHost: a\r\n${last}\r\n`);
      expect(await other('GET')).toMatch(/^HTTP\/1\.1 405 /);
      expect(await send(post('x', last).toString().replace('POST', 'PUT'))).toMatch(/^HTTP\/1\.1 405 /);
      expect(await other('HEAD')).toMatch(/^HTTP\/1\.1 405 /);
      const options = await other('OPTIONS');
      expect(options).toMatch(/^HTTP\/1\.1 204 /);
      expect(headersOf(options)['allow']).toBe('OPTIONS, POST');
      for (const target of ['/v1/note/', '/v1/note?x=1', 'http://docs.example/v1/note'])
        expect(await send(post('x', last, target))).toContain(' 202 ');
      expect(await send(post('x', last, '/v1/notes'))).toContain(' 404 ');
    });

    it('waits for nobody who wants to be told to go on', async () => {
      expect(await send(post('x', `Expect: 100-continue\r\n${last}`))).toContain(' 202 ');
    });

    it.each([
      ['X-Forwarded-For: 203.0.113.7', '203.0.113.7', undefined],
      ['X-Forwarded-For: 198.51.100.1, 203.0.113.7, 10.1.1.1', '203.0.113.7', undefined],
      ['X-Forwarded-For: ::ffff:203.0.113.7', '203.0.113.7', undefined],
    ])('sees the client through trusted proxies alone: %s', async (header, address, ignored) => {
      await send(post('x', `${header}\r\n${last}`));
      expect(taken).toEqual([{ body: 'x', address, ignored }]);
    });

    it.each([
      ['two hosts', 'Host: other.example\r\n'],
      ['a length and chunks', 'Transfer-Encoding: chunked\r\n'],
      ['a coding that Node does not undo', 'Transfer-Encoding: gzip\r\n'],
    ])('refuses what a proxy may have understood otherwise: %s', async (_, header) => {
      expect(await send(post('x', `${header}${last}`))).toMatch(/^HTTP\/1\.1 400 /);
      expect(taken).toEqual([]);
    });

    it('counts a request whose sender goes away in the middle, and takes nothing of it', async () => {
      const socket = connect(server.port, '127.0.0.1');
      socket.write(post('whole').subarray(0, -2));
      // The head has surely been read once another request is answered.
      await send(post('other', last));
      socket.destroy();
      await expect.poll(() => counted).toContainEqual({ method: 'POST', route: '/v1/note', status: 400 });
      expect(taken.map(({ body }) => body)).toEqual(['other']);
      expect(logged).toEqual([]);
    });

    it('answers what is under way when the server stops, and closes the connection', async () => {
      const answer = send(post('wait'));
      await arrived.promise;
      const drained = server.drain();
      await once(draining.signal, 'abort');
      release.resolve(undefined);
      expect(await answer).toMatch(/ 202 [^]*connection: close/i);
      await drained;
    });

    it('stands below the path of the public address, whether the proxy strips it or not', async () => {
      await server.drain({ graceMilliseconds: 100 });
      draining = new AbortController();
      await serve('https://example.org/docwright');
      expect(await send(post('x', last, '/docwright/v1/note'))).toContain(' 202 ');
      expect(await send(post('x', last))).toContain(' 202 ');
      expect(frameworkCalls).toBe(isDirect ? 0 : 2);
    });
  });
}

async function readAll(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(socket, 'close');
  return Buffer.concat(chunks).toString('utf8');
}

function headersOf(answer: string): Record<string, string> {
  const [head = ''] = answer.split('\r\n\r\n', 1);
  const lines = head.split('\r\n').slice(1);
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  );
}

function problemOf(answer: string): { status?: number; type?: string; instance?: string } {
  const start = answer.indexOf('{');
  return JSON.parse(answer.slice(start, answer.lastIndexOf('}') + 1)) as object;
}
