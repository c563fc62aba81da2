import { createMiddleware } from 'hono/factory';
import { ForeignOrigin } from './errors.ts';
import type { HttpEnvironment } from './http-environment.ts';

/**
 * Refuses pages of other sites, also those whose name resolves to this machine (DNS rebinding). Behind a proxy any `Host` may
 * arrive; a server that people reach by a loopback name has none in front. Throws `ForeignOrigin`.
 */
export function requireOwnOrigin(publicUrl: string) {
  const own = new URL(publicUrl);
  const isLocal = isLoopback(own.hostname);
  return createMiddleware<HttpEnvironment>(async (context, next) => {
    const origin = context.req.header('origin');
    if (origin !== undefined && origin !== own.origin) throw new ForeignOrigin('Origin', origin);
    const host = context.req.header('host');
    if (isLocal && host !== undefined && !isLoopback(URL.parse(`http://${host}`)?.hostname ?? ''))
      throw new ForeignOrigin('Host', host);
    await next();
  });
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}
