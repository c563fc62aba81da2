import type { PageFacts } from '../pages/page-facts.ts';
import { fileNameOf, folderOf, joinPath, normaliseRoute, within, withoutExtension } from './paths.ts';
import type { Site } from './site.ts';

/** Of an address without the ending of a file, how it leads to a page, and what there is of its site near by. */
export interface Readings {
  /** The ways of reading it that lead to a page, such as `below the page` or `from docs/en`. */
  readonly ways: ReadonlySet<string>;
  /** Where it leads when it is read as a browser reads it on a page whose address ends in a slash. */
  readonly at: string;
  /** True where a page of its name lies elsewhere. */
  readonly isNamedElsewhere: boolean;
  /** The outermost folder on the way of which the site has nothing. */
  readonly gone: string | undefined;
}

/** Fields by which a page says its own address, and others that lead to it. */
const addresses = ['slug', 'permalink', 'url', 'aliases', 'redirect_from'];
const index = /(?:^|\/)(?:_?index|readme)$/iu;

/** Reads addresses of a site in every way in which some generator reads them; undefined where that tells nothing. */
export function createReadings(site: Site): (from: string, url: string) => Readings | undefined {
  const stems = new Set<string>();
  const folders = new Set<string>();
  const byName = new Map<string, string[]>();
  const own = new Set<string>();
  const add = (stem: string): void => {
    if (stems.has(stem)) return;
    stems.add(stem);
    const name = fileNameOf(stem);
    byName.set(name, [...(byName.get(name) ?? []), stem]);
  };
  for (const [path, facts] of site.pages) {
    const stem = stemOf(path);
    for (const form of new Set([stem, stem.replace(/(?<=^|\/)\d+[-_.]+(?=\p{L})/gu, '')])) add(form);
    for (let folder = folderOf(stem); folder !== '' && !folders.has(folder); folder = folderOf(folder))
      folders.add(folder);
    // A relative one is read from the folder of the page.
    for (const address of ownAddresses(facts))
      for (const folder of ['', folderOf(stem)]) own.add(`/${joinPath(folder, address.toLowerCase()) ?? ''}`);
  }
  const routes = new Set([...site.routes.keys()].map((route) => route.toLowerCase()));
  const isThere = (stem: string | undefined): boolean =>
    stem !== undefined && (stems.has(stem) || folders.has(stem) || own.has(`/${stem}`));
  const tops = (inside: string): string[] =>
    (byName.get(fileNameOf(inside)) ?? []).flatMap((stem) =>
      `/${stem}`.endsWith(inside) ? [`from ${stem.slice(0, Math.max(0, stem.length - inside.length))}`] : [],
    );
  const named = (at: string): Pick<Readings, 'at' | 'isNamedElsewhere' | 'gone'> => ({
    at,
    isNamedElsewhere: byName.has(fileNameOf(at)),
    gone: goneOf(at, (folder) => (folder.startsWith('/') ? tops(folder).length > 0 : folders.has(folder))),
  });

  return (from, url) => {
    const path = pathOf(url);
    const facts = site.pages.get(from);
    if (path === undefined || facts === undefined) return undefined;
    if (path.startsWith('/')) {
      const inside = `/${within(normaliseRoute(site.links.base).toLowerCase(), path) ?? path}`.replace(/^\/+/u, '/');
      const all = [inside, ...site.links.prefixes(from).map((prefix) => `/${prefix}${inside}`)].map(normaliseRoute);
      const ways = new Set(tops(inside));
      if (all.some((route) => routes.has(route) || own.has(route))) ways.add('as it is published');
      return { ways, ...named(inside) };
    }
    // What has an address of its own is published where its file does not tell.
    if (ownAddresses(facts).length > 0 && !site.routeOf.has(from)) return undefined;
    const stem = stemOf(from);
    const route = site.routeOf.get(from)?.toLowerCase();
    const ways = new Set(path.startsWith('.') ? [] : tops(`/${path}`));
    const routed = (folder: string): boolean => routes.has(normaliseRoute(joinPath(folder, path) ?? ' '));
    if (isThere(joinPath(folderOf(from).toLowerCase(), path))) ways.add('beside the file');
    if (isThere(joinPath(stem, path)) || (route !== undefined && routed(route))) ways.add('below the page');
    if (isThere(joinPath(folderOf(stem), path)) || (route !== undefined && routed(folderOf(route))))
      ways.add('beside the page');
    return { ways, ...named(joinPath(stem, path) ?? path) };
  };
}

/** A part of an address that a program fills in, such as a version or the folder of the site, if others stand after it. */
export const variable = /(?:^|\/)(?::\w+:|\{\{\s*[\w.]+\s*\}\}|\$\{\w+\}|%\w+%)(?=\/\w)/gu;

/** The path of an address that names no file; undefined for any other. What is filled in is passed over. */
function pathOf(url: string): string | undefined {
  const path = url
    .replace(/[?#].*$/su, '')
    .replace(variable, '')
    .replace(/(?:\/index)?\.html?$/iu, '')
    .replace(/\/+$/u, '');
  if (/^[a-z][\w+.-]*:|^\/\/|[{}<>$\s:@|\\%]/iu.test(path)) return undefined;
  return /[\p{L}\p{N}]$/u.test(path) && !/\.[a-z]\w{0,4}$/iu.test(path) ? path.toLowerCase() : undefined;
}

function stemOf(path: string): string {
  return withoutExtension(path).replace(index, '').toLowerCase();
}

function ownAddresses({ frontmatter }: PageFacts): string[] {
  return addresses.flatMap((field) => [frontmatter[field]].flat()).filter((value) => typeof value === 'string');
}

function goneOf(at: string, isThere: (folder: string) => boolean): string | undefined {
  for (let end = at.indexOf('/', 1); end !== -1; end = at.indexOf('/', end + 1))
    if (!isThere(at.slice(0, end))) return at.slice(0, end);
  return undefined;
}
