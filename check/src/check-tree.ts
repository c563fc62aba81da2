import { checkSite, type CheckedSite } from './check-site.ts';
import type { DocsTree, HostedRepository } from './docs-tree.ts';
import { findSites, isIn } from './find-sites.ts';
import { unchangedPart, type CheckedTree, type KnownFacts, type Relative } from './incremental.ts';
import type { Pace } from './pacer.ts';
import { openapiDialect, type PageFacts } from './page/page-facts.ts';
import type { ReadPage } from './page/page-reader.ts';
import { brokenSettings } from './settings/broken-settings.ts';
import { type FileIndex, createFileIndex, isChangelog, isForgeFile, submodulesOf } from './site/file-index.ts';
import { readHostRedirects } from './site/redirects.ts';
import { namesOperations, specificationsAmong } from './site/includes.ts';
import { createLeftOut, ignoreRules, madeForSite, readPlugins } from './site/ignore-rules.ts';
import { fileNameOf, folderOf, foldersAbove, isBelow, joinPath, within } from './site/paths.ts';
import { type OwnPlugins, readOwnPlugins } from './site/own-plugins.ts';
import type { LinkRules, Site, SiteProblem, SiteSources } from './site/site.ts';

/** What is judged of a list of changes that no site publishes: what it names was there when it was written. */
const ofChangelogs: ReadonlySet<string> = new Set(['malformed-link', 'broken-anchor']);

/**
 * Checks one tree whole: finds its sites, parses their pages, builds the sites, runs every check. What is known from a
 * `relative` is not done again, with the same result.
 */
export async function checkTree(
  {
    tree,
    docsFolder,
    repository,
  }: {
    readonly tree: DocsTree;
    /** Empty for the whole tree. */
    readonly docsFolder: string;
    readonly repository: HostedRepository | undefined;
  },
  read: ReadPage,
  pace: Pace,
  relative?: Relative,
): Promise<CheckedTree> {
  const kept = new Map<string, { readonly dialect: string; readonly facts: PageFacts }>();
  const readAll = async ({ dialects }: Pick<SiteSources, 'dialects'>): Promise<ReadonlyMap<string, PageFacts>> => {
    const pages = await readPages(dialects, files, read, pace, known);
    for (const [path, facts] of pages) kept.set(path, { dialect: JSON.stringify(dialects.get(path)), facts });
    return pages;
  };
  const known: KnownFacts = (path, dialect) =>
    relative === undefined || relative.changed.has(path) ? undefined : relative.tree.factsOf(path, dialect);
  const files = await createFileIndex(tree);
  const submodules = await submodulesOf(files);
  const [isIgnored, madeByPlugin] = await Promise.all([readGitignore(files, submodules), readPlugins(files)]);
  const isBelowLink = belowLinks(files);
  const leftOut = (path: string): boolean => isIgnored(path) || madeByPlugin(path) || isBelowLink(path);
  const whyAnswered = await readHostRedirects(files);
  const checked: CheckedSite[] = [];
  const configOf = new Map<Site, string | undefined>();
  const problems: SiteProblem[] = [];
  /** Plain Markdown comes last, so that what the sites show of it is known by then. */
  const shownFromOutside = new Set<string>();
  const sites = await findSites(files, docsFolder);
  for (const sources of sites) {
    if (!isIn(docsFolder, sources)) continue;
    const built = sources.build(await readAll(sources));
    // Of none of its files the content was that of a page.
    if (sources.dialects.size > 0 && built.pages.size === 0) continue;
    const own = await readOwnPlugins(files, sources.configPath);
    const unknown: LinkRules['unknown'] = (at, link) =>
      built.links.unknown(at, link) ??
      whyAnswered(at) ??
      (submodules.some((folder) => isBelow(folder, at)) ? 'it lies in a submodule' : undefined);
    const site: Site = {
      ...built,
      links: { ...built.links, unknown },
      unread: {
        ...built.unread,
        addresses: built.unread.addresses ?? own.unread.files,
        links: whyLinksMayDiffer(own),
        anchors: built.unread.anchors ?? whyAnchorsMayDiffer(own),
        page: (path, sought) =>
          sources.configPath === undefined && shownFromOutside.has(path) && !isForgeFile(path)
            ? 'a page of another folder includes this file, and its addresses are read from there'
            : built.unread.page?.(path, sought),
      },
    };
    const specifications = await readAll({ dialects: await specificationsOf(sources, built, files, pace) });
    const unchanged = relative === undefined ? undefined : unchangedPart(site, files, relative);
    const result = await checkSite(
      { site, files, repository, madeByBuild: madeForSite(site, leftOut), specifications, shown: shownFromOutside },
      pace,
      unchanged,
    );
    checked.push(result);
    configOf.set(site, sources.configPath);
    for (const path of result.shownFromOutside) shownFromOutside.add(path);
  }
  const isOldNews = (path: string): boolean =>
    isChangelog(path) && !checked.some(({ site }) => configOf.get(site) !== undefined && site.pages.has(path));
  // A file of data may belong to several sites.
  const said = new Set<string>();
  for (const { site, problems: all } of checked) {
    for (const problem of all) {
      const key = [problem.path, problem.line, problem.column, problem.rule, problem.message].join('\0');
      if (said.has(key)) continue;
      said.add(key);
      if (isOldNews(problem.path) && !ofChangelogs.has(problem.rule)) continue;
      if (within(docsFolder, problem.path) !== undefined || problem.path === configOf.get(site)) problems.push(problem);
    }
  }
  for (const problem of await brokenSettings(files, docsFolder)) {
    if (!problems.some(({ rule, path }) => rule === problem.rule && path === problem.path)) problems.push(problem);
  }
  const factsOf: KnownFacts = (path, dialect) => {
    const page = kept.get(path);
    return page?.dialect === JSON.stringify(dialect) ? page.facts : undefined;
  };
  const settings = new Set(files.paths.filter((path) => files.wasRead(path)));
  const settingsRead = (path: string): boolean => settings.has(path);
  return { files, checked, problems, factsOf, settingsRead };
}

function whyLinksMayDiffer({ changeText, rewriteLinks }: OwnPlugins): string | undefined {
  if (changeText) return 'the settings have a preprocessor, which changes the text of pages';
  return rewriteLinks ? 'a plugin of the site rewrites addresses, and may make this one right' : undefined;
}

function whyAnchorsMayDiffer(own: OwnPlugins): string | undefined {
  if (own.changePages || own.changeText) return 'a plugin of the site changes pages, and may bring it';
  return own.rewriteLinks ? 'a plugin of the site rewrites addresses, and may make this one right' : own.unread.anchors;
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
      await pace(path);
      if (facts !== undefined) reading.push(Promise.resolve([path, facts]));
      else if (text !== undefined) reading.push(read(text, dialect, many).then((parsed) => [path, parsed]));
    }
  }
  return new Map(await Promise.all(reading));
}

/** Not so what is laid over such a file: https://buildwithfern.com/learn/api-definitions/openapi/overrides */
const calledOpenapi = /(?:^|\/)(?:openapi|swagger)(?:[.-](?![^/]*over(?:rides?|lays?)\b)[^/]*)?\.\w+$/iu;

/** OpenAPI files that the settings name, those below the site that are called so, and all others where pages ask for them. */
async function specificationsOf(
  { root, specifications = [], findsSpecifications = false }: SiteSources,
  site: Site,
  files: FileIndex,
  pace: Pace,
): Promise<SiteSources['dialects']> {
  const data = files.paths.filter((path) => within(root, path) !== undefined && /\.(?:json|ya?ml)$/iu.test(path));
  const called = data.filter((path) => calledOpenapi.test(path));
  const others = findsSpecifications && namesOperations(site) ? await specificationsAmong(data, files, pace) : [];
  return new Map([...specifications, ...called, ...others].map((path) => [path, openapiDialect]));
}

/** What a symbolic link to a folder shows is not followed: there may be anything below it. */
function belowLinks(files: FileIndex): (path: string) => boolean {
  const links = new Set(files.paths.filter((path) => files.isSymbolicLink(path)));
  return (path) => links.size > 0 && foldersAbove(joinPath(path) ?? '').some((folder) => links.has(folder));
}

/** What a `.gitignore` names is made by a build, and a submodule is another repository: linked to although not there. */
async function readGitignore(files: FileIndex, submodules: readonly string[]): Promise<(path: string) => boolean> {
  const paths = files.paths.filter((path) => fileNameOf(path) === '.gitignore');
  const all = await Promise.all(
    paths.map(async (path) => {
      const text = (await files.readText(path)) ?? '';
      return { folder: folderOf(path), rules: ignoreRules(text), takesBack: /^!/mu.test(text) };
    }),
  );
  // One that leaves out everything but what it names says nothing about what is not there, unless it keeps a folder empty. Below the top,
  // one that names nothing is that of a folder which a program fills, and of which some files were added all the same.
  const telling = all.filter(
    ({ folder, rules, takesBack }) =>
      !rules.ignores('no-such-file') ||
      (folder !== '' && !takesBack) ||
      files.paths.every((path) => within(folder, path) === undefined || fileNameOf(path).startsWith('.')),
  );
  const isLeftOut = createLeftOut(telling);
  return (path) => {
    const relative = joinPath(path) ?? '';
    if (submodules.some((folder) => folder === relative || within(folder, relative) !== undefined)) return true;
    return relative !== '' && isLeftOut(relative);
  };
}
