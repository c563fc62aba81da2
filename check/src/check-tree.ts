import { checkSite, type CheckedSite, type CheckedPage } from './check-site.ts';
import type { DocsTree, HostedRepository, CheckRequest } from './finding.ts';
import { findSites, isIn } from './find-sites.ts';
import type { Pace, LinkRules, Site, SiteProblem, SiteSources } from './site/site.ts';
import { openapiDialect, type PageFacts, type Dialect } from './page/page-facts.ts';
import type { ReadPage } from './page/page-reader.ts';
import { brokenSettings } from './settings/parse-settings.ts';
import { type FileIndex, createFileIndex, isChangelog, isForgeFile, submodulesOf } from './site/file-index.ts';
import { readHostRedirects } from './site/redirects.ts';
import { namesOperations, specificationsAmong } from './site/includes.ts';
import { createLeftOut, ignoreRules, madeForSite, readPlugins } from './site/ignore-rules.ts';
import { fileNameOf, folderOf, foldersAbove, isBelow, joinPath, within } from './site/paths.ts';
import { type OwnPlugins, readOwnPlugins } from './site/own-plugins.ts';

/** Rules for unpublished changelogs: their links were valid when they were written. */
const changelogRules: ReadonlySet<string> = new Set(['malformed-link', 'broken-anchor']);

/**
 * Checks a whole tree: finds its sites, parses their pages, builds the sites and runs every rule. Work whose result is
 * known from `relative` is skipped.
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
  const factsCache = new Map<string, { readonly dialect: string; readonly facts: PageFacts }>();
  const readAll = async ({ dialects }: Pick<SiteSources, 'dialects'>): Promise<ReadonlyMap<string, PageFacts>> => {
    const pages = await readPages(dialects, files, read, pace, known);
    for (const [path, facts] of pages) factsCache.set(path, { dialect: JSON.stringify(dialects.get(path)), facts });
    return pages;
  };
  const known: KnownFacts = (path, dialect) =>
    relative === undefined || relative.changed.has(path) ? undefined : relative.tree.factsOf(path, dialect);
  const files = await createFileIndex(tree);
  const submodules = await submodulesOf(files);
  const [isIgnored, madeByPlugin] = await Promise.all([readGitignore(files, submodules), readPlugins(files)]);
  const isBelowLink = isBelowLinks(files);
  const leftOut = (path: string): boolean => isIgnored(path) || madeByPlugin(path) || isBelowLink(path);
  const whyAnswered = await readHostRedirects(files);
  const checked: CheckedSite[] = [];
  const configOf = new Map<Site, string | undefined>();
  const problems: SiteProblem[] = [];
  /** Filled by sites before plain Markdown, which is checked last, is judged by it. */
  const shownFromOutside = new Set<string>();
  const sites = await findSites(files, docsFolder);
  for (const sources of sites) {
    if (!isIn(docsFolder, sources)) continue;
    const built = sources.build(await readAll(sources));
    // None of its files turned out to be a page.
    if (sources.dialects.size > 0 && built.pages.size === 0) continue;
    const ownPlugins = await readOwnPlugins(files, sources.configPath);
    const unknown: LinkRules['unknown'] = (route, link) =>
      built.links.unknown(route, link) ??
      whyAnswered(route) ??
      (submodules.some((folder) => isBelow(folder, route)) ? 'it is in a submodule' : undefined);
    const site: Site = {
      ...built,
      links: { ...built.links, unknown },
      unread: {
        ...built.unread,
        addresses: built.unread.addresses ?? ownPlugins.unread.files,
        links: whyLinksMayDiffer(ownPlugins),
        anchors: built.unread.anchors ?? whyAnchorsMayDiffer(ownPlugins),
        page: (path, sought) =>
          sources.configPath === undefined && shownFromOutside.has(path) && !isForgeFile(path)
            ? 'a page in another folder includes this file, so its links resolve from there'
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
  // A data file may belong to several sites.
  const reported = new Set<string>();
  for (const { site, problems: all } of checked) {
    for (const problem of all) {
      const key = [problem.path, problem.line, problem.column, problem.rule, problem.message].join('\0');
      if (reported.has(key)) continue;
      reported.add(key);
      if (isOldNews(problem.path) && !changelogRules.has(problem.rule)) continue;
      if (within(docsFolder, problem.path) !== undefined || problem.path === configOf.get(site)) problems.push(problem);
    }
  }
  for (const problem of await brokenSettings(files, docsFolder)) {
    if (!problems.some(({ rule, path }) => rule === problem.rule && path === problem.path)) problems.push(problem);
  }
  const factsOf: KnownFacts = (path, dialect) => {
    const page = factsCache.get(path);
    return page?.dialect === JSON.stringify(dialect) ? page.facts : undefined;
  };
  const settings = new Set(files.paths.filter((path) => files.wasRead(path)));
  const settingsRead = (path: string): boolean => settings.has(path);
  return { files, checked, problems, factsOf, settingsRead };
}

function whyLinksMayDiffer({ changeText, rewriteLinks }: OwnPlugins): string | undefined {
  if (changeText) return 'the settings have a preprocessor, which changes the text of pages';
  return rewriteLinks ? 'a plugin of the site rewrites links and may fix this one' : undefined;
}

function whyAnchorsMayDiffer(ownPlugins: OwnPlugins): string | undefined {
  if (ownPlugins.changePages || ownPlugins.changeText) return 'a plugin of the site changes pages and may add it';
  return ownPlugins.rewriteLinks
    ? 'a plugin of the site rewrites links and may fix this one'
    : ownPlugins.unread.anchors;
}

/** Sites with up to this many pages are parsed in place, because starting threads takes longer. */
const fewPages = 24;

/** Number of files to read in parallel. */
const readAhead = 32;

async function readPages(
  dialects: SiteSources['dialects'],
  files: FileIndex,
  read: ReadPage,
  pace: Pace,
  factsOf: KnownFacts,
): Promise<ReadonlyMap<string, PageFacts>> {
  const many = dialects.size > fewPages;
  const entries = [...dialects];
  const reading: Promise<readonly [string, PageFacts]>[] = [];
  for (let start = 0; start < entries.length; start += readAhead) {
    const batch = entries.slice(start, start + readAhead).map(async ([path, dialect]) => {
      const facts = factsOf(path, dialect);
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

/** Excludes overlays and overrides: https://buildwithfern.com/learn/api-definitions/openapi/overrides */
const openapiFileName = /(?:^|\/)(?:openapi|swagger)(?:[.-](?![^/]*over(?:rides?|lays?)\b)[^/]*)?\.\w+$/iu;

/** OpenAPI files that the settings name or whose name says so, and all others if pages use operations. */
async function specificationsOf(
  { root, specifications = [], findsSpecifications = false }: SiteSources,
  site: Site,
  files: FileIndex,
  pace: Pace,
): Promise<SiteSources['dialects']> {
  const data = files.paths.filter((path) => within(root, path) !== undefined && /\.(?:json|ya?ml)$/iu.test(path));
  const called = data.filter((path) => openapiFileName.test(path));
  const others = findsSpecifications && namesOperations(site) ? await specificationsAmong(data, files, pace) : [];
  return new Map([...specifications, ...called, ...others].map((path) => [path, openapiDialect]));
}

/** True below a symbolic link to a folder, which is not followed. */
function isBelowLinks(files: FileIndex): (path: string) => boolean {
  const links = new Set(files.paths.filter((path) => files.isSymbolicLink(path)));
  return (path) => links.size > 0 && foldersAbove(joinPath(path) ?? '').some((folder) => links.has(folder));
}

/** True for ignored paths, which a build generates, and for paths in submodules: links to them may be valid. */
async function readGitignore(files: FileIndex, submodules: readonly string[]): Promise<(path: string) => boolean> {
  const paths = files.paths.filter((path) => fileNameOf(path) === '.gitignore');
  const all = await Promise.all(
    paths.map(async (path) => {
      const text = (await files.readText(path)) ?? '';
      return { folder: folderOf(path), rules: ignoreRules(text), takesBack: /^!/mu.test(text) };
    }),
  );
  // A .gitignore that ignores everything except some names proves nothing, unless it only keeps a folder empty. In a subfolder, one
  // without exceptions marks a generated folder, even if some files were added to it.
  const conclusive = all.filter(
    ({ folder, rules, takesBack }) =>
      !rules.ignores('no-such-file') ||
      (folder !== '' && !takesBack) ||
      files.paths.every((path) => within(folder, path) === undefined || fileNameOf(path).startsWith('.')),
  );
  const isLeftOut = createLeftOut(conclusive);
  return (path) => {
    const relative = joinPath(path) ?? '';
    if (submodules.some((folder) => folder === relative || within(folder, relative) !== undefined)) return true;
    return relative !== '' && isLeftOut(relative);
  };
}

export interface CheckedTree {
  readonly files: FileIndex;
  readonly checked: readonly CheckedSite[];
  /** Problems of all sites, and of files outside sites. */
  readonly problems: readonly SiteProblem[];
  /** Facts of a page, if it was parsed in this dialect. */
  readonly factsOf: KnownFacts;
  /** True if the check read this file as settings, even if it is also a page. */
  readonly settingsRead: (path: string) => boolean;
}

/** Facts of a page that are known without reading it. */
export type KnownFacts = (path: string, dialect: Dialect) => PageFacts | undefined;

/** A checked earlier state of the tree, and the difference. */
export interface Relative {
  readonly tree: CheckedTree;
  /** All paths that differ, including files that only one state has. */
  readonly changed: ReadonlySet<string>;
}

/** True for the same site in two states of a tree. */
export function isTwin(a: Site, b: Site): boolean {
  return a.framework === b.framework && a.root === b.root;
}

/**
 * Pages of `site` whose result is the same as in `relative`; undefined if that is unknown. It is known if the same files
 * exist and only page text differs that decides no addresses. A page then depends only on its own text, on the pages it
 * links to, and on the pages that these include.
 */
function unchangedPart(
  site: Site,
  files: FileIndex,
  { tree, changed }: Relative,
): ReadonlyMap<string, CheckedPage> | undefined {
  const twin = tree.checked.find((candidate) => isTwin(candidate.site, site));
  if (twin === undefined || !hasSameFiles(files, tree.files)) return undefined;
  const isText = (path: string): boolean =>
    tree.checked.some((candidate) => candidate.site.pages.get(path)?.parsed === true);
  if (![...changed].every((path) => isText(path) && !tree.settingsRead(path))) return undefined;
  // In Sphinx, a link target may be the title of any page.
  const hasTargets = site.pages.values().some(({ links }) => links.some(({ element }) => element === 'ref'));
  for (const path of changed) {
    const [before, now] = [site.pages.get(path), twin.site.pages.get(path)];
    if ((before === undefined) !== (now === undefined)) return undefined;
    if (before === undefined || now === undefined) continue;
    if (routingOf(before) !== routingOf(now) || (hasTargets && targetsOf(before) !== targetsOf(now))) return undefined;
  }
  const touched = withThoseThatShow(changed, twin.pages);
  return new Map(
    [...twin.pages].filter(
      ([path, { targets }]) =>
        !touched.has(path) && !targets.some((target) => target.kind === 'page' && touched.has(target.path)),
    ),
  );
}

/** Facts from which frameworks derive addresses, navigation and targets. */
function routingOf({ frontmatter, headings, ids, imports, includes, listed, parsed }: PageFacts): string {
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

function hasSameFiles(a: FileIndex, b: FileIndex): boolean {
  return (
    a.paths.length === b.paths.length &&
    a.paths.every((path, index) => path === b.paths[index] && a.isSymbolicLink(path) === b.isSymbolicLink(path))
  );
}

/** The tree before the change. Unchanged files are read from the current tree, which is faster and lets both checks share work. */
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

/** Caches the checked base tree with an `id`: all checks of a job share it. */
export interface KeptBase {
  /** The checked base of this request, if cached. Later reads of the base use this request's tree. */
  find(request: CheckRequest): CheckedTree | undefined;
  check(request: CheckRequest, check: (base: DocsTree) => Promise<CheckedTree>): Promise<CheckedTree>;
}

export function keepBase(docsFolderOf: (request: CheckRequest) => string): KeptBase {
  let cached: { readonly key: string; readonly checked: CheckedTree; readonly source: { tree: DocsTree } } | undefined;
  const keyOf = (request: CheckRequest): string | undefined =>
    request.base?.id === undefined ? undefined : `${request.base.id}\0${docsFolderOf(request)}`;
  return {
    find(request) {
      if (cached === undefined || cached.key !== keyOf(request)) return undefined;
      cached.source.tree = baseTreeOf(request);
      return cached.checked;
    },
    async check(request, check) {
      const source = { tree: baseTreeOf(request) };
      const checked = await check({
        list: () => source.tree.list(),
        symbolicLinks: async () => (await source.tree.symbolicLinks?.()) ?? [],
        read: (path) => source.tree.read(path),
      });
      const key = keyOf(request);
      if (key !== undefined) cached = { key, checked, source };
      return checked;
    },
  };
}
