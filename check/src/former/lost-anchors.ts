import { anchorsOfSite, type CheckedSite } from '../check-site.ts';
import type { CheckedTree } from '../checked-tree.ts';
import type { AnchorIndex } from '../site/anchor-index.ts';
import type { PageFacts } from '../pages/page-facts.ts';
import { parseAddress } from '../site/parse-address.ts';
import { placeOf, type Site, type SiteProblem } from '../site/site.ts';
import { openReferences, type Reference } from './references.ts';
import { createStems, stemsOf } from './stems.ts';

interface Anchored {
  readonly path: string;
  readonly link: Reference['link'];
  readonly anchor: string;
  /** Pages that it may lead to. */
  readonly pages: readonly string[];
}

/**
 * Links to anchors that the change took away, where nothing else tells of them: on pages that show something which is not read,
 * and on those to which no rule of the site leads. The page had the anchor before as it is read here, so it has lost it.
 */
export function lostAnchors(
  now: CheckedTree,
  before: CheckedTree,
): readonly { readonly problem: SiteProblem; readonly introduced: true }[] {
  const told = new Set(now.problems.map(placeOf));
  return now.checked.flatMap((one) => {
    const old = before.checked.find(({ site }) => site.framework === one.site.framework && site.root === one.site.root);
    if (old === undefined) return [];
    const changed = new Set(
      [...one.site.pages].flatMap(([path, facts]) => (hasLost(facts, old.site.pages.get(path)) ? [path] : [])),
    );
    if (changed.size === 0) return [];
    const [anchors, former] = [one, old].map(anchorsOfSite) as [AnchorIndex, AnchorIndex];
    return anchoredIn(one).flatMap(({ path, link, anchor, pages }) => {
      const [page] = pages.filter((at) => changed.has(at) && former.anchorsOf(at).has(anchor));
      if (page === undefined || pages.some((at) => anchors.lookup(at, anchor) === 'found')) return [];
      if (told.has(placeOf({ path, ...link }))) return [];
      const name = renamed(one.site, one.site.pages.get(page), old.site.pages.get(page));
      const advice = name === undefined ? '' : ` Did you mean #${name}?`;
      const message = `The change took away the anchor #${anchor} of ${page}.${advice}`;
      const { line, column } = link;
      const problem = { path, line, column, rule: 'broken-anchor', severity: 'warning', message } as const;
      return [{ problem, introduced: true as const }];
    });
  });
}

/** A heading or id less, and nothing more that may bring one. */
function hasLost(facts: PageFacts, old: PageFacts | undefined): boolean {
  if (old === undefined || facts === old || !facts.parsed || !old.parsed) return false;
  const brings = (one: PageFacts): number => one.imports.length + one.includes.length + one.components.length;
  const names = ({ headings, ids }: PageFacts): readonly string[] => [
    ...headings.map(({ id, text }) => id ?? text),
    ...ids.map(({ id }) => id),
  ];
  const left = new Set(names(facts));
  return brings(facts) <= brings(old) && names(old).some((name) => !left.has(name));
}

/** The anchor of the only new heading, where only one is gone. */
function renamed({ anchors }: Site, facts: PageFacts | undefined, old: PageFacts | undefined): string | undefined {
  const [now, before] = [facts, old].map((one) => new Map(one?.headings.map((heading) => [heading.text, heading])));
  const added = [...(now ?? [])].filter(([text]) => before?.has(text) === false).map(([, heading]) => heading);
  const gone = [...(before ?? [])].filter(([text]) => now?.has(text) === false);
  return added.length === 1 && gone.length === 1 ? (added[0]?.id ?? anchors.slugs(added)[0]) : undefined;
}

function anchoredIn(checked: CheckedSite): readonly Anchored[] {
  const { site, pages } = checked;
  const known = [...site.pages].flatMap(([path, { links }]) =>
    links.flatMap((link, index) => {
      const target = pages.get(path)?.targets[index];
      if (target?.kind !== 'page' || target.anchor === undefined || target.anchor === '') return [];
      return [{ path, link, anchor: target.anchor, pages: [target.path, ...(target.others ?? [])] }];
    }),
  );
  const stems = createStems(
    [...site.pages.keys()].flatMap((path) => [...stemsOf(path)].map((stem) => [stem, path] as const)),
  );
  const open = [...openReferences(checked)].flatMap(({ path, link, places, end }) => {
    const address = parseAddress(link.url);
    if (address.kind !== 'internal' || address.anchor === undefined || address.anchor === '') return [];
    const exact = places.flatMap((at) => stems.at(at) ?? []);
    const alike = end === undefined ? [] : stems.endingWith(end).map(({ found }) => found);
    return [{ path, link, anchor: address.anchor, pages: [...new Set([...exact, ...alike])] }];
  });
  return [...known, ...open];
}
