import type { PageFacts } from '../../pages/page-facts.ts';
import type { NamedComponents } from '../../settings/named-components.ts';
import { placeLinks } from '../../settings/settings-links.ts';
import type { SettingsPlaces } from '../../settings/settings-places.ts';
import type { FileIndex } from '../../site/file-index.ts';
import type { LinkTarget } from '../../site/link-target.ts';
import { decode, pathOfAddress } from '../../site/parse-address.ts';
import {
  fileNameOf,
  folderOf,
  foldersAbove,
  joinPath,
  normaliseRoute,
  within,
  withoutExtension,
} from '../../site/paths.ts';
import { createFilesFromTop } from '../../site/files-from-top.ts';
import { createRedirect } from '../../site/redirects.ts';
import { createRouteTable } from '../../site/route-table.ts';
import {
  plainAnchors,
  plainLinkRules,
  type AddressEnds,
  type LinkRules,
  type Navigation,
  type SettingsLink,
  type Site,
} from '../../site/site.ts';
import { exceptTitles, githubSlugs } from '../../site/slugs.ts';
import { createTextPlaces } from '../../site/text-places.ts';
import { blogRoute } from './blog-routes.ts';
import { docId, docRoute } from './doc-routes.ts';
import { wrongEditUrls } from './edit-urls.ts';
import { docusaurusFrontmatter } from './frontmatter.ts';
import { brokenLinksOfModules, type ModuleLink } from './links-of-modules.ts';
import type { DocusaurusSettings } from './settings.ts';
import { namesInSidebars } from './sidebars.ts';
import type { OtherPlugins } from './quiet-plugins.ts';
import type { ThemeNames } from './theme-links.ts';
import type { DocsVersion } from './versions.ts';

export interface LoadedSidebars {
  readonly version: DocsVersion;
  readonly path: string | undefined;
  readonly text: string;
  readonly value: unknown;
  readonly complete: boolean;
}

export interface DocusaurusParts {
  readonly files: FileIndex;
  readonly root: string;
  readonly configPath: string;
  readonly configText: string;
  readonly settings: DocusaurusSettings;
  readonly otherPlugins: OtherPlugins;
  /** Folders in which other repositories lie. */
  readonly submodules: readonly string[];
  readonly versions: readonly DocsVersion[];
  readonly sidebars: readonly LoadedSidebars[];
  /** Routes of the lists that Docusaurus makes of folders. */
  readonly categories: readonly string[];
  /** False for a version without lists of categories whose addresses Docusaurus names itself. */
  readonly mayHaveLists: (version: DocsVersion) => boolean;
  readonly themed: NamedComponents;
  readonly theme: ThemeNames;
  readonly moduleLinks: readonly ModuleLink[];
  /** True where elements of HTML on pages are no components of the theme, which would put the base before addresses. */
  readonly leavesHtml: boolean;
  readonly addressEnds: AddressEnds | undefined;
  readonly places: () => SettingsPlaces;
  readonly pages: ReadonlyMap<string, PageFacts>;
}

/** Names that pages may use without importing them. https://docusaurus.io/docs/markdown-features/react#mdx-component-scope */
const builtIn = new Set(['Admonition', 'Details', 'Head', 'Mermaid', 'TOCInline', 'mermaid', 'React']);

/** What plugins that make tabs of a code block import into its page. https://docusaurus.io/docs/markdown-features/code-blocks#npm2yarn-remark-plugin */
const broughtByPlugins = new Set(['Tabs', 'TabItem']);

export function buildSite(parts: DocusaurusParts): Site {
  const { root, configPath, configText, settings, versions, pages } = parts;
  const locales = localesOf(parts);
  const table = createRouteTable([...pages].map(([path, facts]) => [path, routesOf(parts, locales, path, facts)]));
  // Alone at the top a plugin publishes pages of its own.
  const tops = new Set([...table.routes.keys()].map((route) => topOf(route.slice(1))).filter((top) => top !== ''));
  // Where documents begin at the top, so may what a plugin publishes.
  const below = versions.filter(({ route }) => route !== '/');
  const places = createTextPlaces(configText);
  const written = writtenRoutes(parts);
  const isWritten = (route: string): boolean => written.some((folder) => isBelow(folder, route));
  const emptyFolders = written.filter((folder) => ![...table.routes.keys()].some((route) => isBelow(folder, route)));
  // Documents of another repository say themselves at which address they are.
  const shared = versions.filter(({ folder }) => parts.submodules.some((path) => isBelow(folder, path)));
  const foldersOfPages =
    shared.length === 0 ? new Set<string>() : new Set([...table.routes.keys()].flatMap(foldersAbove));
  const isOfSubmodule = (route: string): boolean =>
    shared.some((version) => isBelow(version.route, folderOf(route))) && !foldersOfPages.has(folderOf(route));
  const fromAnyTop = settings.staticFoldersTold ? undefined : createFilesFromTop(parts.files);
  // https://docusaurus.io/docs/swizzling of what shows an element of HTML
  const changesLinks = parts.files.paths.some((path) =>
    /^src\/theme\/MDXComponents\/A[./]/u.test(within(root, path) ?? ''),
  );
  const changesPictures = parts.files.paths.some((path) =>
    /^src\/theme\/MDXComponents(?:\.|\/(?:Img|index)[./])/u.test(within(root, path) ?? ''),
  );
  const changesHeadings = parts.files.paths.some((path) =>
    /^src\/theme\/(?:Heading[./]|MDXComponents(?:\.|\/(?:Heading|index)[./]))/u.test(within(root, path) ?? ''),
  );
  const isList = createLists(parts, [
    ...parts.categories,
    ...parts.sidebars.flatMap(({ value, version }) =>
      namesInSidebars(value).generated.map((slug) => normaliseRoute(`${version.route}/${slug}`)),
    ),
  ]);
  const site: Site = {
    framework: 'docusaurus',
    root,
    pages,
    routes: table.routes,
    routeOf: table.routeOf,
    navigation: navigationOf(parts),
    settingsLinks: linksInSettings(parts),
    frontmatter: () => docusaurusFrontmatter,
    specificationsElsewhere: false,
    redirectsIn: settings.redirects.length > 0 ? configPath : undefined,
    redirects: settings.redirects.map(({ from, to }) => createRedirect(configPath, places.next(from), from, to)),
    otherRedirects: settings.createsRedirects,
    links: {
      ...plainLinkRules,
      base: settings.baseUrl,
      // https://docusaurus.io/docs/markdown-features/react#mdx-component-scope
      leavesAddresses: parts.leavesHtml ? { base: settings.baseUrl, isCertain: true, element: 'a' } : undefined,
      prefixes: (from) => localeOf(root, from),
      publicFolders: settings.staticFolders.map((folder) => joinPath(root, folder) ?? folder),
      // The address of an element of HTML stands as it is on the page.
      relative: ({ kind, element }) => (kind === 'file' && element === 'markdown' ? ['file'] : ['file', 'route']),
      // https://docusaurus.io/docs/markdown-features/assets#images
      leavesFilesOfHtml: !changesPictures,
      leavesSources: ({ element }) => ['a', 'Link'].includes(element) && !changesLinks,
      leavesSource: ({ element, url }, from, to) =>
        element === 'markdown' &&
        !url.startsWith('pathname:') &&
        !findsFile(parts, from, url) &&
        (isOfOtherPart(parts, from, to) || mayTellFiles(parts, from)),
      twins: (path) => untranslated(path, versions),
      trailingSlash: settings.trailingSlash === true,
      // https://docusaurus.io/docs/api/docusaurus-config#trailingSlash: unset, addresses end as they are written
      endsInSlash: (path) => settings.trailingSlash === undefined && isSlashed(pages.get(path)?.frontmatter['slug']),
      addressEnds: parts.addressEnds,
      sourceRoots: (from) => sourceRootsOf(from, versions, root),
      // A source file that is no page is no asset either.
      publishes: (path) => !/\.mdx?$/u.test(path) || pages.has(path),
      relativeFromRoots: true,
      htmlEnding: false,
      resolve: (from, { kind, url, element }) =>
        withoutBase(parts, url, element) ??
        (kind === 'file' ? withBackslashes(parts, from, url) : undefined) ??
        fromAnyTop?.({ kind, url }),
      indexNames: settings.trailingSlash === false ? [] : ['index', 'README', 'readme'],
      answered: isList,
      unknowable: createUnknowable(
        parts,
        isList,
        (route) => tops.has(topOf(route.slice(1))),
        (route) => isAmongFiles(parts, route),
        (route) => emptyFolders.some((folder) => isBelow(folder, route)) || isOfSubmodule(route),
      ),
      unsure: (at, written) =>
        !mayBePublished(parts, at) || !at.startsWith('/') || isFileOfRepository(at, written) || isDocument(below, at)
          ? undefined
          : 'a plugin of the site may publish it',
      aliases: new Map([
        ['@site/', root],
        ['~/', root],
        ['pathname:///', joinPath(root, settings.staticFolders[0] ?? 'static') ?? ''],
      ]),
    },
    // https://docusaurus.io/docs/markdown-features/toc: a title has no anchor, and counts where names repeat.
    anchors: { ...plainAnchors, slugs: changesHeadings ? githubSlugs : exceptTitles(githubSlugs) },
    components:
      parts.themed.spread.length > 0
        ? undefined
        : (name) =>
            builtIn.has(name) || parts.themed.names.has(name) || (settings.changesPages && broughtByPlugins.has(name)),
    guessed: (_path, rule, sought) => {
      const isRoute = sought?.at.startsWith('/') === true;
      if (/\.mdx?\//iu.test(pathOfAddress(sought?.written ?? '')))
        return 'Docusaurus 2 puts the address of a page in place of its file, also where more stands behind it';
      if (isRoute && isWritten(normaliseRoute(sought.at))) return 'a plugin of the site may publish it';
      if (
        isRoute &&
        settings.blogs.some(({ routeBasePath }) => normaliseRoute(routeBasePath) === normaliseRoute(sought.at))
      )
        return 'a build may bring the posts of the blog, of which there are none here';
      if (!settings.isEvaluated || (!settings.routesTold && (rule === 'duplicate-route' || isRoute)))
        return 'only running the settings of the site tells its addresses';
      const isOfSite = isRoute || (sought?.kind === 'page' && !isFileOfRepository(sought.at, sought.written));
      return isOfSite && sought.kind !== 'file' && mayBePublished(parts, sought.at)
        ? 'a plugin of the site may publish it'
        : undefined;
    },
    problems: [],
  };
  const { editUrls, repository } = settings;
  const ofSettings = { path: configPath, text: configText, repository };
  return {
    ...site,
    problems: [
      ...table.duplicates,
      ...brokenLinksOfModules(site, parts.files, parts.moduleLinks),
      ...wrongEditUrls(editUrls, parts.files, root, ofSettings),
    ],
  };
}

/** Of the theme, and of the sidebars, which are read from files of their own. */
function linksInSettings({ theme, places, sidebars }: DocusaurusParts): readonly SettingsLink[] {
  const ofSidebars = sidebars.flatMap(({ path, text, value }) => {
    const inText = createTextPlaces(text);
    return path === undefined
      ? []
      : placeLinks(namesInSidebars(value).links, { next: (written) => ({ path, ...inText.next(written) }) });
  });
  return [...placeLinks(theme.links, places()), ...ofSidebars];
}

/** Nothing puts the base of the site before the address of an element that is written as one. */
function withoutBase({ settings, files, root }: DocusaurusParts, url: string, element: string): LinkTarget | undefined {
  const isRaw = ['img', 'source', 'video', 'audio'].includes(element) && /^\/(?!\/)/u.test(url);
  if (!isRaw || settings.baseUrl === '/' || url.startsWith(settings.baseUrl)) return undefined;
  const meant = settings.staticFolders.some((folder) => files.has(joinPath(root, folder, url) ?? ''));
  return meant ? { kind: 'missing', looked: url } : undefined;
}

/** Docusaurus parses the address of a picture as one of the web, where a backslash is a slash. */
function withBackslashes(
  { settings, files, root }: DocusaurusParts,
  from: string,
  url: string,
): LinkTarget | undefined {
  if (!url.includes('\\')) return undefined;
  const address = url.replaceAll('\\', '/');
  const folders = address.startsWith('/') ? settings.staticFolders.map((one) => joinPath(root, one)) : [folderOf(from)];
  const path = folders
    .flatMap((folder) => (folder === undefined ? [] : (joinPath(folder, address.replace(/^\//u, '')) ?? [])))
    .find((one) => files.has(one));
  return path === undefined ? undefined : { kind: 'file', path };
}

function routesOf(
  { settings, versions, root, files }: DocusaurusParts,
  locales: readonly string[],
  path: string,
  facts: PageFacts,
): string[] {
  if (/(?:^|\/)_/u.test(within(root, path) ?? path) || facts.frontmatter['draft'] === true) return [];
  const version = versions.find(({ folder }) => within(folder, path) !== undefined);
  if (version !== undefined) return isTranslated(files, path, version) ? [docRoute(path, facts, version)] : [];
  const inSite = within(root, path) ?? path;
  for (const blog of settings.blogs) {
    if (within(blog.path, inSite) !== undefined) return [blogRoute(inSite, facts, blog.path, blog.routeBasePath)];
  }
  const page = within(settings.pagesPath, inSite);
  if (page === undefined) return [];
  const route = withoutExtension(page).replace(/(?:^|\/)index$/u, '');
  return [route, ...locales.map((locale) => `${locale}/${route}`)];
}

/** The languages in which the site has documents: each is a build that publishes all other pages too. */
function localesOf({ versions, root }: Pick<DocusaurusParts, 'versions' | 'root'>): readonly string[] {
  return [
    ...new Set(versions.flatMap(({ folder, translates }) => (translates === undefined ? [] : localeOf(root, folder)))),
  ];
}

/**
 * A translation of a document that is not there is published nowhere: its paths are those of the language of the site.
 * https://github.com/facebook/docusaurus/blob/v3.7.0/packages/docusaurus-plugin-content-docs/src/docs.ts
 */
function isTranslated(files: FileIndex, path: string, { folder, translates }: DocsVersion): boolean {
  if (translates === undefined || !files.hasFolder(translates)) return true;
  const stem = withoutExtension(joinPath(translates, within(folder, path) ?? path) ?? path);
  return ['.md', '.mdx'].some((ending) => files.has(stem + ending));
}

/**
 * A plugin finds the pages of files among its own: https://docusaurus.io/docs/markdown-features/links and
 * https://github.com/facebook/docusaurus/blob/v3.7.0/packages/docusaurus-plugin-content-blog/src/index.ts
 */
function isOfOtherPart(parts: DocusaurusParts, from: string, to: string): boolean {
  const [own, others] = [partsOf(parts, from), partsOf(parts, to)];
  return own.length > 0 && others.length > 0 && own.every((part) => !others.includes(part));
}

/** True where the plugin of the page finds a page of its own by that file. */
function findsFile(parts: DocusaurusParts, from: string, url: string): boolean {
  const { versions, root, pages } = parts;
  const path = (decode(pathOfAddress(url)) ?? url).replace(/^(?:@site|~)(?=\/)/u, '');
  const folders = path.startsWith('.') ? [] : [root, ...sourceRootsOf(from, versions, root)];
  const named = [folderOf(from), ...folders].flatMap((folder) => joinPath(folder, path) ?? []);
  return named
    .flatMap((at) => [at, ...untranslated(at, versions)])
    .some((at) => pages.has(at) && !isOfOtherPart(parts, from, at));
}

/** True where a page that is found by its address alone, with the ending behind it, is none: sources are not published. */
function mayTellFiles(parts: DocusaurusParts, from: string): boolean {
  const { pages, files } = parts.otherPlugins;
  return !parts.settings.publishesSources && !pages && !files && partsOf(parts, from).length > 0;
}

/** True where a plugin that is not known may publish what is at an address: a page, or a file alone. */
function mayBePublished(
  { otherPlugins: { pages, files } }: Pick<DocusaurusParts, 'otherPlugins'>,
  at: string,
): boolean {
  return pages || (files && /\.[a-z]\w{0,4}$/iu.test(at));
}

/** The plugins whose folders a page lies in. */
function partsOf({ versions, settings, root }: DocusaurusParts, path: string): readonly string[] {
  const inSite = within(root, path);
  const folders = [settings.pagesPath, ...settings.blogs.map((blog) => blog.path)];
  return [
    ...versions.flatMap(({ folder, plugin: { id } }) => (within(folder, path) === undefined ? [] : [`docs ${id}`])),
    ...folders.filter((folder) => inSite !== undefined && within(folder, inSite) !== undefined),
  ];
}

/** A document is looked for among those of the same version and language, what is no document in all. */
function sourceRootsOf(from: string, versions: readonly DocsVersion[], root: string): readonly string[] {
  const own = versions.find(({ folder }) => within(folder, from) !== undefined);
  if (own === undefined) return [...versions.map(({ folder }) => folder), root];
  return [own.folder, ...(own.translates === undefined ? [] : [own.translates]), root];
}

/** Every language is a build of its own, which puts its name before addresses. https://docusaurus.io/docs/i18n/introduction */
function localeOf(root: string, path: string): readonly string[] {
  const [folder, locale] = within(root, path)?.split('/') ?? [];
  return folder === 'i18n' && locale !== undefined ? [locale] : [];
}

/** A page that is not translated is shown in the language that it is written in. */
function untranslated(path: string, versions: readonly DocsVersion[]): string[] {
  return versions.flatMap(({ folder, translates }) => {
    const inside = within(folder, path);
    return translates === undefined || inside === undefined ? [] : [joinPath(translates, inside) ?? inside];
  });
}

/** Files that a bundler looks for beside the page. https://docusaurus.io/docs/markdown-features/assets */
const assets = /\.(?:png|jpe?g|gif|svg|webp|avif|pdf|docx|xlsx|zip)$/iu;

function isSlashed(slug: unknown): boolean {
  return typeof slug === 'string' && slug.endsWith('/');
}

/** True for what names a source file, which is looked for among the documents only, and for another file beside the page. */
function isFileOfRepository(at: string, written: string | undefined): boolean {
  const isBeside = !at.startsWith('/') || written?.startsWith('/') === false;
  return /\.mdx?$/u.test(at) || (isBeside && assets.test(at));
}

/** True for the name of a file in a folder of which the site has files as they are. */
function isAmongFiles({ settings, files, root }: DocusaurusParts, route: string): boolean {
  const folder = folderOf(route);
  if (folder === '' || !/\.[a-z]\w{1,4}$/iu.test(route)) return false;
  return settings.staticFolders.some((one) => files.hasFolder(joinPath(root, one, folder) ?? ''));
}

function isBelow(folder: string, route: string): boolean {
  return route === folder || within(folder, route) !== undefined;
}

/** Where plugins write pages among the documents. */
function writtenRoutes({ root, settings, versions }: DocusaurusParts): readonly string[] {
  return settings.writtenFolders.flatMap((written) =>
    versions.flatMap(({ folder, route }) => {
      const places = [joinPath(root, written), joinPath(folder, written)];
      return places.flatMap((at) => {
        const inside = at === folder ? '' : within(folder, at ?? '');
        return inside === undefined ? [] : [normaliseRoute(`${route}/${inside}`)];
      });
    }),
  );
}

function isDocument(versions: readonly DocsVersion[], route: string): boolean {
  return versions.some((version) => within(version.route, route) !== undefined);
}

/** Whether plugins may make a list there: of posts, of tags, of a category. */
function createLists(parts: DocusaurusParts, generated: readonly string[]): (route: string) => boolean {
  const { settings, versions } = parts;
  const blogs = settings.blogs.filter((blog) => mayHavePosts(parts, blog.path));
  const listings = blogs.flatMap(({ routeBasePath }) =>
    ['tags', 'archive', 'authors', 'page', 'rss.xml', 'atom.xml'].map((name) =>
      normaliseRoute(`${routeBasePath}/${name}`),
    ),
  );
  const categories = versions.flatMap((version) =>
    [...(parts.mayHaveLists(version) ? ['category'] : []), 'tags'].map((name) =>
      normaliseRoute(`${version.route}/${name}`),
    ),
  );
  const blogRoots = blogs.map(({ routeBasePath }) => normaliseRoute(routeBasePath));
  const prefixes = [...listings, ...categories, '/search'];
  return (route) =>
    generated.includes(route) ||
    blogRoots.includes(route) ||
    prefixes.some((prefix) => route === prefix || within(prefix, route) !== undefined);
}

/** What no page of this build is: lists, files of plugins, and other locales, which are those of other builds. */
function createUnknowable(
  parts: DocusaurusParts,
  isList: (route: string) => boolean,
  isAmongPages: (route: string) => boolean,
  isAmongFiles: (route: string) => boolean,
  isWritten: (route: string) => boolean,
): LinkRules['unknowable'] {
  const { versions, otherPlugins } = parts;
  return (at, link) => {
    if (isFileOfRepository(at, link?.written) || (link !== undefined && !at.startsWith('/'))) return false;
    const route = normaliseRoute(at);
    const isNear = isDocument(versions, route) || (link !== undefined && (isAmongPages(route) || isAmongFiles(route)));
    if ((mayBePublished({ otherPlugins }, route) && !isNear) || isWritten(route)) return true;
    if (otherPlugins.below.some((folder) => isBelow(folder, route))) return true;
    return isList(route);
  };
}

/**
 * A blog without posts has no list of them either, whatever the preset has switched on. A script may bring those of any folder of
 * that name, and a component that shows them tells that there are some.
 * https://github.com/facebook/docusaurus/blob/v3.7.0/packages/docusaurus-plugin-content-blog/src/index.ts
 */
function mayHavePosts({ files, root, submodules }: DocusaurusParts, blog: string): boolean {
  const folder = joinPath(root, blog);
  if (folder === undefined) return true;
  if (submodules.some((path) => isBelow(path, folder) || isBelow(folder, path))) return true;
  const name = fileNameOf(folder).toLowerCase();
  const isOfPosts = (part: string): boolean =>
    part === 'docusaurus-plugin-content-blog' || part.toLowerCase().startsWith(name);
  return files.paths.some((path) => path.split('/').slice(0, -1).some(isOfPosts));
}

function navigationOf(parts: DocusaurusParts): Navigation {
  const { sidebars, pages, theme } = parts;
  const shown = new Set<string>();
  const missing: Navigation['missing'][number][] = [];
  let exhaustive = true;
  for (const { version, path, text, value, complete } of sidebars) {
    const names = namesInSidebars(value);
    if (value === undefined || !complete || names.docs.length === 0) exhaustive = false;
    const own = [...pages].filter(([page]) => within(version.folder, page) !== undefined);
    const tops = new Set(own.map(([page]) => topOf(within(version.folder, page) ?? page)));
    const byId = new Map(own.map(([page, facts]) => [docId(page, facts, version), page]));
    const places = createTextPlaces(text);
    for (const entry of names.docs) {
      const place = places.next(entry);
      // Docusaurus 2 also took names with their version before them.
      const page = byId.get(entry) ?? byId.get(entry.replace(/^version-[^/]+\//u, ''));
      if (page !== undefined) shown.add(page);
      else if (path !== undefined && complete)
        missing.push({ path, ...place, entry, ...placeOf(version, entry, tops) });
    }
    for (const folder of names.folders) {
      const at = joinPath(version.folder, folder) ?? version.folder;
      for (const [page] of own) if (within(at, page) !== undefined) shown.add(page);
    }
  }
  const places = parts.places();
  const byPlugin = Map.groupBy(theme.docs, ({ plugin }) => plugin);
  for (const [plugin, docs] of byPlugin) {
    const ids = idsOf(parts, plugin);
    for (const { id } of docs) {
      const place = places.next(id);
      const found = ids.get(id) ?? [];
      for (const page of found) shown.add(page);
      if (found.length === 0 && ids.size > 0) missing.push({ ...place, entry: id });
    }
  }
  return { exhaustive, pages: shown, missing };
}

/** Where the document of an id lies, if its folder at the top, one of `tops`, has others: what a plugin writes has a folder of its own. */
function placeOf({ folder }: DocsVersion, entry: string, tops: ReadonlySet<string>): { readonly at?: string } {
  const at = tops.has(topOf(entry)) ? joinPath(folder, entry) : undefined;
  return at === undefined ? {} : { at };
}

/** The folder at the top that a path lies in; empty for what lies in none. */
function topOf(path: string): string {
  return path.includes('/') ? (path.split('/', 1)[0] ?? '') : '';
}

/** Documents of every version by id: the bar shows that of the version that a reader is in, and needs one. */
function idsOf({ versions, pages }: DocusaurusParts, plugin: string): ReadonlyMap<string, readonly string[]> {
  const ids = new Map<string, string[]>();
  for (const version of versions.filter((one) => one.plugin.id === plugin)) {
    for (const [page, facts] of pages) {
      if (within(version.folder, page) === undefined) continue;
      const id = docId(page, facts, version);
      ids.set(id, [...(ids.get(id) ?? []), page]);
    }
  }
  return ids;
}
