import { BlockList, isIP } from 'node:net';
import { ProxyUnusable } from './errors.ts';

/**
 * The proxy that requests to this address go through, by `HTTPS_PROXY`, `HTTP_PROXY` (each for its own scheme), `ALL_PROXY`
 * and `NO_PROXY`, in lower case first, as curl and git read them. This machine itself is never asked through a proxy.
 * Throws `ProxyUnusable`.
 */
export function proxyFor(url: URL, environment: NodeJS.ProcessEnv = process.env): URL | undefined {
  const read = (name: string) =>
    [environment[name.toLowerCase()], environment[name]].find((value) => value !== undefined && value !== '');
  const names = [url.protocol === 'http:' ? 'HTTP_PROXY' : 'HTTPS_PROXY', 'ALL_PROXY'];
  const name = names.find((candidate) => read(candidate) !== undefined);
  if (name === undefined || isExempt(url, read('NO_PROXY') ?? '')) return undefined;
  const text = read(name) ?? '';
  // curl and git take a bare `proxy.example.com:3128` as well.
  const proxy = URL.parse(text.includes('://') ? text : `http://${text}`);
  // Without the proxy the request would leave by a way that nobody wanted.
  if (proxy === null || !/^https?:$/.test(proxy.protocol)) throw new ProxyUnusable(name);
  return proxy;
}

/** Value of the `Proxy-Authorization` header that user and password in the proxy's URL stand for. */
export function proxyAuthorization({ username, password }: URL): string | undefined {
  if (username === '') return undefined;
  return `Basic ${Buffer.from(`${decoded(username)}:${decoded(password)}`).toString('base64')}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A percent sign that stands for itself.
    return text;
  }
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

function isExempt({ protocol, hostname, port }: URL, noProxy: string): boolean {
  const host = bare(hostname);
  if (host === 'localhost' || contains(loopback, host)) return true;
  const ports = [port || (protocol === 'http:' ? '80' : '443'), undefined];
  return noProxy
    .split(/[\s,]+/u)
    .filter(Boolean)
    .map(readEntry)
    .some((entry) => ports.includes(entry.port) && matches(entry, host));
}

/** `example.com`, `.example.com`, `*.example.com`, an address, a network such as `10.0.0.0/8`, `*`; any with `:port`. */
function readEntry(text: string): { name: string; port: string | undefined } {
  const isBareIpv6 = isIP(text.split('/')[0] ?? '') === 6;
  const [, name = text, port] = isBareIpv6 ? [] : (/^(.*?)(?::(\d+))?$/u.exec(text) ?? []);
  return { name: bare(name), port };
}

function matches({ name }: { name: string }, host: string): boolean {
  if (name === '*') return true;
  const [network = '', prefix] = name.split('/');
  const family = isIP(network);
  if (family !== 0) {
    const length = prefix === undefined ? (family === 4 ? 32 : 128) : /^\d+$/.test(prefix) ? Number(prefix) : -1;
    const addresses = new BlockList();
    if (!(length >= 0 && length <= (family === 4 ? 32 : 128))) return false;
    addresses.addSubnet(network, length, family === 4 ? 'ipv4' : 'ipv6');
    return contains(addresses, host);
  }
  const suffix = name.replace(/^\*?\./u, '');
  return (host === suffix && !name.startsWith('*')) || host.endsWith(`.${suffix}`);
}

function contains(addresses: BlockList, host: string): boolean {
  const family = isIP(host);
  return family !== 0 && addresses.check(host, family === 4 ? 'ipv4' : 'ipv6');
}

/** Without the brackets of IPv6 and the dot that only says that a name is whole. */
function bare(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[(.*)\]$/u, '$1')
    .replace(/(?<=.)\.$/u, '');
}
