import { Socket } from 'node:net';
import { Client } from 'undici';
import { readConnectionFault } from './connection-fault.ts';
import { proxyAuthorization, proxyFor } from './proxy.ts';

/**
 * A connection through the proxy, for a protocol other than HTTP; undefined where none stands in between. Throws a
 * `ConnectionFault`.
 */
export async function openTunnel(
  { host, port }: { host: string; port: number },
  milliseconds: number,
): Promise<Socket | undefined> {
  const place = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const proxy = proxyFor(new URL(`https://${place}`));
  if (proxy === undefined) return undefined;
  const destination = { host: place, proxy: proxy.host };
  const client = new Client(proxy.origin, {
    allowH2: false,
    connectTimeout: milliseconds,
    headersTimeout: milliseconds,
  });
  const authorization = proxyAuthorization(proxy);
  try {
    const { socket, statusCode } = await client.connect({
      path: place,
      headers: authorization === undefined ? {} : { 'proxy-authorization': authorization },
    });
    if (statusCode === 200 && socket instanceof Socket) return socket;
    socket.destroy();
    throw new Error(`Proxy response (${statusCode})`);
  } catch (error) {
    throw readConnectionFault(error, destination) ?? error;
  }
}
