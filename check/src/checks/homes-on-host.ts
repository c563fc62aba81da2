import type { CheckedSite } from '../check-site.ts';
import type { FormerPath } from '../docs-check.ts';
import type { FormerPages } from '../former/former-pages.ts';
import type { Declared } from '../site/declared-addresses.ts';
import { ofEdition } from '../site/editions.ts';
import type { FileIndex } from '../site/file-index.ts';
import { fileNameOf, folderOf, within } from '../site/paths.ts';
import type { Site } from '../site/site.ts';
import { lookUpFile } from './look-up-on-host.ts';
import type { Nearly } from './nearly-on-host.ts';
import { createNames, ofCodeHost, placeOf, publishedAs, type Published } from './published-on-host.ts';

/**
 * Different addresses below a folder of a host that lead to pages before the site is taken to be published there, and of all
 * below the folder the most that may lead nowhere; the same of a host that has the name of the repository, of one that some
 * settings name, and of the very folder that the site's own do.
 */
export const evidence = {
  none: { fewestFound: 3, mostMissing: 1 / 3 },
  name: { fewestFound: 2, mostMissing: 1 / 3 },
  host: { fewestFound: 1, mostMissing: 1 / 2 },
  folder: { fewestFound: 0, mostMissing: 1 },
};
/** Addresses of a host that no settings name, below which no site is looked for there. */
export const fewestUndeclared = evidence.none.fewestFound;
/** Different addresses that leave out one folder, and their share of all that lead nowhere, before all are taken to do so. */
const fewestWithout = 3;
const leastWithout = 2 / 3;
/** Sites of a tree of which each is looked for below every folder of a host; of more, each where its settings say that it is. */
const mostSites = 12;
/** Folders of a host below which a site is looked for: `/project/en/latest`. */
const deepest = 3;

/** Where Read the Docs publishes the version of the default branch: https://docs.readthedocs.com/platform/stable/versions.html */
export const ofReadTheDocs = /^\/[a-z]{2}(?:[-_][a-z]{2,4})?\/(?:latest|stable)$/iu;
const onReadTheDocs = /^(?:sphinx|mkdocs|zensical)/u;
/** Numbers of versions, whose pages may have been others. */
const version = /^v?\d+(?:\.[\dx]+)*$/iu;

/** A folder of a host as the place where a site may be published, with the different addresses below it. */
export interface Home extends Published {
  readonly host: string;
  readonly folder: string;
  readonly declares: keyof typeof evidence;
  readonly isNamesake: boolean;
  /** True for the pages of an owner, below which those of other repositories lie. */
  readonly isOfOthers: boolean;
  /** True where a code host publishes nothing but the pages of this repository. */
  readonly isOfRepository: boolean;
  readonly found: Set<string>;
  readonly missing: Set<string>;
  readonly open: Set<string>;
  /** Those of both of which the page is known that was meant, or was there once. */
  readonly nearlyFound: Map<string, Nearly>;
  readonly formerlyFound: Map<string, FormerPath>;
  /** How many of them leave out a folder. */
  readonly timesLeftOut: Map<string, number>;
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
  /** True for the pages of an owner with the name of the repository: `tool.github.io` of `acme/tool`. */
  readonly isNamesake: boolean;
}

/**
 * Tells where on a host sites are published: the folders below which enough of its addresses lead to pages of one. `isDeclared`
 * is true for a host that some settings name, and `named` the folder of one that has the name of the repository.
 */
export function createHomes(
  checked: readonly CheckedSite[],
  files: FileIndex,
  declared: Declared,
  former: FormerPages,
): (host: OwnHost, addresses: ReadonlySet<string>) => ReadonlyMap<string, readonly Home[]> {
  const isNamed = createNames(files);
  const sites = checked.map((one) => ({ ...publishedAs(one, files, declared, former), isNamed }));
  const byDeclared = Map.groupBy(
    sites.flatMap((site) => [...site.declared].map((place) => ({ site, place }))),
    ({ place }) => place,
  );
  const sitesOf = (place: string): readonly Published[] => {
    const only = sites.filter(({ byJob }) => byJob === place);
    if (only.length > 0) return only;
    return sites.length > mostSites ? (byDeclared.get(place)?.map(({ site }) => site) ?? []) : sites;
  };
  return (own, addresses) => {
    const byFolder = Map.groupBy(
      [...addresses].flatMap((address) => foldersOfHost(address).map((folder) => ({ folder, address }))),
      ({ folder }) => folder,
    );
    return new Map(
      [...byFolder].map(([folder, below]) => {
        const homes = ofLanguage(folder, sitesOf(placeOf(own.host, folder))).map((site) =>
          createHome(site, own, folder),
        );
        for (const home of homes) for (const { address } of below) lookFor(home, address);
        return [folder, homes.filter(isHome)];
      }),
    );
  };
}

/** Read the Docs has one project for each language; of sites in folders with the names of languages, it has there that of its own. */
function ofLanguage(folder: string, sites: readonly Published[]): readonly Published[] {
  const language = ofReadTheDocs.test(folder) ? folder.split('/')[1]?.toLowerCase().replace('-', '_') : undefined;
  const own = sites.filter(
    ({ checked: { site } }) => fileNameOf(site.root).toLowerCase().replace('-', '_') === language,
  );
  return own.length > 0 ? own : sites;
}

function lookFor(home: Home, address: string): void {
  const inside = insideOf(home.folder, address);
  // Any site has a page for the folder that it is published in.
  if (inside === undefined || (home.declares !== 'folder' && /^\/index\.html?$/iu.test(inside))) return;
  const target = home.lookUp(inside);
  if (target === 'unjudged') return;
  const kind = target === undefined || target === 'open' ? 'missing' : 'found';
  home[target === 'open' ? 'open' : kind].add(address);
  if (kind === 'missing' && isKnownToMiss(home, address) && !home.isOfOthers && !isOfEdition(home, inside)) {
    const nearly = home.nearly(inside);
    const former = home.former(inside);
    if (nearly !== undefined) home.nearlyFound.set(address, nearly);
    if (nearly?.leftOut !== undefined)
      home.timesLeftOut.set(nearly.leftOut, (home.timesLeftOut.get(nearly.leftOut) ?? 0) + 1);
    if (former !== undefined && mayBeFormer(home, inside)) home.formerlyFound.set(address, former);
  }
  for (let at = folderOf(address); at !== home.folder && at !== ''; at = folderOf(at)) {
    const counts = home.below.get(at) ?? { found: 0, missing: 0 };
    home.below.set(at, { ...counts, [kind]: counts[kind] + 1 });
  }
}

/** What Sphinx makes of code has other names than pages have; of most programs it is not known what they make. */
export function isKnownToMiss({ open, checked: { site } }: Home, address: string): boolean {
  return !open.has(address) || site.framework.startsWith('sphinx');
}

/** Whether an address is that of a version, or of a page in a language to which a host may lead on. */
function isOfEdition({ editions, checked: { site } }: Home, inside: string): boolean {
  if (inside.split('/').some((name) => version.test(name))) return true;
  const route = inside.replace(/(?:\/index)?\.html?$/iu, '');
  return editions.some((one) => site.routes.has(`/${one}${route}`));
}

/** One name at the top is that of anything else, unless nothing but the site is there. */
function mayBeFormer({ declares, isOfRepository, isNamesake }: Home, inside: string): boolean {
  if (declares === 'folder' || isOfRepository) return true;
  return (declares !== 'none' || isNamesake) && folderOf(inside) !== '';
}

function createHome(site: Published, { host, isDeclared, named, isNamesake }: OwnHost, folder: string): Home {
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
    isNamesake: isNamesake && folder === '',
    isOfOthers: folder === '' && ofCodeHost.test(host) && named !== '' && !isNamesake,
    isOfRepository: isNamed && folder !== '' && ofCodeHost.test(host) && folder.toLowerCase() === named,
    found: new Set(),
    missing: new Set(),
    open: new Set(),
    nearlyFound: new Map(),
    formerlyFound: new Map(),
    timesLeftOut: new Map(),
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

function isHome(home: Home): boolean {
  const { declares, folder, found, missing, isOfRepository } = home;
  const { fewestFound, mostMissing } = evidence[declares];
  // Pages of packages may have their names on any host: https://crates.io/crates/<name>
  const areNames = [...found].every((address) => /^\/[^/.]*$/u.test(insideOf(folder, address) ?? ''));
  if (declares === 'none' && found.size > 0 && areNames) return false;
  const told = tellingOf(home);
  const sure = found.size + told.size;
  const lost = [...missing].filter((address) => !told.has(address)).length;
  const isNamedExactly = isOfRepository && home.formerlyFound.size > 0;
  return sure >= (isNamedExactly ? 1 : fewestFound) && lost <= mostMissing * (sure + lost);
}

/**
 * Addresses that lead nowhere and tell all the same where the site lies: those that nearly name pages, and those of former ones, where
 * others are found. Where none is, former pages tell it on the pages of the repository, and so do addresses on those of its namesake
 * that all leave out one folder.
 */
function tellingOf(home: Home): ReadonlySet<string> {
  const { found, missing, open, nearlyFound, formerlyFound, isNamesake, isOfRepository } = home;
  const [nearly, former] = [[...nearlyFound.keys()], [...formerlyFound.keys()]];
  if (found.size > 0) return new Set([...nearly, ...former]);
  if (!isNamesake || !hasTop(home.checked.site) || open.size > 0) return new Set(isOfRepository ? former : []);
  const byFolder = Map.groupBy(nearly, (address) => nearlyFound.get(address)?.leftOut ?? '');
  const [, most = []] =
    [...byFolder].find(([folder, { length }]) => folder !== '' && length >= leastWithout * missing.size) ?? [];
  return new Set(most.length < fewestWithout ? [] : most);
}

/** Whether the first page of a site is at its top, and no folder before that of all pages. */
function hasTop({ routes }: Site): boolean {
  return routes.has('/') || routes.has('/index');
}
