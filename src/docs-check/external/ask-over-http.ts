import { lookup } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { AskLink, LinkAnswer } from './link-answer.ts';
import { isPrivateAddress } from './private-addresses.ts';

const userAgent = 'Docwright link check (+https://github.com/docwright/docwright)';

/**
 * Asks over HTTP or HTTPS and reads no body. Unless `allowPrivate`, an address that is not public is refused when the
 * connection is made, so that a name cannot change what it means between a look-up and the request.
 */
export function createHttpAsk({ allowPrivate }: { readonly allowPrivate: boolean }): AskLink {
  return (url, method, signal) => {
    const host = url.hostname.replace(/^\[|\]$/gu, '');
    if (!allowPrivate && isIP(host) !== 0 && isPrivateAddress(host)) return Promise.resolve({ kind: 'private' });
    let refused = false;
    const lookupPublic: LookupFunction = (name, options, done) => {
      lookup(name, { ...options, all: true }, (error, addresses) => {
        if (error !== null) {
          done(error, []);
          return;
        }
        refused = !allowPrivate && addresses.some(({ address }) => isPrivateAddress(address));
        const [first] = addresses;
        if (refused || first === undefined) done(new Error('no address on the public internet'), []);
        else if (options.all === true) done(null, addresses);
        else done(null, first.address, first.family);
      });
    };
    return new Promise<LinkAnswer>((resolve) => {
      const request = (url.protocol === 'https:' ? requestHttps : requestHttp)({
        host,
        port: url.port,
        path: url.pathname + url.search,
        method,
        headers: { 'user-agent': userAgent, accept: '*/*' },
        lookup: lookupPublic,
        signal,
      });
      request.on('response', (response) => {
        const { 'retry-after': retryAfter, location } = response.headers;
        resolve({ kind: 'status', status: response.statusCode ?? 0, retryAfter, location });
        response.destroy();
      });
      request.on('error', (error: NodeJS.ErrnoException) => {
        if (refused) resolve({ kind: 'private' });
        else if (error.code === 'ENOTFOUND') resolve({ kind: 'unknown-host' });
        else resolve({ kind: 'failed', reason: error.code ?? error.message });
      });
      request.end();
    });
  };
}
