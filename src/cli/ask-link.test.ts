import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, expect, it } from 'vitest';
import { createLinkAsk } from './ask-link.ts';

let requests = 0;
const server = createServer((_, response) => {
  requests += 1;
  response.writeHead(302, { location: '/elsewhere', 'retry-after': '7' }).end();
});
let port = 0;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
});
const { signal } = new AbortController();

it.each(['127.0.0.1', 'localhost'])('refuses %s, which is not public', async (name) => {
  const ask = createLinkAsk({ allowPrivate: false });
  expect(await ask(new URL(`http://${name}:${port}`), 'GET', signal)).toEqual({ kind: 'private' });
  expect(requests).toBe(0);
});

it('says what came, or why nothing did', async () => {
  const ask = createLinkAsk({ allowPrivate: true });
  const answer = { kind: 'status', status: 302, retryAfter: '7', location: '/elsewhere' };
  expect(await ask(new URL(`http://127.0.0.1:${port}`), 'HEAD', signal)).toEqual(answer);
  expect(await ask(new URL('http://no-such-host.invalid'), 'HEAD', signal)).toEqual({ kind: 'unknown-host' });
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
  const refused = { kind: 'failed', reason: 'nothing accepts connections there' };
  expect(await ask(new URL(`http://127.0.0.1:${port}`), 'HEAD', signal)).toEqual(refused);
});
