import { EdgeVM } from '@edge-runtime/vm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createRecorder } from '../src/index.ts';
import { recordVisits as recordNetlify } from '../src/netlify.ts';
import { recordVisits as recordNext } from '../src/next.ts';
import { bundleFixture } from './bundle-fixture.ts';
import { startCollector, type Collector } from './collector.ts';
import worker from './fixtures/cloudflare.ts';

// Requests and contexts as each platform passes them. `edge-runtimes.long.test.ts` runs the platforms themselves.

let collector: Collector;
let waiting: Promise<unknown>[];
const context = { waitUntil: (promise: Promise<unknown>) => void waiting.push(promise) };
beforeEach(async () => {
  collector = await startCollector();
  waiting = [];
});
afterEach(() => collector.close());

const recorder = () => createRecorder({ endpoint: collector.endpoint, projectId: 'docs', ingestKey: 'key' });
const html = { 'content-type': 'text/html' };

test('Cloudflare: a Worker, with the address and country that Cloudflare tells', async () => {
  const env = { ENDPOINT: collector.endpoint, INGEST_KEY: 'secret-of-the-worker' };
  const headers = { 'cf-connecting-ip': '203.0.113.9', 'user-agent': 'ChatGPT-User/1.0', accept: 'text/html' };
  for (const path of ['/guide?q=1', '/site.css']) {
    const request = Object.assign(new Request(`https://docs.example${path}`, { headers }), { cf: { country: 'DE' } });
    expect((await worker.fetch(request, env, context)).status).toBe(200);
  }
  await Promise.all(waiting);
  expect(collector.events).toMatchObject([
    { url: 'https://docs.example/guide', status: 200, ip: '203.0.113.9', country: 'DE', userAgent: 'ChatGPT-User/1.0' },
  ]);
  expect(collector.requests[0]?.headers.authorization).toBe('Bearer secret-of-the-worker');
});

test('Netlify: an edge function', async () => {
  const edgeFunction = recordNetlify(recorder());
  const ask = (path: string, headers: Record<string, string>) =>
    edgeFunction(new Request(`https://docs.example${path}`), {
      ...context,
      ip: '203.0.113.9',
      geo: { country: { code: 'DE' } },
      next: () => Promise.resolve(new Response('page', { headers })),
    });
  expect(await (await ask('/logo', { 'content-type': 'image/png' })).text()).toBe('page');
  expect(await (await ask('/guide', html)).text()).toBe('page');
  await Promise.all(waiting);
  expect(collector.events).toMatchObject([
    { url: 'https://docs.example/guide', status: 200, ip: '203.0.113.9', country: 'DE' },
  ]);
});

test('Next.js: a proxy, with the name that the reader asked for', async () => {
  const answers: Record<string, Response> = {
    '/blocked': new Response('<h1>Blocked</h1>', { status: 403, headers: html }),
    // Of no page, which says nothing about the answer that the reader gets.
    '/rewritten': Response.json({}, { headers: { 'x-middleware-rewrite': 'http://localhost:3000/other' } }),
  };
  const proxy = recordNext(recorder(), ({ url }) => answers[new URL(url).pathname]);
  const ask = (path: string, headers: Record<string, string> = { accept: 'text/html' }) => {
    const more = { host: 'docs.example', 'x-forwarded-for': 'forged, 203.0.113.9', 'x-vercel-ip-country': 'FR' };
    const request = new Request(`http://localhost:3000${path}`, { headers: { ...more, ...headers } });
    return proxy(request, context);
  };
  expect(await ask('/site.css')).toBeUndefined();
  // What the router of a page in the browser fetches; Next.js hides the header `rsc` from its proxy.
  await ask('/guide', { 'sec-fetch-dest': 'empty', 'sec-fetch-site': 'same-origin' });
  expect((await ask('/blocked'))?.status).toBe(403);
  await ask('/rewritten');
  await ask('/guide?q=1');
  await Promise.all(waiting);
  const from = { ip: '203.0.113.9', country: 'FR' };
  expect(collector.events).toMatchObject([
    { url: 'http://docs.example/blocked', status: 403, ...from },
    { url: 'http://docs.example/rewritten', status: 200, ...from },
    { url: 'http://docs.example/guide', status: 200, ...from },
  ]);
});

describe('Vercel: in its edge runtime', () => {
  type Handler = (request: Request, context: { waitUntil(promise: Promise<unknown>): void }) => Promise<Response>;
  interface Globals {
    middleware: Handler;
    edgeFunction: Handler;
    Request: typeof Request;
  }

  async function ask(name: 'middleware' | 'edgeFunction', path: string): Promise<Response | undefined> {
    const vm = new EdgeVM({ extend: (globals) => Object.assign(globals, { environment: collector }) });
    vm.evaluate(await bundleFixture('vercel.ts', 'iife'));
    const globals = vm.context as unknown as Globals;
    const headers = { 'x-real-ip': '203.0.113.9', 'x-vercel-ip-country': 'FR' };
    const response = await globals[name](new globals.Request(`https://docs.example${path}`, { headers }), context);
    await Promise.all(waiting);
    return response;
  }

  test('middleware lets the request go on and records it as answered', async () => {
    expect(await ask('middleware', '/guide')).toBeUndefined();
    expect(await ask('middleware', '/logo.svg')).toBeUndefined();
    expect(collector.events).toMatchObject([
      { url: 'https://docs.example/guide', status: 200, ip: '203.0.113.9', country: 'FR' },
    ]);
  });

  test('an edge function is recorded with its own answer', async () => {
    expect((await ask('edgeFunction', '/old'))?.status).toBe(410);
    expect(collector.events).toMatchObject([{ url: 'https://docs.example/old', status: 410 }]);
  });
});
