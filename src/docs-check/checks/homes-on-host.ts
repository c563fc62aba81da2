import { anchorsOfSite, type CheckedSite } from '../check-site.ts';
import type { AnchorIndex } from '../site/anchor-index.ts';
import type { Declared } from '../site/declared-addresses.ts';
import type { FileIndex } from '../site/file-index.ts';
import { fewestAlike } from '../site/habit.ts';
import { ofDocumentation } from '../site/named-hosts.ts';
import { extensionOf, fileNameOf, folderOf, normaliseRoute, within, withoutExtension } from '../site/paths.ts';
import { placeOn } from '../site/place-on-host.ts';
import { lookUpRoute } from '../site/resolve-link.ts';
import { readingsOf } from '../site/usual-readings.ts';

/**
 * Different addresses below a folder of a host that lead to pages before the site is taken to be published there, and of all
 * below the folder the most that may lead nowhere; the same of a host that has the name of the repository, of one that some
 * settings name, and of the very folder that the site's own do.
 */
const evidence = {
  none: { fewestFound: 3, mostMissing: 1 / 3 },
  name: { fewestFound: 2, mostMissing: 1 / 3 },
  host: { fewestFound: 1, mostMissing: 1 / 2 },
  folder: { fewestFound: 0, mostMissing: 1 },
};
/** Addresses of a host that no settings name, below which no site is looked for there. */
export const fewestUndeclared = evidence.none.fewestFound;
/**
 * Addresses into one folder that lead nowhere, of which another program probably makes the pages, unless settings say that the
 * folder of the host is the site's.
 */
const severalInFolder = { none: 3, name: 3, host: 3, folder: 10 };
/** Different addresses that leave out one folder, and their share of all that lead nowhere, before all are taken to do so. */
const fewestWithout = 3;
const leastWithout = 2 / 3;
/** Sites of a tree of which each is looked for below every folder of a host; of more, each where its settings say that it is. */
const mostSites = 12;
/** Folders of a host below which a site is looked for: `/project/en/latest`. */
const deepest = 3;

/** Where Read the Docs publishes the version of the default branch: https://docs.readthedocs.com/platform/stable/versions.html */
const ofReadTheDocs = /^\/[a-z]{2}(?:[-_][a-z]{2,4})?\/(?:latest|stable)$/iu;
const onReadTheDocs = /^(?:sphinx|mkdocs|zensical)/u;
const ofNewest = /\/(?:latest|stable)\//iu;
/** Where the host of a code host publishes sites, and what only its pages of a repository have behind the name. */
const ofCodeHost = /\.(?:github|gitlab)\.io$/u;
const besideFiles =
  /^\/(?:-\/)?(?:(?:blob|tree|raw|edit)\/(?:main|master)\/|(?:issues|pulls?)\/(?:\d+|new)(?:\/|$)|(?:graphs|network)\/\w+$|releases\/(?:latest|tag|download)(?:\/|$)|actions\/workflows\/)/u;
/** Numbers of versions, whose pages may have been others. */
const version = /^v?\d+(?:\.[\dx]+)*$/iu;
/** A language or version, to which a host leads on from an address without it. */
const edition = String.raw`v?\d[\w.]*|[a-z]{2}(?:[-_][a-z]{2,4})?|latest|stable|main|master|next`;
const ofEdition = new RegExp(`^(?:${edition})$`, 'iu');
/** Where a host of documentation has other languages, versions and programs. */
const ofOthers = new RegExp(
  String.raw`^(?:${edition}|dev(?:elop)?|nightly|apis?|app|demos?|play(?:ground)?|storybook|status|login|schemas?|sdks?|examples?|\w*docs?|swagger|graphql|_.*)$`,
  'iu',
);
/** A version among the routes of a site, whose pages are those of another once more: https://docusaurus.io/docs/versioning */
const ofVersion = /\/(?:next|v?\d+(?:\.[\dx]+)*)(?=\/)/u;
/** Names at the end of a route beyond which it is not looked for. */
const longestEnd = 6;
/** Where a route leads on a site, `open` where it leads nowhere and something may make a page there; `page` is its file, undefined where no anchors of it can be compared. */
type LookUp = (route: string) => { readonly page: string | undefined } | undefined | 'open' | 'unjudged';

/** A site, and how addresses of one host are read on it. */
interface Published {
  readonly checked: CheckedSite;
  readonly lookUp: LookUp;
  /** As in `Declared`. */
  readonly isOfFiles: boolean;
  readonly anchors: () => AnchorIndex;
  /** The first names of its routes. */
  readonly tops: ReadonlySet<string>;
  /** How many routes, apart from their versions, and folders of them end in some names; in fewer than all of theirs. */
  readonly ends: () => { readonly pages: ReadonlyMap<string, number>; readonly folders: ReadonlyMap<string, number> };
  /** The folders of hosts at which its settings say that it is published: `docs.example.org/tool`. */
  readonly declared: ReadonlySet<string>;
}

/** A folder of a host as the place where a site may be published, with the different addresses below it. */
export interface Home extends Published {
  readonly host: string;
  readonly folder: string;
  readonly declares: keyof typeof evidence;
  readonly found: Set<string>;
  readonly missing: Set<string>;
  readonly open: Set<string>;
  /** How many of them lie below a folder. */
  readonly below: Map<string, { found: number; missing: number }>;
  /** The folder of the site that most of its addresses leave out: `/docs`, where `/docs/start` is named as `/start`. */
  readonly leftOut: () => string | undefined;
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

/** A host, and what tells that something of the tree is published on it. */
export interface OwnHost {
  readonly host: string;
  readonly isDeclared: boolean;
  readonly named: string | undefined;
}

/**
 * Tells where on a host sites are published: the folders below which enough of its addresses lead to pages of one. `isDeclared`
 * is true for a host that some settings name, and `named` the folder of one that has the name of the repository.
 */
export function createHomes(
  checked: readonly CheckedSite[],
  files: FileIndex,
  declared: Declared,
): (host: OwnHost, addresses: ReadonlySet<string>) => ReadonlyMap<string, readonly Home[]> {
  const sites = checked.map((one) => publishedAs(one, files, declared));
  const byDeclared = Map.groupBy(
    sites.flatMap((site) => [...site.declared].map((place) => ({ site, place }))),
    ({ place }) => place,
  );
  const sitesOf = (place: string): readonly Published[] =>
    sites.length > mostSites ? (byDeclared.get(place)?.map(({ site }) => site) ?? []) : sites;
  return (own, addresses) => {
    const byFolder = Map.groupBy(
      [...addresses].flatMap((address) => foldersOfHost(address).map((folder) => ({ folder, address }))),
      ({ folder }) => folder,
    );
    return new Map(
      [...byFolder].map(([folder, below]) => {
        const homes = sitesOf(placeOf(own.host, folder)).map((site) => createHome(site, own, folder));
        for (const home of homes) for (const { address } of below) lookFor(home, address);
        return [folder, homes.filter(isHome)];
      }),
    );
  };
}

function publishedAs(checked: CheckedSite, files: FileIndex, declared: Declared): Published {
  const { routes, links } = checked.site;
  const base = normaliseRoute(links.base);
  const own = declared.by(checked.site).flatMap((url) => placeOn(url) ?? []);
  let anchors: AnchorIndex | undefined;
  let ends: ReturnType<Published['ends']> | undefined;
  return {
    checked,
    lookUp: lookUpIn(checked, files, declared.isFormer),
    isOfFiles: declared.isOfFiles(checked.site),
    anchors: () => (anchors ??= anchorsOfSite(checked)),
    ends: () => (ends ??= endsOfRoutes([...routes.keys()])),
    tops: new Set([...routes.keys()].map((route) => route.split('/', 2)[1] ?? '')),
    declared: new Set(own.map(({ host, address }) => host + (address === '/' ? base : address))),
  };
}

function endsOfRoutes(routes: readonly string[]): ReturnType<Published['ends']> {
  const pages = new Set(routes.map((route) => route.replace(ofVersion, '')));
  return { pages: endsOf(pages), folders: endsOf(new Set([...pages].map(folderOf))) };
}

function endsOf(routes: Iterable<string>): ReadonlyMap<string, number> {
  const ends = new Map<string, number>();
  for (const route of routes) {
    const names = route.split('/').slice(1);
    for (let count = 1; count <= Math.min(longestEnd, names.length - 1); count++) {
      const end = names.slice(-count).join('/');
      ends.set(end, (ends.get(end) ?? 0) + 1);
    }
  }
  return ends;
}

function lookUpIn({ site, madeByBuild }: CheckedSite, files: FileIndex, isFormer: Declared['isFormer']): LookUp {
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
    const [, top = ''] = route.split('/');
    // Sphinx makes these: https://www.sphinx-doc.org/en/master/usage/configuration.html#confval-html_static_path
    if (site.framework.startsWith('sphinx') && top.startsWith('_')) return 'unjudged';
    const bare = route.replace(/\.html?$/iu, '');
    const spellings = [
      route,
      route.replace(/\/index\.html?$/iu, '') || '/',
      bare,
      ...(bare === route ? [`${route}/index`] : []),
      // Plugins make a page of a notebook: https://github.com/danielfrg/mkdocs-jupyter
      ...(bare === route ? [`${route}.ipynb`] : []),
    ];
    const [target] = isText ? [] : spellings.flatMap((one) => lookUpRoute(site, files, one) ?? []);
    if (target?.kind === 'page') return { page: target.redirected === undefined ? target.path : undefined };
    if (target?.kind === 'file') return { page: undefined };
    if (target !== undefined || site.links.answered(route) || isFormer(route) || madeByBuild(route)) return 'unjudged';
    return (site.links.mayAnswer ?? site.links.unknowable)(route) ? 'open' : undefined;
  };
}

function lookFor(home: Home, address: string): void {
  const inside = insideOf(home.folder, address);
  // Any site has a page for the folder that it is published in.
  const isTop = inside === undefined || (home.declares !== 'folder' && /^\/index\.html?$/iu.test(inside));
  const target = isTop ? 'unjudged' : home.lookUp(inside);
  if (target === 'unjudged') return;
  const kind = target === undefined || target === 'open' ? 'missing' : 'found';
  home[target === 'open' ? 'open' : kind].add(address);
  for (let at = folderOf(address); at !== home.folder && at !== ''; at = folderOf(at)) {
    const counts = home.below.get(at) ?? { found: 0, missing: 0 };
    home.below.set(at, { ...counts, [kind]: counts[kind] + 1 });
  }
}

/** Of what is published as `start.html`, `start` and `start/` are no pages. */
function lookUpFile(lookUp: LookUp): LookUp {
  return (route) => {
    const target = lookUp(route);
    if (/\.html?$/iu.test(route) || typeof target !== 'object' || target.page === undefined) return target;
    return withoutExtension(fileNameOf(target.page)) === 'index' ? target : undefined;
  };
}

/** A folder of a host, as settings declare it. */
function placeOf(host: string, folder: string): string {
  return host + (folder === '' ? '/' : folder);
}

function createHome(site: Published, { host, isDeclared, named }: OwnHost, folder: string): Home {
  const isOwn =
    site.declared.has(placeOf(host, folder)) ||
    (isDeclared && ofReadTheDocs.test(folder) && onReadTheDocs.test(site.checked.site.framework));
  const isNamed = named !== undefined && `${folder.toLowerCase()}/`.startsWith(`${named}/`);
  const declares = isOwn ? 'folder' : isDeclared ? 'host' : isNamed ? 'name' : 'none';
  const isOfFiles = isOwn && site.isOfFiles && ofReadTheDocs.test(folder) && host.endsWith('.readthedocs.io');
  const lookUp = isOfFiles ? lookUpFile(site.lookUp) : site.lookUp;
  let leftOut: { readonly folder: string | undefined } | undefined;
  const home: Home = {
    ...site,
    lookUp,
    host,
    folder,
    declares,
    found: new Set(),
    missing: new Set(),
    open: new Set(),
    below: new Map(),
    leftOut: () => (leftOut ??= { folder: leftOutOf(home) }).folder,
  };
  return home;
}

/** Only where the site's own settings say where it lies: else the folder of the host is another one. */
function leftOutOf({ declares, folder, found, missing, tops, checked: { site } }: Home): string | undefined {
  if (declares !== 'folder' || missing.size < fewestWithout) return undefined;
  const least = missing.size * leastWithout;
  return [...tops]
    .filter((top) => !ofEdition.test(top))
    .map((top) => `/${top}`)
    .find((top) => {
      const without = [...missing].filter((address) => site.routes.has(top + (insideOf(folder, address) ?? '')));
      return without.length >= fewestWithout && without.length >= least && without.length > found.size;
    });
}

/** Whether an address leads to a page with the folder before it that most of the site's leave out. */
export function isWithoutFolder(home: Home, address: string): boolean {
  const leftOut = home.leftOut();
  return leftOut !== undefined && home.checked.site.routes.has(leftOut + (insideOf(home.folder, address) ?? ''));
}

function isHome({ declares, folder, found, missing }: Home): boolean {
  const { fewestFound, mostMissing } = evidence[declares];
  // Pages of packages may have their names on any host: https://crates.io/crates/<name>
  const areNames = [...found].every((address) => /^\/[^/.]*$/u.test(insideOf(folder, address) ?? ''));
  if (declares === 'none' && areNames) return false;
  return found.size >= fewestFound && missing.size <= mostMissing * (found.size + missing.size);
}

/**
 * Whether an address leads nowhere; or to what something may make, where the site's own settings say that it lies there and
 * nearly all others are there without.
 */
export function isMissing(home: Home, address: string): boolean {
  const { declares, found, missing, open } = home;
  if (missing.has(address) || (open.has(address) && isOfCodeHost(home, address))) return true;
  return declares === 'folder' && open.has(address) && isMajorityOf(found.size, missing.size + open.size);
}

function isOfCodeHost({ host, folder }: Home, address: string): boolean {
  return folder !== '' && ofCodeHost.test(host) && besideFiles.test(insideOf(folder, address) ?? '');
}

function isMajorityOf(found: number, others: number): boolean {
  return found >= fewestAlike && others <= found / 4;
}

/** Whether an address that leads nowhere lies among pages of the site, and not where something else may answer. */
export function isOfSite(home: Home, address: string): boolean {
  const { folder, declares, below, tops } = home;
  const inside = insideOf(folder, address) ?? '';
  const [, top = '', ...rest] = inside.split('/');
  if (isOfCodeHost(home, address) || isWithoutFolder(home, address)) return true;
  for (let at = folderOf(address); at !== folder && at !== ''; at = folderOf(at)) {
    const counts = below.get(at);
    if (counts !== undefined && counts.missing >= severalInFolder[declares] && counts.missing >= counts.found)
      return false;
  }
  // The version that a host has in its addresses lies below another folder than settings say.
  if (home.found.size === 0 && ofNewest.test(inside)) return false;
  // The folder that all pages of the site lie in was left out: /docs/start/first as /start/first
  if (declares === 'folder' && home.found.size > 0 && isEndOfOne(home, withoutEnding(inside))) return true;
  if (hasWholeHost(home, rest.length === 0) && !ofOthers.test(top)) return true;
  // At the top other programs answer, and redirects.
  if (rest.length === 0)
    return (folder !== '' && (/\.html?$/iu.test(top) || ofReadTheDocs.test(folder))) || isNamedInFolder(home, top);
  const isWhole = declares === 'folder' && ofReadTheDocs.test(folder) && /\.html$/iu.test(address);
  return isWhole || tops.has(top) || (below.get(`${folder}/${top}`)?.found ?? 0) > 0;
}

/** Whether one page of the site alone ends so; or where the site has the very host, one folder in which there is no such page. */
function isEndOfOne({ folder, ends, checked }: Home, name: string): boolean {
  const above = folderOf(name);
  if (above === '') return false;
  if (ends().pages.get(name) === 1) return true;
  const isWhole = folder === '' && checked.site.routes.has('/');
  return isWhole && !ofOthers.test(above) && ends().folders.get(above) === 1;
}

/** Whether a name at the top is that of a page deeper in the site, and no short one, or of the folder that has the site in the repository. */
function isNamedInFolder({ declares, found, ends, checked: { site } }: Home, name: string): boolean {
  if (declares !== 'folder') return false;
  if (name === fileNameOf(site.root)) return true;
  return found.size > 0 && site.routes.has('/') && /\w-\w/u.test(name) && ends().pages.has(name);
}

function withoutEnding(inside: string): string {
  return inside.slice(1).replace(/(?:\/index)?\.html?$/iu, '');
}

/** Whether nothing but the site answers on a host of documentation; at the top of one, where there are short addresses too, nearly all that is named has to be found. */
function hasWholeHost({ host, folder, declares, found, missing, open }: Home, isAtTop: boolean): boolean {
  if (folder !== '' || declares === 'none' || !ofDocumentation.test(host)) return false;
  const others = missing.size + open.size;
  return isAtTop
    ? isMajorityOf(found.size, others)
    : found.size >= evidence.none.fewestFound && others <= found.size / 3;
}
