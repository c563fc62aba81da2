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
 * Files outside all sites, read as on a code host: links are relative to the file, and a leading slash means the repository's root.
 * In pages for an unknown generator, a link is broken only if no known style resolves it.
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

/** reStructuredText that code hosts render beside the file list or link from there. */
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

/** Frontmatter fields that only generators use. */
const generatorField =
  /^(?:layout|permalink|slug|weight|date|draft|template|order|tags|categor(?:y|ies)|authors?|lang|parent|nav_\w+|sidebar\w*|toc|hero|eleventy\w*)$/u;

/** Settings of programs that publish the Markdown below them and that the checker does not support. */
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
    // A README with frontmatter is a page of some generator.
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
            // GitHub's own id around the rendered README.
            everywhere: [...plainAnchors.everywhere, 'readme'],
            // On GitHub, anchors are case-insensitive and element ids get a prefix: https://github.com/rsc/markdown/issues/19
            linked: (anchor) => anchor.toLowerCase().replace(/^user-content-/u, ''),
          },
      unread: {
        page: (path, sought) => {
          if (hasGenerator && !isForge(path)) return 'no settings tell which program publishes this page';
          if (sought?.kind !== 'page' && sought?.kind !== 'file') return undefined;
          // Addresses with an extension are files. Other addresses may be for the unknown generator.
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

/** An unknown program builds the AsciiDoc, so an include is missing only if no file has its name. */
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

/** Code hosts ignore Sphinx directives, so only URLs and images are checked. */
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

/** Treats unclaimed files as one site at the repository's root, without routes. */
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
