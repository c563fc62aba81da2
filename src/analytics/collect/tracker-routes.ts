import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { duration } from '../../kernel/clock.ts';
import type { Env, Hono } from 'hono';

/** How long a browser may use the script without asking: short enough that a fixed tracker reaches every reader in a day. */
const maxAgeSeconds = duration.day / duration.second;

/**
 * Adds `GET /t.js`: the built tracker of `edge/`, which is kept in the repository. Readable by any site
 * (`Cross-Origin-Resource-Policy`), compressed once, revalidated by ETag.
 */
export function addTrackerRoutes<Environment extends Env>(app: Pick<Hono<Environment>, 'get'>): void {
  const script = readFileSync(new URL('../../../edge/t.js', import.meta.url));
  const compressed = gzipSync(script, { level: 9 });
  // Weak, since the plain and the compressed answer share it.
  const etag = `W/"${createHash('sha256').update(script).digest('base64url').slice(0, 22)}"`;

  app.get('/t.js', (context) => {
    const headers = {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': `public, max-age=${maxAgeSeconds}`,
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'X-Content-Type-Options': 'nosniff',
      ETag: etag,
      Vary: 'Accept-Encoding',
    };
    if (matches(etag, context.req.header('If-None-Match'))) return context.body(null, 304, headers);
    if (!acceptsGzip(context.req.header('Accept-Encoding'))) return context.body(new Uint8Array(script), 200, headers);
    return context.body(new Uint8Array(compressed), 200, { ...headers, 'Content-Encoding': 'gzip' });
  });
}

function matches(etag: string, ifNoneMatch = ''): boolean {
  return ifNoneMatch.split(',').some((tag) => tag.trim() === etag || tag.trim() === '*');
}

/** RFC 9110, 12.5.3: a coding with `q=0` is refused. */
function acceptsGzip(acceptEncoding = ''): boolean {
  return acceptEncoding.split(',').some((coding) => /^\s*(gzip|\*)\s*(;(?!\s*q=0(\.0*)?\s*$)|$)/i.test(coding));
}
