import type { CheckedSite } from '../check-site.ts';
import type { Link } from '../pages/page-facts.ts';
import { isPartial } from '../site/any-reading.ts';
import { parseAddress } from '../site/parse-address.ts';
import { folderOf, joinPath, normaliseRoute, within } from '../site/paths.ts';
import { redirected } from '../site/redirects.ts';
import type { Site } from '../site/site.ts';
import { stemOf, variable } from '../site/usual-readings.ts';
import { stemOfAddress } from './stems.ts';

/** Something that a site writes to lead somewhere, and all the ways in which some generator reads it. */
export interface Reference {
  readonly path: string;
  readonly link: Pick<Link, 'url' | 'kind' | 'line' | 'column'>;
  /** True where the rules of the site say that it leads to nothing. */
  readonly isMissing: boolean;
  /** Where it leads when it is read beside the file, beside the page and below the page; from the top, from where the site has pages. */
  readonly places: readonly string[];
  /** How the path of what is meant ends, from two names on. */
  readonly end: string | undefined;
  /** True where a file is named, so that no redirect helps. */
  readonly ofFile?: true;
  /** What is written, where it is read from the page. */
  readonly relative?: string;
}

/** Where an address stands that leads from elsewhere. */
const ofRedirect = /\b(?:from|source|old\w*)$/iu;

/** Links that no rule of the site judges or that it says are broken, and what nothing tells to be an address. */
export function* openReferences({ site, pages, loose }: CheckedSite): Iterable<Reference> {
  const read = createReader(site);
  for (const [path, { links, loose: ofPage = [] }] of site.pages) {
    const targets = pages.get(path)?.targets ?? [];
    for (const [index, link] of links.entries()) {
      const kind = targets[index]?.kind;
      if (kind !== 'unjudged' && kind !== 'missing') continue;
      const found = read(path, link, kind === 'missing');
      yield* link.element === 'relref' ? byName(found) : found;
    }
    for (const address of ofPage) {
      if (address.url.startsWith('/')) yield* read(path, { ...address, kind: 'page' }, false);
    }
  }
  // What is known as a link of the settings is told where that says that it stands.
  const ofSettings = new Map(
    (site.settingsLinks ?? []).map(({ path, line, url, column }) => [`${path}:${line} ${url}`, column]),
  );
  for (const [path, addresses] of loose)
    for (const address of addresses)
      if (address.url.startsWith('/') && !ofRedirect.test(address.place) && !/redirect/iu.test(path)) {
        const column = ofSettings.get(`${path}:${address.line} ${address.url}`) ?? address.column;
        yield* read(path, { ...address, column, kind: 'page' }, false);
      }
}

/** Hugo looks for a page everywhere by its name too, and stops where it finds none. */
function byName(references: readonly Reference[]): readonly Reference[] {
  return references.map((one) => {
    const written = one.link.url.replace(/#.*$/su, '').replace(/^(?:\.{0,2}\/)+/u, '');
    return { ...one, end: stemOfAddress(written), ofFile: true };
  });
}

type Read = (path: string, link: Reference['link'], isMissing: boolean) => Reference[];

/** What stands before the address of a page in the path of its file. */
export function* rootsOf({ routeOf }: Site): Iterable<string> {
  for (const [path, route] of routeOf) {
    const stem = `/${stemOf(path)}`;
    if (route !== '/' && stem.endsWith(route.toLowerCase())) yield stem.slice(1, -route.length);
  }
}

/** Of a site with more, versions and languages have their own; which one is meant is not looked for. */
const mostRoots = 8;

function createReader(site: Site): Read {
  const { base, answered } = site.links;
  const { redirects } = site;
  const roots = [...new Set(rootsOf(site))].slice(0, mostRoots);
  const isAnswered = (route: string): boolean => answered(route) || redirected(redirects, route) !== undefined;
  return (path, link, isMissing) => {
    const address = parseAddress(link.url.replace(variable, '').trim());
    if (address.kind !== 'internal' || /[{}<>$\s:@|\\%*]/u.test(address.path)) return [];
    const written = address.path;
    if (!/[\p{L}\p{N}]/u.test(written)) return [];
    if (written.startsWith('/')) {
      const route = normaliseRoute(written);
      const inside = normaliseRoute(within(normaliseRoute(base), route) ?? route);
      if (isAnswered(route) || isAnswered(inside)) return [];
      const places = roots.flatMap((root) => stemOfAddress(`${root}${inside}`) || []);
      return [{ path, link, isMissing, places, end: endOf(inside) }];
    }
    const end = endOf(written.replace(/^(?:\.{0,2}\/)+/u, ''));
    if (isPartial(path)) return [{ path, link, isMissing, places: [], end }];
    return [{ path, link, isMissing, places: relativePlaces(path, written), end, relative: written }];
  };
}

/** Where it leads from a page: beside the file, beside the page, below the page. */
export function relativePlaces(path: string, written: string): readonly string[] {
  const stem = stemOf(path);
  const folders = [folderOf(path).toLowerCase(), folderOf(stem), stem];
  return [...new Set(folders.flatMap((folder) => stemOfAddress(joinPath(folder, written) ?? '') || []))];
}

function endOf(written: string): string | undefined {
  const stem = stemOfAddress(written);
  return stem.includes('/') ? stem : undefined;
}
