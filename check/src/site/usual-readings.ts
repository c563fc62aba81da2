import { slug as githubSlug } from 'github-slugger';
import type { PageFacts } from '../page/page-facts.ts';
import {
  fileNameOf,
  folderOf,
  joinPath,
  normaliseRoute,
  within,
  withoutExtension,
  withoutSlashAtEnd,
} from './paths.ts';
import type { Site } from './site.ts';

/** Of an address without the ending of a file, how it leads to a page, and what there is of its site near by. */
export interface Readings {
  /** The ways of reading it that lead to a page, such as `below the page` or `from docs/en`. */
  readonly ways: ReadonlySet<string>;
  /** Where it leads when it is read as a browser reads it on a page whose address ends in a slash. */
  readonly at: string;
  /** True where a page of its name lies elsewhere. */
  readonly isNamedElsewhere: boolean;
  /** True where the title of a page gives that name, by which some programs publish it. */
  readonly isTitle: boolean;
  /** How many pages of its name there are. Where it is one, an address that leads nowhere probably means it. */
  readonly namesakes: () => number;
  /** Pages that it leads to from some folder, where it begins at the top; which folder that is no rule tells. */
  readonly pages: readonly string[];
  /**
   * The ways in which it leads to a page when one or two folders at its beginning are left out, such as `behind /docs from content`:
   * a repository of content alone has no folder of the name that its host puts before its pages.
   */
  readonly behind: () => ReadonlySet<string>;
  /** True where the folder that it leads into has pages, when it is read in one of these ways. */
  readonly isAmongPages: (ways: ReadonlySet<string>) => boolean;
  /** The outermost folder on the way of which the site has nothing when it is read in one of these ways. */
  readonly goneIn: (ways: ReadonlySet<string>) => string | undefined;
}

/** Fields by which a page says its own address, and others that lead to it. */
const addresses = ['slug', 'permalink', 'url', 'aliases', 'redirect_from'];
const published = 'as it is published';
const index = /(?:^|\/)(?:_?index|readme)$/iu;

type ReadAddress = (from: string, url: string) => Readings | undefined;

const known = new WeakMap<Site, ReadAddress>();

/** Reads addresses of a site in every way in which some generator reads them; undefined where that tells nothing. Made once, when asked for. */
export function readingsOf(site: Site): ReadAddress {
  const before = known.get(site);
  if (before !== undefined) return before;
  const read = createReadings(site);
  known.set(site, read);
  return read;
}

/** A name that so many pages have is found behind any folder, which tells nothing of that folder. */
const mostNamesakes = 200;

function createReadings(site: Site): ReadAddress {
  const stems = new Set<string>();
  const folders = new Set<string>();
  const byName = new Map<string, string[]>();
  const foldersByName = new Map<string, string[]>();
  const own = new Set<string>();
  const titles = new Set<string>();
  const pathsOf = new Map<string, readonly string[]>();
  const add = (all: Set<string>, named: Map<string, string[]>, stem: string): void => {
    if (all.has(stem)) return;
    all.add(stem);
    for (const key of endsByName(stem)) {
      const alike = named.get(key);
      if (alike === undefined) named.set(key, [stem]);
      else alike.push(stem);
    }
  };
  for (const [path, facts] of site.pages) {
    const stem = stemOf(path);
    for (const form of publishedForms(stem)) {
      add(stems, byName, form);
      pathsOf.set(form, [...(pathsOf.get(form) ?? []), path]);
      for (let folder = folderOf(form); folder !== '' && !folders.has(folder); folder = folderOf(folder))
        add(folders, foldersByName, folder);
    }
    const { slug, title } = facts.frontmatter;
    if (typeof title === 'string') titles.add(githubSlug(title));
    if (typeof slug === 'string' && /^[^/]+$/u.test(slug))
      add(stems, byName, joinPath(folderOf(stem), slug.toLowerCase()) ?? slug);
    // A relative one is read from the folder of the page.
    for (const address of ownAddresses(facts))
      for (const folder of ['', folderOf(stem)]) own.add(`/${joinPath(folder, address.toLowerCase()) ?? ''}`);
  }
  const routes = new Set([...site.routes.keys()].map((route) => route.toLowerCase()));
  const isThere = (stem: string | undefined): boolean =>
    stem !== undefined && (stems.has(stem) || folders.has(stem) || own.has(`/${stem}`));
  const endingWith = (inside: string, named: ReadonlyMap<string, string[]>): string[] =>
    (named.get(endsByName(inside.slice(1)).at(-1) ?? '') ?? []).filter((stem) => `/${stem}`.endsWith(inside));
  const wayTo = (inside: string, stem: string): string =>
    `from ${stem.slice(0, Math.max(0, stem.length - inside.length))}`;
  const tops = (inside: string, named: ReadonlyMap<string, string[]> = byName): string[] =>
    endingWith(inside, named).map((stem) => wayTo(inside, stem));
  const routeFolders = new Set<string>();
  for (const route of routes)
    for (let at = route; at !== '' && !routeFolders.has(at); at = folderOf(at)) routeFolders.add(at);
  const foldersFromTop = (folder: string): string[] => [
    ...(routeFolders.has(folder) ? [published] : []),
    ...tops(folder, foldersByName),
    ...behind(folder, true),
  ];
  const behind = (inside: string, isFolder = false): ReadonlySet<string> => {
    const cuts = [inside.indexOf('/', 1), inside.indexOf('/', inside.indexOf('/', 1) + 1)].filter((cut) => cut > 0);
    return new Set(
      cuts.flatMap((cut) => {
        const rest = inside.slice(cut);
        const found = [...(isFolder ? [] : tops(rest)), ...tops(rest, foldersByName)];
        return found.length > mostNamesakes ? [] : found.map((way) => `behind ${inside.slice(0, cut)} ${way}`);
      }),
    );
  };
  const isFolder = (folder: string, ways: ReadonlySet<string>): boolean =>
    folder.startsWith('/')
      ? (ways.has(published) && routeFolders.has(folder)) ||
        [...tops(folder), ...tops(folder, foldersByName), ...behind(folder)].some((way) => ways.has(way)) ||
        [...ways].some((way) => way.startsWith(`behind ${folder} `) || way.startsWith(`behind ${folder}/`))
      : folders.has(folder);
  const named = (
    at: string,
  ): Pick<Readings, 'at' | 'isNamedElsewhere' | 'isTitle' | 'namesakes' | 'isAmongPages' | 'goneIn'> => ({
    at,
    isNamedElsewhere: byName.has(fileNameOf(at)),
    isTitle: titles.has(fileNameOf(at)),
    namesakes: () => new Set((byName.get(fileNameOf(at)) ?? []).flatMap((stem) => pathsOf.get(stem) ?? [])).size,
    isAmongPages: (ways) => {
      const folder = folderOf(at);
      return folder.startsWith('/') ? foldersFromTop(folder).some((way) => ways.has(way)) : folders.has(folder);
    },
    goneIn: (ways) => goneOf(at, (folder) => isFolder(folder, ways)),
  });

  /** Shared by all that write the same, since many pages may have a name. */
  const known = new Map<string, Readings>();
  const fromTop = (path: string, prefixes: readonly string[]): Readings => {
    const key = [path, ...prefixes].join(' ');
    const before = known.get(key);
    if (before !== undefined) return before;
    const inside = `/${within(normaliseRoute(site.links.base).toLowerCase(), path) ?? path}`.replace(/^\/+/u, '/');
    const all = [inside, ...prefixes.map((prefix) => `/${prefix}${inside}`)].map(normaliseRoute);
    const ending = endingWith(inside, byName);
    const ways = new Set([...ending.map((stem) => wayTo(inside, stem)), ...tops(inside, foldersByName)]);
    if (all.some((route) => routes.has(route) || own.has(route))) ways.add(published);
    const pages = ending.flatMap((one) => pathsOf.get(one) ?? []);
    const readings = { ways, pages, behind: () => behind(inside), ...named(inside) };
    known.set(key, readings);
    return readings;
  };

  const paths = new Map<string, string | undefined>();
  const pathOnce = (url: string): string | undefined => {
    const [written = ''] = url.split('#', 1);
    if (!paths.has(written)) paths.set(written, pathOf(written));
    return paths.get(written);
  };

  return (from, url) => {
    const path = pathOnce(url);
    const facts = site.pages.get(from);
    if (path === undefined) return undefined;
    if (path.startsWith('/')) return fromTop(path, site.links.prefixes(from));
    // What has an address of its own is published where its file does not tell.
    if (facts === undefined || (ownAddresses(facts).length > 0 && !site.routeOf.has(from))) return undefined;
    const stem = stemOf(from);
    const route = site.routeOf.get(from)?.toLowerCase();
    const ways = new Set(path.startsWith('.') ? [] : tops(`/${path}`));
    const routed = (folder: string): boolean => routes.has(normaliseRoute(joinPath(folder, path) ?? ' '));
    if (isThere(joinPath(folderOf(from).toLowerCase(), path))) ways.add('beside the file');
    if (isThere(joinPath(stem, path)) || (route !== undefined && routed(route))) ways.add('below the page');
    if (isThere(joinPath(folderOf(stem), path)) || (route !== undefined && routed(folderOf(route))))
      ways.add('beside the page');
    return { ways, pages: [], behind: () => new Set(), ...named(joinPath(stem, path) ?? path) };
  };
}

/** A part of an address that a program fills in, such as a version or the folder of the site, if others stand after it. */
export const variable = /(?:^|\/)(?::\w+:|\{\{\s*[\w.]+\s*\}\}|\$\{\w+\}|%\w+%)+(?=\/\w)/gu;

/** True for an address of which the readings tell something. */
export function namesNoFile(url: string): boolean {
  return pathOf(url) !== undefined;
}

/** The path of an address that names no file; undefined for any other. What is filled in is passed over. */
function pathOf(url: string): string | undefined {
  const bare = url
    .replace(/[?#].*$/su, '')
    .replace(variable, '')
    .replace(/(?:\/index)?\.html?$/iu, '')
    // From the top no file is named: programs of which nothing more is known take the ending off.
    .replace(/^(\/.*?)(?:\/_index)?\.mdx?$/iu, '$1');
  const path = withoutSlashAtEnd(bare);
  if (/^[a-z][\w+.-]*:|^\/\/|[{}<>$\s:@|\\%]/iu.test(path)) return undefined;
  return /[\p{L}\p{N}]$/u.test(path) && !/\.(?:[a-z]\w{0,4}|webmanifest)$/iu.test(path)
    ? path.toLowerCase()
    : undefined;
}

/**
 * The names under which generators publish a page: numbers that order the pages are left out, so are groups of routes in
 * brackets (SolidStart, Next.js), and the line before the name of a collection of Jekyll; spaces become hyphens.
 */
export function publishedForms(stem: string): ReadonlySet<string> {
  const unordered = stem.replace(/(?<=^|\/)\d+[-_.]+(?=\p{L})/gu, '');
  const ungrouped = stem.replace(/(?<=^|\/)(?:\([^()/]*\)\/)+/gu, '').replace(/(?<=^|\/)\([^()/]*\)/gu, '');
  const untranslated = stem.replace(/(?<=[^/])\.[a-z]{2}(?:-[a-z]{2,4})?$/iu, '');
  return new Set([stem, unordered, ungrouped, untranslated, stem.replace(/^_/u, ''), stem.replace(/\s+/gu, '-')]);
}

/** The last name of a stem, and the last two: of thousands that have a name few have that before it too. */
export function endsByName(stem: string): readonly string[] {
  const last = stem.lastIndexOf('/');
  return last === -1 ? [stem] : [stem.slice(last + 1), stem.slice(stem.lastIndexOf('/', last - 1) + 1)];
}

export function stemOf(path: string): string {
  return withoutExtension(path).replace(index, '').toLowerCase();
}

export function ownAddresses({ frontmatter }: PageFacts): string[] {
  return addresses.flatMap((field) => [frontmatter[field]].flat()).filter((value) => typeof value === 'string');
}

function goneOf(at: string, isThere: (folder: string) => boolean): string | undefined {
  for (let end = at.indexOf('/', 1); end !== -1; end = at.indexOf('/', end + 1))
    if (!isThere(at.slice(0, end))) return at.slice(0, end);
  return undefined;
}
