import { createRoute, z } from '@hono/zod-openapi';
import { brotliCompressSync, deflateSync, gunzipSync, gzipSync, zstdCompressSync } from 'node:zlib';
import Sqlite from 'better-sqlite3';
import { Kysely, sql, SqliteDialect } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../kernel/clock.ts';
import { silentLogger } from '../kernel/logger.ts';
import { requireAccess } from './require-access.ts';
import type { Authenticator } from './authenticator.ts';
import { createHttpApp } from './create-http-app.ts';
import { RouteNotFound } from './errors.ts';
import { jsonBody } from './json-body.ts';

const authenticator: Authenticator = {
  authenticate: ({ header }) => {
    const key = header('authorization');
    if (key === undefined) return Promise.resolve(undefined);
    return Promise.resolve({
      actor: 'key:1',
      canSee: (projectId) => projectId === 'mine',
      notFound: (projectId) => new RouteNotFound('GET', projectId),
      has: () => key === 'Bearer writer',
      addressAllowed: key !== 'Bearer elsewhere',
    });
  },
};

function createApp() {
  const app = createHttpApp({ logger: silentLogger, clock: createManualClock(0), trustedProxies: [] });
  app.openapi(
    createRoute({
      method: 'post',
      path: '/projects/{projectId}/notes',
      middleware: [requireAccess(authenticator, 'agent:write'), jsonBody(100)] as const,
      request: {
        query: z.strictObject({ page: z.string().regex(/^\d+$/, 'must be a number').optional() }),
        body: {
          required: true,
          content: { 'application/json': { schema: z.strictObject({ text: z.string().min(1), to: z.string() }) } },
        },
      },
      responses: { 200: { description: 'ok' } },
    }),
    (context) => context.text('ok'),
  );
  app.get('/broken', () => {
    throw new Error('the password is hunter2');
  });
  return app;
}

const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  createApp().request(path, {
    method: 'POST',
    body,
    headers: { authorization: 'Bearer writer', 'content-type': 'application/json', ...headers },
  });

it.each([
  ['401 before everything', '/projects/other/notes', { authorization: '' }, '', 401],
  ['404 of the project before 403', '/projects/other/notes', { authorization: 'Bearer reader' }, '', 404],
  ['403 of the address', '/projects/mine/notes', { authorization: 'Bearer elsewhere' }, '', 403],
  ['403 of the scope before 400', '/projects/mine/notes', { authorization: 'Bearer reader' }, '', 403],
  ['415', '/projects/mine/notes', { 'content-type': 'text/plain' }, '{}', 415],
  ['413', '/projects/mine/notes', {}, `{"text":"${'x'.repeat(200)}","to":"a"}`, 413],
  ['400 of broken JSON', '/projects/mine/notes', {}, '{"text":', 400],
  ['404 of an unknown address', '/nowhere', {}, '{}', 404],
])('answers %s', async (_name, path, headers, body, status) => {
  const merged: Record<string, string> = { ...headers };
  const response = await createApp().request(path, {
    method: 'POST',
    body,
    headers:
      merged['authorization'] === ''
        ? {}
        : { authorization: 'Bearer writer', 'content-type': 'application/json', ...merged },
  });
  expect(response.status).toBe(status);
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  const problem = (await response.json()) as Record<string, unknown>;
  expect(problem).toMatchObject({ status, instance: response.headers.get('x-request-id') });
  expect(problem['error']).toBeTypeOf('string');
});

it('names every fault of a body', async () => {
  const response = await post('/projects/mine/notes', '{"text":"","extra":1}');
  const { details } = (await response.json()) as { details: { field: string }[] };
  expect(response.status).toBe(400);
  expect(details.map((detail) => detail.field).sort()).toEqual(['extra', 'text', 'to']);
});

it('refuses an unknown query parameter by name', async () => {
  const response = await post('/projects/mine/notes?pgae=1', '{"text":"a","to":"b"}');
  expect(response.status).toBe(400);
  expect(await response.text()).toContain('pgae');
});

it('says every fault in a sentence that names its field', async () => {
  const response = await post('/projects/mine/notes?page=x', '{"text":"","extra":1}');
  const problem = (await response.json()) as { error: string; details: { message: string }[] };
  expect(problem.error).toBe('`page` must be a number.');
  const inBody = await (await post('/projects/mine/notes', '{"text":7,"extra":1}')).json();
  expect(inBody).toMatchObject({
    error: '`text` must be a string, not a number. `to` is missing. `extra` is not a known field.',
    details: [
      { field: 'text', message: '`text` must be a string, not a number.' },
      { field: 'to', message: '`to` is missing.' },
      { field: 'extra', message: '`extra` is not a known field.' },
    ],
  });
  expect(await (await post('/projects/mine/notes', '[]')).json()).toMatchObject({
    error: 'The body must be an object, not an array.',
    details: [{ field: 'body' }],
  });
  expect(await (await post('/projects/mine/notes?page=1&page=2', '{}')).json()).toMatchObject({
    error: '`page` must be given only once.',
  });
});

it('answers 503 where the database was closed under a request', async () => {
  const database = new Sqlite(':memory:');
  const statement = database.prepare('select 1');
  const db = new Kysely({ dialect: new SqliteDialect({ database }) });
  await sql`select 1`.execute(db);
  await db.destroy();
  const app = createApp();
  app.get('/late', async (context) => context.json(await sql`select 1`.execute(db)));
  app.get('/later', (context) => context.json(statement.all()));
  for (const path of ['/late', '/later']) {
    const response = await app.request(path);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await response.json()).toMatchObject({ error: 'The server has stopped.' });
  }
});

describe('answers', () => {
  const text = 'visitors '.repeat(500);
  const ask = async (path: string, headers: Record<string, string>) => {
    const app = createApp();
    app.get('/long', (context) => context.text(text));
    app.get('/rows', (context) =>
      context.body(new Blob([text]).stream(), 200, { 'content-type': 'application/x-ndjson' }),
    );
    app.get('/job', (context) => context.json({ text: 'short' }));
    app.get('/jobs', (context) => context.json(text));
    app.get('/versioned', (context) => context.json(text, 200, { etag: '"1"', vary: 'accept' }));
    app.get('/varied', (context) => context.json(text, 200, { vary: 'accept' }));
    app.get('/events', (context) => context.body(text, 200, { 'content-type': 'text/event-stream' }));
    return app.request(path, { headers });
  };

  it.each(['/long', '/rows'])('of %s are compressed for callers who take that', async (path) => {
    const response = await ask(path, { 'accept-encoding': 'br, gzip' });
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(response.headers.get('vary')).toBe('Accept-Encoding');
    expect(gunzipSync(await response.arrayBuffer()).toString()).toBe(text);
  });

  it('of JSON are compressed where they are long', async () => {
    const headers = { 'accept-encoding': 'gzip' };
    const [short, long] = [await ask('/job', headers), await ask('/jobs', headers)];
    expect([short, long].map((response) => response.headers.get('content-encoding'))).toEqual([null, 'gzip']);
    expect(await short.json()).toEqual({ text: 'short' });
    const body = Buffer.from(await long.arrayBuffer());
    expect(long.headers.get('vary')).toBe('Accept-Encoding');
    expect(long.headers.get('content-length')).toBe(String(body.length));
    expect(JSON.parse(gunzipSync(body).toString())).toBe(text);
  });

  it('of JSON with a version are compressed as another version, and keep what else they vary by', async () => {
    const headers = { 'accept-encoding': 'gzip' };
    const answers = [await ask('/versioned', headers), await ask('/varied', headers)];
    expect(
      answers.map((answer) => ['content-encoding', 'etag', 'vary'].map((name) => answer.headers.get(name))),
    ).toEqual([
      ['gzip', 'W/"1"', 'accept, Accept-Encoding'],
      ['gzip', null, 'accept, Accept-Encoding'],
    ]);
  });

  it('of JSON are left as they are where gzip is refused', async () => {
    const response = await ask('/jobs', { 'accept-encoding': 'gzip;q=0' });
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(await response.json()).toBe(text);
  });

  it.each([
    ['/long', {}],
    ['/long', { 'accept-encoding': 'identity' }],
    ['/long', { 'accept-encoding': 'gzip;q=0, br' }],
    ['/events', { 'accept-encoding': 'gzip' }],
  ])('of %s with %j leave as they are', async (path, headers) => {
    const response = await ask(path, headers);
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(await response.text()).toBe(text);
  });
});

describe('methods', () => {
  it('answers the same however often an address is asked for, each method by itself', async () => {
    const app = createApp();
    app.get('/named', (context) => context.text('the name'));
    app.post('/named', (context) => context.text('the post'));
    app.get('/:other', (context) => context.text(context.req.param('other')));
    const ask = async (path: string, method: string) => {
      const response = await app.request(path, { method });
      return response.ok ? response.text() : response.status;
    };
    for (let time = 0; time < 2; time += 1) {
      expect(await ask('/named', 'GET')).toBe('the name');
      expect(await ask('/named/', 'POST')).toBe('the post');
      expect(await ask('/named', 'DELETE')).toBe(405);
      expect(await ask('/one', 'GET')).toBe('one');
      expect(await ask('/another', 'GET')).toBe('another');
    }
    app.all('*', (context) => context.text('anything'));
    expect(await ask('/named', 'DELETE')).toBe('anything');
  });

  it('answers 405 with the methods that the address has, and OPTIONS by itself', async () => {
    const refused = await createApp().request('/projects/mine/notes', { method: 'DELETE' });
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'OPTIONS, POST']);
    expect(await refused.json()).toMatchObject({ type: '/problems/method_not_allowed', status: 405 });
    const options = await createApp().request('/broken', { method: 'OPTIONS' });
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS']);
    expect(options.headers.get('content-type')).toBeNull();
    expect(options.headers.get('x-request-id')).toMatch(/^req_/);
    for (const method of ['DELETE', 'OPTIONS']) {
      expect((await createApp().request('/nowhere', { method })).status).toBe(404);
    }
  });

  it('ends a stream that HEAD began', async () => {
    const app = createApp();
    const cancelled = Promise.withResolvers<string>();
    const endless = {
      cancel: () => {
        cancelled.resolve('cancelled');
      },
    };
    app.get('/stream', (context) => context.body(new ReadableStream(endless), 200, { 'content-type': 'text/csv' }));
    const head = await app.request('/stream', { method: 'HEAD' });
    expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([200, 'text/csv', '']);
    expect(await cancelled.promise).toBe('cancelled');
  });
});

it('takes a slash at the end for nothing', async () => {
  expect((await post('/projects/mine/notes/', '{"text":"a","to":"b"}')).status).toBe(200);
  expect((await post('/projects/mine/notes//', '{"text":"a","to":"b"}')).status).toBe(404);
});

it.each([
  [undefined, 'application/problem+json'],
  ['', 'application/problem+json'],
  ['*/*', 'application/problem+json'],
  ['application/*', 'application/problem+json'],
  ['application/json, text/plain, */*', 'application/problem+json'],
  ['application/problem+json', 'application/problem+json'],
  ['application/json, application/problem+json', 'application/problem+json'],
  ['application/json', 'application/json'],
  ['APPLICATION/JSON; charset=utf-8', 'application/json'],
  ['application/json, */*;q=0.5', 'application/json'],
  ['application/problem+json;q=0, */*', 'application/json'],
  ['text/csv', 'application/json'],
  ['text/event-stream', 'application/json'],
  ['*/*;q=0', 'application/json'],
])('answers an error to Accept: %s as %s', async (accept, type) => {
  const response = await createApp().request('/nowhere', { headers: accept === undefined ? {} : { accept } });
  expect([response.status, response.headers.get('content-type')]).toEqual([404, type]);
  expect(response.headers.get('vary')).toBe('accept');
  expect(await response.json()).toMatchObject({ status: 404 });
});

describe('bodies', () => {
  const send = (body: Uint8Array | string, headers: Record<string, string> = {}) =>
    createApp().request('/projects/mine/notes', {
      method: 'POST',
      body: Buffer.from(body),
      headers: { authorization: 'Bearer writer', 'content-type': 'application/json', ...headers },
    });
  const note = '{"text":"a","to":"é"}';
  const errorOf = async (response: Response) => ((await response.json()) as { error: string }).error;

  const compressions: readonly (readonly [string, (plain: Buffer) => Uint8Array])[] = [
    ['gzip', gzipSync],
    ['GZip', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
    ['zstd', (plain) => Buffer.concat([plain.subarray(0, 5), plain.subarray(5)].map((part) => zstdCompressSync(part)))],
    ['identity', (plain) => plain],
  ];
  it.each(compressions)('may come as %s', async (encoding, compress) => {
    expect((await send(compress(Buffer.from(note)), { 'content-encoding': encoding })).status).toBe(200);
  });

  it('that come in no compression we know are refused with those that we do', async () => {
    const response = await send(note, { 'content-encoding': 'compress' });
    expect([response.status, response.headers.get('accept-encoding')]).toEqual([
      415,
      'gzip, x-gzip, deflate, br, zstd',
    ]);
    expect((await send(gzipSync(gzipSync(note)), { 'content-encoding': 'gzip, gzip' })).status).toBe(415);
  });

  it('are not larger than the limit once they are unpacked', async () => {
    const bomb = gzipSync(`{"text":"${'x'.repeat(100_000)}","to":"a"}`, { level: 9 });
    expect((await send(bomb, { 'content-encoding': 'gzip' })).status).toBe(413);
    const large = zstdCompressSync(`{"text":"${'x'.repeat(100_000)}","to":"a"}`);
    expect((await send(large, { 'content-encoding': 'zstd' })).status).toBe(413);
    expect((await send(gzipSync(note).subarray(0, 15), { 'content-encoding': 'gzip' })).status).toBe(400);
  });

  it.each([
    ['a broken sequence', Buffer.from(note, 'latin1')],
    ['an overlong form', Buffer.concat([Buffer.from('{"text":"'), Buffer.of(0xc0, 0xaf), Buffer.from('","to":"a"}')])],
    ['a surrogate', Buffer.concat([Buffer.from('{"text":"'), Buffer.of(0xed, 0xa0, 0x80), Buffer.from('","to":"a"}')])],
    ['UTF-16', Buffer.from(`\ufeff${note}`, 'utf16le')],
  ])('that hold %s are refused', async (_, bytes) => {
    const response = await send(bytes);
    expect([response.status, await errorOf(response)]).toEqual([400, 'The body is not valid UTF-8.']);
  });

  it('may begin with a byte order mark, and name UTF-8 only', async () => {
    expect((await send(`\ufeff${note}`)).status).toBe(200);
    expect((await send(note, { 'content-type': 'Application/JSON; charset="UTF-8"' })).status).toBe(200);
    expect((await send(note, { 'content-type': 'application/json; charset=latin1' })).status).toBe(415);
  });
});

it('hides the inside of an unexpected fault', async () => {
  const response = await createApp().request('/broken');
  expect(response.status).toBe(500);
  expect(await response.text()).not.toContain('hunter2');
});
