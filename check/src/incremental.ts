import type { CheckedPage, CheckedSite } from './check-site.ts';
import type { CheckRequest } from './finding.ts';
import type { DocsTree } from './docs-tree.ts';
import type { Dialect, PageFacts } from './page/page-facts.ts';
import type { FileIndex } from './site/file-index.ts';
import type { Site, SiteProblem } from './site/site.ts';

export interface CheckedTree {
  readonly files: FileIndex;
  readonly checked: readonly CheckedSite[];
  /** Those of the sites, and of files of none. */
  readonly problems: readonly SiteProblem[];
  /** What was read of a page in this way; undefined when it was not, or in another. */
  readonly factsOf: KnownFacts;
  /** Whether the check read this file as one of settings, although it may be a page as well. */
  readonly settingsRead: (path: string) => boolean;
}

/** Gives the facts of a page where they are known without reading it. */
export type KnownFacts = (path: string, dialect: Dialect) => PageFacts | undefined;

/** Another state of the same tree, already checked, and how the two differ. */
export interface Relative {
  readonly tree: CheckedTree;
  /** Paths that differ, all of them; those of files that only one of the two has among them. */
  readonly changed: ReadonlySet<string>;
}

/** True for the same site in two states of a tree. */
export function isTwin(one: Site, other: Site): boolean {
  return one.framework === other.framework && one.root === other.root;
}

/**
 * Pages of `site` of which the check can only say what it said of them in `relative`; undefined when that cannot be
 * told. It can when the same files exist, only the text of pages differs, and nothing of it decides addresses. Then a
 * page depends on its own text, on the pages that it links to, and on those that it or they show.
 */
export function unchangedPart(
  site: Site,
  files: FileIndex,
  { tree, changed }: Relative,
): ReadonlyMap<string, CheckedPage> | undefined {
  const twin = tree.checked.find((other) => isTwin(other.site, site));
  if (twin === undefined || !hasSameFiles(files, tree.files)) return undefined;
  const isText = (path: string): boolean => tree.checked.some((one) => one.site.pages.get(path)?.parsed === true);
  if (![...changed].every((path) => isText(path) && !tree.settingsRead(path))) return undefined;
  // A target of Sphinx may be the title of any page.
  const hasTargets = site.pages.values().some(({ links }) => links.some(({ element }) => element === 'ref'));
  for (const path of changed) {
    const [before, now] = [site.pages.get(path), twin.site.pages.get(path)];
    if ((before === undefined) !== (now === undefined)) return undefined;
    if (before === undefined || now === undefined) continue;
    if (decidesOf(before) !== decidesOf(now) || (hasTargets && targetsOf(before) !== targetsOf(now))) return undefined;
  }
  const touched = withThoseThatShow(changed, twin.pages);
  return new Map(
    [...twin.pages].filter(
      ([path, { targets }]) =>
        !touched.has(path) && !targets.some((target) => target.kind === 'page' && touched.has(target.path)),
    ),
  );
}

/** What frameworks make addresses, navigation and targets of. */
function decidesOf({ frontmatter, headings, ids, imports, includes, listed, parsed }: PageFacts): string {
  return JSON.stringify([
    frontmatter,
    headings.map(({ id }) => id),
    ids.map(({ id }) => id),
    includes.map(({ source }) => source),
    imports.map(({ source }) => source),
    listed,
    parsed,
  ]);
}

function targetsOf({ headings, links, openAnchors }: PageFacts): string {
  const named = links.flatMap(({ element, url }) => (element === 'ref' ? [url] : []));
  return JSON.stringify([headings.map(({ text, raw }) => [text, raw]), named, openAnchors]);
}

function withThoseThatShow(changed: ReadonlySet<string>, pages: ReadonlyMap<string, CheckedPage>): ReadonlySet<string> {
  const touched = new Set(changed);
  for (let before = -1; before !== touched.size;) {
    before = touched.size;
    for (const [path, { includes }] of pages)
      if (includes.some((shown) => shown !== undefined && touched.has(shown))) touched.add(path);
  }
  return touched;
}

function hasSameFiles(one: FileIndex, other: FileIndex): boolean {
  return (
    one.paths.length === other.paths.length &&
    one.paths.every(
      (path, index) => path === other.paths[index] && one.isSymbolicLink(path) === other.isSymbolicLink(path),
    )
  );
}

/**
 * The tree before the change. Files that the request does not name as changed are read from the tree as it stands,
 * which is quicker and lets both checks share their work.
 */
function baseTreeOf({ tree, base, changed }: CheckRequest): DocsTree {
  if (base === undefined) return tree;
  if (changed === undefined) return base;
  const touched = new Set(changed);
  return {
    list: () => base.list(),
    symbolicLinks: async () => ((await tree.symbolicLinks?.()) ?? []).filter((path) => !touched.has(path)),
    read: (path) => (touched.has(path) ? base.read(path) : tree.read(path)),
  };
}

/** The tree before a change, checked: the same for every check of a job, so the last one that has an `id` is kept. */
export interface KeptBase {
  /** What is known of the base of this request; what is not known yet is read with the request from now on. */
  find(request: CheckRequest): CheckedTree | undefined;
  check(request: CheckRequest, check: (base: DocsTree) => Promise<CheckedTree>): Promise<CheckedTree>;
}

export function keepBase(docsFolderOf: (request: CheckRequest) => string): KeptBase {
  let kept: { readonly key: string; readonly checked: CheckedTree; readonly source: { tree: DocsTree } } | undefined;
  const keyOf = (request: CheckRequest): string | undefined =>
    request.base?.id === undefined ? undefined : `${request.base.id}\0${docsFolderOf(request)}`;
  return {
    find(request) {
      if (kept === undefined || kept.key !== keyOf(request)) return undefined;
      kept.source.tree = baseTreeOf(request);
      return kept.checked;
    },
    async check(request, check) {
      const source = { tree: baseTreeOf(request) };
      const checked = await check({
        list: () => source.tree.list(),
        symbolicLinks: async () => (await source.tree.symbolicLinks?.()) ?? [],
        read: (path) => source.tree.read(path),
      });
      const key = keyOf(request);
      if (key !== undefined) kept = { key, checked, source };
      return checked;
    },
  };
}
