import ignore from 'ignore';
import { pageChecks, siteChecks } from './checks/all-checks.ts';
import type { CheckContext } from './checks/check-context.ts';
import type { DocsTree } from './docs-check.ts';
import { findSites } from './find-sites.ts';
import type { Pace } from './pacer.ts';
import type { PageFacts } from './pages/page-facts.ts';
import type { ReadPage } from './pages/page-reader.ts';
import { createAnchorIndex } from './site/anchor-index.ts';
import { createFileIndex, type FileIndex } from './site/file-index.ts';
import { within } from './site/paths.ts';
import { includedPages } from './site/resolve-import.ts';
import { resolveLink, type LinkTarget } from './site/resolve-link.ts';
import type { Site, SiteProblem, SiteSources } from './site/site.ts';

export interface CheckedTree {
  readonly files: FileIndex;
  readonly sites: readonly Site[];
  readonly problems: readonly SiteProblem[];
}

/** Checks one tree whole: finds its sites, parses their pages, builds the sites, runs every check. */
export async function checkTree(tree: DocsTree, docsFolder: string, read: ReadPage, pace: Pace): Promise<CheckedTree> {
  const files = await createFileIndex(tree);
  const madeByBuild = await readGitignore(files);
  const sites: Site[] = [];
  const problems: SiteProblem[] = [];
  for (const sources of await findSites(files)) {
    if (![...sources.dialects.keys(), sources.configPath ?? ''].some((path) => within(docsFolder, path) !== undefined))
      continue;
    const site = sources.build(await readPages(sources, files, read, pace));
    sites.push(site);
    for await (const problem of problemsOf(site, files, madeByBuild, pace)) {
      if (within(docsFolder, problem.path) !== undefined || problem.path === sources.configPath) problems.push(problem);
    }
  }
  return { files, sites, problems };
}

/** Sites of up to this many pages are parsed in place: to start threads for them takes longer. */
const fewPages = 24;

async function readPages(
  { dialects }: SiteSources,
  files: FileIndex,
  read: ReadPage,
  pace: Pace,
): Promise<ReadonlyMap<string, PageFacts>> {
  const reading: Promise<readonly [string, PageFacts] | undefined>[] = [];
  for (const [path, dialect] of dialects) {
    const text = await files.readPage(path);
    if (text !== undefined) reading.push(read(text, dialect, dialects.size > fewPages).then((facts) => [path, facts]));
    await pace();
  }
  return new Map((await Promise.all(reading)).filter((page) => page !== undefined));
}

async function* problemsOf(
  site: Site,
  files: FileIndex,
  madeByBuild: (path: string) => boolean,
  pace: Pace,
): AsyncGenerator<SiteProblem> {
  const targets = new Map<string, readonly LinkTarget[]>();
  for (const [path, facts] of site.pages) {
    targets.set(
      path,
      facts.links.map((link) => resolveLink(site, files, path, link)),
    );
    await pace();
  }
  const includedBy: CheckContext['includedBy'] = (path, facts) => includedPages(site, files, path, facts);
  const anchors = createAnchorIndex(site, includedBy);
  const context: CheckContext = {
    site,
    files,
    anchors,
    targetsOf: (path) => targets.get(path) ?? [],
    includedBy,
    madeByBuild,
  };
  yield* site.problems;
  for (const [path, facts] of site.pages) {
    for (const problem of facts.problems) yield { path, ...problem };
    for (const check of pageChecks) yield* check(context, path, facts);
    await pace();
  }
  for (const check of siteChecks) yield* check(context);
}

/** What the repository's `.gitignore` names is made by a build and may be linked to although it is not there. */
async function readGitignore(files: FileIndex): Promise<(path: string) => boolean> {
  const matcher = ignore().add((await files.readText('.gitignore')) ?? '');
  return (path) => {
    const relative = path.replace(/^\/+/u, '');
    return relative !== '' && !relative.startsWith('../') && matcher.ignores(relative);
  };
}
