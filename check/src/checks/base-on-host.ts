import type { CheckedSite } from '../check-site.ts';
import type { Declared } from '../site/declared-addresses.ts';
import type { FileIndex } from '../site/file-index.ts';
import { pagesOf } from '../site/named-hosts.ts';
import { fileNameOf } from '../site/paths.ts';
import { placeOn, type PlaceOnHost } from '../site/place-on-host.ts';
import type { SiteProblem } from '../site/site.ts';
import { headWithoutBase, templatesWithoutBase, withoutBase } from './base-left-out.ts';
import { linksOf } from './links-of-sites.ts';
import { publishedSites } from './published-sites.ts';

/** Where a site has the name of its repository for a base, unless it has a host of its own. */
const ofCodeHost = /\.(?:github|gitlab)\.io$/u;

/**
 * Addresses from the top of the host without the base of the site, as `baseLeftOut` tells them, where no settings of the program
 * tell the base, but all that are known to say where the site is published do; or, where none does, a page names the place on the
 * code host of `repository`, which is as `repositoryAt` tells it.
 */
export function* baseOnHostLeftOut(
  checked: readonly CheckedSite[],
  files: FileIndex,
  declaredBy: Declared['by'],
  repository: string | undefined,
): Iterable<SiteProblem> {
  const hasHostOfItsOwn = files.paths.some((path) => fileNameOf(path) === 'CNAME');
  const isOne = publishedSites(checked).length === 1;
  for (const { site, pages, loose } of checked) {
    const { leavesAddresses, templates } = site.links;
    const isOpen = (left: { readonly base?: string } | undefined): boolean =>
      left !== undefined && left.base === undefined;
    if (!isOpen(leavesAddresses) && !isOpen(templates)) continue;
    const declared = declaredBy(site).flatMap((url) => placeOn(url) ?? []);
    const places = declared.length === 0 && isOne ? namedAfter(repository, checked) : declared;
    const [base, ...others] = new Set(places.map(({ address }) => address));
    if (base === undefined || others.length > 0) continue;
    if (hasHostOfItsOwn && places.some(({ host }) => ofCodeHost.test(host))) continue;
    if (isOpen(templates)) yield* templatesWithoutBase({ site, files, loose }, base);
    if (!isOpen(leavesAddresses)) continue;
    yield* withoutBase({ site, targetsOf: (path) => pages.get(path)?.targets ?? [] }, base);
    yield* headWithoutBase({ site, files }, base);
  }
}

/** Where the pages of a repository lie on its code host, as some page names it: `https://acme.github.io/tool/start`. */
function namedAfter(repository: string | undefined, checked: readonly CheckedSite[]): readonly PlaceOnHost[] {
  const [at = '', owner = '', name = '', ...more] = repository?.split('/') ?? [];
  const pages = pagesOf[at];
  if (pages === undefined || more.length > 0) return [];
  for (const { link } of linksOf(checked)) {
    const place = link.url.includes(`.${pages}/`) ? placeOn(link.url) : undefined;
    const [, folder = ''] = place?.address.split('/') ?? [];
    if (place?.host === `${owner}.${pages}` && folder.toLowerCase() === name)
      return [{ ...place, address: `/${folder}` }];
  }
  return [];
}
