import type { CheckedSite } from '../check-site.ts';
import type { FileIndex } from '../site/file-index.ts';
import { folderOf, foldersAbove, within } from '../site/paths.ts';
import type { Site, SiteProblem } from '../site/site.ts';

/**
 * Relative addresses that lead out of a site to a folder of which nothing is here: sites that are published beside each other
 * may come from several repositories.
 */
export function* outOfSite(
  checked: readonly CheckedSite[],
  files: FileIndex,
): Iterable<readonly [SiteProblem, string]> {
  for (const { site, problems } of checked) {
    if (site.routes.size === 0) continue;
    const inside = folderOfPages(site);
    for (const problem of problems) {
      const { rule, sought } = problem;
      if (rule !== 'broken-link' || sought?.kind !== 'page' || sought.at.startsWith('/')) continue;
      const folder = folderOf(sought.at);
      if (within(inside, sought.at) !== undefined || files.hasFolder(folder)) continue;
      const why = `it leads out of the site, to ${folder}, of which nothing is here, so that another repository may bring it`;
      yield [problem, why];
    }
  }
}

/** The innermost that all pages of the site are in that have an address. */
function folderOfPages({ routeOf }: Site): string {
  const paths = [...routeOf.keys()];
  const inAll = (folder: string): boolean => paths.every((path) => within(folder, path) !== undefined);
  return foldersAbove(paths[0] ?? '').find(inAll) ?? '';
}
