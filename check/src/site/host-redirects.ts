import { matchStars } from './match-stars.ts';
import { listOf, recordOf, textOf } from '../settings/narrow.ts';
import type { FileIndex } from './file-index.ts';
import { parseJson } from './parse-json.ts';
import { fileNameOf, normaliseRoute } from './paths.ts';
import { redirectPatterns } from './redirect-patterns.ts';

/** Files in which a host, or a program of the site, is told which addresses lead elsewhere. */
const listing = /^(?:_redirects|vercel\.json|netlify\.toml|redirects\.(?:json|[cm]?[jt]s|ya?ml))$/u;
/** `/from /to`, and `source: '/from'` or `"from" = "/from"` in any notation. */
const sources = [/^(\/\S*)\s+\S/gmu, /["']?\b(?:source|from)["']?\s*[:=]\s*["']?(\/[^"'\s,]*)/gu];
/** Settings of nginx, and what they lead elsewhere or answer, where that is one address: https://nginx.org/en/docs/http/ngx_http_rewrite_module.html */
const ofNginx = /^(?:[\w-]*nginx[\w-]*|default)\.conf(?:\.template)?$/u;
const sourcesOfNginx = [
  /^[ \t]*rewrite\s+["']?\^?(\/[\w/.%~-]+)(?:\/\?)?\$["']?\s/gmu,
  /^[ \t]*location\s+=\s+(\/[^\s{;]+)\s*\{/gmu,
  // In a map of addresses: `/from /to;`
  /^[ \t]*(\/[^\s{};]+)\s+[^\s{};]+;/gmu,
];

/** Patterns in one folder at the top of the host above which not each is looked at for every address: no host takes so many. */
const mostInFolder = 500;

interface HostRedirects {
  /** Why the host answers an address, or may; undefined where it does not. */
  readonly whyAnswered: (route: string) => string | undefined;
}

/** Addresses that the host answers besides the pages of a site; of a pattern that is not read, what begins alike. */
export async function readHostRedirects(
  files: FileIndex,
): Promise<(pages?: ReadonlyMap<string, string>) => HostRedirects> {
  const exact = new Set<string>();
  /** By the folder at the top of the host, or nothing where it is part of the pattern. */
  const patterns = new Map<string, { readonly from: string; readonly matches: (route: string) => boolean }[]>();
  for (const written of new Set(await sourcesIn(files, listing, sources))) {
    const from = written.replace(/\(\/\)\?$|\/\?$/u, '');
    const start = /^[^:*([\\^$?+]*/u.exec(from)?.[0] ?? from;
    const read = redirectPatterns(from)?.map((pattern) => matchStars(pattern.slice(1), { dot: true }));
    const inFolder = patterns.get(topOf(start)) ?? [];
    if (start === from) exact.add(normaliseRoute(from));
    else if (inFolder.length < mostInFolder) {
      patterns.set(topOf(start), inFolder);
      if (read !== undefined)
        inFolder.push({ from, matches: (route) => read.some((matches) => matches(route.slice(1))) });
      // A pattern for the whole site, such as one that changes the host, says nothing of single pages.
      else if (start !== '/' && start !== '') inFolder.push({ from, matches: (route) => route.startsWith(start) });
    }
  }
  const rewritten = new Set((await sourcesIn(files, ofNginx, sourcesOfNginx)).map(normaliseRoute));
  return (pages = new Map()) => {
    const elsewhere = [rewritten, belowFolder(rewritten, pages)];
    const answering = (route: string) =>
      [topOf(`${route}/`), ''].flatMap((top) =>
        route.startsWith('/') ? (patterns.get(top) ?? []).filter(({ matches }) => matches(route)) : [],
      );
    return {
      whyAnswered: (route) => {
        if (exact.has(route) || elsewhere.some((some) => some.has(route))) return 'the host leads it elsewhere';
        const [pattern] = answering(route);
        return pattern === undefined ? undefined : `the host leads ${pattern.from} on`;
      },
    };
  };
}

/** What a site is asked for that its host publishes in a folder: the site has none of that name, and all addresses begin with it. */
function belowFolder(all: ReadonlySet<string>, pages: ReadonlyMap<string, string>): ReadonlySet<string> {
  const [first = '/'] = all;
  const top = topOf(`${first}/`);
  const isOfSite = pages.keys().some((route) => `${route}/`.startsWith(top));
  if (top === '' || isOfSite || ![...all].every((route) => route.startsWith(top))) return new Set();
  return new Set([...all].map((route) => route.slice(top.length - 1)));
}

function topOf(start: string): string {
  return /^\/[^/]+\//u.exec(start)?.[0] ?? '';
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
  const tables = text.split(/^[ \t]*\[\[redirects\]\]/mu).slice(1);
  return tables.flatMap((table) => {
    const own = table.split(/^[ \t]*\[{1,2}\w/mu, 1)[0] ?? '';
    if (/^[ \t]*(?:status\s*=\s*(?:200|4\d\d)\b|conditions\s*=)/mu.test(own)) return [];
    return /^[ \t]*from\s*=\s*["'](\/[^"']*)["']/mu.exec(own)?.[1] ?? [];
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
