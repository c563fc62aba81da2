import type { MiddlewareHandler } from 'hono';
import type { HttpEnvironment } from './http-environment.ts';

/** The path of the public URL, such as `/docwright`; empty where the server has a host of its own. */
export function pathOf(publicUrl: string): string {
  const { pathname } = new URL(publicUrl);
  return pathname.endsWith('/') ? pathname.slice(0, -1) : pathname;
}

/** Addresses of our pages are written from the top of the server; `name="base-path"` is what the dashboard reads. */
const ownAddress = /(\s(?:href|src|action)="|name="base-path" content=")(\/?)(?=(\/?))/g;

/**
 * Serves the application below the path of its public URL, whether the proxy in front of it passes the path on or strips it.
 * Routes and pages know nothing of the path: it is taken off requests here, and put before addresses in HTML and `Location`.
 */
export function createPublicPath(publicUrl: string): {
  readonly path: string;
  /** The path that a route is looked up by. */
  readonly routeOf: (pathname: string) => string;
  readonly rewriteAnswers: MiddlewareHandler<HttpEnvironment>;
} {
  const path = pathOf(publicUrl);
  return {
    path,
    routeOf: (pathname) =>
      path !== '' && (pathname === path || pathname.startsWith(`${path}/`))
        ? pathname.slice(path.length) || '/'
        : pathname,
    rewriteAnswers: async (context, next) => {
      await next();
      const { headers } = context.res;
      const location = headers.get('location');
      if (location !== null && /^\/(?!\/)/.test(location)) headers.set('location', `${path}${location}`);
      if (!(headers.get('content-type') ?? '').startsWith('text/html') || context.res.body === null) return;
      const html = placeBelow(await context.res.text(), path);
      context.res = new Response(html, { status: context.res.status, headers });
    },
  };
}

/** Puts `path` before every address of an HTML page that begins with a slash. */
function placeBelow(html: string, path: string): string {
  return html.replace(ownAddress, (matched, attribute: string, slash: string, second: string) => {
    if (attribute.startsWith('name=')) return `${attribute}${path}`;
    return slash === '/' && second === '' ? `${attribute}${path}/` : matched;
  });
}
