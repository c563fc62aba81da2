import type { CheckedSite } from '../check-site.ts';
import type { Link } from '../pages/page-facts.ts';

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
