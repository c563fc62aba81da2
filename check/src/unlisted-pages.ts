import type { CheckedTree } from './checked-tree.ts';
import { isMeantToBeHidden } from './checks/navigation.ts';
import { includedPages } from './site/resolve-import.ts';
import type { Site, SiteProblem } from './site/site.ts';

/**
 * Pages that the change added and that the navigation leaves out although some page links to them; those that nothing
 * links to are found whether they are new or not. Older pages are taken to be left out on purpose.
 */
export function unlistedPages(
  now: CheckedTree,
  before: CheckedTree,
): readonly { readonly problem: SiteProblem; readonly introduced: true }[] {
  const unreachable = new Set(now.problems.flatMap(({ rule, path }) => (rule === 'unreachable-page' ? [path] : [])));
  return now.sites.flatMap((site) => {
    const old = before.sites.find(({ framework, root }) => framework === site.framework && root === site.root);
    if (old === undefined || site.navigation?.exhaustive !== true) return [];
    const { pages: listed } = site.navigation;
    const added = [...site.routeOf].filter(
      ([path, route]) => !old.pages.has(path) && !listed.has(path) && !unreachable.has(path) && route !== '/',
    );
    if (added.length === 0) return [];
    const included = pagesShownInOthers(site, now);
    return added
      .filter(([path]) => !included.has(path) && !isMeantToBeHidden(site.pages.get(path)?.frontmatter))
      .map(([path, route]) => ({ problem: problemOf(path, route), introduced: true as const }));
  });
}

function pagesShownInOthers(site: Site, { files }: CheckedTree): ReadonlySet<string | undefined> {
  return new Set([...site.pages].flatMap(([path, facts]) => includedPages(site, files, path, facts)));
}

function problemOf(path: string, route: string): SiteProblem {
  const message = `This page is new and the navigation leaves it out: only links lead to ${route}. Add it to the navigation.`;
  return { path, rule: 'not-in-navigation', severity: 'warning', line: undefined, column: undefined, message };
}
