import type { PageRequest } from './page-request.ts';

const pageTypes = /^(text\/html|application\/xhtml\+xml|text\/markdown|text\/x-markdown|text\/mdx)\b/i;
const textPages = /\.(md|mdx|markdown|txt)$/i;
const notPages = /(^|\/)(robots|humans|ads|app-ads|security)\.txt$/i;
const assets =
  /\.(css|js|mjs|cjs|map|json|jsonld|xml|rss|atom|webmanifest|wasm|png|jpe?g|gif|svg|webp|avif|ico|bmp|woff2?|ttf|otf|eot|mp4|webm|mp3|ogg|wav|m4a|pdf|zip|gz|tgz|csv)$/i;
const prefetchHeaders = ['purpose', 'sec-purpose', 'x-purpose', 'x-moz'];
/** What client-side routers of frameworks ask for in place of a page. */
const dataHeaders = ['rsc', 'next-router-prefetch', 'x-nextjs-data', 'x-middleware-prefetch'];

/**
 * True for what may be a view of a content page. Only spares traffic: the server decides what counts. Views inside a
 * single-page application are the tracker's to report, so what a page's own scripts fetch is left out here.
 */
export function mayBePageView(page: PageRequest): boolean {
  if (page.method !== 'GET') return false;
  if (prefetchHeaders.some((name) => page.header(name)?.includes('prefetch'))) return false;
  if (dataHeaders.some((name) => page.header(name))) return false;

  const destination = page.header('sec-fetch-dest') ?? 'document';
  if (destination === 'empty') {
    const origin = page.header('sec-fetch-site');
    if (origin === 'same-origin' || origin === 'same-site') return false;
  } else if (!['document', 'iframe', 'frame'].includes(destination)) return false;

  const path = page.url.replace(/[?#].*/s, '');
  if (notPages.test(path)) return false;
  if (!page.contentType) return !assets.test(path);
  return pageTypes.test(page.contentType) || (/^text\/plain\b/i.test(page.contentType) && textPages.test(path));
}
