import type { CheckedSite } from '../check-site.ts';
import type { Declared } from '../site/declared-addresses.ts';
import { ofEdition } from '../site/editions.ts';
import { isPicture } from '../site/file-endings.ts';
import type { FileIndex } from '../site/file-index.ts';
import { hasSuchPictures } from '../site/kept-files.ts';
import { decode } from '../site/parse-address.ts';
import { fileNameOf, joinPath, normaliseRoute, within } from '../site/paths.ts';
import { placeOn } from '../site/place-on-host.ts';
import type { SiteProblem } from '../site/site.ts';
import { bareAddressesOf, linksOf, type PlacedLink } from './links-of-sites.ts';
import { publishedSites } from './published-sites.ts';

const complete = /^https?:\/\/(?:www\.)?([a-z\d.-]{4,253})(\/[^?#\s]{1,1000})(?:[?#]|$)/iu;
const filledIn = /[{}<>$*:]|\.\.\.|(?:^|\/)\.{1,2}(?:\/|$)|\byour[-_]/iu;
/** Docusaurus puts the pictures of its pages there, with what their content comes to in their names: `assets/images/a-0123….png` */
const madeByDocusaurus = /^assets\/(?:images|files)\//u;
const withHash = /-[\da-f]{20,}\.\w+$/u;
/** Pages that say the same: what more of them say is there. */
const mostPages = 8;

interface Place {
  readonly host: string;
  readonly folder: string;
  readonly site: CheckedSite;
}

/**
 * Complete addresses of pictures below the place where the settings of a site say that it is published, and that are not among its
 * files: where its folder there has others that end so, or where the program puts pictures under other names alone.
 */
export function* picturesOnOwnHost(
  checked: readonly CheckedSite[],
  files: FileIndex,
  declaredBy: Declared['by'],
): Iterable<SiteProblem> {
  const places = publishedSites(checked).flatMap((site): Place[] =>
    declaredBy(site.site).flatMap((url) => {
      const { host, address } = placeOn(url) ?? {};
      const folder = address === '/' ? normaliseRoute(site.site.links.base) : address;
      return host === undefined || folder === undefined ? [] : [{ host, folder: folder.slice(1), site }];
    }),
  );
  if (places.length === 0) return;
  const named = [...linksOf(checked), ...bareAddressesOf(checked)].flatMap((placed) => {
    const [, host = '', written = ''] = complete.exec(placed.link.url) ?? [];
    const address = isPicture(written) && !filledIn.test(written) ? decode(written)?.slice(1) : undefined;
    return address === undefined ? [] : [{ placed, host: host.toLowerCase(), address }];
  });
  const names = new Map<string, ReadonlySet<string>>();
  const byName = Map.groupBy(named.length === 0 ? [] : files.paths, (path) => fileNameOf(path).toLowerCase());
  for (const [address, all] of Map.groupBy(named, (one) => `${one.host}/${one.address}`))
    names.set(address, new Set(all.map(({ placed }) => placed.path)));
  for (const { placed, host, address } of named) {
    const near = places.filter((one) => one.host === host && insideOf(one, address) !== undefined);
    const isLost = near.length > 0 && near.every((one) => isMissing(one, insideOf(one, address) ?? '', files, byName));
    if (isLost && (names.get(`${host}/${address}`)?.size ?? 0) <= mostPages) yield problemAt(placed);
  }
}

function problemAt({ path, link: { url, line, column } }: PlacedLink): SiteProblem {
  const message =
    `The address ${url} is that of no picture of this site, which is published there. ` +
    `Not certain: another version or program may have it.`;
  return { path, line, column, rule: 'missing-file', severity: 'warning', message };
}

function insideOf({ folder }: Place, address: string): string | undefined {
  const inside = folder === '' ? address : within(folder, address);
  return inside === '' ? undefined : inside;
}

function isMissing(
  { site: { site, madeByBuild } }: Place,
  inside: string,
  files: FileIndex,
  byName: ReadonlyMap<string, readonly string[]>,
): boolean {
  const [first = '', ...rest] = inside.split('/');
  const readings = [inside, ...(ofEdition.test(first) ? [rest.join('/')] : [])];
  const { publicFolders, answered } = site.links;
  const at = (folder: string, reading: string): string => joinPath(folder, reading) ?? reading;
  const isThere = readings.some(
    (one) =>
      answered(`/${one}`) || madeByBuild(`/${one}`) || publicFolders.some((folder) => files.has(at(folder, one))),
  );
  if (publicFolders.length === 0 || isThere) return false;
  if (site.framework === 'docusaurus' && readings.some((one) => madeByDocusaurus.test(one)))
    return !withHash.test(inside);
  // A program may publish what lies beside a page in the folder of that.
  const called = byName.get(fileNameOf(inside).toLowerCase()) ?? [];
  const isBeside = called.some((path) => !publicFolders.some((folder) => within(folder, path) !== undefined));
  return !isBeside && readings.some((one) => publicFolders.some((folder) => hasSuchPictures(files, at(folder, one))));
}
