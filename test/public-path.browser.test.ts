import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, mkdirSync, writeFileSync } from 'node:fs';
import { createServer, request as forward, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildDashboard } from '../src/dashboard-files/build-dashboard.ts';
import { findRunningServer } from '../src/data-directory/running-server.ts';
import { launchBrowser } from './browser.ts';
import { freePort } from './free-port.ts';
import { temporaryFolder } from './git-fixture.ts';
import { startRunningServer, type RunningServer } from './running-server.ts';

/** The server below a path of a host that it shares, behind proxies that pass the path on and such that strip it. */
const path = '/docwright';

/** A proxy for one path; everything else of the host belongs to somebody else. */
function startProxy(target: () => string, { strips }: { strips: boolean }): Server {
  return createServer((incoming, response) => {
    const { url = '/', method, headers } = incoming;
    if (url !== path && !url.startsWith(`${path}/`)) {
      response.writeHead(404).end('another program of this host');
      return;
    }
    const address = new URL((strips ? url.slice(path.length) : url) || '/', target());
    const passed = forward(address, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    incoming.pipe(passed);
  }).listen(0, '127.0.0.1');
}

let passing: Server;
let stripping: Server;
let server: RunningServer;
let listening = '';
let browser: Browser;
const urlOf = (proxy: Server) => `http://127.0.0.1:${(proxy.address() as AddressInfo).port}${path}`;

beforeAll(async () => {
  await buildDashboard(console.error);
  passing = startProxy(() => listening, { strips: false });
  stripping = startProxy(() => listening, { strips: true });
  await Promise.all([passing, stripping].map((proxy) => once(proxy, 'listening')));
  server = await startRunningServer({}, { workers: 0, environment: { DOCWRIGHT_PUBLIC_URL: `${urlOf(passing)}/` } });
  listening = (await findRunningServer(server.dataDirectory))?.listening ?? '';
  browser = await launchBrowser();
}, 120_000);
afterAll(async () => {
  await browser.close();
  for (const proxy of [passing, stripping]) proxy.close().closeAllConnections();
  await server.stop();
});

/** Every address that the pages name, from the front door on, with what could not be had. */
async function walk(front: string): Promise<{ seen: string[]; missing: string[] }> {
  const seen = new Set([`${front}/`, `${front}/docs`, `${front}/guide`, `${front}/problems`, `${front}/t.js`]);
  const missing: string[] = [];
  for (const address of seen) {
    const response = await fetch(address, { headers: { accept: 'text/html' } });
    const text = await response.text();
    if (response.status !== 200) missing.push(`${address} answers ${response.status}`);
    if (!response.headers.get('content-type')?.startsWith('text/html')) continue;
    for (const [, link = ''] of text.matchAll(/\s(?:href|src)="([^"#]+)/g)) {
      const { origin, href } = new URL(link, address);
      if (origin === new URL(front).origin) seen.add(href);
    }
  }
  return { seen: [...seen].map((address) => address.slice(front.length)), missing };
}

describe.each([
  ['passes the path on', () => passing],
  ['strips the path', () => stripping],
])('behind a proxy that %s', (_name, proxy) => {
  it('every page, file and link of the pages is found below the path', async () => {
    const { seen, missing } = await walk(urlOf(proxy()));
    expect(missing).toEqual([]);
    expect(seen).toEqual(expect.arrayContaining(['/docs/reference.css', '/docs/theme.js', '/guide/back-up']));
    expect(seen.filter((address) => address.startsWith('/assets/')).length).toBeGreaterThan(0);
  }, 60_000);

  it('the API, its document and redirects name the path', async () => {
    const front = urlOf(proxy());
    const visitors = await fetch(`${front}/v1/analytics/${server.projectId}/visitors`, {
      headers: { authorization: `Bearer ${server.apiKey}` },
    });
    expect(visitors.status).toBe(200);
    const document = (await (await fetch(`${front}/openapi.json`)).json()) as { servers: object[] };
    expect(document.servers).toEqual([{ url: path }]);
    const redirect = await fetch(`${front}/projects/x/pulls/1/diff`, { redirect: 'manual' });
    expect(redirect.headers.get('location')).toBe(`${path}/api/dashboard/projects/x/pull-requests/1/diff`);
  });
});

it('a person signs up, opens pages by links and by address, and has a cookie for the path alone', async () => {
  const front = urlOf(passing);
  const setUpLink = await server.administer(({ accounts }) => accounts.setUpLink(front));
  const page = await browser.newPage();
  const outside: string[] = [];
  page.on('request', (sent) => {
    if (!sent.url().startsWith(`${front}/`) && !sent.url().startsWith('data:')) outside.push(sent.url());
  });
  await page.goto(setUpLink ?? '');
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Password').fill('correct horse battery');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL(`${front}/projects/${server.projectId}/jobs`);
  await page.getByRole('link', { name: 'Analytics' }).click();
  await page.waitForURL(`${front}/projects/${server.projectId}/analytics**`);
  await page.goto(`${front}/projects/${server.projectId}/settings`);
  await page.getByRole('heading', { name: 'Settings', exact: true }).waitFor();
  const cookies = await page.context().cookies();
  expect(cookies.map(({ path: cookiePath }) => cookiePath)).toEqual([path]);
  await page.getByRole('link', { name: 'Guide', exact: true }).click();
  await page.waitForURL(`${front}/guide`);
  expect(outside).toEqual([]);
}, 60_000);

/** The program of that name on the PATH, if it is there. */
function findProgram(name: string): string | undefined {
  const places = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin'].map((folder) => join(folder, name));
  return places.find((place) => {
    try {
      accessSync(place, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

const settingsOf: Readonly<Record<string, (port: number, folder: string) => { text: string; words: string[] }>> = {
  nginx: (port, folder) => ({
    text: `daemon off; pid ${folder}/pid; error_log stderr; events {} http { access_log off;
      client_body_temp_path ${folder}/a; proxy_temp_path ${folder}/b; fastcgi_temp_path ${folder}/c;
      uwsgi_temp_path ${folder}/d; scgi_temp_path ${folder}/e;
      server { listen 127.0.0.1:${port}; location ${path}/ { proxy_pass ${listening}/; } } }`,
    words: ['-p', folder, '-c', join(folder, 'settings')],
  }),
  caddy: (port, folder) => ({
    text: `{\n admin off\n auto_https off\n storage file_system ${folder}\n}\nhttp://127.0.0.1:${port} {\n handle_path ${path}/* {\n reverse_proxy ${listening}\n }\n}`,
    words: ['run', '--adapter', 'caddyfile', '--config', join(folder, 'settings')],
  }),
};

it.for(Object.keys(settingsOf))(
  'behind %s of the machine, every page is found',
  { timeout: 60_000 },
  async (name, context) => {
    const program = findProgram(name);
    if (program === undefined) return context.skip(`${name} is not installed`);
    const { path: folder, remove } = temporaryFolder();
    mkdirSync(folder, { recursive: true });
    const port = await freePort();
    const { text, words } = settingsOf[name]!(port, folder);
    writeFileSync(join(folder, 'settings'), text);
    const child: ChildProcess = spawn(program, words, { stdio: 'ignore', env: { ...process.env, HOME: folder } });
    try {
      const front = `http://127.0.0.1:${port}${path}`;
      const status = () =>
        fetch(`${front}/healthz`).then(
          (answer) => answer.status,
          () => 0,
        );
      await expect.poll(status, { timeout: 20_000 }).toBe(200);
      expect((await walk(front)).missing).toEqual([]);
    } finally {
      child.kill();
      await once(child, 'exit');
      remove();
    }
  },
);
