// What a stranger can do with a connection alone, before any request means something.
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWatchedServer, type WatchedServer } from './start-watched-server.ts';
import { expectHealthy } from './watch-health.ts';

let server: WatchedServer;
beforeAll(async () => {
  server = await startWatchedServer();
});
afterAll(async () => {
  await server.stop();
});

const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`;

/** Says all of it at once on one connection, and tells what comes until that is closed. */
function say(text: string): Promise<string> {
  const { hostname, port } = new URL(server.url);
  const { promise, resolve } = Promise.withResolvers<string>();
  const socket = connect({ host: hostname, port: Number(port) });
  let heard = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => (heard += chunk));
  socket.on('error', () => undefined);
  socket.on('close', () => {
    resolve(heard);
  });
  socket.write(text + get('/healthz', 'Connection: close\r\n'));
  return promise;
}

it.each(['/healthz', '/', '/v1/projects', '/guide/jobs'])(
  'stands thousands of requests at once for %s',
  async (path) => {
    await say(get(path));
    expectHealthy(await server.watch(() => say(get(path).repeat(3_000))), path);
  },
);

it('answers requests that were sent ahead, in their order', async () => {
  const heard = await say(
    Array.from({ length: 10 }, (_, index) => get(index % 2 === 0 ? '/healthz' : '/nothing')).join(''),
  );
  const statuses = [...heard.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
  expect(statuses.join(' ')).toBe('200 404 200 404 200 404 200 404 200 404 200');
});
