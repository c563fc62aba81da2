import ipaddr from 'ipaddr.js';
import { lookup } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { AskLink, LinkAnswer } from './link-probe.ts';

/** The name leads to an address that is not of the public internet, or to none. */
class NotPublic extends Error {
  override name = 'NotPublic';
}

/** Whether the host of a URL is written as an address, and as one that is not of the public internet. */
function isPrivateLiteral({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/gu, '');
  return isIP(host) !== 0 && isPrivate(host);
}

/** All that IANA gives out of IPv6: what lies outside, the library takes for public where it is not registered. */
const globalUnicast = ipaddr.parseCIDR('2000::/3');

/** An address of IPv6 that is one of IPv4 counts as that; others that lead to one are refused. */
function isPrivate(text: string): boolean {
  if (!ipaddr.isValid(text)) return true;
  const address = ipaddr.process(text);
  return address.range() !== 'unicast' || (address.kind() === 'ipv6' && !address.match(globalUnicast));
}

/**
 * Looks a name up for a connection that is about to be made, and refuses it when any of its addresses is private: whatever the
 * name meant a moment before, this is the address that is connected to.
 */
const lookupPublic: LookupFunction = (name, options, done) => {
  lookup(name, { ...options, all: true }, (error, addresses) => {
    if (error !== null) {
      done(error, []);
      return;
    }
    const [first] = addresses;
    if (first === undefined || addresses.some(({ address }) => isPrivate(address)))
      done(new NotPublic(`${name} has no address on the public internet`), []);
    else if (options.all === true) done(null, addresses);
    else done(null, first.address, first.family);
  });
};

const userAgent = 'Docwright link check (+https://github.com/docwright/docwright)';

/**
 * Asks over HTTP or HTTPS and reads no body. Unless `allowPrivate`, an address that is not public is refused when the
 * connection is made, so that a name cannot change what it means between a look-up and the request.
 */
export function createHttpAsk({ allowPrivate }: { readonly allowPrivate: boolean }): AskLink {
  return (url, method, signal) => {
    if (!allowPrivate && isPrivateLiteral(url)) return Promise.resolve({ kind: 'private' });
    return new Promise<LinkAnswer>((resolve) => {
      const request = (url.protocol === 'https:' ? requestHttps : requestHttp)({
        host: url.hostname.replace(/^\[|\]$/gu, ''),
        port: url.port,
        path: url.pathname + url.search,
        method,
        headers: { 'user-agent': userAgent, accept: '*/*' },
        ...(!allowPrivate && { lookup: lookupPublic }),
        signal,
      });
      request.on('response', (response) => {
        const { 'retry-after': retryAfter, location } = response.headers;
        resolve({ kind: 'status', status: response.statusCode ?? 0, retryAfter, location });
        response.destroy();
      });
      request.on('error', (error: NodeJS.ErrnoException) => {
        if (error instanceof NotPublic) resolve({ kind: 'private' });
        else if (error.code === 'ENOTFOUND') resolve({ kind: 'unknown-host' });
        else resolve({ kind: 'failed', reason: error.code ?? error.message });
      });
      request.end();
    });
  };
}
