import type { CheckedSite } from '../check-site.ts';
import { noFormerPages, type FormerPages } from '../former/former-pages.ts';
import { whenOf } from '../former/whereabouts.ts';
import { sharedHost, type Declared } from '../site/declared-addresses.ts';
import type { FileIndex } from '../site/file-index.ts';
import { decode } from '../site/parse-address.ts';
import { withoutSlashAtEnd } from '../site/paths.ts';
import { folderNamedAfter, isNamesakeOf, isProjectOfReadTheDocs } from '../site/named-hosts.ts';
import { placeOn, type PlaceOnHost } from '../site/place-on-host.ts';
import type { SiteProblem } from '../site/site.ts';
import type { PlacedLink } from './links-of-sites.ts';
import { publishedSites } from './published-sites.ts';
import {
  createHomes,
  fewestUndeclared,
  foldersOfHost,
  insideOf,
  isWithoutFolder,
  type Home,
  type OwnHost,
} from './homes-on-host.ts';
import { isMissing, isOfSite } from './missing-on-host.ts';

/** Pages that say the same: what more of them say is there. */
const mostPages = 8;

type Reference = PlaceOnHost & PlacedLink;

/**
 * Complete addresses of pages on the host that a site of this tree is published on, and that are not there. Below which folder
 * of the host it lies no setting has to tell: nearly all that is named below that folder is found here. `repository` is as
 * `repositoryAt` tells it.
 */
export async function ownHostLinks(
  checked: readonly CheckedSite[],
  files: FileIndex,
  declared: Declared,
  repository: string | undefined,
  former: () => Promise<FormerPages>,
): Promise<readonly SiteProblem[]> {
  const published = publishedSites(checked);
  if (published.length === 0) return [];
  const places = Map.groupBy(
    declared.anywhere.flatMap((url) => placeOn(url) ?? []),
    ({ host }) => host,
  );
  const hosts = [...Map.groupBy(referencesOf(checked), (one) => one.host)].flatMap(([host, references]) => {
    const pages = Map.groupBy(references, ({ address }) => address);
    const own = places.get(host);
    const named = repository === undefined ? undefined : folderNamedAfter(repository, host);
    const isDeclared = own !== undefined || (repository !== undefined && isProjectOfReadTheDocs(repository, host));
    if (sharedHost.test(host) || (!isDeclared && named === undefined && pages.size < fewestUndeclared)) return [];
    const addresses = new Set([...pages.keys(), ...(own ?? []).map(({ address }) => address)]);
    const isNamesake = repository !== undefined && isNamesakeOf(repository, host);
    return [{ host: { host, isDeclared, named, isNamesake }, references, pages, addresses }];
  });
  // Of a host that nothing tells to be the own one, what was there once says nothing.
  const isOwn = hosts.some(
    ({ host: { isDeclared, named, isNamesake } }) => isDeclared || named !== undefined || isNamesake,
  );
  const homesOn = createHomes(published, files, declared, isOwn ? await former() : noFormerPages);
  return hosts.flatMap((one) => [...problemsOn(one, homesOn(one.host, one.addresses))]);
}

/** What is said of one host, and the different addresses on it. */
interface Named {
  readonly host: OwnHost;
  readonly references: readonly Reference[];
  readonly pages: ReadonlyMap<string, readonly Reference[]>;
}

function* problemsOn(
  { host: { host }, references, pages }: Named,
  homes: ReadonlyMap<string, readonly Home[]>,
): Iterable<SiteProblem> {
  for (const reference of references) {
    const { address } = reference;
    const near = foldersOfHost(address).flatMap((folder) => homes.get(folder) ?? []);
    const [home] = near.toSorted((one, other) => other.found.size - one.found.size);
    const leading = near.find(({ found }) => found.has(address));
    if (leading !== undefined) yield* missingAnchor(leading, reference);
    else if (
      home !== undefined &&
      near.every((one) => isMissing(one, address)) &&
      near.some((one) => isOfSite(one, address)) &&
      new Set(pages.get(address)?.map(({ path }) => path)).size <= mostPages
    )
      yield missingPage(home, reference, host);
  }
}

function* referencesOf(checked: readonly CheckedSite[]): Iterable<Reference> {
  for (const { site } of checked) {
    // Notebooks are made for one release and name its pages, as long as the host keeps them; of plain HTML that is not known.
    if (['notebooks', 'html'].includes(site.framework)) continue;
    for (const [path, { links, bare = [] }] of site.pages)
      for (const link of [...links.filter(({ kind }) => kind === 'page'), ...bare]) {
        const place = placeOn(link.url);
        if (place !== undefined) yield { ...place, path, link };
      }
  }
}

function* missingAnchor(home: Home, { path, link, address, anchor }: Reference): Iterable<SiteProblem> {
  const target = home.lookUp(insideOf(home.folder, address) ?? '/');
  const name = anchor === undefined ? undefined : nameOf(anchor);
  if (name === undefined || target === undefined || typeof target === 'string' || target.page === undefined) return;
  if (home.checked.site.guessed?.(target.page, 'broken-anchor', undefined) !== undefined) return;
  if (home.anchors().lookup(target.page, name) !== 'missing') return;
  const message =
    `The link ${link.url} leads to ${target.page}, which has no anchor #${name}. ` +
    `Not certain: what is published may be another version of the page.`;
  yield { path, line: link.line, column: link.column, rule: 'broken-anchor', severity: 'warning', message };
}

function nameOf(anchor: string): string | undefined {
  // What a program of the page reads is no name of a place in it.
  return /^[:/!]|[=&]/u.test(anchor) ? undefined : decode(anchor.split(':~:', 1)[0] ?? '');
}

function missingPage(home: Home, { path, link, address }: Reference, host: string): SiteProblem {
  const { folder, found, checked } = home;
  const { site } = checked;
  const place = host + withoutSlashAtEnd(folder);
  const why =
    found.size === 0
      ? `which is published below ${place}`
      : `to which ${found.size} other addresses below ${place} lead`;
  const inside = insideOf(folder, address) ?? address;
  const meant = isWithoutFolder(home, address)
    ? `${home.leftOut() ?? ''}${inside}`
    : site.routes.has(inside)
      ? `${inside}.html`
      : home.nearlyFound.get(address)?.route;
  const former = home.formerlyFound.get(address);
  const went =
    former === undefined
      ? ''
      : ` ${former.path} was ${former.movedTo === undefined ? 'taken away' : `moved to ${former.movedTo}`} ${whenOf(former)}.`;
  const advice = meant === undefined ? '' : ` The address of that page is ${meant}.`;
  const message =
    `The link ${link.url} leads to no page of this site, ${why} (looked for ${inside}).${went}${advice} ` +
    `Not certain: another version or program may answer there.`;
  return { path, line: link.line, column: link.column, rule: 'broken-link', severity: 'warning', message };
}
