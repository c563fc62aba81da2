import { listOf, recordOf, textOf } from '../settings/narrow.ts';
import type { FileIndex } from './file-index.ts';
import { parseJson } from './parse-json.ts';
import { fileNameOf, normaliseRoute } from './paths.ts';
import { createRedirect } from './redirects.ts';

/** Files in which a host, or a program of the site, is told which addresses lead elsewhere. */
const listing = /^(?:_redirects|vercel\.json|netlify\.toml|redirects\.(?:json|[cm]?[jt]s|ya?ml))$/u;
/** Settings of programs whose redirects are not read one by one, at least not of every site. */
const inSettings = /^(?:next|nuxt|astro|gatsby)(?:\.config|-config|-node)\.[cm]?[jt]s$/u;
/** `/from /to`, and `source: '/from'` or `"from" = "/from"` in any notation. */
const sources = [/^(\/\S*)\s+\S/gmu, /["']?\b(?:source|from)["']?\s*[:=]\s*["']?(\/[^"'\s,]*)/gu];
/** `source: '/from'` of Next.js, `fromPath: '/from'` of Gatsby, `'/from': '/to'` of Astro and Nuxt. */
const sourcesInSettings = [
  /\b(?:source|fromPath)["']?\s*:\s*["'`](\/[^"'`\s,]*)/gu,
  /["'](\/[^"'\s]*)["']\s*:\s*["'{]/gu,
];

/** Addresses that the host answers besides the pages; of a pattern only what stands before its first sign is compared. */
export async function readHostRedirects(files: FileIndex): Promise<(route: string) => boolean> {
  const exact = new Set<string>();
  const prefixes: string[] = [];
  for (const from of await sourcesIn(files, listing, sources)) {
    const start = /^[^:*([\\^$?+]*/u.exec(from)?.[0] ?? from;
    if (start === from) exact.add(normaliseRoute(from));
    // A pattern for the whole site, such as one that changes the host, says nothing of single pages.
    else if (start !== '/' && start !== '') prefixes.push(start);
  }
  return (route) => route.startsWith('/') && (exact.has(route) || prefixes.some((prefix) => route.startsWith(prefix)));
}

/** What takes in the whole site or all of a folder at its top says nothing of single pages. */
const ofMuch = /^\/(?:[^/:]+\/)?:\w+\*$/u;

/** True for addresses that the settings of a program lead elsewhere. */
export async function readProgramRedirects(files: FileIndex): Promise<(route: string) => boolean> {
  const written = await sourcesIn(files, inSettings, sourcesInSettings);
  const exact = new Set(written.map(normaliseRoute));
  const patterns = written
    .filter((from) => /[:*(]/u.test(from) && !ofMuch.test(from))
    .map((from) => createRedirect('', { line: 1, column: 1 }, from, from));
  return (route) => exact.has(route) || patterns.some((pattern) => pattern.apply(route) !== undefined);
}

async function sourcesIn(files: FileIndex, names: RegExp, patterns: readonly RegExp[]): Promise<readonly string[]> {
  const paths = files.paths.filter((path) => names.test(fileNameOf(path)));
  const texts = await Promise.all(paths.map((path) => files.readText(path)));
  return texts.flatMap((text = '') =>
    patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, from = '']) => from)),
  );
}

/** Sources of the redirects alone, as they are written: neither of headers and rewrites nor of what holds on a condition. */
export async function readHostRedirectSources(files: FileIndex): Promise<readonly string[]> {
  const paths = files.paths.filter((path) => listing.test(fileNameOf(path)));
  const texts = await Promise.all(
    paths.map(async (path) => [fileNameOf(path), (await files.readText(path)) ?? ''] as const),
  );
  return texts.flatMap(([name, text]) => {
    if (name === '_redirects') return text.split('\n').flatMap(redirectOfLine);
    if (name === 'netlify.toml') return tomlRedirects(text);
    if (name === 'vercel.json') return vercelRedirects(text);
    return [...text.matchAll(namedSource)].map(([, from = '']) => from);
  });
}

const namedSource = /["']?\b(?:source|from)["']?\s*[:=]\s*["']?(\/[^"'\s,]*)/gu;

/** A rewrite or an error page has its status. https://docs.netlify.com/manage/routing/redirects/redirect-options/ */
function redirectOfLine(line: string): string[] {
  const [from = '', to = '', ...options] = line.trim().split(/\s+/u);
  if (!from.startsWith('/') || to === '') return [];
  return options.some((option) => /^(?:200|4\d\d)!?$/u.test(option)) ? [] : [from];
}

function tomlRedirects(text: string): string[] {
  const tables = text.split(/^\s*\[\[redirects\]\]/mu).slice(1);
  return tables.flatMap((table) => {
    const own = table.split(/^\s*\[{1,2}\w/mu, 1)[0] ?? '';
    if (/^\s*(?:status\s*=\s*(?:200|4\d\d)\b|conditions\s*=)/mu.test(own)) return [];
    return /^\s*from\s*=\s*["'](\/[^"']*)["']/mu.exec(own)?.[1] ?? [];
  });
}

/** https://vercel.com/docs/project-configuration#redirects */
function vercelRedirects(text: string): string[] {
  const parsed = parseJson(text, 'vercel.json');
  if (!('value' in parsed)) return [];
  return listOf(recordOf(parsed.value)['redirects']).flatMap((redirect) => {
    const rule = recordOf(redirect);
    return 'has' in rule || 'missing' in rule ? [] : (textOf(rule['source']) ?? []);
  });
}
