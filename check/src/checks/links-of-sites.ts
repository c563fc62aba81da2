import type { CheckedSite } from '../check-site.ts';
import type { BareAddress, Link } from '../pages/page-facts.ts';
import { isSettingsOfSite } from '../site/declared-addresses.ts';

/** A link with the path of what it stands in. */
export interface PlacedLink {
  readonly path: string;
  readonly link: Pick<Link, 'url' | 'line' | 'column'>;
}

/** Every link of every page, with the path of the page. */
export function* linksOf(checked: readonly CheckedSite[]): Iterable<{ readonly path: string; readonly link: Link }> {
  for (const { site } of checked)
    for (const [path, { links }] of site.pages) for (const link of links) yield { path, link };
}

/** Complete addresses that stand in the text of pages as they are. */
export function* bareAddressesOf(checked: readonly CheckedSite[]): Iterable<PlacedLink> {
  for (const { site } of checked)
    for (const [path, { bare = [] }] of site.pages) for (const link of bare) yield { path, link };
}

/** Files that say the same: more of them a program wrote. */
const mostFiles = 8;

/** What modules, templates and data name; a page of a site is read as that, and settings as such. */
export function* linksOfModules(
  byFile: ReadonlyMap<string, readonly BareAddress[]>,
  checked: readonly CheckedSite[],
): Iterable<PlacedLink> {
  const times = new Map<string, number>();
  for (const links of byFile.values())
    for (const url of new Set(links.map((link) => link.url))) times.set(url, (times.get(url) ?? 0) + 1);
  for (const [path, links] of byFile) {
    if (isSettingsOfSite(path) || checked.some(({ site }) => site.pages.has(path))) continue;
    for (const link of links) if ((times.get(link.url) ?? 0) <= mostFiles) yield { path, link };
  }
}
