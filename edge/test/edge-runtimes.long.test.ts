import { execFile, spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadLongEngine } from '../../test/long-engines/load-long-engine.ts';
import { bundleFixture, fixtures } from './bundle-fixture.ts';
import { startCollector, type Collector } from './collector.ts';

const engines = fileURLToPath(new URL('../../test/long-engines/', import.meta.url));

let collector: Collector;
/** What a test leaves to be undone, last first. */
let cleanups: (() => Promise<unknown>)[];
beforeEach(async () => {
  collector = await startCollector();
  cleanups = [() => collector.close()];
});
afterEach(async () => {
  for (const cleanUp of cleanups.reverse()) await cleanUp();
});

/** Starts a program and resolves with the first line of its output that matches. */
async function start(command: string, args: string[], options: { cwd?: string; env?: object }, line: RegExp) {
  const child: ChildProcessByStdio<null, Readable, null> = spawn(command, args, {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  cleanups.push(async () => {
    if (child.exitCode === null && child.kill()) await once(child, 'exit');
  });
  for await (const written of createInterface(child.stdout)) {
    const match = line.exec(written);
    if (match) return match;
  }
  throw new Error(`${command} ended before it printed ${line.source}`);
}

test('Cloudflare: a Worker in workerd, with the address and country that Cloudflare tells', async () => {
  interface MiniflareLike {
    dispatchFetch(url: string, init: object): Promise<Response>;
    dispose(): Promise<void>;
  }
  const { Miniflare } = loadLongEngine('miniflare') as { Miniflare: new (options: object) => MiniflareLike };
  const site = new Miniflare({
    modules: true,
    script: await bundleFixture('cloudflare.ts', 'esm'),
    compatibilityDate: '2026-07-01',
    bindings: { ENDPOINT: collector.endpoint, INGEST_KEY: 'secret-of-the-worker' },
    cf: false,
  });
  cleanups.push(() => site.dispose());
  const headers = { 'cf-connecting-ip': '203.0.113.9', 'user-agent': 'ChatGPT-User/1.0', accept: 'text/html' };
  const ask = (path: string) => site.dispatchFetch(`https://docs.example${path}`, { headers, cf: { country: 'DE' } });
  const answers = await Promise.all([ask('/guide?q=1'), ask('/site.css')]);
  expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual(['<h1>Guide</h1>', 'h1 {}']);
  const events = await collector.received(1);
  expect(events).toMatchObject([
    { url: 'https://docs.example/guide', status: 200, ip: '203.0.113.9', country: 'DE', userAgent: 'ChatGPT-User/1.0' },
  ]);
  expect(collector.requests[0]?.headers.authorization).toBe('Bearer secret-of-the-worker');
});

test('Netlify: an edge function in Deno', async () => {
  const program = ['run', '--quiet', '--no-config', '--allow-net', `${fixtures}netlify.ts`, collector.endpoint];
  const [port] = await start(`${engines}node_modules/.bin/deno`, program, {}, /^\d+$/);
  const ask = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).text();
  expect(await ask('/logo')).toBe('');
  expect(await ask('/guide')).toBe('<h1>Guide</h1>');
  expect(await collector.received(1)).toMatchObject([
    { url: `http://127.0.0.1:${port}/guide`, status: 200, ip: '203.0.113.9', country: 'DE' },
  ]);
});

test('Next.js: the proxy of a built site', { timeout: 600_000 }, async () => {
  const site = await mkdtemp(`${engines}.next-site-`);
  cleanups.push(() => rm(site, { recursive: true, force: true }));
  await cp(`${fixtures}next-site`, site, { recursive: true });
  await bundleFixture('next-site/next-entry.ts', 'esm', `${site}/docwright-edge.js`);
  await rm(`${site}/next-entry.ts`);
  const env = { NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production', DOCWRIGHT_ENDPOINT: collector.endpoint };
  const next = (...args: string[]) => [`${engines}node_modules/next/dist/bin/next`, ...args];
  await promisify(execFile)(process.execPath, next('build'), { cwd: site, env: { ...process.env, ...env } });

  const args = next('start', '--port', '0', '--hostname', '127.0.0.1');
  const [, origin] = await start(process.execPath, args, { cwd: site, env }, /(http:\/\/127\.0\.0\.1:\d+)/);
  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${origin}${path}`, { headers });
    return [response.status, (await response.text()).includes('<h1>')];
  };
  expect(await ask('/site.css')).toEqual([200, false]);
  // What the router of a page in the browser fetches; Next.js hides the header `rsc` from its proxy.
  const routed = { rsc: '1', 'sec-fetch-dest': 'empty', 'sec-fetch-site': 'same-origin' };
  expect(await ask('/guide', routed)).toEqual([200, false]);
  expect(await ask('/blocked')).toEqual([403, true]);
  expect(await ask('/guide?q=1', { accept: 'text/markdown, text/html' })).toEqual([200, true]);
  expect(await collector.received(2)).toMatchObject([
    { url: `${origin}/blocked`, status: 403 },
    { url: `${origin}/guide`, status: 200, ip: '127.0.0.1', accept: 'text/markdown, text/html' },
  ]);
});
