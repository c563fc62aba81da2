import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createManualClock } from '../kernel/clock.ts';
import { silentLogger } from '../kernel/logger.ts';
import { createHttpApp, type HttpApp } from '../http/create-http-app.ts';
import { addDashboardFiles } from './dashboard-files.ts';

const browser = { accept: 'text/html,*/*' };
let folder: string;
let app: HttpApp;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docwright-files-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<title>Docwright</title>');
  writeFileSync(join(folder, 'assets', 'index-abc.js'), 'start()');
  app = createHttpApp({ logger: silentLogger, clock: createManualClock(0), trustedProxies: [] });
  addDashboardFiles(app, { folder, ready: Promise.resolve() });
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

it('answers every address of the dashboard with the page, under a strict policy', async () => {
  for (const path of ['/', '/projects/prj_1/jobs/job_2', '/index.html']) {
    const response = await app.request(path, { headers: browser });
    expect(await response.text()).toBe('<title>Docwright</title>');
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(response.headers.get('content-security-policy')).toContain("script-src 'self';");
    expect(response.headers.get('content-security-policy')).not.toContain('unsafe');
  }
});

it('keeps the window of a client that opened the way to its consent, and no other', async () => {
  const policyOf = async (path: string) =>
    (await app.request(path, { headers: browser })).headers.get('cross-origin-opener-policy');
  for (const path of ['/connect', '/sign-in', '/sign-in/callback']) expect(await policyOf(path)).toBe('unsafe-none');
  for (const path of ['/', '/connect/more', '/projects/connect']) expect(await policyOf(path)).toBe('same-origin');
});

describe.each([
  '/',
  '/projects/prj_1/pulls/2',
  '/projects/prj_1/jobs/job_2',
  '/set-up',
  '/invitation',
  '/reset-password',
  '/shared',
])('the link %s', (path) => {
  it.each([undefined, '', '*/*', 'text/html', 'text/plain', 'image/*', 'application/json;q=0.1, */*'])(
    'leads to the page for Accept %j',
    async (accept) => {
      for (const method of ['GET', 'HEAD']) {
        const response = await app.request(path, { method, headers: accept === undefined ? {} : { accept } });
        expect(response.status).toBe(200);
        expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
        expect(response.headers.get('vary')).toBe('accept, accept-encoding');
        expect(await response.text()).toBe(method === 'HEAD' ? '' : '<title>Docwright</title>');
      }
    },
  );

  it.each(['application/json', 'application/json, text/plain, */*'])('is no page for Accept %s', async (accept) => {
    expect((await app.request(path, { headers: { accept } })).status).toBe(404);
  });
});

it('answers addresses that no link has with the page to browsers only', async () => {
  for (const headers of [{}, { accept: '*/*' }, { accept: 'text/plain' }]) {
    expect((await app.request('/projects', { headers })).status).toBe(404);
    expect((await app.request('/nothing', { headers })).status).toBe(404);
  }
});

it('serves hashed assets for ever, compressed', async () => {
  const response = await app.request('/assets/index-abc.js', { headers: { 'accept-encoding': 'gzip, br' } });
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(response.headers.get('content-encoding')).toBe('gzip');
  expect(gunzipSync(Buffer.from(await response.arrayBuffer())).toString()).toBe('start()');
});

it.each(['/v2/agent/nowhere', '/v1/nothing', '/api/dashboard/nothing', '/../package.json', '/assets/missing.js'])(
  'leaves %s to others',
  async (path) => {
    const response = await app.request(path, {
      headers: path.startsWith('/v') || path.startsWith('/api') ? browser : {},
    });
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
  },
);

it('lets who asks for a page wait until the dashboard is ready, and nobody else', async () => {
  const { promise: ready, resolve } = Promise.withResolvers<undefined>();
  const early = createHttpApp({ logger: silentLogger, clock: createManualClock(0), trustedProxies: [] });
  addDashboardFiles(early, { folder: join(folder, 'later'), ready });
  const answers: string[] = [];
  const page = Promise.resolve(early.request('/', { headers: browser })).then(async (response) => {
    answers.push(`${response.status} ${await response.text()}`);
  });
  expect((await early.request('/v1/nothing', { headers: browser })).status).toBe(404);
  expect(answers).toEqual([]);
  mkdirSync(join(folder, 'later'));
  writeFileSync(join(folder, 'later', 'index.html'), 'built');
  resolve(undefined);
  await page;
  expect(answers).toEqual(['200 built']);
});
