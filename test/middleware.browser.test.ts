import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRecorder, type ServerEvent } from '../edge/src/index.ts';
import { recordVisits } from '../edge/src/node.ts';
import { launchBrowser } from './browser.ts';

/** A page with everything that a browser fetches beside it, and links that it fetches ahead. */
const page = `<!doctype html><title>Guide</title>
  <link rel="stylesheet" href="/site.css"><link rel="icon" href="data:,">
  <link rel="prefetch" href="/fetched-ahead"><script type="speculationrules">
    { "prerender": [{ "urls": ["/rendered-ahead"], "eagerness": "immediate" }] }</script>
  <img src="/picture"><script src="/script"></script><iframe src="/frame"></iframe>
  <script>fetch('/guide.md'); fetch('/search-index')</script>`;

let browser: Browser;
let servers: Server[];
let origin: string;
const events: ServerEvent[] = [];
const asked = new Set<string>();
const requests = new EventTarget();
let flush: () => Promise<void>;

beforeAll(async () => {
  const collector = createServer((request, response) => {
    void json(request).then((batch) => {
      events.push(...(batch as ServerEvent[]));
      response.writeHead(202).end('{}');
    });
  });
  const endpoint = await listen(collector);
  const recorder = createRecorder({ endpoint, projectId: 'docs', ingestKey: 'key' });
  flush = () => recorder.flush();
  const site = createServer(
    recordVisits(recorder, (request, response) => {
      const path = request.url ?? '';
      // Everything claims to be a page, so that only the browser's own words tell what is none.
      response.setHeader('Content-Type', 'text/html').end(path === '/guide' ? page : '<title>Other</title>');
      response.once('finish', () => {
        asked.add(path);
        requests.dispatchEvent(new Event('answered'));
      });
    }),
  );
  origin = await listen(site);
  servers = [collector, site];
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

async function listen(server: Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('of all that a real browser fetches for a page, the middleware records what the reader sees', async () => {
  const beside = ['/site.css', '/picture', '/script', '/frame', '/guide.md', '/search-index'];
  const ahead = ['/fetched-ahead', '/rendered-ahead'];
  const tab = await browser.newPage();
  await tab.goto(`${origin}/guide`);
  while (![...beside, ...ahead].every((path) => asked.has(path))) await once(requests, 'answered');
  await flush();
  expect(events.map(({ url }) => url?.replace(origin, '')).sort()).toEqual(['/frame', '/guide']);
  const guide = events.find(({ url }) => url?.endsWith('/guide'));
  expect(guide).toMatchObject({
    ip: '127.0.0.1',
    headers: { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' },
  });
  expect(guide?.accept).toContain('text/html');
  expect(guide?.userAgent).toContain('Chrome');
});
