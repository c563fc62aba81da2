import type { Place } from '../page/page-facts.ts';
import { listOf, recordOf, textOf } from '../settings/parse-settings.ts';
import type { FileIndex } from './file-index.ts';
import { matchStars, parseAddress, fileNameOf, normaliseRoute } from './paths.ts';
import { parseJson } from './text-places.ts';
import type { Redirect } from './site.ts';

/**
 * A redirect whose patterns are written as path-to-regexp does: `:name` for one segment, `:name(a|b)` for one of some,
 * `:name*` or `*` for the rest.
 * `from` and `to` may be full addresses; only the path of `from` counts. A source with other groups may answer whatever
 * begins as it does, and nobody knows where it leads.
 */
export function createRedirect(path: string, place: Place, from: string, to: string): Redirect {
  const source = normaliseRoute(isUnread(from) ? from : (from.split(/[?#]/u, 1)[0] ?? from));
  if (isUnread(source)) return unreadRedirect(path, place, source);
  // A browser keeps the anchor to itself: of a page as a whole, this says nothing.
  if (from.includes('#')) return { path, ...place, from: source, to, exact: false, apply: () => undefined };
  const names: string[] = [];
  const pattern = source.replace(
    /\/:(\w+)\*|\/?\*|:(\w+)(?:\(([\w|-]+)\))?|[.+?^${}()|[\]\\]/gu,
    (token, remainder?: string, key?: string, choice?: string) => {
      if (remainder !== undefined) return (names.push(remainder), '(?:/(.*))?');
      if (key !== undefined) return (names.push(key), `(${choice ?? '[^/]+'})`);
      if (token.endsWith('*')) return (names.push('*'), '(.*)');
      return `\\${token}`;
    },
  );
  const matcher = new RegExp(`^${pattern}$`, 'u');
  return {
    path,
    ...place,
    from: source,
    to,
    exact: names.length === 0,
    apply(route) {
      const match = matcher.exec(route);
      if (match === null) return undefined;
      return names.reduce((target, name, index) => {
        const value = match[index + 1] ?? '';
        return name === '*'
          ? target.replace('*', () => value)
          : target.replace(new RegExp(`:${name}\\*?`, 'u'), () => value);
      }, to);
    },
  };
}

/** Where the first of these redirects that matches leads; undefined where none does. Of thousands, most are no patterns and found by their text. */
export function redirected(redirects: readonly Redirect[], route: string): string | undefined {
  const table = tables.get(redirects) ?? createTable(redirects);
  tables.set(redirects, table);
  const exact = table.exact.get(route);
  for (const [index, redirect] of table.patterns) {
    if (exact !== undefined && index > exact) break;
    const to = redirect.apply(route);
    if (to !== undefined) return to;
  }
  return exact === undefined ? undefined : redirects[exact]?.apply(route);
}

/** The route that the target of a redirect is; undefined where it leaves the site. */
export function targetRoute(to: string): string | undefined {
  const parsed = parseAddress(to);
  return parsed.kind === 'internal' ? normaliseRoute(parsed.path) : undefined;
}

/** Addresses of settings that may be written with the base of the site and without it. */
export function withoutBase(base: string, address: string): string {
  const top = normaliseRoute(base);
  if (top === '/') return address;
  return address === top ? '/' : address.startsWith(`${top}/`) ? address.slice(top.length) : address;
}

interface RedirectTable {
  /** Places in the list. */
  readonly exact: ReadonlyMap<string, number>;
  readonly patterns: readonly (readonly [index: number, Redirect])[];
}

const tables = new WeakMap<readonly Redirect[], RedirectTable>();

function createTable(redirects: readonly Redirect[]): RedirectTable {
  const exact = new Map<string, number>();
  const patterns: [number, Redirect][] = [];
  for (const [index, redirect] of redirects.entries()) {
    if (!redirect.exact) patterns.push([index, redirect]);
    else if (!exact.has(redirect.from)) exact.set(redirect.from, index);
  }
  return { exact, patterns };
}

/** Groups, choices and look-aheads of a source, beyond a name with the words that it may be. */
function isUnread(source: string): boolean {
  return source.replace(/:\w+\([\w|-]+\)/gu, '').includes('(');
}

/** Where it leads is not known, only where it may begin: what stands before its first pattern, if anything does. */
function unreadRedirect(path: string, place: Place, source: string): Redirect {
  const start = /^[^:*([{\\^$?+]*/u.exec(source)?.[0] ?? '';
  return {
    path,
    ...place,
    from: source,
    to: '{unread}',
    exact: false,
    apply: (route) => (start.length > 1 && route.startsWith(start) ? '{unread}' : undefined),
  };
}

/** Patterns that one source may become, where it names choices. */
const mostPatterns = 64;

/** What stands for more than itself: the rest of the path, any text, one of some words, one segment. */
const token = /\/:\w+(?:[*+]|\(\.[*+]\))|:\w+\((?<choice>[\w|-]+)\)|:\w+|\/?(?<any>\(\.\*\)|\*+)/gu;

/**
 * The addresses that a source of a redirect answers, written as path-to-regexp or a host does (`/old/:page`, `/old/:rest*`,
 * `/old/*`), as patterns in which `?` stands for a character of a segment, `*` for any of them and `**` for any segments. Undefined where
 * that is not known. None for a source that answers every address, such as one that changes the host.
 */
export function redirectPatterns(source: string): readonly string[] | undefined {
  let patterns = [''];
  let end = 0;
  const add = (...texts: readonly string[]): void => {
    patterns = patterns.flatMap((pattern) => texts.map((text) => pattern + text));
  };
  for (const { 0: text, index, groups = {} } of source.matchAll(token)) {
    const literal = source.slice(end, index);
    end = index + text.length;
    if (isUnreadLiteral(literal)) return undefined;
    add(literal);
    const isWhole = end === source.length || source[end] === '/';
    if (groups['choice'] !== undefined) add(...groups['choice'].split('|'));
    else if (groups['any'] !== undefined) add(...(isWhole ? ['*/**'] : ['*', '*/**/*']));
    else if (!text.startsWith('/:')) add('?*');
    else if (/\w$/u.test(text)) add('/?*');
    else if (isWhole) add('/**');
    else return undefined;
    if (patterns.length > mostPatterns) return undefined;
  }
  const literal = source.slice(end);
  if (isUnreadLiteral(literal)) return undefined;
  add(literal);
  return patterns.filter((pattern) => /[^*?/]/u.test(pattern));
}

function isUnreadLiteral(literal: string): boolean {
  return /[()[\]{}?*+\\^$|:]/u.test(literal);
}

/** Files in which a host, or a program of the site, is told which addresses lead elsewhere. */
const listing = /^(?:_redirects|vercel\.json|netlify\.toml|redirects\.(?:json|[cm]?[jt]s|ya?ml))$/u;
/** `/from /to`, and `source: '/from'` or `"from" = "/from"` in any notation. */
const namedSource = /["']?\b(?:source|from)["']?\s*[:=]\s*["']?(\/[^"'\s,]*)/gu;
const sources = [/^(\/\S*)\s+\S/gmu, namedSource];
/** Patterns in one folder at the top of the host above which not each is looked at for every address: no host takes so many. */
const mostInFolder = 500;

/** Why the host answers an address besides the pages of a site, or may: of a pattern that is not read, what begins alike. */
export async function readHostRedirects(files: FileIndex): Promise<(route: string) => string | undefined> {
  const exact = new Set<string>();
  /** By the folder at the top of the host, or nothing where it is part of the pattern. */
  const patterns = new Map<string, { readonly from: string; readonly matches: (route: string) => boolean }[]>();
  for (const written of new Set(await sourcesIn(files))) {
    const from = written.replace(/\(\/\)\?$|\/\?$/u, '');
    const start = /^[^:*([\\^$?+]*/u.exec(from)?.[0] ?? from;
    const read = redirectPatterns(from)?.map((pattern) => matchStars(pattern.slice(1), { dot: true }));
    const folderPatterns = patterns.get(topOf(start)) ?? [];
    if (start === from) exact.add(normaliseRoute(from));
    else if (folderPatterns.length < mostInFolder) {
      patterns.set(topOf(start), folderPatterns);
      if (read !== undefined)
        folderPatterns.push({ from, matches: (route) => read.some((matches) => matches(route.slice(1))) });
      // A pattern for the whole site, such as one that changes the host, says nothing of single pages.
      else if (start !== '/' && start !== '')
        folderPatterns.push({ from, matches: (route) => route.startsWith(start) });
    }
  }
  return (route) => {
    if (exact.has(route)) return 'the host leads it elsewhere';
    if (!route.startsWith('/')) return undefined;
    const answering = [topOf(`${route}/`), ''].flatMap((top) => patterns.get(top) ?? []);
    const pattern = answering.find(({ matches }) => matches(route));
    return pattern === undefined ? undefined : `the host leads ${pattern.from} on`;
  };
}

function topOf(start: string): string {
  return /^\/[^/]+\//u.exec(start)?.[0] ?? '';
}

async function sourcesIn(files: FileIndex): Promise<readonly string[]> {
  const paths = files.paths.filter((path) => listing.test(fileNameOf(path)));
  const texts = await Promise.all(paths.map((path) => files.readText(path)));
  return texts.flatMap((text = '') =>
    sources.flatMap((pattern) => [...text.matchAll(pattern)].map(([, from = '']) => from)),
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

/** A rewrite or an error page has its status. https://docs.netlify.com/manage/routing/redirects/redirect-options/ */
function redirectOfLine(line: string): string[] {
  const [from = '', to = '', ...options] = line.trim().split(/\s+/u);
  if (!from.startsWith('/') || to === '') return [];
  return options.some((option) => /^(?:200|4\d\d)!?$/u.test(option)) ? [] : [from];
}

function tomlRedirects(text: string): string[] {
  const tables = text.split(/^[ \t]*\[\[redirects\]\]/mu).slice(1);
  return tables.flatMap((table) => {
    const ownTable = table.split(/^[ \t]*\[{1,2}\w/mu, 1)[0] ?? '';
    if (/^[ \t]*(?:status\s*=\s*(?:200|4\d\d)\b|conditions\s*=)/mu.test(ownTable)) return [];
    return /^[ \t]*from\s*=\s*["'](\/[^"']*)["']/mu.exec(ownTable)?.[1] ?? [];
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
