import type { CheckedPage } from './check-site.ts';
import type { Relative } from './checked-tree.ts';
import type { PageFacts } from './pages/page-facts.ts';
import type { FileIndex } from './site/file-index.ts';
import type { Site } from './site/site.ts';

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
  const twin = tree.checked.find((other) => other.site.framework === site.framework && other.site.root === site.root);
  if (twin === undefined || !isSame(files, tree.files)) return undefined;
  const isText = (path: string): boolean => tree.sites.some(({ pages }) => pages.get(path)?.parsed === true);
  if (![...changed].every((path) => isText(path) && !tree.settingsRead(path))) return undefined;
  for (const path of changed) {
    const [before, now] = [site.pages.get(path), twin.site.pages.get(path)];
    if ((before === undefined) !== (now === undefined)) return undefined;
    if (before === undefined || now === undefined) continue;
    if (decidesOf(before) !== decidesOf(now)) return undefined;
    if (site.framework.startsWith('sphinx') && namesOf(before) !== namesOf(now)) return undefined;
  }
  const touched = withThoseThatShow(changed, twin.pages);
  return new Map(
    [...twin.pages].filter(
      ([path, { targets }]) =>
        !touched.has(path) &&
        !targets.some(
          (target) =>
            target.kind === 'page' && [target.path, ...(target.others ?? [])].some((page) => touched.has(page)),
        ),
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

/** What tells of a target of Sphinx that no page has whether it is one of elsewhere. */
function namesOf({ headings, links, openAnchors }: PageFacts): string {
  const named = links.flatMap(({ element, url }) => (element === 'ref' ? [url] : []));
  return JSON.stringify([headings.map(({ text, raw }) => [text, raw]), named, openAnchors]);
}

function withThoseThatShow(changed: ReadonlySet<string>, pages: ReadonlyMap<string, CheckedPage>): ReadonlySet<string> {
  const touched = new Set(changed);
  for (let before = -1; before !== touched.size;) {
    before = touched.size;
    for (const [path, { includes }] of pages) {
      if (includes.some((shown) => shown !== undefined && touched.has(shown))) touched.add(path);
    }
  }
  return touched;
}

function isSame(one: FileIndex, other: FileIndex): boolean {
  return (
    one.paths.length === other.paths.length &&
    one.paths.every((path, index) => path === other.paths[index]) &&
    one.paths.every((path) => one.isSymbolicLink(path) === other.isSymbolicLink(path))
  );
}
