import type { CheckedSite } from '../check-site.ts';
import type { Link } from '../pages/page-facts.ts';

/** Every link of every page, with the path of the page. */
export function* linksOf(checked: readonly CheckedSite[]): Iterable<{ readonly path: string; readonly link: Link }> {
  for (const { site } of checked)
    for (const [path, { links }] of site.pages) for (const link of links) yield { path, link };
}
