import { antora } from './frameworks/antora.ts';
import { codeHostSites, isShownText } from './frameworks/code-host.ts';
import { docusaurus } from './frameworks/docusaurus.ts';
import { fumadocs } from './frameworks/fumadocs.ts';
import { generic } from './frameworks/generic.ts';
import { hugo } from './frameworks/hugo.ts';
import { jekyll } from './frameworks/jekyll.ts';
import { mdbook } from './frameworks/mdbook.ts';
import { mintlify } from './frameworks/mintlify.ts';
import { mkdocs } from './frameworks/mkdocs.ts';
import { nextra } from './frameworks/nextra.ts';
import { sphinx } from './frameworks/sphinx.ts';
import { starlight } from './frameworks/starlight.ts';
import { vitepress } from './frameworks/vitepress.ts';
import { type FileIndex, foldersOfTests, hasForgeName, isHidden, createFileIndex } from './site/file-index.ts';
import { extensionOf, fileNameOf, folderOf, joinPath, within, normaliseRoute } from './site/paths.ts';
import type { Framework, SiteSources } from './site/site.ts';
import type { DeclaredRedirects, DocsTree } from './finding.ts';
import { brokenSettings } from './settings/parse-settings.ts';
import { readHostRedirectSources, redirectPatterns } from './site/redirects.ts';

const frameworks: readonly Framework[] = [
  mintlify,
  docusaurus,
  vitepress,
  mkdocs,
  starlight,
  nextra,
  fumadocs,
  sphinx,
  antora,
  mdbook,
  hugo,
  jekyll,
  generic,
];

/** Extensions that a code host renders. */
const shownEndings = new Set(['.md', '.markdown', '.mdx', '.mdoc', '.qmd', '.adoc', '.asciidoc']);

/** Folders whose Markdown is program or test data, not documentation. */
const notDocumentation = new RegExp(
  String.raw`(?:^|/)(?:archetypes|${foldersOfTests}|benchmarks?|benchmarking)/`,
  'iu',
);
/** The README of such a folder or of a package is documentation. READMEs further below are templates or test data. */
const readmeOfTests =
  /^(?:.*\/)?(?:tests?|__tests__|benchmarks?|benchmarking|packages\/(?:templates|fixtures))\/readme\.(?:md|markdown)$/iu;
const isReadmeOfTests = (path: string): boolean =>
  readmeOfTests.test(path) && !notDocumentation.test(`${folderOf(folderOf(path))}/`);
/** Hidden folders contain no documentation, except files that code hosts render. */
const isDocumentation = (path: string): boolean =>
  (!notDocumentation.test(path) || isReadmeOfTests(path)) && (!isHidden(path) || hasForgeName(path));
/** Sites that test a tool, often with deliberately broken links, and templates of sites. */
const testedSite = new RegExp(`(?:^|/)(?:${foldersOfTests})/`, 'iu');

/**
 * All sites of a tree. A file belongs to the innermost site; files outside all sites are read as on a code host. Sites
 * below a test folder are skipped, unless `docsFolder` is there.
 */
export async function findSites(files: FileIndex, docsFolder: string): Promise<readonly SiteSources[]> {
  const all = (await Promise.all(frameworks.map((framework) => framework.findSites(files)))).flat();
  const siteSources = withoutGuesses(
    all.filter(({ configPath = '' }) => !testedSite.test(within(docsFolder, configPath) ?? configPath)),
  );
  const roots = new Set<string>();
  const sites = siteSources
    .toSorted((a, b) => b.root.length - a.root.length)
    .flatMap((site) => {
      const dialects = new Map([...site.dialects].filter(([path]) => !roots.has(path)));
      for (const path of dialects.keys()) roots.add(path);
      return dialects.size === 0 && site.dialects.size > 0 ? [] : [{ ...site, dialects }];
    });
  const isInSites = (path: string): boolean =>
    siteSources.some(
      ({ contentFolders, leaves }) =>
        leaves?.(path) !== true && contentFolders.some((folder) => folder !== '' && within(folder, path) !== undefined),
    );
  const unclaimed = files.paths.filter(
    (path) =>
      (shownEndings.has(extensionOf(path)) || isShownText(path)) &&
      !roots.has(path) &&
      isDocumentation(path) &&
      (isBesideIndex(path, files) || !isInSites(path)),
  );
  return [
    ...sites,
    ...codeHostSites(
      unclaimed,
      files,
      siteSources.map(({ root }) => root),
    ),
  ];
}

/** Drops guessed sites whose folder another site claims. */
function withoutGuesses(siteSources: readonly SiteSources[]): readonly SiteSources[] {
  return siteSources.filter(
    (site) =>
      site.isGuess !== true ||
      !siteSources.some(
        (otherSite) =>
          otherSite !== site &&
          (otherSite.isGuess !== true || !isSummary(otherSite)) &&
          (otherSite.isGuess !== true || isSummary(site)) &&
          otherSite.contentFolders.some(
            (folder) =>
              (folder === '' && isSummary(site)) ||
              site.root === folder ||
              (folder !== '' && within(folder, site.root) !== undefined),
          ),
      ),
  );
}

/** A README beside an `index.md`: the site publishes the index, and only a code host shows the README. */
function isBesideIndex(path: string, files: FileIndex): boolean {
  return fileNameOf(path) === 'README.md' && files.has(joinPath(folderOf(path), 'index.md') ?? '');
}

function isSummary({ configPath = '' }: SiteSources): boolean {
  return fileNameOf(configPath) === 'SUMMARY.md';
}

/** True if the site has a file in `docsFolder`. */
export function isIn(docsFolder: string, { dialects, configPath = '' }: SiteSources): boolean {
  return [...dialects.keys(), configPath].some((path) => within(docsFolder, path) !== undefined);
}

/** Large sites have some thousands. Every missing page is matched against all of them. */
const mostPatterns = 10_000;
/** Maximum length in characters. */
const longestPattern = 300;

/** Reads redirects from the settings of all sites, without reading pages. */
export async function readRedirects(tree: DocsTree, docsFolder: string): Promise<DeclaredRedirects> {
  const files = await createFileIndex(tree);
  const sources = (await findSites(files, docsFolder)).filter((site) => isIn(docsFolder, site));
  // Markdown that belongs to no site, such as a README, declares nothing.
  const sites = sources.filter(({ configPath }) => configPath !== undefined).map((site) => site.build(new Map()));
  const patterns = new Set<string>();
  const broken = [...sites.flatMap(({ problems }) => problems), ...(await brokenSettings(files, docsFolder))].filter(
    ({ rule, path }) => rule.startsWith('settings') && sources.some(({ configPath }) => configPath === path),
  );
  let whole = sites.length > 0 && broken.length === 0 && sites.every(({ otherRedirects = false }) => !otherRedirects);
  const add = (source: string, base = ''): void => {
    const redirectPattern = redirectPatterns(normaliseRoute(source));
    const short = redirectPattern?.filter((pattern) => pattern.length <= longestPattern) ?? [];
    whole &&= redirectPattern?.length === short.length && patterns.size + short.length <= mostPatterns;
    if (patterns.size + short.length > mostPatterns) return;
    for (const pattern of short) patterns.add(base + pattern);
  };
  for (const { redirects, links } of sites) {
    const base = normaliseRoute(links.base);
    for (const { from } of redirects) {
      add(from);
      if (base !== '/') add(from, base);
    }
  }
  for (const source of await readHostRedirectSources(files)) add(source.split(/[?#]/u, 1)[0] ?? source);
  return { patterns: [...patterns], whole };
}
