import type { Dialect, PageFacts } from '../page/page-facts.ts';
import { anyAnchors } from '../site/any-anchors.ts';
import { createAnyReading } from '../site/any-reading.ts';
import { createDocfxLinks } from '../site/docfx-links.ts';
import type { FileIndex } from '../site/file-index.ts';
import { createFilesFromTop } from '../site/files-from-top.ts';
import { isChangelog, isForgeFile, isHidden } from '../site/forge-files.ts';
import { createMountedPages } from '../site/mounted-pages.ts';
import { parseAddress } from '../site/parse-address.ts';
import { extensionOf, folderOf, joinPath, within } from '../site/paths.ts';
import { isReadElsewhere } from '../site/read-elsewhere.ts';
import { plainAnchors, plainLinkRules, type SiteSources } from '../site/site.ts';
import { unclaimedSite } from './unclaimed-site.ts';

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
const forGenerators =
  /^(?:layout|permalink|slug|weight|date|draft|template|order|tags|categor(?:y|ies)|authors?|lang|parent|nav_\w+|sidebar\w*|toc|hero|eleventy\w*)$/u;

/** Settings of programs that publish or show the Markdown below them, and of which nothing else is known here. */
const ofPrograms =
  /^(.*\/)?(?:logseq\/config\.edn|\.obsidian\/[\w-]+\.json|docfx\.json|_quarto\.ya?ml|myst\.yml|make\.jl|retype\.ya?ml|dendron\.yml|quartz\.config\.ts|rspress\.config\.[cm]?[jt]s|vocs\.config\.[jt]sx?|gatsby-config\.[cm]?[jt]s|gridsome\.config\.js|nuxt\.config\.[cm]?[jt]s|pelicanconf\.py|writerside\.cfg|project\.ihp|markdoc\.config\.[cm]?[jt]s|markdoc\/(?:nodes|tags|config)\.[cm]?[jt]sx?)$/u;

/**
 * Markdown as a code host shows it: links name files beside the page, a leading slash means the root of the repository,
 * and anchors are made by github-slugger.
 * https://docs.github.com/en/get-started/writing-on-github/getting-started-with-writing-and-formatting-on-github/basic-writing-and-formatting-syntax#section-links
 *
 * Pages that are written for a generator which is not known, or that lie in a site (`siteRoots`) without being pages of
 * it, are wrong only where no reading makes them right.
 */
export function plainMarkdownSite(
  paths: readonly string[],
  files: FileIndex,
  siteRoots: readonly string[],
): SiteSources {
  const dialects = new Map(paths.map((path) => [path, extensionOf(path) === '.mdx' ? mdx : markdown]));
  return unclaimedSite('markdown', dialects, (pages) => {
    // A README with fields is the page of its folder to some program.
    const isForge = (path: string): boolean =>
      isForgeFile(path) && Object.keys(pages.get(path)?.frontmatter ?? {}).length === 0;
    const programs = files.paths.flatMap((path) => {
      const match = ofPrograms.exec(path);
      return match === null ? [] : [(match[1] ?? '').replace(/\/$/u, '')];
    });
    const published = publishedParts(pages, files, isForge);
    const isOfProgram = (path: string): boolean =>
      (published.areReadElsewhere && published.has(path)) ||
      programs.some((folder) => within(folder, path) !== undefined);
    const isShown = [...pages.keys()].some(isOfProgram);
    const unknown = [...pages].some(([path, facts]) => !isForge(path) && isForGenerator(path, facts));
    const anyReading = createAnyReading(files, pages);
    const isLenient = (path: string): boolean =>
      !isForge(path) &&
      (unknown || isForgeFile(path) || isOfProgram(path) || siteRoots.some((root) => within(root, path) !== undefined));
    const isRead = readOnCodeHost(pages, isForge);
    const fileFromTop = createFilesFromTop(files);
    const mountedPage = createMountedPages(pages);
    const ofDocfx = createDocfxLinks(files, pages);
    return {
      framework: unknown || isShown ? 'unknown generator' : 'markdown',
      links: {
        ...plainLinkRules,
        sourceRoots: () => [''],
        slashAfterSource: true,
        folders: true,
        bareName: unknown,
        indexNames: ['README', 'index'],
        twins: sourcesOfHtml,
        byName: isLenient,
        resolve: (from, link) =>
          isLenient(from) ? (fileFromTop(link) ?? mountedPage(link) ?? ofDocfx(from, link)) : undefined,
        unknowable: (_at, link) =>
          // From a page of a code host, `/../../issues` is its list of issues.
          link?.written.startsWith('/../') === true ||
          (link !== undefined && isLenient(link.from) && anyReading(link.written, link.from)),
      },
      anchors: unknown
        ? anyAnchors
        : {
            ...plainAnchors,
            ofHtml: true,
            // GitHub calls the box around what it shows so.
            everywhere: [...plainAnchors.everywhere, 'readme'],
            // GitHub finds an anchor in any case, and calls the element itself so: https://github.com/rsc/markdown/issues/19
            linked: (anchor) => anchor.toLowerCase().replace(/^user-content-/u, ''),
          },
      guessed: (path) => {
        if (isChangelog(path)) return 'a list of changes tells of what was there once';
        if (extensionOf(path) === '.mdx') return 'MDX is written for a program, which may publish it elsewhere';
        if (isHidden(path)) return 'it lies in a hidden folder, and programs may read it as if it lay elsewhere';
        if (isLenient(path) || published.has(path)) return 'which generator publishes this page is not known';
        return isRead.has(path) ? undefined : 'no README leads to this page, so a program may publish it elsewhere';
      },
    };
  });
}

/** Middleman names a source by what is made of it: https://middlemanapp.com/basics/template-engines/ */
function sourcesOfHtml(at: string): readonly string[] {
  return at.endsWith('.html')
    ? ['.md', '.markdown', '.md.erb', '.markdown.erb', '.erb'].map((ending) => at + ending)
    : [];
}

/** Absolute addresses of which none is found that tell that a part of the repository is published by some program. */
const fewAbsolute = 3;

/**
 * On a code host, `/a` begins at the top of the repository. Where most addresses that begin so are not found, the pages of
 * that part are read by a program that has another top.
 */
function publishedParts(
  pages: ReadonlyMap<string, PageFacts>,
  files: FileIndex,
  isForge: (path: string) => boolean,
): { readonly has: (path: string) => boolean; readonly areReadElsewhere: boolean } {
  const parts = new Map<string, { readonly found: Set<string>; readonly missing: Set<string> }>();
  const partOf = (path: string): string => path.split('/').slice(0, -1)[0] ?? '';
  for (const [path, { links }] of pages) {
    if (isForge(path)) continue;
    const part = parts.get(partOf(path)) ?? { found: new Set(), missing: new Set() };
    parts.set(partOf(path), part);
    for (const { url } of links) {
      const at = /^\/(?!\/)([^?#]+)/u.exec(url)?.[1]?.replace(/\/$/u, '');
      if (at !== undefined) (files.has(at) || files.hasFolder(at) ? part.found : part.missing).add(at);
    }
  }
  const published = new Map(
    [...parts].filter(([, { found, missing }]) => missing.size >= fewAbsolute && missing.size > found.size),
  );
  const missing = new Set([...published.values()].flatMap((part) => [...part.missing].map((at) => `/${at}`)));
  return {
    has: (path) => !isForge(path) && published.has(partOf(path)),
    areReadElsewhere: isReadElsewhere(missing, pages),
  };
}

/**
 * Pages that readers of the code host come to: READMEs and their like, what lies at the top of the repository, and what
 * these lead to by its file.
 */
function readOnCodeHost(
  pages: ReadonlyMap<string, PageFacts>,
  isForge: (path: string) => boolean,
): ReadonlySet<string> {
  const read = new Set([...pages.keys()].filter((path) => isForge(path) || folderOf(path) === ''));
  for (const path of read) {
    for (const { url } of pages.get(path)?.links ?? []) {
      const address = parseAddress(url.replace(ofCodeHost, '/'));
      if (address.kind !== 'internal') continue;
      const at = joinPath(address.path.startsWith('/') ? '' : folderOf(path), address.path);
      if (at !== undefined && pages.has(at)) read.add(at);
    }
  }
  return read;
}

/** What stands before the path of a file in its address on a code host. */
const ofCodeHost = /^https?:\/\/[\w.-]+\/[\w.-]+\/[\w.-]+\/(?:-\/)?(?:blob|tree)\/[\w.-]+\//u;

function isForGenerator(path: string, { frontmatter, headings }: PageFacts): boolean {
  if (headings.some(({ text }) => /\{#[\w-]+\}\s*$/u.test(text))) return true;
  return (
    ['.mdx', '.mdoc'].includes(extensionOf(path)) || Object.keys(frontmatter).some((field) => forGenerators.test(field))
  );
}
