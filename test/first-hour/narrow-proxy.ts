import { once } from 'node:events';
import { chmodSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';

/** A proxy on a socket in the file system, which leads to one host and refuses every other; `refused` are those. */
export async function openNarrowProxy(
  socket: string,
  allowed: string,
): Promise<{ readonly refused: Set<string>; readonly close: () => void }> {
  const refused = new Set<string>();
  const proxy = createServer((request, response) => {
    refused.add(request.url ?? '');
    response.writeHead(403).end('This proxy leads to the registry of npm only.\n');
  });
  proxy.on('connect', ({ url = '' }, client) => {
    const [host = '', port = '443'] = url.split(':');
    client.on('error', () => undefined);
    if (host !== allowed) {
      refused.add(host);
      client.end('HTTP/1.1 403 Forbidden\r\n\r\n');
      return;
    }
    const server = connect(Number(port), host, () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      server.pipe(client);
      client.pipe(server);
    });
    server.on('error', () => client.destroy());
    client.on('close', () => server.destroy());
  });
  proxy.listen(socket);
  await once(proxy, 'listening');
  chmodSync(socket, 0o777);
  return {
    refused,
    close: () => {
      proxy.close().closeAllConnections();
    },
  };
}
