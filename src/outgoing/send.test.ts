import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { expect, it, vi } from 'vitest';
import { sendPatiently } from './send.ts';

it('a server that closes a connection of which not all is read ends no process', async () => {
  // More than is read ahead, and the end right behind that.
  const body = 'a'.repeat(80_000);
  const head = `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`;
  const closed = Promise.withResolvers<boolean>();
  const server = createServer((socket) => {
    socket.on('error', () => undefined).once('data', () => socket.end(head + body));
    socket.on('close', closed.resolve);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  // In a process of its own, since that is what would end. It reads only once the connection is closed.
  const program = `
    import { once } from 'node:events';
    import { sendWithin } from ${JSON.stringify(import.meta.resolve('./send.ts'))};
    const response = await sendWithin({ time: 60_000, bytes: 100_000, answers: 1 })('${address}');
    await once(process.stdin, 'data');
    console.log((await response.text()).length);
    process.exit();`;
  const running = promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
  await Promise.race([closed.promise, running]);
  running.child.stdin?.end('closed');
  expect((await running).stdout).toBe(`${body.length}\n`);
  server.close();
});

it('names the proxy where what listens there is none', async () => {
  const noProxy = createServer((socket) => socket.once('data', () => socket.end('<html>Sign in</html>')));
  noProxy.listen(0, '127.0.0.1');
  await once(noProxy, 'listening');
  const { port } = noProxy.address() as AddressInfo;
  vi.stubEnv('HTTPS_PROXY', `http://127.0.0.1:${port}`);
  try {
    await expect(sendPatiently('https://api.example.com/')).rejects.toThrow(
      `Cannot reach api.example.com: the proxy 127.0.0.1:${port} does not respond like a proxy.`,
    );
  } finally {
    vi.unstubAllEnvs();
    noProxy.close();
  }
});
