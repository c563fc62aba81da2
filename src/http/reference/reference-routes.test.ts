import { createRoute, z } from '@hono/zod-openapi';
import { expect, it } from 'vitest';
import { createManualClock } from '../../kernel/clock.ts';
import { silentLogger } from '../../kernel/logger.ts';
import { createHttpApp } from '../create-http-app.ts';
import { InvalidRequest, RateLimited } from '../errors.ts';
import { problemResponses } from '../problem-response.ts';
import { addReferenceRoutes } from './reference-routes.ts';
import { shareAnswers } from './share-answers.ts';

const noteSchema = z
  .strictObject({
    text: z.string().min(1).max(500).describe('What to note; `<b>` stays as it is.'),
    colour: z.enum(['red', 'blue']).default('red'),
    due: z.iso.datetime().nullable(),
  })
  .openapi('Note');

function createApp() {
  const app = createHttpApp({ logger: silentLogger, clock: createManualClock(0), trustedProxies: [] });
  app.openapi(
    createRoute({
      method: 'post',
      path: '/v1/notes/{projectId}',
      operationId: 'createNote',
      summary: 'Write a note',
      tags: ['Agent jobs'],
      security: [{ bearer: [] }],
      request: {
        params: z.object({ projectId: z.string() }),
        body: { required: true, content: { 'application/json': { schema: noteSchema } } },
      },
      responses: {
        201: { description: 'Written.', content: { 'application/json': { schema: noteSchema } } },
        ...problemResponses(400, 429),
      },
    }),
    (context) => context.json({ text: '', colour: 'red' as const, due: null }, 201),
  );
  addReferenceRoutes(app, {
    version: '1.2.3',
    loadErrorCatalogue: () => Promise.resolve([InvalidRequest.facts, RateLimited.facts]),
  });
  return app;
}

it('serves OpenAPI 3.1 with security, tags in use and every problem type', async () => {
  const document = (await (await createApp().request('/openapi.json')).json()) as Record<string, never>;
  expect(document).toMatchObject({
    openapi: '3.1.0',
    info: { title: 'Docwright', version: '1.2.3' },
    tags: [{ name: 'Agent jobs' }],
    paths: { '/v1/notes/{projectId}': { post: { operationId: 'createNote', security: [{ bearer: [] }] } } },
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: {
        Problem: { properties: { type: { examples: ['/problems/invalid_request', '/problems/rate_limited'] } } },
      },
    },
  });
});

it('says once what operations answer alike, and lets be what is not alike', () => {
  const answers = (...descriptions: string[]): Record<string, { description: string }> =>
    Object.fromEntries(descriptions.map((description, index) => [['200', '404', '429'][index] ?? '', { description }]));
  const paths = {
    '/a': { get: { security: [], responses: answers('A', 'None', 'Often') } },
    '/b': { get: { security: [], responses: answers('A', 'None', 'Too often') } },
  };
  const reference = (status: number) => ({ $ref: `#/components/responses/Problem${status}` });
  expect(shareAnswers({ info: { title: '', version: '' }, paths, components: { schemas: {} } })).toEqual({
    info: { title: '', version: '' },
    paths: {
      '/a': {
        get: { security: [], responses: { 200: { description: 'A' }, 404: reference(404), 429: reference(429) } },
      },
      '/b': {
        get: {
          security: [],
          responses: { 200: { description: 'A' }, 404: reference(404), 429: { description: 'Too often' } },
        },
      },
    },
    components: {
      schemas: {},
      responses: { Problem404: { description: 'None' }, Problem429: { description: 'Often' } },
    },
  });
});

it('shows a readable reference that runs nothing but scripts of its own', async () => {
  const response = await createApp().request('/docs');
  const page = await response.text();
  expect(response.headers.get('content-security-policy')).toMatch(
    /default-src 'none'; script-src 'self'; style-src 'self'/,
  );
  expect(page.match(/<script[^>]*>/g)).toEqual([
    '<script src="/docs/theme.js">',
    '<script src="/docs/reading.js" defer>',
  ]);
  expect(page).not.toMatch(/style="|https?:\/\/(?!www\.apache)|\[object|undefined/);
  expect(page).toContain('<section class="operation" id="createNote">');
  expect(page).toContain('What to note; <code>&lt;b&gt;</code> stays as it is.');
  expect(page).toContain('date-time or null');
  expect(page).toContain('curl -X POST &quot;$DOCWRIGHT_URL/v1/notes/$DOCWRIGHT_PROJECT&quot;');
  for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) expect(page).toContain(`id="${target ?? ''}"`);
  const style = await createApp().request('/docs/reference.css');
  expect(style.headers.get('content-type')).toContain('text/css');
  const css = await style.text();
  expect(css).toContain('light-dark(');
  expect(css).toContain(":root[data-theme='dark']");
  const theme = await createApp().request('/docs/theme.js');
  expect(theme.headers.get('content-type')).toContain('text/javascript');
  expect(css).not.toMatch(/url\(|@import/);
});

it('leaves out no operation, whatever its tag', async () => {
  const app = createApp();
  const route = createRoute({ method: 'get', path: '/v1/odd', operationId: 'odd', tags: ['Mispelt'], responses: {} });
  app.openapi(route, () => Promise.reject(new Error('not called')));
  const document = (await (await app.request('/openapi.json')).json()) as { tags: object[] };
  expect(document.tags).toMatchObject([{ name: 'Agent jobs' }, { name: 'Mispelt' }]);
  expect(await (await app.request('/docs')).text()).toContain('<section class="operation" id="odd">');
});

it('explains every problem, and only those there are', async () => {
  const page = await (await createApp().request('/problems/rate_limited')).text();
  expect(page).toContain('Too many requests');
  expect(page).toContain('Yes: the same request');
  expect(await (await createApp().request('/problems')).text()).toContain('href="/problems/invalid_request"');
  const unknown = await createApp().request('/problems/%3Cscript%3E');
  expect([unknown.status, unknown.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
  const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
  const inBrowser = await createApp().request('/problems/%3Cscript%3E', { headers });
  expect(inBrowser.status).toBe(404);
  expect(await inBrowser.text()).toMatch(/&lt;script&gt;[^]*href="\/problems\/rate_limited"/);
});
