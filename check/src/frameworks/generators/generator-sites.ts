import type { Dialect, Link, PageFacts } from '../../page/page-facts.ts';
import { anyAnchors } from '../../site/any-anchors.ts';
import { createAnyReading } from '../../site/any-reading.ts';
import type { FileIndex } from '../../site/file-index.ts';
import { isForgeFile } from '../../site/forge-files.ts';
import {
  extensionOf,
  fileNameOf,
  folderOf,
  joinPath,
  nearestAbove,
  normaliseRoute,
  within,
  withoutExtension,
} from '../../site/paths.ts';
import type { LinkTarget } from '../../site/link-target.ts';
import { decode } from '../../site/parse-address.ts';
import { resolveLink } from '../../site/resolve-link.ts';
import { createRouteTable } from '../../site/route-table.ts';
import {
  plainLinkRules,
  plainSite,
  type Framework,
  type LinkRules,
  type Navigation,
  type Site,
  type SiteProblem,
  type SiteSources,
} from '../../site/site.ts';
import type { Generator } from './generator.ts';
import { generators } from './generators.ts';
import { addressesLeft, mayChangeAddresses, templatesOf } from './addresses-left.ts';

/** How pages of most generators are written. */
const dialect: Dialect = {
  syntax: 'markdown',
  indentedCode: true,
  headingId: 'braces',
  masks: ['attribute-list', 'template'],
  includes: 'template',
  repeatedFields: true,
};

/** Sites of the generators that are known as data: links and anchors are wrong only where no reading makes them right. */
export const generatorSites: Framework = {
  name: 'generators',
  async findSites(files) {
    const found = await Promise.all(
      generators.flatMap((generator) =>
        files.paths.filter((path) => generator.settings.test(path)).map((path) => findSite(files, generator, path)),
      ),
    );
    const begun = new Set<string>();
    return found.filter((site) => {
      if (site === undefined || begun.has(site.root)) return false;
      begun.add(site.root);
      return true;
    }) as SiteSources[];
  },
};

/** True for the name of a generator of which the settings are not read. */
export function isKnownInPart(framework: string): boolean {
  return generators.some(({ name }) => name === framework);
}

async function findSite(files: FileIndex, generator: Generator, configPath: string): Promise<SiteSources | undefined> {
  const text = (await files.readText(configPath)) ?? '';
  if (generator.says?.test(text) === false) return undefined;
  const isBeside = (name: string): boolean => files.has(joinPath(folderOf(configPath), name) ?? '');
  if (generator.unless?.some(isBeside) === true) return undefined;
  const isTold = generator.toldBy?.some(isBeside) ?? true;
  const redirected = new Set([...text.matchAll(generator.redirects ?? /$^/gu)].map(([, from = '']) => from));
  const changed = generator.changes?.test(text) === true;
  const root = folderOf(configPath).replace(/(?:^|\/)(?:\.vuepress(?:\/config)?|config\/_default)$/u, '');
  const leavesAddresses =
    changed && (await mayChangeAddresses(files, root, text)) ? undefined : addressesLeft(generator, text);
  const named = generator.contentSetting?.exec(text)?.[1];
  const folders = [...(named === undefined ? [] : [named]), ...generator.content].map(
    (folder) => joinPath(root, folder) ?? root,
  );
  const content = folders.find((folder) => files.hasFolder(folder)) ?? root;
  const settings = await generator.read?.(files, root, configPath);
  const { readBy, ...ofGenerator }: Partial<Dialect> = generator.dialect ?? {};
  const isRead = readBy === undefined || generator.readsHtml?.test(text) === true;
  const written = { ...dialect, ...ofGenerator, ...(isRead ? {} : { readBy }) };
  const pageFolders = settings === undefined || settings.content.length === 0 ? [content] : settings.content;
  const { endings = ['.md', '.markdown'] } = generator;
  const dialects = new Map<string, Dialect>();
  for (const path of files.paths) {
    const inside = pageFolders.map((folder) => within(folder, path)).find((found) => found !== undefined);
    if (inside === undefined || !endings.includes(extensionOf(path))) continue;
    if (generator.readmeIsPage !== true && isForgeFile(path)) continue;
    if (generator.templates?.test(path) === true || settings?.isPage?.(path) === false) continue;
    const ofFile: Dialect = extensionOf(path) === '.ipynb' ? { ...written, notebook: true } : written;
    if (!/(?:^|\/)(?:node_modules|vendor|\.[^/]+)\//u.test(inside)) dialects.set(path, ofFile);
  }
  if (dialects.size === 0) return undefined;
  return {
    framework: generator.name,
    root,
    configPath,
    contentFolders: [...pageFolders, ...(settings?.unpublished ?? [])].filter((folder) => folder !== root),
    dialects,
    build(pages) {
      const mayBeEmpty = generator.emptyIsHome === true ? pages.keys() : [joinPath(content, generator.summary ?? '')];
      const read = withoutEmptyLinks(pages, mayBeEmpty);
      const hasHashRoutes = generator.withoutHashRoutes?.test(text) === false;
      const namesFiles = generator.withoutNamesOfFiles?.test(text) === false;
      const place = {
        root,
        content,
        files,
        changed,
        redirected,
        isTold,
        hasHashRoutes,
        namesFiles,
        leavesAddresses,
        titlesName: generator.titlesName?.(text, files),
      };
      const site = buildSite(generator, place, read);
      return settings === undefined ? site : settings.refine(site);
    },
  };
}

interface Place {
  readonly root: string;
  readonly content: string;
  readonly files: FileIndex;
  /** False when another generator may have the same files. */
  readonly isTold: boolean;
  /** True when something that is not known changes the pages. */
  readonly changed: boolean;
  /** True where `#/guide` is the address of a page. */
  readonly hasHashRoutes: boolean;
  readonly namesFiles: boolean;
  /** Pages that were, without ending, which the settings lead elsewhere. */
  readonly redirected: ReadonlySet<string>;
  readonly leavesAddresses: LinkRules['leavesAddresses'];
  readonly titlesName: ((written: string) => boolean) | undefined;
}

/** `a #1.png`, whose `#` begins no anchor. */
function namedFile(files: FileIndex, from: string, { kind, url }: Pick<Link, 'kind' | 'url'>): LinkTarget | undefined {
  const path = kind === 'file' && url.includes('#') ? joinPath(folderOf(from), url) : undefined;
  return path !== undefined && files.has(path) ? { kind: 'file', path } : undefined;
}

/** `[A chapter]()` in a summary is one that is still to be written. */
function withoutEmptyLinks(
  pages: ReadonlyMap<string, PageFacts>,
  paths: Iterable<string | undefined>,
): ReadonlyMap<string, PageFacts> {
  const read = new Map(pages);
  for (const path of paths) {
    const facts = pages.get(path ?? '');
    if (path !== undefined && facts?.problems.some(({ rule }) => rule === 'empty-link') === true)
      read.set(path, { ...facts, problems: facts.problems.filter(({ rule }) => rule !== 'empty-link') });
  }
  return read;
}

function buildSite(
  generator: Generator,
  { root, content, files, changed, redirected, isTold, hasHashRoutes, namesFiles, leavesAddresses, titlesName }: Place,
  pages: ReadonlyMap<string, PageFacts>,
): Site {
  const anyReading = createAnyReading(files, pages, generator.fromTop, titlesName);
  const { ofPages } = generator;
  const isRedirected = (at: string): boolean => {
    const path = withoutExtension(within(content, at) ?? at).replace(/^\//u, '');
    return redirected.has(path) || redirected.has(`${path}/index`);
  };
  const namesSource = (written: string): boolean => ofPages !== undefined && written.startsWith(ofPages);
  const { routes, routeOf } = createRouteTable([...pages.keys()].map((path) => [path, [routeOfFile(content, path)]]));
  const site: Site = {
    framework: generator.name,
    root,
    pages,
    routes,
    routeOf,
    ...plainSite,
    links: {
      ...plainLinkRules,
      // Hugo and Hexo write their sites to `public`, which git then leaves out: that is no word about what is in it.
      publicFolders: ['static', 'public', '.vuepress/public', 'source', 'assets', '']
        .flatMap((folder) => joinPath(root, folder) ?? [])
        .filter((folder) => fileNameOf(folder) !== 'public' || hasFilesOfSite(files, folder, generator)),
      ...(generator.writesFileNames === true ? { resolve: (from, link) => namedFile(files, from, link) } : {}),
      ...(hasHashRoutes ? { resolve: (_from, { url }) => behindHash(url, content, files, pages) } : {}),
      relative: () => (generator.exact ? ['file'] : ['file', 'route']),
      anyWay: !generator.exact,
      leavesAddresses,
      templates: templatesOf(generator, root, leavesAddresses),
      trailingSlash: true,
      relativeFromRoots: generator.fromTop,
      sourceRoots: () => [content, root],
      slashAfterSource: !generator.exact,
      ...(generator.onlyContent === true ? { pagesFolder: content } : {}),
      publishes: (path) => generator.onlyContent !== true || within(content, path) !== undefined,
      bareName: true,
      folders: true,
      ...(ofPages === undefined ? {} : { aliases: new Map([[ofPages, content]]) }),
      indexNames: ['index', '_index', 'README'],
      twins: (at) =>
        generator.readmeIsIndex === true && /^index\.(?:md|html)$/u.test(fileNameOf(at))
          ? [joinPath(folderOf(at), 'README.md') ?? at]
          : [],
      byName: () => !generator.exact,
      // GitBook may have given a page another address before its file was there.
      ...(generator.isFixed === true && !changed ? { mayAnswer: isRedirected } : {}),
      includePlaces: generator.name === 'mdbook' && !changed ? besidePage : createPlacesByEnd(files),
      unknowable: (at, link) =>
        link === undefined ||
        isRedirected(at) ||
        (changed && !at.endsWith('.md') && !/^\.{1,2}\//u.test(link.written)) ||
        // Books are published beside each other.
        (at.endsWith('.html') && leavesContent(content, at, link)) ||
        (!namesSource(link.written) &&
          (!generator.exact || /^\/(?!.*\.md$)/u.test(link.written)) &&
          anyReading(link.written, link.from) &&
          !(namesFiles && isNoFile(link, content, files))),
    },
    anchors: {
      ...anyAnchors,
      ofDetails: generator.anchorsDetails === true,
      ...(changed ? { madeElsewhere: (anchor) => !/^[\p{Ll}\p{N}-]+$/u.test(anchor) } : {}),
      ...(isTold && !changed && generator.anchors !== undefined
        ? { usual: generator.anchors, isOnlyUsual: generator.isFixed === true }
        : {}),
      uncertain: isTold ? undefined : 'another program than that of this book may make its anchors',
    },
    guessed: () =>
      generator.exact && !changed
        ? undefined
        : `of ${generator.name}, links and anchors are not known as it makes them`,
  };
  const summary = joinPath(content, generator.summary ?? '') ?? '';
  const problems = generator.name === 'mdbook' ? withoutEnding(site, summary, files) : [];
  return { ...site, problems, navigation: navigationOf(generator, site, content, files) };
}

function besidePage(from: string, source: string): readonly string[] {
  return source.startsWith('/') ? [] : [joinPath(folderOf(from), source) ?? []].flat();
}

/** True for a file beside the folder of the pages; `at` is a route or, of the link of a source, a path. */
function leavesContent(
  content: string,
  at: string,
  { from, written }: NonNullable<Parameters<LinkRules['unknowable']>[1]>,
): boolean {
  const path = at.startsWith('/') && !written.startsWith('/') ? joinPath(folderOf(from), written) : at;
  return path === undefined || within(content, path) === undefined;
}

/** A plugin may look for it from any folder; of a folder with a name of its own, and of several files, nothing is told. */
function createPlacesByEnd(files: FileIndex): NonNullable<LinkRules['includePlaces']> {
  let byName: ReadonlyMap<string, readonly string[]> | undefined;
  return (from, source) => {
    const end = /^(?:@?\/|(?:\.{1,2}\/)+)?([^@:;{}$]+)$/u.exec(source)?.[1];
    const beside = end === undefined ? undefined : joinPath(folderOf(from), end);
    if (end === undefined || beside === undefined) return [];
    byName ??= Map.groupBy(files.paths, fileNameOf);
    const named = byName.get(fileNameOf(end)) ?? [];
    return [beside, ...named.filter((path) => path === end || path.endsWith(`/${end}`))];
  };
}

/** A page by its route, of this site or of one that it lies in, whose first page may be shown here too. https://docsify.js.org/#/configuration?id=routermode */
function behindHash(url: string, content: string, files: FileIndex, pages: Site['pages']): LinkTarget | undefined {
  const [, written, id] = /^#\/([^?#]*)(?:\?(?:[^#]*&)?id=([^&#]+))?/u.exec(url) ?? [];
  const route = written === undefined ? undefined : decode(written);
  if (route === undefined) return undefined;
  for (const folder of [content, ...nearestAbove(content)])
    for (const ending of ['.md', '/README.md', '']) {
      const path = joinPath(folder, route + ending) ?? '';
      if (pages.has(path)) return { kind: 'page', path, anchor: id === undefined ? undefined : decode(id) };
      if (files.has(path)) return { kind: 'file', path };
    }
  return { kind: 'missing', looked: joinPath(content, route) ?? route };
}

/**
 * True for what is no file of this site or of one that it lies in, with the ending of pages or without one. A relative address is none
 * beside the page either, where a code host looks for it, nor in a folder above, from where a program may copy it. A folder may show
 * its cover. https://docsify.js.org/#/more-pages
 */
function isNoFile(
  { from, written, element }: NonNullable<Parameters<LinkRules['unknowable']>[1]>,
  content: string,
  files: FileIndex,
): boolean {
  const ending = extensionOf(written);
  if (element !== 'markdown' || !['', '.md', '.mdx', '.markdown'].includes(ending)) return false;
  const isFromTop = written.startsWith('/');
  const above = nearestAbove(content).filter((folder) => !isFromTop || files.has(joinPath(folder, 'index.html') ?? ''));
  return [...(isFromTop ? [] : [folderOf(from)]), content, ...above].every((folder) => {
    const at = joinPath(folder, written);
    // Above the repository there may be anything.
    if (at === undefined) return folder !== folderOf(from);
    return !(files.has(at) || files.hasFolder(at) || (ending === '' && files.has(`${at}.md`)));
  });
}

/** Settings of the host, such as `_redirects`, are kept where the site is written. */
function hasFilesOfSite(files: FileIndex, folder: string, { name }: Generator): boolean {
  // A whole site that is kept there has its first page.
  if (['hugo', 'hexo'].includes(name)) return files.has(`${folder}/index.html`);
  const isOfSite = (path: string): boolean => within(folder, path) !== undefined && !/^[._]/u.test(fileNameOf(path));
  return files.hasFolder(folder) && files.paths.some(isOfSite);
}

function routeOfFile(content: string, path: string): string {
  const inside = withoutExtension(within(content, path) ?? path);
  return normaliseRoute(inside.replace(/(?:^|\/)(?:_?index|README)$/u, '/'));
}

/** mdBook reads the file that a summary names, and no other. https://rust-lang.github.io/mdBook/format/summary.html */
function withoutEnding(site: Site, path: string, files: FileIndex): SiteProblem[] {
  return (site.pages.get(path)?.links ?? []).flatMap((link) => {
    const { url, line, column } = link;
    if (
      url === '' ||
      extensionOf(url.replace(/#.*$/su, '')) !== '' ||
      resolveLink(site, files, path, link).kind !== 'page'
    )
      return [];
    const message = `The summary names ${url}, which is no file: mdBook adds no ending to it.`;
    return [{ path, line, column, rule: 'navigation-missing-page', severity: 'error', message }];
  });
}

/** Pages that the summary lists; one that it lists and that does not exist is a broken link of the summary itself. */
function navigationOf({ summary }: Generator, site: Site, content: string, files: FileIndex): Navigation | undefined {
  const path = summary === undefined ? undefined : joinPath(content, summary);
  const facts = path === undefined ? undefined : site.pages.get(path);
  if (path === undefined || facts === undefined) return undefined;
  const listed = facts.links.map((link) => resolveLink(site, files, path, link));
  return {
    exhaustive: true,
    makesPages: true,
    pages: new Set([path, ...listed.flatMap((target) => (target.kind === 'page' ? [target.path] : []))]),
    missing: [],
  };
}
