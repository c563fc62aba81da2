import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import { gzipSync } from 'node:zlib';
import { prefersJson } from '../http/accept.ts';
import type { HttpApp } from '../http/create-http-app.ts';

const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Only our own files, no inline script or style, nobody may frame the page. Icons in CSS are `data:` images. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const pageHeaders = {
  'content-security-policy': contentSecurityPolicy,
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'x-robots-tag': 'noindex',
};
/** A client may open the way to its consent in a window of its own, which tells it the answer. */
const pagesOfPopups = /^\/(?:connect|sign-in(?:\/callback)?)$/;

/** Below these an unknown address stays a problem+json 404, also for a browser. */
const programPaths = /^\/(api|v1|v2)\//;
/** What links lead to that we hand out, such as `prLink`: whoever follows one gets the page, whatever it asks for but JSON. */
const linkedPaths = /^\/(?:$|projects\/.|set-up$|invitation$|reset-password$|shared$|sign-in$)/;

/**
 * Serves the built dashboard of `folder`, read once when it is ready: hashed assets for ever, and `index.html` for every
 * other address that a browser asks for, since the dashboard does its own routing. Until it is ready, whoever asks for a
 * page waits. Mount it after all other routes.
 */
export function addDashboardFiles(
  app: HttpApp,
  { folder, ready }: { readonly folder: string; readonly ready: Promise<unknown> },
): void {
  const reading = ready.then(() => readFiles(folder));
  reading.catch(() => undefined);
  // Not a route: an address that it serves is known to no other method.
  app.use(async (context, next) => {
    const { path, method } = context.req;
    if (!['GET', 'HEAD'].includes(method) || programPaths.test(path)) return next();
    const files = await reading;
    const page = files.get('/index.html');
    const accept = context.req.header('accept');
    const asksForPage = accept?.includes('text/html') === true || (linkedPaths.test(path) && !prefersJson(accept));
    const served = files.get(path) ?? (asksForPage ? page : undefined);
    if (served === undefined) return next();
    const compress = served !== page && context.req.header('accept-encoding')?.includes('gzip') === true;
    const headers = {
      'content-type': served.contentType,
      'cache-control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      vary: 'accept, accept-encoding',
      ...(compress ? { 'content-encoding': 'gzip' } : {}),
      ...(served === page ? pageHeaders : {}),
      ...(served === page && pagesOfPopups.test(path) ? { 'cross-origin-opener-policy': 'unsafe-none' } : {}),
    };
    return context.body(compress ? served.compressed : served.content, 200, headers);
  });
}

interface ServedFile {
  readonly content: Uint8Array<ArrayBuffer>;
  readonly compressed: Uint8Array<ArrayBuffer>;
  readonly contentType: string;
}

/** The page names its files beside itself, and is served at every address of the dashboard: there they are from the top. */
function readBuilt(file: string): Uint8Array<ArrayBuffer> {
  if (!file.endsWith('.html')) return Uint8Array.from(readFileSync(file));
  return new TextEncoder().encode(readFileSync(file, 'utf8').replace(/(\s(?:href|src)=")\.\//g, '$1/'));
}

function readFiles(folder: string): Map<string, ServedFile> {
  if (!existsSync(folder)) return new Map();
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => extname(name) !== '');
  return new Map(
    names.map((name) => {
      const content = readBuilt(join(folder, name));
      const contentType = contentTypes[extname(name)] ?? 'application/octet-stream';
      return [
        `/${name.split(sep).join('/')}`,
        { content, compressed: Uint8Array.from(gzipSync(content)), contentType },
      ];
    }),
  );
}
