import { anchorsOfSite, type CheckedSite } from '../check-site.ts';
import type { FormerPath } from '../docs-check.ts';
import type { FormerPages } from '../former/former-pages.ts';
import type { AnchorIndex } from '../site/anchor-index.ts';
import type { Declared } from '../site/declared-addresses.ts';
import { ofEdition } from '../site/editions.ts';
import type { FileIndex } from '../site/file-index.ts';
import { folderOf, foldersAbove, normaliseRoute, withoutExtension } from '../site/paths.ts';
import { placeOn } from '../site/place-on-host.ts';
import { createOtherComponents, inComponent } from './components-on-host.ts';
import { lookUpIn, type LookUp } from './look-up-on-host.ts';
import { createNearly, type Nearly } from './nearly-on-host.ts';

/** Where the host of a code host publishes sites. */
export const ofCodeHost = /\.(?:github|gitlab)\.io$/u;
/** A version among the routes of a site, whose pages are those of another once more: https://docusaurus.io/docs/versioning */
const ofVersion = /\/(?:next|v?\d+(?:\.[\dx]+)*)(?=\/)/u;
/** Names at the end of a route beyond which it is not looked for. */
const longestEnd = 6;
/** A site, and how addresses of one host are read on it. */
export interface Published {
  readonly checked: CheckedSite;
  readonly lookUp: LookUp;
  /** As in `Declared`. */
  readonly isOfFiles: boolean;
  readonly anchors: () => AnchorIndex;
  /** The first names of its routes. */
  readonly tops: ReadonlySet<string>;
  /** Those of them that are languages or versions. */
  readonly editions: readonly string[];
  /** How many routes, apart from their versions, and folders of them end in some names; in fewer than all of theirs. */
  readonly ends: () => { readonly pages: ReadonlyMap<string, number>; readonly folders: ReadonlyMap<string, number> };
  /** How many routes lie below a folder. */
  readonly countBelow: (folder: string) => number;
  /** The folders of hosts at which its settings say that it is published: `docs.example.org/tool`. */
  readonly declared: ReadonlySet<string>;
  /** The one at which a job of the repository publishes it, and nothing else. */
  readonly byJob: string | undefined;
  /** The page that an address on it nearly names, and the one that was there once. */
  readonly nearly: (inside: string) => Nearly | undefined;
  readonly former: (inside: string) => FormerPath | undefined;
  /** True for a name that some file or folder of the repository has, in other signs too. */
  readonly isNamed: (name: string) => boolean;
}

/** Everything of a site by which addresses of hosts are told, read once it is asked for. */
export function publishedAs(
  checked: CheckedSite,
  files: FileIndex,
  declared: Declared,
  former: FormerPages,
): Omit<Published, 'isNamed'> {
  const { routes, links } = checked.site;
  const base = normaliseRoute(links.base);
  const own = declared.by(checked.site).flatMap((url) => placeOn(url) ?? []);
  const ofJob = placeOn(declared.byJob(checked.site) ?? '');
  const written = inComponent(checked.site);
  const isElsewhere = createOtherComponents(checked.site);
  const lookUp = lookUpIn(checked, files, declared.isFormer);
  const tops = new Set([...routes.keys()].map((route) => route.split('/', 2)[1] ?? ''));
  const nearly = createNearly(routes.keys());
  let anchors: AnchorIndex | undefined;
  let ends: ReturnType<Published['ends']> | undefined;
  let counts: ReadonlyMap<string, number> | undefined;
  return {
    checked,
    lookUp: (route) => (isElsewhere(route) ? 'unjudged' : lookUp(written(route))),
    isOfFiles: declared.isOfFiles(checked.site),
    anchors: () => (anchors ??= anchorsOfSite(checked)),
    countBelow: (folder) => (counts ??= countsBelow([...routes.keys()])).get(folder) ?? 0,
    ends: () => (ends ??= endsOfRoutes([...routes.keys()])),
    tops,
    editions: [...tops].filter((top) => ofEdition.test(top)),
    declared: new Set(own.map(({ host, address }) => placeOf(host, address === '/' ? base : address))),
    byJob: ofJob && placeOf(ofJob.host, ofJob.address),
    nearly: (inside) => nearly(written(inside)),
    former: former(checked.site),
  };
}

function countsBelow(routes: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const route of routes)
    for (const folder of foldersAbove(route)) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  return counts;
}

/** Tells names of files and folders of the repository but for hidden ones, whatever signs stand between the words. */
export function createNames(files: FileIndex): (name: string) => boolean {
  const bare = (name: string): string =>
    withoutExtension(name)
      .replaceAll(/[-_.\s]/gu, '')
      .toLowerCase();
  let names: ReadonlySet<string> | undefined;
  return (name) =>
    (names ??= new Set(files.paths.flatMap((path) => (path.startsWith('.') ? [] : path.split('/').map(bare))))).has(
      bare(name),
    );
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

/** A folder of a host, as settings declare it. A code host finds the pages of a repository by its name in any case. */
export function placeOf(host: string, folder: string): string {
  return host + (folder === '' ? '/' : ofCodeHost.test(host) ? folder.toLowerCase() : folder);
}
