import { once } from 'node:events';
import { createServer, request as send } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { pipeline } from 'node:stream';

export interface ProxyServer {
  /** With user and password. */
  readonly url: string;
  readonly host: string;
  readonly password: string;
  /** `CONNECT host:port` or `METHOD http://host/path` of all that was let through. */
  readonly requests: string[];
  /** Where names of the tests lead: by `host:port` or `host`, a port of this machine. Others are answered with 502. */
  readonly routes: Map<string, number>;
  close(): Promise<void>;
}

/** A real forward proxy on this machine: tunnels and requests in absolute form, for who has the password. */
export async function startProxyServer(): Promise<ProxyServer> {
  const password = 'proxy-Passw0rd-7f3a';
  const routes = new Map<string, number>();
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  const isKnown = (authorization: string | undefined) =>
    authorization === `Basic ${Buffer.from(`docwright:${password}`).toString('base64')}`;
  const portOf = ({ host, hostname }: URL) => routes.get(host) ?? routes.get(hostname);

  const server = createServer((incoming, outgoing) => {
    const { 'proxy-authorization': authorization, ...headers } = incoming.headers;
    const asked = new URL(incoming.url ?? '/', 'http://not-absolute');
    const port = portOf(asked);
    if (!isKnown(authorization)) outgoing.writeHead(407, { 'proxy-authenticate': 'Basic' }).end();
    else if (port === undefined) outgoing.writeHead(502).end();
    else {
      requests.push(`${incoming.method ?? ''} ${incoming.url ?? ''}`);
      const { pathname, search } = asked;
      const onward = send({ host: '127.0.0.1', port, method: incoming.method, path: pathname + search, headers });
      onward.on('response', (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        pipeline(answer, outgoing, () => undefined);
      });
      onward.on('error', () => outgoing.destroy());
      pipeline(incoming, onward, () => undefined);
    }
  });
  server.on('connect', (incoming, socket: Socket, head) => {
    const port = portOf(new URL(`http://${incoming.url ?? ''}`));
    socket.on('error', () => undefined);
    if (!isKnown(incoming.headers['proxy-authorization'])) {
      socket.end(
        'HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic\r\nConnection: close\r\nContent-Length: 0\r\n\r\n',
      );
    } else if (port === undefined) socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n');
    else {
      requests.push(`CONNECT ${incoming.url ?? ''}`);
      const onward = connect(port, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        onward.write(head);
        pipeline(socket, onward, socket, () => undefined);
      });
      onward.on('error', () => socket.destroy());
    }
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `http://docwright:${password}@${host}`,
    host,
    password,
    requests,
    routes,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
