import { asciidocDialect, unreadDialect, type Dialect, type PageFacts } from '../page/page-facts.ts';
import { idOf } from '../page/restructuredtext.ts';
import { anyAnchors } from '../site/anchor-index.ts';
import { createAnyReading, type FileIndex, isForgeFile } from '../site/file-index.ts';
import {
  type LinkTarget,
  type Site,
  type SiteSources,
  plainAnchors,
  plainLinkRules,
  plainNames,
  plainSite,
} from '../site/site.ts';
import { parseAddress, extensionOf, fileNameOf, folderOf, joinPath, within } from '../site/paths.ts';
import { createRouteTable } from '../site/routes.ts';

/**
 * Files that no site claims, as a code host shows them: links name files and folders beside the page, a leading slash means the root
 * of the repository. Pages that are written for a program which is not known are wrong only where no reading makes them right.
 * https://docs.github.com/en/get-started/writing-on-github/getting-started-with-writing-and-formatting-on-github/basic-writing-and-formatting-syntax#section-links
 */
export function codeHostSites(
  paths: readonly string[],
  files: FileIndex,
  siteRoots: readonly string[],
): readonly SiteSources[] {
  const pathsWithEndings = (endings: readonly string[]): readonly string[] =>
    paths.filter((path) => endings.includes(extensionOf(path)));
  return [
    markdownSite(pathsWithEndings(['.md', '.markdown', '.mdx', '.mdoc', '.qmd']), files, siteRoots),
    asciidocSite(pathsWithEndings(['.adoc', '.asciidoc']), files),
    restructuredTextSite(paths.filter(isShownText), files),
  ].filter(({ dialects }) => dialects.size > 0);
}

/** reStructuredText that a code host shows beside the list of files, or that people are led to from there. */
export function isShownText(path: string): boolean {
  return /^(?:README|CONTRIBUTING|CODE_OF_CONDUCT|SECURITY|SUPPORT|GOVERNANCE)\.rst$/u.test(fileNameOf(path));
}

const markdown: Dialect = {
  syntax: 'markdown',
  indentedCode: true,
  headingId: 'none',
  masks: ['template'],
  includes: 'template',
  repeatedFields: true,
};
const mdx: Dialect = {
  syntax: 'mdx',
  indentedCode: true,
  headingId: 'braces',
  masks: ['html-comment', 'math', 'directive-attributes'],
};

/** Fields that a code host does nothing with, so that a page with one is written for a generator. */
const generatorField =
  /^(?:layout|permalink|slug|weight|date|draft|template|order|tags|categor(?:y|ies)|authors?|lang|parent|nav_\w+|sidebar\w*|toc|hero|eleventy\w*)$/u;

/** Settings of programs that publish the Markdown below them, and of which nothing else is known. */
const programSettings =
  /^(.*\/)?(?:logseq\/config\.edn|\.obsidian\/[\w-]+\.json|dendron\.yml|quartz\.config\.ts|vocs\.config\.[jt]sx?|gatsby-config\.[cm]?[jt]s|gridsome\.config\.js|nuxt\.config\.[cm]?[jt]s|astro\.config\.[cm]?[jt]s|pelicanconf\.py|project\.ihp|markdoc\.config\.[cm]?[jt]s|markdoc\/(?:nodes|tags|config)\.[cm]?[jt]sx?)$/u;

function markdownSite(paths: readonly string[], files: FileIndex, siteRoots: readonly string[]): SiteSources {
  const dialects = new Map(paths.map((path) => [path, extensionOf(path) === '.mdx' ? mdx : markdown]));
  const programs = files.paths.flatMap((path) => {
    const match = programSettings.exec(path);
    return match === null ? [] : [(match[1] ?? '').replace(/\/$/u, '')];
  });
  const folders = [...siteRoots, ...programs];
  return unclaimedSite('markdown', dialects, (pages) => {
    // A README with fields is the page of its folder to some program.
    const isForge = (path: string): boolean =>
      isForgeFile(path) && Object.keys(pages.get(path)?.frontmatter ?? {}).length === 0;
    const hasGenerator = [...pages].some(([path, facts]) => !isForge(path) && isForGenerator(path, facts));
    const isLenient = (path: string): boolean =>
      !isForge(path) &&
      (hasGenerator || isForgeFile(path) || folders.some((folder) => within(folder, path) !== undefined));
    const anyReading = createAnyReading(files, pages);
    return {
      links: {
        ...plainLinkRules,
        sourceRoots: (_from, written) => (written === 'absolute' ? [''] : []),
        names: { ...plainNames, bare: hasGenerator, index: ['README', 'index'] },
        resolve: (from, { url }) => resolveOnHost(pages, files, from, url),
        unknown: (_at, link) =>
          link !== undefined && isLenient(link.from) && anyReading(link.written, link.from)
            ? 'which generator publishes this page is not known, and the repository has a file of that name'
            : undefined,
      },
      anchors: hasGenerator
        ? anyAnchors
        : {
            ...plainAnchors,
            headings: ({ headings, htmlHeadings = [] }) => [...headings, ...htmlHeadings],
            // GitHub calls the box around what it shows so.
            everywhere: [...plainAnchors.everywhere, 'readme'],
            // GitHub finds an anchor in any case, and prefixes the element's own: https://github.com/rsc/markdown/issues/19
            linked: (anchor) => anchor.toLowerCase().replace(/^user-content-/u, ''),
          },
      unread: {
        page: (path, sought) => {
          if (hasGenerator && !isForge(path)) return 'no settings tell which program publishes this page';
          if (sought?.kind !== 'page' && sought?.kind !== 'file') return undefined;
          // What has the ending of a file is that file; any other address is for a program that is not known.
          const written = sought.written.replace(/[?#].*$/su, '');
          const [isFromTop, isBare] = [written.startsWith('/'), extensionOf(written) === ''];
          const mayBeRead = isForgeFile(path) ? isFromTop && isBare : isFromTop || (isBare && sought.kind === 'page');
          return mayBeRead
            ? 'no program claims this page, and the one that publishes it may read the address otherwise'
            : undefined;
        },
      },
    };
  });
}

function resolveOnHost(
  pages: ReadonlyMap<string, PageFacts>,
  files: FileIndex,
  from: string,
  url: string,
): LinkTarget | undefined {
  const address = parseAddress(url.trim());
  if (address.kind !== 'internal' || address.path === '') return undefined;
  // `/../../issues` is the list of issues.
  if (address.path.startsWith('/../')) return { kind: 'unjudged', why: 'it leads out of the repository' };
  const lookedUp = joinPath(address.path.startsWith('/') ? '' : folderOf(from), address.path);
  if (lookedUp === undefined) return undefined;
  if (pages.has(lookedUp)) return { kind: 'page', path: lookedUp, anchor: address.anchor };
  return files.has(lookedUp) || files.hasFolder(lookedUp) ? { kind: 'file', path: lookedUp } : undefined;
}

function isForGenerator(path: string, { frontmatter, headings }: PageFacts): boolean {
  if (headings.some(({ text }) => /\{#[\w-]+\}\s*$/u.test(text))) return true;
  const isOfProgram = ['.mdx', '.mdoc', '.qmd'].includes(extensionOf(path));
  return isOfProgram || Object.keys(frontmatter).some((field) => generatorField.test(field));
}

/** AsciiDoc is put together by a program that is not known, so an included file is missing only where none has its name. */
function asciidocSite(paths: readonly string[], files: FileIndex): SiteSources {
  return unclaimedSite('asciidoc', new Map(paths.map((path) => [path, asciidocDialect])), (pages) => {
    const anyReading = createAnyReading(files, pages);
    const isReadme = (path: string): boolean => isForgeFile(path.replace(/\.\w+$/u, '.md'));
    return {
      links: {
        ...plainLinkRules,
        sourceRoots: (_from, written) => (written === 'absolute' ? [''] : []),
        names: { ...plainNames, bare: true, index: ['README', 'index'] },
        resolve: (from, { url }) => resolveOnHost(pages, files, from, url),
        unknown: (_at, link) =>
          link !== undefined &&
          !(isReadme(link.from) && /^(?!\/).*\.(?:png|jpe?g|gif|svg|webp)$/iu.test(link.written)) &&
          anyReading(link.written, link.from)
            ? 'which program puts these files together is not known'
            : undefined,
      },
      anchors: anyAnchors,
      includePlaces: (from, source) => [
        ...[joinPath(folderOf(from), source) ?? []].flat(),
        ...files.paths.filter((path) => fileNameOf(path) === fileNameOf(source)),
      ],
      unread: { page: () => 'which program puts these files together is not known' },
    };
  });
}

/** Directives that need Sphinx are not shown, so only addresses and pictures are judged. */
function restructuredTextSite(paths: readonly string[], files: FileIndex): SiteSources {
  const dialect: Dialect = { ...unreadDialect, syntax: 'restructuredtext' };
  return unclaimedSite('restructuredtext', new Map(paths.map((path) => [path, dialect])), (pages) => ({
    links: {
      ...plainLinkRules,
      sourceRoots: (_from, written) => (written === 'absolute' ? [''] : []),
      resolve: (from, { element, url }) =>
        ['url', 'image'].includes(element) ? resolveOnHost(pages, files, from, url) : { kind: 'unjudged' },
    },
    anchors: { ...plainAnchors, slugs: (headings) => headings.map(({ text }) => idOf(text)) },
    includePlaces: () => [],
    unread: { page: () => 'documentation may include this file elsewhere' },
  }));
}

/** Files that no site claims, as one site at the top of the repository without routes. */
function unclaimedSite(
  framework: string,
  dialects: ReadonlyMap<string, Dialect>,
  build: (
    pages: ReadonlyMap<string, PageFacts>,
  ) => Pick<Site, 'links' | 'anchors' | 'unread'> & Partial<Pick<Site, 'includePlaces'>>,
): SiteSources {
  return {
    framework,
    root: '',
    configPath: undefined,
    contentFolders: [],
    dialects,
    build: (pages) => ({ framework, root: '', pages, ...createRouteTable([]), ...plainSite, ...build(pages) }),
  };
}
