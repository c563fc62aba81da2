import type { CheckedTree } from './checked-tree.ts';
import type { Site, SiteProblem } from './site/site.ts';

/** Addresses that the tree before the change answered and this one does not, where the site could redirect them. */
export function movedPages(
  now: CheckedTree,
  before: CheckedTree,
): readonly { readonly problem: SiteProblem; readonly introduced: true }[] {
  return now.sites.flatMap((site) => {
    const old = before.sites.find(({ framework, root }) => framework === site.framework && root === site.root);
    if (old === undefined || site.redirectsIn === undefined) return [];
    return [...old.routeOf]
      .filter(([, route]) => !answers(site, route))
      .map(([path, route]) => ({ problem: problemOf(site, path, route), introduced: true as const }));
  });
}

function answers({ routes, redirects, links }: Site, route: string): boolean {
  return (
    routes.has(route) || links.unknowable(route) || redirects.some((redirect) => redirect.apply(route) !== undefined)
  );
}

function problemOf({ redirectsIn }: Site, path: string, route: string): SiteProblem {
  const message = `The page at ${route} is gone, and no redirect in ${redirectsIn ?? ''} leads on from its address.`;
  return {
    path,
    rule: 'moved-page-without-redirect',
    severity: 'warning',
    line: undefined,
    column: undefined,
    message,
  };
}
