import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addTrackerRoutes } from '../src/analytics/collect/tracker-routes.ts';
import { Beacon } from '../src/contract/beacon.ts';
import { launchBrowser } from './browser.ts';

/** The docs site and the collector are two origins, as they are in life. */
let site: { origin: string; server: Server };
let collector: { origin: string; server: Server };
let browser: Browser;
let context: BrowserContext;
let page: Page;

interface Received {
  method: string;
  headers: Headers;
  beacon: Beacon;
}
const received: Received[] = [];
/** What the site's next pages carry: attributes of the script, headers, markup. */
let served: { attributes: string; headers: Record<string, string>; body: string; status: 200 | 404 };
const sitePrefetches: string[] = [];

beforeAll(async () => {
  const collecting = new Hono();
  addTrackerRoutes(collecting);
  collecting.all('/v1/collect', async (context) => {
    const beacon = Beacon.parse(JSON.parse(await context.req.text()));
    received.push({ method: context.req.method, headers: context.req.raw.headers, beacon });
    arrivals.dispatchEvent(new Event('beacon'));
    return context.body(null, 202);
  });
  collector = await listen(collecting);

  const docs = new Hono();
  docs.get('*', (context) => {
    const purpose = context.req.header('sec-purpose');
    if (purpose) {
      sitePrefetches.push(`${purpose} ${context.req.path}`);
      arrivals.dispatchEvent(new Event('prefetch'));
    }
    const script = `<script defer src="${collector.origin}/t.js" data-project="docs" ${served.attributes}></script>`;
    return context.html(
      `<!doctype html><link rel="icon" href="data:,">${script}<title>Docs</title>${served.body}`,
      served.status,
      served.headers,
    );
  });
  site = await listen(docs);
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  for (const { server } of [site, collector]) {
    server.closeAllConnections();
    server.close();
  }
});
beforeEach(async () => {
  received.length = 0;
  served = { attributes: '', headers: {}, body: '', status: 200 };
  context = await browser.newContext();
  page = await context.newPage();
});
afterEach(() => context.close());

const arrivals = new EventTarget();

/** Waits until the collector has `count` beacons and gives the path and referrer of each, in order. */
async function views(count: number): Promise<string[]> {
  while (received.length < count) await once(arrivals, 'beacon');
  return received.map(({ beacon }) => `${pathOf(beacon.url)} from ${pathOf(beacon.referrer)}`);
}
const pathOf = (url = '') => url.replace(site.origin, '') || '-';

const push = (path: string) => page.evaluate(`history.pushState({}, '', '${path}')`);

async function listen(app: Hono): Promise<{ origin: string; server: Server }> {
  const answer = getRequestListener(app.fetch);
  const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

describe('the tracker in a real browser', () => {
  test('sends one simple request per page view: no cookie, no preflight, no query string', async () => {
    await page.goto(`${site.origin}/guide?token=secret#part`);
    expect(await views(1)).toEqual(['/guide from -']);
    const [{ method, headers, beacon }] = received as [Received];
    expect(method).toBe('POST');
    expect(headers.get('content-type')).toMatch(/^text\/plain/);
    expect(headers.get('origin')).toBe(site.origin);
    expect(headers.get('cookie')).toBeNull();
    expect(JSON.stringify(beacon)).not.toContain('secret');
    expect(beacon).toMatchObject({ project: 'docs', status: 200, hints: ['webdriver'] });
    expect(beacon).not.toHaveProperty('visitorId');
    expect(await context.cookies()).toEqual([]);
    expect(await page.evaluate('localStorage.length + sessionStorage.length')).toBe(0);
  });

  test('keeps of the query what campaigns are known by, and tells what the page says happened', async () => {
    await page.goto(`${site.origin}/guide?token=secret&utm_source=a%26b&utm_campaign=x`);
    await page.evaluate(`docwright('signup')`);
    await page.evaluate(`history.replaceState({}, '', '/guide')`);
    await push('/b');
    await views(3);
    expect(received.map(({ beacon }) => [beacon.url.replace(site.origin, ''), beacon.event])).toEqual([
      ['/guide?utm_source=a%26b&utm_campaign=x', undefined],
      ['/guide', 'signup'],
      ['/b', undefined],
    ]);
  });

  test('counts the pages of a single-page application, and the way back', async () => {
    await page.goto(`${site.origin}/a`);
    await views(1);
    await push('/b');
    await views(2);
    await push('/b?tab=2#part');
    await page.evaluate(`history.replaceState({}, '', '/c')`);
    await views(3);
    await page.goBack();
    expect(await views(4)).toEqual(['/a from -', '/b from /a', '/c from /b', '/b from /c']);
    expect(new Set(received.map(({ beacon }) => beacon.id)).size).toBe(4);
  });

  test('tells the status of a page load, so that an error page is no view', async () => {
    served.status = 404;
    await page.goto(`${site.origin}/missing`);
    await views(1);
    await push('/found');
    await views(2);
    expect(received.map(({ beacon }) => beacon.status)).toEqual([404, undefined]);
  });

  test('tells the status that an error page says it has, whatever it was answered with', async () => {
    served.body = '<meta name="docwright-status" content="404">';
    await page.goto(`${site.origin}/missing`);
    await views(1);
    await push('/missing-too');
    await views(2);
    await page.evaluate(`document.querySelector('meta[name=docwright-status]').remove()`);
    await push('/found');
    await views(3);
    expect(received.map(({ beacon }) => beacon.status)).toEqual([404, 404, undefined]);
  });

  test('takes an address that a router replaces at once for one view', async () => {
    await page.goto(`${site.origin}/a`);
    await views(1);
    await page.evaluate(`history.pushState({}, '', '/old'); history.replaceState({}, '', '/new')`);
    expect(await views(2)).toEqual(['/a from -', '/new from /a']);
  });

  test('loses no view when two pages follow each other faster than an address settles', async () => {
    await page.goto(`${site.origin}/a`);
    await page.evaluate(`history.pushState({}, '', '/b'); history.pushState({}, '', '/c')`);
    expect(await views(3)).toEqual(['/a from -', '/b from /a', '/c from /b']);
  });

  test('sends what still waits when the page is closed', async () => {
    await page.goto(`${site.origin}/a`);
    await views(1);
    await push('/b');
    await page.close({ runBeforeUnload: true });
    expect(await views(2)).toEqual(['/a from -', '/b from /a']);
  });

  test('counts a page that comes back from the back-forward cache', async () => {
    await page.goto(`${site.origin}/a`);
    await views(1);
    // A headless shell keeps no page (BackForwardCacheDisabledForDelegate), so the browser's event is made here.
    const show = (persisted: boolean) =>
      page.evaluate(`dispatchEvent(new PageTransitionEvent('pageshow', { persisted: ${persisted} }))`);
    await show(false);
    await push('/b');
    await views(2);
    await show(true);
    expect(await views(3)).toEqual(['/a from -', '/b from /a', '/b from -']);
  });

  test('counts a prerendered page when it is seen, not before', async () => {
    const rules = JSON.stringify({ prerender: [{ urls: ['/next'], eagerness: 'immediate' }] });
    served.body = `<script type="speculationrules">${rules}</script><a href="/next">next</a>`;
    await page.goto(`${site.origin}/a`);
    while (sitePrefetches.length === 0) await once(arrivals, 'prefetch');
    expect(sitePrefetches).toEqual(['prefetch;prerender /next']);
    await push('/b');
    expect(await views(2)).toEqual(['/a from -', '/b from /a']);
    await page.click('a');
    expect(await views(3)).toEqual(['/a from -', '/b from /a', '/next from /b']);
  });

  test.each(['doNotTrack', 'globalPrivacyControl'])('honours %s where the site says so', async (signal) => {
    const value = signal === 'doNotTrack' ? "'1'" : 'true';
    await page.addInitScript(`Object.defineProperty(navigator, '${signal}', { value: ${value} })`);
    served.attributes = 'data-respect-dnt data-visitor-id="storage"';
    await page.goto(`${site.origin}/private`);
    await push('/private/too');
    expect(await page.evaluate('localStorage.length')).toBe(0);
    served.attributes = '';
    await page.goto(`${site.origin}/public`);
    expect(await views(1)).toEqual(['/public from -']);
  });

  test('keeps a visitor id only where the site asks for it', async () => {
    served.attributes = 'data-visitor-id="storage"';
    await page.goto(`${site.origin}/a`);
    await page.goto(`${site.origin}/b`);
    await views(2);
    const [first, second] = received.map(({ beacon }) => beacon.visitorId);
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(second).toBe(first);
  });

  test('counts the routes of a site that routes by fragment', async () => {
    served.attributes = 'data-hash';
    await page.goto(`${site.origin}/#/start?x=1`);
    await views(1);
    await page.evaluate(`location.hash = '#/guide/install'`);
    expect(await views(2)).toEqual(['/start from -', '/guide/install from /start']);
  });

  test('falls back to fetch where sendBeacon refuses or is gone', async () => {
    await page.addInitScript('navigator.sendBeacon = () => false');
    await page.goto(`${site.origin}/refused`);
    await views(1);
    await page.addInitScript('delete navigator.sendBeacon; delete Navigator.prototype.sendBeacon');
    await page.goto(`${site.origin}/gone`);
    expect(await views(2)).toEqual(['/refused from -', '/gone from -']);
    expect(received.map(({ method }) => method)).toEqual(['POST', 'POST']);
  });

  test('counts once where the script stands twice', async () => {
    served.body = `<script defer src="${collector.origin}/t.js" data-project="docs"></script>`;
    await page.goto(`${site.origin}/a`);
    await views(1);
    await push('/b');
    expect(await views(2)).toEqual(['/a from -', '/b from /a']);
  });

  test('needs no more of a content security policy than its own origin', async () => {
    const { origin } = collector;
    served.headers = { 'Content-Security-Policy': `default-src 'none'; script-src ${origin}; connect-src ${origin}` };
    await page.goto(`${site.origin}/strict`);
    expect(await views(1)).toEqual(['/strict from -']);
  });

  test('breaks no page that a policy or a blocker keeps it from speaking on', async () => {
    const errors: Error[] = [];
    page.on('pageerror', (error) => errors.push(error));
    served.headers = { 'Content-Security-Policy': `default-src 'none'; script-src ${collector.origin}` };
    await page.goto(`${site.origin}/forbidden`);
    await push('/forbidden/too');
    await page.addInitScript(`navigator.sendBeacon = window.fetch = () => { throw new Error('blocked') }`);
    await page.goto(`${site.origin}/blocked`);
    await push('/blocked/too');
    await push('/blocked/three');
    expect(await page.evaluate('location.pathname')).toBe('/blocked/three');
    expect(errors).toEqual([]);
    expect(received).toEqual([]);
  });
});
