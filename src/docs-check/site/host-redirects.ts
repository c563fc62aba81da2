import type { FileIndex } from './file-index.ts';
import { fileNameOf, normaliseRoute } from './paths.ts';

/** Files in which a host, or a program of the site, is told which addresses lead elsewhere. */
const listing = /^(?:_redirects|vercel\.json|netlify\.toml|redirects\.(?:json|[cm]?[jt]s|ya?ml))$/u;
/** `/from /to`, and `source: '/from'` or `"from" = "/from"` in any notation. */
const sources = [/^(\/\S*)\s+\S/gmu, /["']?\b(?:source|from)["']?\s*[:=]\s*["']?(\/[^"'\s,]*)/gu];

/** Addresses that the host answers besides the pages; of a pattern only what stands before its first sign is compared. */
export async function readHostRedirects(files: FileIndex): Promise<(route: string) => boolean> {
  const paths = files.paths.filter((path) => listing.test(fileNameOf(path)));
  const texts = await Promise.all(paths.map((path) => files.readText(path)));
  const exact = new Set<string>();
  const prefixes: string[] = [];
  for (const [, from = ''] of texts.flatMap((text = '') => sources.flatMap((pattern) => [...text.matchAll(pattern)]))) {
    const start = /^[^:*([\\^$?+]*/u.exec(from)?.[0] ?? from;
    if (start === from) exact.add(normaliseRoute(from));
    // A pattern for the whole site, such as one that changes the host, says nothing of single pages.
    else if (start !== '/' && start !== '') prefixes.push(start);
  }
  return (route) => route.startsWith('/') && (exact.has(route) || prefixes.some((prefix) => route.startsWith(prefix)));
}
