import ignore from 'ignore';
import { pageChecks, siteChecks } from './checks/all-checks.ts';
import type { CheckContext } from './checks/check-context.ts';
import type { DocsTree } from './docs-check.ts';
import { findSites } from './find-sites.ts';
import type { Pace } from './pacer.ts';
import { openapiDialect, type Dialect, type PageFacts } from './pages/page-facts.ts';
import type { ReadPage } from './pages/page-reader.ts';
import { createAnchorIndex } from './site/anchor-index.ts';
import { createFileIndex, type FileIndex } from './site/file-index.ts';
import { fileNameOf, folderOf, joinPath, within } from './site/paths.ts';
import { readQuietModules } from './site/quiet-modules.ts';
import { includedPages } from './site/resolve-import.ts';
import { resolveLink, type LinkTarget } from './site/resolve-link.ts';
import type { Site, SiteProblem, SiteSources } from './site/site.ts';

export interface CheckedTree {
  readonly files: FileIndex;
  readonly sites: readonly Site[];
  readonly problems: readonly SiteProblem[];
  /** What was read of a page in this way; undefined when it was not, or in another. */
  readonly factsOf: KnownFacts;
}

/** Gives the facts of a page where they are known without reading it. */
type KnownFacts = (path: string, dialect: Dialect) => PageFacts | undefined;

/** Checks one tree whole: finds its sites, parses their pages, builds the sites, runs every check. */
export async function checkTree(
  tree: DocsTree,
  docsFolder: string,
  read: ReadPage,
  pace: Pace,
  known: KnownFacts = () => undefined,
): Promise<CheckedTree> {
  const kept = new Map<string, { readonly dialect: string; readonly facts: PageFacts }>();
  const readAll = async ({ dialects }: Pick<SiteSources, 'dialects'>): Promise<ReadonlyMap<string, PageFacts>> => {
    const pages = await readPages(dialects, files, read, pace, known);
    for (const [path, facts] of pages) kept.set(path, { dialect: JSON.stringify(dialects.get(path)), facts });
    return pages;
  };
  const files = await createFileIndex(tree);
  const madeByBuild = await readGitignore(files);
  const sites: Site[] = [];
  const problems: SiteProblem[] = [];
  for (const sources of await findSites(files, docsFolder)) {
    if (![...sources.dialects.keys(), sources.configPath ?? ''].some((path) => within(docsFolder, path) !== undefined))
      continue;
    const site = sources.build(await readAll(sources));
    sites.push(site);
    const specifications = await readAll({ dialects: specificationsOf(sources, files) });
    for await (const problem of problemsOf({ site, files, madeByBuild, specifications }, pace)) {
      if (within(docsFolder, problem.path) !== undefined || problem.path === sources.configPath) problems.push(problem);
    }
  }
  const factsOf: KnownFacts = (path, dialect) => {
    const page = kept.get(path);
    return page?.dialect === JSON.stringify(dialect) ? page.facts : undefined;
  };
  return { files, sites, problems, factsOf };
}

/** Sites of up to this many pages are parsed in place: to start threads for them takes longer. */
const fewPages = 24;

/** Files that are read at the same time: one by one, a disk keeps the process waiting. */
const readAhead = 32;

async function readPages(
  dialects: SiteSources['dialects'],
  files: FileIndex,
  read: ReadPage,
  pace: Pace,
  known: KnownFacts,
): Promise<ReadonlyMap<string, PageFacts>> {
  const many = dialects.size > fewPages;
  const entries = [...dialects];
  const reading: Promise<readonly [string, PageFacts]>[] = [];
  for (let start = 0; start < entries.length; start += readAhead) {
    const batch = entries.slice(start, start + readAhead).map(async ([path, dialect]) => {
      const facts = known(path, dialect);
      const text = facts === undefined ? await files.readPage(path) : undefined;
      return { path, dialect, facts, text };
    });
    for (const { path, dialect, facts, text } of await Promise.all(batch)) {
      if (facts !== undefined) reading.push(Promise.resolve([path, facts]));
      else if (text !== undefined) reading.push(read(text, dialect, many).then((parsed) => [path, parsed]));
      await pace();
    }
  }
  return new Map(await Promise.all(reading));
}

/** OpenAPI files that the settings name, and those below the site that are called `openapi` or `swagger`. */
function specificationsOf({ root, specifications = [] }: SiteSources, files: FileIndex): SiteSources['dialects'] {
  const called = files.paths.filter(
    (path) =>
      within(root, path) !== undefined && /(?:^|\/)(?:openapi|swagger)(?:[.-][^/]*)?\.(?:json|ya?ml)$/iu.test(path),
  );
  return new Map([...specifications, ...called].map((path) => [path, openapiDialect]));
}

async function* problemsOf(
  given: Pick<CheckContext, 'site' | 'files' | 'madeByBuild' | 'specifications'>,
  pace: Pace,
): AsyncGenerator<SiteProblem> {
  const { site, files } = given;
  const targets = new Map<string, readonly LinkTarget[]>();
  for (const [path, facts] of site.pages) {
    targets.set(
      path,
      facts.links.map((link) => resolveLink(site, files, path, link)),
    );
    await pace();
  }
  const quiet = await readQuietModules(site, files);
  const includedBy: CheckContext['includedBy'] = (path, facts) => includedPages(site, files, path, facts, quiet);
  const anchors = createAnchorIndex(site, includedBy);
  const context: CheckContext = { ...given, anchors, targetsOf: (path) => targets.get(path) ?? [], includedBy };
  yield* site.problems;
  for (const [path, facts] of site.pages) {
    for (const problem of facts.problems) yield { path, ...problem };
    for (const check of pageChecks) yield* check(context, path, facts);
    await pace();
  }
  for (const check of siteChecks) yield* check(context);
}

/** What a `.gitignore` of the repository names is made by a build and may be linked to although it is not there. */
async function readGitignore(files: FileIndex): Promise<(path: string) => boolean> {
  const paths = files.paths.filter((path) => fileNameOf(path) === '.gitignore');
  const matchers = await Promise.all(
    paths.map(async (path) => ({
      folder: folderOf(path),
      matcher: ignore().add((await files.readText(path)) ?? ''),
    })),
  );
  return (path) => {
    const relative = joinPath(path) ?? '';
    return matchers.some(({ folder, matcher }) => {
      const inside = within(folder, relative);
      return inside !== undefined && inside !== '' && matcher.ignores(inside);
    });
  };
}
