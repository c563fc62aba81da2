import { anchorsOfSite, type CheckedSite } from '../check-site.ts';
import type { AnchorIndex } from '../site/anchor-index.ts';
import type { Declared } from '../site/declared-addresses.ts';
import type { FileIndex } from '../site/file-index.ts';
import { fewestAlike } from '../site/habit.ts';
import { extensionOf, folderOf, normaliseRoute, within } from '../site/paths.ts';
import { placeOn } from '../site/place-on-host.ts';
import { lookUpRoute } from '../site/resolve-link.ts';
import { readingsOf } from '../site/usual-readings.ts';

/**
 * Different addresses below a folder of a host that lead to pages before the site is taken to be published there, and of all
 * below the folder the most that may lead nowhere; the same of a host that some settings name, and of the very folder that the
 * site's own do.
 */
const evidence = {
  none: { fewestFound: 3, mostMissing: 1 / 3 },
  host: { fewestFound: 1, mostMissing: 1 / 2 },
  folder: { fewestFound: 0, mostMissing: 1 },
};
/** Addresses of a host that no settings name, below which no site is looked for there. */
export const fewestUndeclared = evidence.none.fewestFound;
/**
 * Addresses into one folder that lead nowhere, of which another program probably makes the pages, unless settings say that the
 * folder of the host is the site's.
 */
const severalInFolder = { none: 3, host: 3, folder: 10 };
/** Sites of a tree of which each is looked for below every folder of a host; of more, each where its settings say that it is. */
const mostSites = 12;
/** Folders of a host below which a site is looked for: `/project/en/latest`. */
const deepest = 3;

/** Where Read the Docs publishes the version of the default branch: https://docs.readthedocs.com/platform/stable/versions.html */
const ofReadTheDocs = /^\/[a-z]{2}(?:[-_][a-z]{2,4})?\/(?:latest|stable)$/iu;
const onReadTheDocs = /^(?:sphinx|mkdocs)/u;
/** Numbers of versions, whose pages may have been others. */
const version = /^v?\d+(?:\.[\dx]+)*$/iu;
/** Where a route leads on a site, `open` where it leads nowhere and something may make a page there; `page` is its file, undefined where no anchors of it can be compared. */
type LookUp = (route: string) => { readonly page: string | undefined } | undefined | 'open' | 'unjudged';

/** A site, and how addresses of one host are read on it. */
interface Published {
  readonly checked: CheckedSite;
  readonly lookUp: LookUp;
  readonly anchors: () => AnchorIndex;
  /** The first names of its routes. */
  readonly tops: ReadonlySet<string>;
  /** The folders of hosts at which its settings say that it is published: `docs.example.org/tool`. */
  readonly declared: ReadonlySet<string>;
}

/** A folder of a host as the place where a site may be published, with the different addresses below it. */
export interface Home extends Published {
  readonly folder: string;
  readonly declares: keyof typeof evidence;
  readonly found: Set<string>;
  readonly missing: Set<string>;
  readonly open: Set<string>;
  /** How many of them lie below a folder. */
  readonly below: Map<string, { found: number; missing: number }>;
}

/** Folders below which the site of an address may be published: the top, and those above the page, as far as none is that of a version. */
export function foldersOfHost(address: string): string[] {
  const names = address.split('/').slice(1, -1).slice(0, deepest);
  const end = names.findIndex((name) => version.test(name));
  const above = end === -1 ? names : names.slice(0, end);
  return ['', ...above.map((_, index) => `/${above.slice(0, index + 1).join('/')}`)];
}

/** Undefined for the top of a folder, which has a page wherever it is. */
export function insideOf(folder: string, address: string): string | undefined {
  const inside = within(folder.slice(1), address.slice(1));
  return inside === undefined || inside === '' ? undefined : `/${inside}`;
}

/**
 * Tells where on a host sites are published: the folders below which enough of its addresses lead to pages of one. `isDeclared`
 * is true for a host that some settings name.
 */
export function createHomes(
  checked: readonly CheckedSite[],
  files: FileIndex,
  declaredBy: Declared['by'],
): (host: string, addresses: ReadonlySet<string>, isDeclared: boolean) => ReadonlyMap<string, readonly Home[]> {
  const sites = checked.map((one) => publishedAs(one, files, declaredBy(one.site)));
  const byDeclared = Map.groupBy(
    sites.flatMap((site) => [...site.declared].map((place) => ({ site, place }))),
    ({ place }) => place,
  );
  const sitesOf = (place: string): readonly Published[] =>
    sites.length > mostSites ? (byDeclared.get(place)?.map(({ site }) => site) ?? []) : sites;
  return (host, addresses, isDeclared) => {
    const byFolder = Map.groupBy(
      [...addresses].flatMap((address) => foldersOfHost(address).map((folder) => ({ folder, address }))),
      ({ folder }) => folder,
    );
    return new Map(
      [...byFolder].map(([folder, below]) => {
        const homes = sitesOf(placeOf(host, folder)).map((site) => createHome(site, host, folder, isDeclared));
        for (const home of homes) for (const { address } of below) lookFor(home, address);
        return [folder, homes.filter(isHome)];
      }),
    );
  };
}

function publishedAs(checked: CheckedSite, files: FileIndex, declared: readonly string[]): Published {
  const { routes, links } = checked.site;
  const base = normaliseRoute(links.base);
  const own = declared.flatMap((url) => placeOn(url) ?? []);
  let anchors: AnchorIndex | undefined;
  return {
    checked,
    lookUp: lookUpIn(checked, files),
    anchors: () => (anchors ??= anchorsOfSite(checked)),
    tops: new Set([...routes.keys()].map((route) => route.split('/', 2)[1] ?? '')),
    declared: new Set(own.map(({ host, address }) => host + (address === '/' ? base : address))),
  };
}

function lookUpIn({ site }: CheckedSite, files: FileIndex): LookUp {
  const [anyPage = ''] = site.pages.keys();
  return (route) => {
    if (site.routes.size === 0) {
      const readings = readingsOf(site)(anyPage, route);
      if (readings === undefined || site.links.answered(route)) return 'unjudged';
      const [page, ...others] = readings.pages;
      return readings.ways.size > 0 ? { page: others.length === 0 ? page : undefined } : undefined;
    }
    const ending = extensionOf(route);
    const isText = ['.md', '.mdx'].includes(ending) && ending !== site.links.textEnding;
    const spellings = [route, route.replace(/\/index\.html?$/iu, '') || '/', route.replace(/\.html?$/iu, '')];
    const [target] = isText ? [] : spellings.flatMap((one) => lookUpRoute(site, files, one) ?? []);
    if (target?.kind === 'page') return { page: target.redirected === undefined ? target.path : undefined };
    if (target?.kind === 'file') return { page: undefined };
    if (target !== undefined || site.links.answered(route)) return 'unjudged';
    return site.links.unknowable(route) ? 'open' : undefined;
  };
}

function lookFor(home: Home, address: string): void {
  const inside = insideOf(home.folder, address);
  const target = inside === undefined ? 'unjudged' : home.lookUp(inside);
  if (target === 'unjudged') return;
  const kind = target === undefined || target === 'open' ? 'missing' : 'found';
  home[target === 'open' ? 'open' : kind].add(address);
  for (let at = folderOf(address); at !== home.folder && at !== ''; at = folderOf(at)) {
    const counts = home.below.get(at) ?? { found: 0, missing: 0 };
    home.below.set(at, { ...counts, [kind]: counts[kind] + 1 });
  }
}

/** A folder of a host, as settings declare it. */
function placeOf(host: string, folder: string): string {
  return host + (folder === '' ? '/' : folder);
}

function createHome(site: Published, host: string, folder: string, isDeclared: boolean): Home {
  const isOwn =
    site.declared.has(placeOf(host, folder)) ||
    (isDeclared && ofReadTheDocs.test(folder) && onReadTheDocs.test(site.checked.site.framework));
  const declares = isOwn ? 'folder' : isDeclared ? 'host' : 'none';
  return { ...site, folder, declares, found: new Set(), missing: new Set(), open: new Set(), below: new Map() };
}

function isHome({ declares, folder, found, missing }: Home): boolean {
  const { fewestFound, mostMissing } = evidence[declares];
  // Pages of packages may have their names on any host: https://crates.io/crates/<name>
  const areNames = [...found].every((address) => /^\/[^/.]*$/u.test(insideOf(folder, address) ?? ''));
  if (declares === 'none' && areNames) return false;
  return found.size >= fewestFound && missing.size <= mostMissing * (found.size + missing.size);
}

/** Whether an address leads nowhere, or to what something may make where nearly all others are there without. */
export function isMissing({ found, missing, open }: Home, address: string): boolean {
  return missing.has(address) || (open.has(address) && isMajorityOf(found.size, missing.size + open.size));
}

function isMajorityOf(found: number, others: number): boolean {
  return found >= fewestAlike && others <= found / 4;
}

/** Whether an address that leads nowhere lies among pages of the site, and not where something else may answer. */
export function isOfSite({ folder, declares, below, tops }: Home, address: string): boolean {
  const [, top = '', ...rest] = (insideOf(folder, address) ?? '').split('/');
  for (let at = folderOf(address); at !== folder && at !== ''; at = folderOf(at)) {
    const counts = below.get(at);
    if (counts !== undefined && counts.missing >= severalInFolder[declares] && counts.missing >= counts.found)
      return false;
  }
  // At the top other programs answer, and redirects.
  if (rest.length === 0) return folder !== '' && (/\.html?$/iu.test(top) || ofReadTheDocs.test(folder));
  const isWhole = declares === 'folder' && ofReadTheDocs.test(folder) && /\.html$/iu.test(address);
  return isWhole || tops.has(top) || (below.get(`${folder}/${top}`)?.found ?? 0) > 0;
}
