import { expect, it } from 'vitest';
import { createManualClock } from '../kernel/clock.ts';
import { silentLogger } from '../kernel/logger.ts';
import { createHttpApp } from './create-http-app.ts';
import { addHealthRoutes, type HealthOptions } from './health-routes.ts';
import { forwardingHeaders } from './client-address.ts';
import { createHttpMetrics } from './http-metrics.ts';

function createApp(database: () => Promise<unknown>, metrics: HealthOptions['metrics'] = 'open') {
  const { registry, onRequest } = createHttpMetrics();
  const draining = new AbortController();
  const app = createHttpApp({ logger: silentLogger, clock: createManualClock(0), trustedProxies: [], onRequest });
  addHealthRoutes(app, { checks: { database }, draining: draining.signal, registry, metrics });
  return { app, draining };
}

it('is alive and ready', async () => {
  const { app } = createApp(() => Promise.resolve());
  expect(await (await app.request('/healthz')).json()).toEqual({ status: 'ok' });
  const ready = await app.request('/readyz');
  expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready', checks: { database: 'ok' } }]);
});

it('is alive but not ready while something is away, and does not say why', async () => {
  const { app } = createApp(() => Promise.reject(new Error('password hunter2 refused')));
  expect((await app.request('/healthz')).status).toBe(200);
  const ready = await app.request('/readyz');
  expect([ready.status, await ready.json()]).toEqual([503, { status: 'failing', checks: { database: 'failing' } }]);
});

it('is not ready while it drains', async () => {
  const { app, draining } = createApp(() => Promise.resolve());
  draining.abort();
  const ready = await app.request('/readyz');
  expect([ready.status, await ready.json()]).toEqual([503, { status: 'draining', checks: { database: 'ok' } }]);
});

it('stays ready where a repository is on another machine, and says so', async () => {
  const { registry } = createHttpMetrics();
  const app = createHttpApp({ logger: silentLogger, clock: createManualClock(0), trustedProxies: [] });
  const missingRepositories = () => Promise.resolve(['one', 'other']);
  addHealthRoutes(app, {
    checks: {},
    draining: new AbortController().signal,
    missingRepositories,
    registry,
    metrics: 'open',
  });
  const ready = await app.request('/readyz');
  expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready', checks: {}, missingRepositories: 2 }]);
});

it('counts requests by route pattern and never by what a caller wrote', async () => {
  const { app } = createApp(() => Promise.resolve());
  app.get('/things/:id', (context) => context.text('thing'));
  await app.request('/things/secret-name');
  await app.request('/nowhere/secret-name', { method: 'BREW' });
  const text = await (await app.request('/metrics')).text();
  expect(text).toContain(
    'docwright_http_request_duration_seconds_count{method="GET",route="/things/:id",status="200"} 1',
  );
  expect(text).toContain('process_cpu_seconds_total');
  expect(text).not.toMatch(/secret-name|BREW/);
});

it('shows metrics with their key alone where others can reach the server', async () => {
  const key = 'f00df00df00df00d';
  const { app } = createApp(() => Promise.resolve(), { key });
  for (const authorization of ['', key, 'Bearer', 'Bearer ', `Bearer ${key}x`, 'Bearer undefined', 'Bearer open']) {
    const refused = await app.request('/metrics', { headers: { authorization } });
    expect(refused.status).toBe(401);
    expect(await refused.text()).not.toContain('process_cpu');
  }
  expect((await app.request('/metrics', { headers: { authorization: `Bearer ${key}` } })).status).toBe(200);
});

it('shows open metrics on this machine alone, not through a proxy on it, nor under another name that leads here', async () => {
  const { app } = createApp(() => Promise.resolve());
  for (const address of ['http://localhost:4800', 'http://127.0.0.1:4800', 'http://[::1]:4800'])
    expect((await app.request(`${address}/metrics`)).status).toBe(200);
  for (const address of ['https://docs.example.com', 'http://127.0.0.1.example.com:4800', 'http://127.example.com'])
    expect((await app.request(`${address}/metrics`)).status).toBe(401);
  for (const name of [...forwardingHeaders, 'via', 'x-forwarded-proto', 'CF-Ray', 'CDN-Loop'])
    expect((await app.request('/metrics', { headers: { [name]: '203.0.113.1' } })).status).toBe(401);
});

it('shows no metrics while there is no key', async () => {
  const { registry, onRequest } = createHttpMetrics();
  const app = createHttpApp({ logger: silentLogger, clock: createManualClock(0), trustedProxies: [], onRequest });
  addHealthRoutes(app, { checks: {}, draining: new AbortController().signal, registry, metrics: { key: undefined } });
  for (const authorization of ['', 'Bearer ', 'Bearer undefined']) {
    expect((await app.request('/metrics', { headers: { authorization } })).status).toBe(401);
  }
});
