import type { CheckedTree } from '../checked-tree.ts';
import { nameOf } from '../pages/restructuredtext/names.ts';
import { resolveLink } from '../site/resolve-link.ts';
import { placeOf, type SiteProblem } from '../site/site.ts';

/**
 * References to targets that the change took away. A target that no page has may be one of another project; one that a page
 * of this one had before is not.
 */
export function lostTargets(
  now: CheckedTree,
  before: CheckedTree,
): readonly { readonly problem: SiteProblem; readonly introduced: true }[] {
  const told = new Set(now.problems.map(placeOf));
  return now.sites.flatMap((site) => {
    const old = before.sites.find(({ framework, root }) => framework === site.framework && root === site.root);
    if (old === undefined) return [];
    const had = new Map([...old.pages].flatMap(([path, { ids }]) => ids.map(({ id }) => [id, path] as const)));
    for (const { ids } of site.pages.values()) for (const { id } of ids) had.delete(id);
    if (had.size === 0) return [];
    return [...site.pages].flatMap(([path, { links }]) =>
      links.flatMap((link) => {
        const target = link.url.slice(1);
        const from = link.element === 'ref' ? had.get(nameOf(target)) : undefined;
        const { line, column } = link;
        const resolved = from === undefined ? undefined : resolveLink(site, now.files, path, link);
        const isOpen = resolved?.kind === 'unjudged' || (resolved?.kind === 'missing' && resolved.unsure !== undefined);
        // What the site itself judges is told there.
        if (from === undefined || !isOpen || told.has(placeOf({ path, line, column }))) return [];
        const message = `The change took away the target ${target}, which was in ${from}.`;
        const sought = { kind: 'anchor', written: target, at: from } as const;
        const problem = { path, line, column, rule: 'broken-anchor', severity: 'warning', message, sought } as const;
        return [{ problem, introduced: true as const }];
      }),
    );
  });
}
