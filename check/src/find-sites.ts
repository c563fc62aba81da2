import { findAstroProjects, withoutRoute, type AstroProject } from './frameworks/astro/routes-of-astro.ts';
import { antora } from './frameworks/antora/antora.ts';
import { docusaurus } from './frameworks/docusaurus/docusaurus.ts';
import { fumadocs } from './frameworks/fumadocs/fumadocs.ts';
import { generatorSites, isKnownInPart } from './frameworks/generators/generator-sites.ts';
import { plainHtmlSites } from './frameworks/html/plain-html.ts';
import { mintlify } from './frameworks/mintlify/mintlify.ts';
import { mkdocs } from './frameworks/mkdocs/mkdocs.ts';
import { nextra } from './frameworks/nextra/nextra.ts';
import { plainAsciidocSite } from './frameworks/plain-asciidoc.ts';
import { plainMarkdownSite } from './frameworks/plain-markdown.ts';
import { plainNotebooksSite } from './frameworks/plain-notebooks.ts';
import { isShownByHost, plainRestructuredTextSite } from './frameworks/plain-restructuredtext.ts';
import { sphinx } from './frameworks/sphinx/sphinx.ts';
import { starlight } from './frameworks/starlight/starlight.ts';
import { vitepress } from './frameworks/vitepress/vitepress.ts';
import type { FileIndex } from './site/file-index.ts';
import { foldersOfTests } from './site/folders-of-tests.ts';
import { hasForgeName, isHidden } from './site/forge-files.ts';
import { extensionOf, fileNameOf, folderOf, joinPath, within } from './site/paths.ts';
import type { Framework, SiteSources } from './site/site.ts';

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
  generatorSites,
];

const markdownEndings = new Set(['.md', '.markdown', '.mdx', '.mdoc', '.qmd']);
const asciidocEndings = new Set(['.adoc', '.asciidoc']);

/** Programs among whose pages AsciiDoc is shown too, of Astro with an integration: it is read as what no site claims. */
const showsAsciidoc = new Set(['hugo', 'starlight']);

/** Folders whose Markdown is data of programs and their tests, not documentation. */
const notDocumentation = new RegExp(
  String.raw`(?:^|/)(?:archetypes|${foldersOfTests}|benchmarks?|benchmarking)/`,
  'iu',
);
/** A README of such a folder itself, or of a package, tells people of it, and is no data of a test. Others write a README to be copied, or come with it. */
const readmeOfTests =
  /^(?:.*\/)?(?:tests?|__tests__|benchmarks?|benchmarking|packages\/(?:templates|fixtures))\/readme\.(?:md|markdown)$/iu;
const isReadmeOfTests = (path: string): boolean =>
  readmeOfTests.test(path) && !notDocumentation.test(`${folderOf(folderOf(path))}/`);
/** What lies in a hidden folder is for programs, but for what a code host shows there. */
const isDocumentation = (path: string): boolean =>
  (!notDocumentation.test(path) || isReadmeOfTests(path)) && (!isHidden(path) || hasForgeName(path));
/** Sites that only test a tool, often with links that are broken on purpose, and those that a program writes with others. */
const testedSite = new RegExp(`(?:^|/)(?:${foldersOfTests})/`, 'iu');

/**
 * All sites of a tree; a file belongs to the innermost site, and what is in none to plain Markdown. Sites
 * below a folder of tests are none, unless the documentation (`docsFolder`) is there.
 */
export async function findSites(files: FileIndex, docsFolder: string): Promise<readonly SiteSources[]> {
  const all = (await Promise.all(frameworks.map((framework) => framework.findSites(files)))).flat();
  const found = all.filter(({ configPath = '' }) => !testedSite.test(within(docsFolder, configPath) ?? configPath));
  const inner = withoutGuesses(found).toSorted((one, other) => other.root.length - one.root.length);
  const taken = new Set<string>();
  const sites = inner.flatMap((site) => {
    const dialects = new Map([...site.dialects].filter(([path]) => !taken.has(path)));
    for (const path of dialects.keys()) taken.add(path);
    return dialects.size === 0 && site.dialects.size > 0 ? [] : [{ ...site, dialects }];
  });
  const inSites = (path: string): boolean =>
    found.some(
      (site) =>
        !(showsAsciidoc.has(site.framework) && asciidocEndings.has(extensionOf(path))) &&
        !(site.leavesReadmes === true && hasForgeName(path)) &&
        site.contentFolders.some((folder) => folder !== '' && within(folder, path) !== undefined),
    );
  const rest = files.paths.filter(
    (path) =>
      (markdownEndings.has(extensionOf(path)) || asciidocEndings.has(extensionOf(path)) || isShownByHost(path)) &&
      !taken.has(path) &&
      isDocumentation(path) &&
      (isBesideIndex(path, files) || !inSites(path)),
  );
  const roots = found.map(({ root }) => root);
  const markdown = rest.filter((path) => markdownEndings.has(extensionOf(path)));
  const astro = await findAstroProjects(
    files,
    found.flatMap(({ configPath }) => configPath ?? []),
  );
  const asciidoc = rest.filter((path) => asciidocEndings.has(extensionOf(path)));
  const text = rest.filter(isShownByHost);
  // Where a site has notebooks among its pages and no rules for them, they are Jupyter's all the same.
  const notebooks = files.paths.filter(
    (path) => extensionOf(path) === '.ipynb' && !taken.has(path) && isDocumentation(path),
  );
  return [
    ...sites,
    ...(markdown.length === 0 ? [] : [withRoutesOfAstro(plainMarkdownSite(markdown, files, roots), astro)]),
    ...(asciidoc.length === 0 ? [] : [plainAsciidocSite(asciidoc, files)]),
    ...(text.length === 0 ? [] : [plainRestructuredTextSite(text)]),
    ...(notebooks.length === 0 ? [] : [plainNotebooksSite(notebooks, files)]),
    ...(await plainHtmlSites(files, found, isDocumentation)),
  ];
}

function withRoutesOfAstro(sources: SiteSources, projects: readonly AstroProject[]): SiteSources {
  return {
    ...sources,
    build: (pages) => {
      const site = sources.build(pages);
      return { ...site, problems: [...site.problems, ...withoutRoute(projects, pages)] };
    },
  };
}

/**
 * A generator that is told by a file among the pages is none where the settings of another one name their folder, those of one that
 * is known in part only for a summary, nor is a summary below a site that publishes all Markdown from the top.
 */
function withoutGuesses(found: readonly SiteSources[]): readonly SiteSources[] {
  const isFromTop = found.some(
    ({ framework, contentFolders }) => ['vitepress', 'mintlify'].includes(framework) && contentFolders.includes(''),
  );
  const isClaimed = (root: string, bySettingsInPart: boolean): boolean =>
    found.some(
      (site) =>
        (!isKnownInPart(site.framework) || (bySettingsInPart && !isSummary(site))) &&
        site.contentFolders.some((folder) => folder !== '' && (root === folder || within(folder, root) !== undefined)),
    );
  return found.filter(
    (site) =>
      !isKnownInPart(site.framework) || (!isClaimed(site.root, isSummary(site)) && !(isFromTop && isSummary(site))),
  );
}

/** A README in the place of whose folder another page is published: only a code host shows it. */
function isBesideIndex(path: string, files: FileIndex): boolean {
  return fileNameOf(path) === 'README.md' && files.has(joinPath(folderOf(path), 'index.md') ?? '');
}

function isSummary({ configPath = '' }: SiteSources): boolean {
  return fileNameOf(configPath) === 'SUMMARY.md';
}

/** Whether something of a site lies in the folder of the documentation. */
export function isIn(docsFolder: string, { dialects, configPath = '' }: SiteSources): boolean {
  return [...dialects.keys(), configPath].some((path) => within(docsFolder, path) !== undefined);
}
