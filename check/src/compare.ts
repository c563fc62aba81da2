import { anchorsOfSite, type CheckedSite } from './check-site.ts';
import type { CheckRequest, DocsTree, FormerPath } from './finding.ts';
import type { MarkedProblem } from './confidence.ts';
import { isTwin, type CheckedTree } from './check-tree.ts';
import type { PageFacts } from './page/page-facts.ts';
import { nameOf } from './page/restructuredtext.ts';
import { isMeantToBeHidden } from './rules/navigation.ts';
import { writtenAs } from './rules/suggest.ts';
import type { AnchorIndex } from './site/anchor-index.ts';
import { extensionOf, fileNameOf } from './site/paths.ts';
import { placeOf, type Site, type SiteProblem } from './site/site.ts';

/** All findings with their sites, without a comparison. */
export function markAll({ checked, problems }: CheckedTree): readonly MarkedProblem[] {
  const siteOf = new Map(checked.flatMap((site) => site.problems.map((problem) => [problem, site] as const)));
  return problems.map((problem) => ({ problem, introduced: undefined, site: siteOf.get(problem) }));
}

/** All findings, marked as introduced or not, and findings about the change itself. */
export function compare(now: CheckedTree, before: CheckedTree): readonly MarkedProblem[] {
  const lost = new Map(lostAnchors(now, before).map((lostAnchor) => [placeOf(lostAnchor.problem), lostAnchor]));
  const marked = markIntroduced(now, before).map((entry): MarkedProblem => {
    const proof = entry.problem.rule === 'broken-anchor' ? lost.get(placeOf(entry.problem)) : undefined;
    if (proof === undefined) return entry;
    lost.delete(placeOf(entry.problem));
    return { ...entry, problem: { ...entry.problem, ...proof.problem } };
  });
  return [...marked, ...lost.values(), ...movedPages(now, before), ...unlistedPages(now, before)];
}

/** Identifies a problem across tree states: without its line, which moves. */
function identityOf({ rule, path, message }: SiteProblem): string {
  return `${rule}\0${path}\0${message.replace(/\(\d+:\d+(?:-\d+:\d+)?\)/gu, '')}`;
}

/** Of n equal problems before the change, n existed and the others are introduced. */
function markIntroduced(now: CheckedTree, before: CheckedTree): readonly MarkedProblem[] {
  const counts = new Map<string, number>();
  for (const problem of before.problems) counts.set(identityOf(problem), (counts.get(identityOf(problem)) ?? 0) + 1);
  return markAll(now).map((entry) => {
    const remaining = counts.get(identityOf(entry.problem)) ?? 0;
    if (remaining > 0) counts.set(identityOf(entry.problem), remaining - 1);
    return { ...entry, introduced: remaining === 0 };
  });
}

/** Sites that exist both before and after the change. */
function twins(
  now: CheckedTree,
  before: CheckedTree,
): readonly { readonly one: CheckedSite; readonly old: CheckedSite }[] {
  return now.checked.flatMap((nowSite) => {
    const old = before.checked.find(({ site }) => isTwin(site, nowSite.site));
    return old === undefined ? [] : [{ one: nowSite, old }];
  });
}

/** Addresses that the change removed without a redirect, for sites whose redirects are known. */
function movedPages(now: CheckedTree, before: CheckedTree): readonly MarkedProblem[] {
  return twins(now, before).flatMap(({ one, old }) => {
    const { redirectsIn, routes, redirects, links } = one.site;
    if (redirectsIn === undefined) return [];
    const isAnswered = (route: string): boolean =>
      routes.has(route) ||
      links.unknown(route) !== undefined ||
      redirects.some((redirect) => redirect.apply(route) !== undefined);
    return [...old.site.routeOf]
      .filter(([, route]) => !isAnswered(route))
      .map(([path, route]) =>
        problemInFile(
          one,
          path,
          'moved-page-without-redirect',
          `The page at ${route} was removed, and ${redirectsIn} has no redirect for it.`,
        ),
      );
  });
}

/**
 * New pages that the navigation omits although some page links to them. Unlinked pages are reported anyway. Older pages
 * are assumed to be omitted on purpose.
 */
function unlistedPages(now: CheckedTree, before: CheckedTree): readonly MarkedProblem[] {
  const unreachable = new Set(now.problems.flatMap(({ rule, path }) => (rule === 'unreachable-page' ? [path] : [])));
  return twins(now, before).flatMap(({ one, old }) => {
    const { site, pages } = one;
    if (site.navigation?.exhaustive !== true) return [];
    const { pages: listed } = site.navigation;
    const included = new Set([...pages.values()].flatMap(({ includes }) => includes));
    return [...site.routeOf]
      .filter(
        ([path, route]) => !old.site.pages.has(path) && !listed.has(path) && !unreachable.has(path) && route !== '/',
      )
      .filter(([path]) => !included.has(path) && !isMeantToBeHidden(site.pages.get(path)?.frontmatter))
      .map(([path, route]) =>
        problemInFile(
          one,
          path,
          'not-in-navigation',
          `This page is new and the navigation does not list it: readers reach ${route} only by links.`,
        ),
      );
  });
}

function problemInFile(site: CheckedSite, path: string, rule: string, message: string): MarkedProblem {
  return { problem: { path, rule, line: undefined, column: undefined, message }, introduced: true, site };
}

/** Links to anchors and Sphinx targets that the change removed. */
function lostAnchors(now: CheckedTree, before: CheckedTree): readonly MarkedProblem[] {
  return twins(now, before).flatMap(({ one, old }) => {
    const changed = new Set(
      [...one.site.pages].flatMap(([path, facts]) => (hasLost(facts, old.site.pages.get(path)) ? [path] : [])),
    );
    const targets = lostTargets(one.site, old.site);
    if (changed.size === 0 && targets.size === 0) return [];
    const [anchors, former] = [one, old].map(anchorsOfSite) as [AnchorIndex, AnchorIndex];
    const lost = (
      path: string,
      { line, column }: SiteProblem | { line: number; column: number },
      page: string,
      subject: string,
      suggestion?: string,
    ): MarkedProblem => ({
      problem: {
        path,
        line,
        column,
        rule: 'broken-anchor',
        message: `The change removed ${subject} from ${page}.`,
        lost: true,
        ...(suggestion === undefined ? {} : { meant: suggestion }),
      },
      introduced: true,
      site: one,
    });
    return [...one.site.pages].flatMap(([path, { links }]) =>
      links.flatMap((link, index): MarkedProblem[] => {
        const target = one.pages.get(path)?.targets[index];
        const named = link.element === 'ref' ? nameOf(link.url.slice(1)) : '';
        const from = target?.kind === 'page' ? undefined : targets.get(named);
        if (from !== undefined) return [lost(path, link, from, `the target \`${named}\``)];
        if (target?.kind !== 'page' || target.anchor === undefined || target.anchor === '') return [];
        const { anchor } = target;
        const page = target.path;
        const isLost = changed.has(page) && former.anchorsOf(page).has(anchor);
        if (!isLost || anchors.lookup(page, anchor) === 'found') return [];
        const name = renamed(one.site, one.site.pages.get(page), old.site.pages.get(page));
        return [lost(path, link, page, `the anchor \`#${anchor}\``, name === undefined ? undefined : `#${name}`)];
      }),
    );
  });
}

/** Targets that no page has any more, with the page that had them. */
function lostTargets(site: Site, old: Site): ReadonlyMap<string, string> {
  const had = new Map([...old.pages].flatMap(([path, { ids }]) => ids.map(({ id }) => [id, path] as const)));
  for (const { ids } of site.pages.values()) for (const { id } of ids) had.delete(id);
  return had;
}

/** True if the page lost a heading or id, and gained no import, include or component that may add one. */
function hasLost(facts: PageFacts, old: PageFacts | undefined): boolean {
  if (old === undefined || facts === old || !facts.parsed || !old.parsed) return false;
  const countSources = (pageFacts: PageFacts): number =>
    pageFacts.imports.length + pageFacts.includes.length + pageFacts.components.length;
  const names = ({ headings, ids }: PageFacts): readonly string[] => [
    ...headings.map(({ id, text }) => id ?? text),
    ...ids.map(({ id }) => id),
  ];
  const currentNames = new Set(names(facts));
  return countSources(facts) <= countSources(old) && names(old).some((name) => !currentNames.has(name));
}

/** The new anchor, if exactly one heading was removed and one added. */
function renamed({ anchors }: Site, facts: PageFacts | undefined, old: PageFacts | undefined): string | undefined {
  const [now, before] = [facts, old].map(
    (pageFacts) => new Map(pageFacts?.headings.map((heading) => [heading.text, heading])),
  );
  const added = [...(now ?? [])].filter(([text]) => before?.has(text) === false).map(([, heading]) => heading);
  const gone = [...(before ?? [])].filter(([text]) => now?.has(text) === false);
  return added.length === 1 && gone.length === 1 ? (added[0]?.id ?? anchors.slugs(added)[0]) : undefined;
}

/** If more files were removed and added, contents are not compared to find renames. */
const mostCompared = 200;

/** Former paths: those that the change removed, then those in git history. */
async function historyOf({ tree, base }: CheckRequest): Promise<readonly FormerPath[]> {
  const [changePaths, older = []] = await Promise.all([removedBy(tree, base), tree.formerPaths?.()]);
  return [...changePaths, ...older];
}

async function removedBy(tree: DocsTree, base: DocsTree | undefined): Promise<readonly FormerPath[]> {
  if (base === undefined) return [];
  const [now, before] = (await Promise.all([tree.list(), base.list()])).map((paths) => new Set(paths));
  const gone = [...(before ?? [])].filter((path) => now?.has(path) !== true);
  const added = [...(now ?? [])].filter((path) => before?.has(path) !== true);
  const byName = Map.groupBy(added, fileNameOf);
  const keyOf = async (of: DocsTree, path: string): Promise<string> =>
    `${extensionOf(path)} ${Buffer.from((await of.read(path)) ?? []).toString('base64')}`;
  const byText = new Map<string, string>();
  if (gone.length + added.length <= mostCompared) for (const path of added) byText.set(await keyOf(tree, path), path);
  return Promise.all(
    gone.map(async (path) => {
      const [named, ...otherPaths] = byName.get(fileNameOf(path)) ?? [];
      const sameText = byText.size === 0 ? undefined : byText.get(await keyOf(base, path));
      const movedTo = sameText ?? (otherPaths.length === 0 ? named : undefined);
      return { path, ...(movedTo === undefined ? {} : { movedTo }) };
    }),
  );
}

/** Maximum number of moves to follow. */
const mostMoves = 20;
const endings = ['', '.md', '.mdx', '.rst', '.adoc', '/index.md', '/index.mdx', '/_index.md', '/README.md'];

/** Adds to unresolved links what happened to their target, and suggests its new address. */
export async function withHistory(
  problems: readonly MarkedProblem[],
  request: CheckRequest,
  now: CheckedTree,
  before: CheckedTree | undefined,
): Promise<readonly MarkedProblem[]> {
  const isOpen = ({ problem: { sought } }: MarkedProblem): boolean =>
    sought?.kind === 'page' || sought?.kind === 'file';
  if (!problems.some(isOpen)) return problems;
  const { files } = now;
  const gone = new Map<string, FormerPath>();
  for (const formerPath of (await historyOf(request)).toReversed()) gone.set(formerPath.path, formerPath);
  for (const path of files.paths) gone.delete(path);
  if (gone.size === 0) return problems;
  const oldSites = new Map(before === undefined ? [] : twins(now, before).map(({ one, old }) => [one, old.site]));
  const rootsOf = memoized(folderRootsOf);
  const formerOf = ({ problem: { sought }, site }: MarkedProblem): FormerPath | undefined => {
    const lookedUp = sought?.at ?? '';
    const oldPage = site && gone.get(oldSites.get(site)?.routes.get(lookedUp) ?? '');
    if (oldPage !== undefined || site === undefined) return oldPage;
    const folders = lookedUp.startsWith('/') ? rootsOf(site) : [''];
    const bare = lookedUp.replace(/^\/|\/$/gu, '');
    const places = folders.flatMap((folder) => endings.map((ending) => `${folder}${bare}${ending}`));
    return places.map((path) => gone.get(path)).find((formerPath) => formerPath !== undefined);
  };
  return problems.map((entry) => {
    const former = isOpen(entry) ? formerOf(entry) : undefined;
    if (former === undefined) return entry;
    let place = former.movedTo;
    for (
      let remainingMoves = mostMoves;
      place !== undefined && !files.has(place) && remainingMoves > 0;
      remainingMoves -= 1
    )
      place = gone.get(place)?.movedTo;
    const { problem, site } = entry;
    const suggestion =
      place === undefined ? undefined : writtenAs(site?.site, problem.path, problem.sought?.written ?? '', place);
    return { ...entry, problem: { ...problem, former, ...(suggestion === undefined ? {} : { meant: suggestion }) } };
  });
}

/** Describes what happened to a link's former target. */
export function sayFormer({ path, movedTo, by }: FormerPath): string {
  const when = by === undefined ? 'The change' : `On ${by.day} (${by.commit}) a commit`;
  return movedTo === undefined ? `${when} removed ${path}.` : `${when} moved ${path} to ${movedTo}.`;
}

/** Folders between the repository and a page's route, one per version or language. */
function folderRootsOf({ site: { routeOf } }: CheckedSite): readonly string[] {
  const roots = new Set<string>(['']);
  for (const [path, route] of routeOf) {
    const bare = `/${path.replace(/\.\w+$/u, '').replace(/(?:^|\/)(?:_?index|README)$/u, '')}`;
    if (route !== '/' && bare.endsWith(route)) roots.add(bare.slice(1, bare.length - route.length + 1));
    if (roots.size > 8) break;
  }
  return [...roots];
}

function memoized<In, Out>(make: (key: In) => Out): (key: In) => Out {
  const results = new Map<In, Out>();
  return (key) => {
    if (!results.has(key)) results.set(key, make(key));
    return results.get(key) as Out;
  };
}
