import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createMemoryTree } from '../../test/memory-tree.ts';
import { createCheck } from '../create-check.ts';
import { createHttpAsk } from './ask-over-http.ts';
import { type AskLink, createLinkProbe } from './link-probe.ts';

const requests: string[] = [];
let atOnce = 0;
let mostAtOnce = 0;
let agent: string | undefined;
let busy = 1;
const server = createServer((request, response) => {
  requests.push(`${request.method ?? ''} ${request.url ?? ''}`);
  agent = request.headers['user-agent'];
  atOnce += 1;
  mostAtOnce = Math.max(mostAtOnce, atOnce);
  response.on('close', () => (atOnce -= 1));
  const path = new URL(request.url ?? '', 'http://host').pathname;
  if (path === '/moved') response.writeHead(301, { location: '/fine' });
  else if (path === '/round') response.writeHead(302, { location: '/round' });
  else if (path === '/get-only') response.writeHead(request.method === 'HEAD' ? 405 : 200);
  else if (path === '/later') response.writeHead(busy-- > 0 ? 429 : 200, { 'retry-after': '7' });
  else if (path === '/much-later') response.writeHead(503, { 'retry-after': '3600' });
  else response.writeHead({ '/fine': 200, '/gone': 410, '/secret': 403 }[path] ?? 404);
  response.end();
});
let host = '';
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());
beforeEach(() => {
  requests.length = 0;
  busy = 1;
});

function probeWith(ask: AskLink = createHttpAsk({ allowPrivate: true })) {
  const pauses: number[] = [];
  const pause = (ms: number) => (pauses.push(ms), Promise.resolve());
  return { pauses, probe: createLinkProbe({ ask, pause }) };
}

async function verdictsOf(...paths: readonly string[]) {
  const { probe, pauses } = probeWith();
  const urls = paths.map((path) => host + path);
  const verdicts = await probe(urls, undefined);
  return { found: urls.map((url) => verdicts.get(url)), pauses };
}

it('calls broken only what is certainly gone', async () => {
  const { found } = await verdictsOf('/fine', '/moved', '/get-only', '/nowhere', '/gone', '/secret', '/round');
  expect(found.map((verdict) => verdict?.kind)).toEqual([
    ...['fine', 'fine', 'fine', 'broken', 'broken', 'unclear', 'unclear'],
  ]);
  expect(found[3]?.why).toBe('returns 404');
  expect(agent).toContain('Docwright');
  expect(mostAtOnce).toBe(1);
});

it('pauses between requests, waits when told to, and leaves alone who asks for long', async () => {
  const { found, pauses } = await verdictsOf('/later', '/fine', '/much-later', '/nowhere');
  expect(requests).toEqual(['HEAD /later', 'GET /later', 'HEAD /fine', 'HEAD /much-later']);
  expect(pauses).toEqual([7000, 500, 500]);
  expect(found.map((verdict) => verdict?.kind)).toEqual(['fine', 'fine', 'unclear', 'unclear']);
  expect(found[3]?.why).toContain('limits requests for now');
});

it('asks about an address once in its life', async () => {
  const { probe } = probeWith();
  await probe([`${host}/fine`, `${host}/fine`], undefined);
  await probe([`${host}/fine`], undefined);
  expect(requests).toEqual(['HEAD /fine']);
});

it('names hosts that do not exist, and what gives no answer', async () => {
  const ask: AskLink = ({ host: name }) =>
    Promise.resolve(name === 'no.where' ? { kind: 'unknown-host' } : { kind: 'failed', reason: 'ECONNRESET' });
  const verdicts = await probeWith(ask).probe(['http://no.where/', 'http://silent/'], undefined);
  expect([...verdicts.values()].map(({ kind }) => kind)).toEqual(['broken', 'unclear']);
});

it('ends when its time is up or the caller stops it', async () => {
  const ask: AskLink = (_url, _method, signal) =>
    new Promise((resolve) => {
      signal.addEventListener('abort', () => {
        resolve({ kind: 'failed', reason: 'aborted' });
      });
    });
  const verdicts = await createLinkProbe({ ask, totalMs: 1 })(['http://a/1', 'http://a/2'], undefined);
  expect([...verdicts.values()].map(({ kind }) => kind)).toEqual(['unclear', 'unclear']);
  await expect(createLinkProbe({ ask })(['http://a/'], AbortSignal.abort(new Error('stopped')))).rejects.toThrow(
    'stopped',
  );
});

it('refuses addresses that are not public, also behind a name', async () => {
  const ask = createHttpAsk({ allowPrivate: false });
  const { signal } = new AbortController();
  expect(await ask(new URL(host), 'GET', signal)).toEqual({ kind: 'private' });
  expect(await ask(new URL(host.replace('127.0.0.1', 'localhost')), 'GET', signal)).toEqual({ kind: 'private' });
  expect(requests).toEqual([]);
});

it('asks about links of pages as the settings and the change have it', async () => {
  const files = {
    'a.md': `[a](${host}/gone#there) [b](${host}/secret) [c](https://example.com/x) ![d](${host}/silenced)\n`,
    '.docwright/check.yml': 'silence: [{ rule: external-link, match: /silenced, reason: made later }]\n',
  };
  const { probe } = probeWith();
  const check = createCheck();
  expect((await check.check({ tree: createMemoryTree(files) })).findings).toEqual([]);
  expect(requests).toEqual([]);
  const { findings } = await check.check({ tree: createMemoryTree(files), probeLinks: probe });
  expect(findings.filter(({ rule }) => rule.startsWith('external-link'))).toMatchObject([
    { severity: 'warning', line: 1, column: 1, message: `\`${host}/gone\` returns 410.` },
    { severity: 'notice', message: `\`${host}/secret\` returns 403.` },
  ]);
  requests.length = 0;
  const tree = createMemoryTree({ ...files, 'a.md': `${files['a.md']}[n](${host}/new)\n` });
  const changed = await check.check({ tree, base: createMemoryTree(files), probeLinks: probe });
  expect(changed.findings).toMatchObject([{ message: `\`${host}/new\` returns 404.`, introduced: true }]);
  expect(requests).toEqual(['HEAD /new', 'GET /new']);
});
