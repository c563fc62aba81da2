import { createRoute, z } from '@hono/zod-openapi';
import { expect, it } from 'vitest';
import { createManualClock } from '../kernel/clock.ts';
import { silentLogger } from '../kernel/logger.ts';
import { requireAccess } from './require-access.ts';
import type { Authenticator } from './authenticator.ts';
import { parseNetwork, resolveClientAddress } from './client-address.ts';
import { createHttpApp } from './create-http-app.ts';
import { limitBody, requireJson } from './json-body.ts';

const authenticator: Authenticator = {
  authenticate: ({ header }) => {
    const key = header('authorization');
    if (key === undefined) return Promise.resolve(undefined);
    return Promise.resolve({
      actor: 'key:1',
      canSee: (projectId) => projectId === 'mine',
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
      middleware: [requireAccess(authenticator, 'agent:write'), limitBody(100), requireJson] as const,
      request: {
        query: z.strictObject({ page: z.string().regex(/^\d+$/).optional() }),
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

it('hides the inside of an unexpected fault', async () => {
  const response = await createApp().request('/broken');
  expect(response.status).toBe(500);
  expect(await response.text()).not.toContain('hunter2');
});

it('believes forwarded addresses only from configured proxies', () => {
  const proxies = [parseNetwork('10.0.0.0/8'), parseNetwork('::1')];
  expect(resolveClientAddress('203.0.113.9', '198.51.100.1', proxies)).toBe('203.0.113.9');
  expect(resolveClientAddress('10.0.0.2', '198.51.100.1', proxies)).toBe('198.51.100.1');
  expect(resolveClientAddress('10.0.0.2', '1.2.3.4, 198.51.100.1, 10.9.9.9', proxies)).toBe('198.51.100.1');
  expect(resolveClientAddress('::ffff:10.0.0.2', 'garbage', proxies)).toBe('10.0.0.2');
  expect(resolveClientAddress(undefined, '1.2.3.4', proxies)).toBeUndefined();
});
