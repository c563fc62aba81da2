import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isPrivateLiteral, lookupPublic, NotPublic } from './public-lookup.ts';
import type { AskLink, LinkAnswer } from './link-probe.ts';

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
