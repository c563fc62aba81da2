import { isMap, parseDocument } from 'yaml';
import { unreadDialect, type Dialect, type FrontmatterLink, type PageFacts } from '../page/page-facts.ts';
import { CallValue, isTold } from '../settings/evaluate-module.ts';
import { loadModule, loadNamingPackages } from '../settings/load-module.ts';
import {
  namedComponents,
  asWritten,
  fromTop,
  isOfPage,
  placeLinks,
  type SettingsAddress,
  createSettingsPlaces,
  type SettingsPlaces,
} from '../settings/settings-links.ts';
import { listOf, parseValue, recordOf, textOf, wholeSettings } from '../settings/parse-settings.ts';
import { type FileIndex, isForgeFile } from '../site/file-index.ts';
import {
  matchPaths,
  decode,
  extensionOf,
  fileNameOf,
  folderOf,
  isBelow,
  joinPath,
  normaliseRoute,
  within,
  withoutExtension,
} from '../site/paths.ts';
import { createRedirect } from '../site/redirects.ts';
import { createRouteTable } from '../site/routes.ts';
import {
  isIndex,
  plainAnchors,
  plainLinkRules,
  plainNames,
  type Framework,
  type FrontmatterField,
  type Navigation,
  type Site,
  type SiteSources,
} from '../site/site.ts';
import { exceptTitles, githubSlugs, withOther } from '../site/slugs.ts';
import { createTextPlaces } from '../site/text-places.ts';
import { docusaurusPlugins } from './known-plugins.ts';

/** Docusaurus 2 and 3: `docusaurus.config.*`. https://docusaurus.io/docs/api/docusaurus-config */
export const docusaurus: Framework = {
  name: 'docusaurus',
  async findSites(files) {
    const configs = files.paths.filter((path) => /^docusaurus\.config\.[cm]?[jt]s$/u.test(fileNameOf(path)));
    return Promise.all(configs.map((path) => findSite(files, path)));
  },
};

interface Parts {
  readonly files: FileIndex;
  readonly root: string;
  readonly configPath: string;
  readonly settings: Settings;
  readonly versions: readonly DocsVersion[];
  readonly sidebars: readonly LoadedSidebars[];
  /** Routes of lists that `_category_` files name. */
  readonly categories: readonly string[];
  readonly components: Site['components'];
  readonly majorVersion: number | undefined;
  readonly unknownPlugin: string | undefined;
  readonly places: () => SettingsPlaces;
}

async function findSite(files: FileIndex, configPath: string): Promise<SiteSources> {
  const root = folderOf(configPath);
  const module = await loadNamingPackages(files, configPath);
  const settings = readSettings(module?.default);
  const versions = (await Promise.all(settings.docs.map((plugin) => findVersions(files, root, plugin)))).flat();
  const sidebars = await loadSidebars(files, versions);
  const categories = await readCategories(files, versions);
  const theme = joinPath(root, 'src/theme/MDXComponents') ?? '';
  const modules = files.paths.filter((path) => path.startsWith(theme) && /\.[jt]sx?$/u.test(path));
  const themed = await namedComponents(files, modules);
  const packages = (await files.readText(joinPath(root, 'package.json') ?? '')) ?? '';
  const version = /"@docusaurus\/core"\s*:\s*"(?:[\^~]|>?=)?\s*(\d+)\./u.exec(packages)?.[1];
  const dialects = new Map<string, Dialect>();
  for (const path of files.paths) {
    const dialect = dialectOf(path, root, settings, versions);
    if (dialect !== undefined) dialects.set(path, version === '2' ? { ...dialect, firstMdx: true } : dialect);
  }
  // Versions and languages outside this build still belong to the site.
  const leftOut = files.paths.flatMap(
    (path) => /^(?:\w+_)?(?:versioned_docs\w*|i18n)(?=\/)/u.exec(within(root, path) ?? '')?.[0] ?? [],
  );
  const parts: Parts = {
    files,
    root,
    configPath,
    settings,
    versions,
    sidebars,
    categories,
    components:
      themed.spread.length > 0
        ? undefined
        : (name) => builtIn.has(name) || themed.names.has(name) || (settings.changesPages && pluginTabs.has(name)),
    majorVersion: version === undefined ? undefined : Number(version),
    unknownPlugin: await findUnknownPlugin(files, root, settings.plugins),
    places: await createSettingsPlaces(files, module?.sources ?? [configPath]),
  };
  return {
    framework: 'docusaurus',
    root,
    configPath,
    contentFolders: [
      ...versions.map(({ folder }) => folder),
      ...[...new Set(leftOut)].map((folder) => joinPath(root, folder) ?? folder),
    ],
    dialects,
    build: (pages) => buildSite(parts, pages),
  };
}

/* Pages */

/** The social card image, which must be root-relative. */
const frontmatterLinks: readonly FrontmatterLink[] = [{ field: 'image', kind: 'file', absolute: true }];
const mdx: Dialect = {
  syntax: 'mdx',
  indentedCode: true,
  headingId: 'braces',
  masks: ['html-comment', 'directive-attributes', 'math'],
  // https://docusaurus.io/docs/markdown-features/admonitions
  blocks: 'colons',
  formatField: true,
  frontmatterLinks,
};

function dialectOf(
  path: string,
  root: string,
  settings: Settings,
  versions: readonly DocsVersion[],
): Dialect | undefined {
  const extension = extensionOf(path);
  const isMarkdown = extension === '.md' || extension === '.mdx';
  const written: Dialect = extension === '.md' && settings.detectsFormat ? { ...mdx, syntax: 'markdown' } : mdx;
  const version = versions.find(({ folder }) => within(folder, path) !== undefined);
  if (version !== undefined) {
    // Excluding a folder excludes everything below it.
    const exclude = version.plugin.exclude.flatMap((pattern) => [pattern, `${pattern}/**`]);
    const isLeftOut = matchPaths([...exclude, '**/__tests__/**'])(within(version.folder, path) ?? path);
    return isMarkdown && !isLeftOut ? written : undefined;
  }
  const sitePath = within(root, path);
  if (sitePath === undefined) return undefined;
  if (settings.blogs.some((blog) => within(blog.path, sitePath) !== undefined)) return isMarkdown ? written : undefined;
  const isInPages = within(settings.pagesPath, sitePath) !== undefined;
  if (isMarkdown && (isInPages || !isForgeFile(path)) && /^(?:src|docs|i18n)\//u.test(sitePath)) return written;
  return isInPages && /\.[jt]sx?$/u.test(extension) && !/\.(?:test|d)\.[jt]sx?$/u.test(path)
    ? unreadDialect
    : undefined;
}

/** Other types fail the build of Docusaurus. https://docusaurus.io/docs/api/plugins/@docusaurus/plugin-content-docs#markdown-front-matter */
const frontmatterFields: readonly FrontmatterField[] = [
  ...enforced('string', ['id', 'title', 'sidebar_label', 'description', 'slug', 'image']),
  ...enforced('boolean', ['draft', 'unlisted', 'hide_title', 'hide_table_of_contents']),
  ...enforced('number', ['sidebar_position', 'toc_min_heading_level', 'toc_max_heading_level']),
];

function enforced(kind: FrontmatterField['kind'], names: readonly string[]): FrontmatterField[] {
  return names.map((field) => ({ field, kind, required: false, converts: true, stated: 'enforced' }));
}

/** Names that pages may use without importing them. https://docusaurus.io/docs/markdown-features/react#mdx-component-scope */
const builtIn = new Set(['Admonition', 'Details', 'Head', 'Mermaid', 'TOCInline', 'mermaid', 'React']);
/** Components that plugins import to turn code blocks into tabs. https://docusaurus.io/docs/markdown-features/code-blocks#npm2yarn-remark-plugin */
const pluginTabs = new Set(['Tabs', 'TabItem']);

/** Docusaurus 3 parses `:id` in a heading as a directive, which is not part of the anchor. */
const slugs = withOther(githubSlugs, ({ text }) => text.replace(/(?<![:\w]):[a-z][\w-]{0,60}/giu, ''));

function buildSite(parts: Parts, pages: ReadonlyMap<string, PageFacts>): Site {
  const { root, configPath, settings, versions } = parts;
  const locales = new Set(versions.flatMap(({ locale }) => locale ?? []));
  const table = createRouteTable([...pages].map(([path, facts]) => [path, routesOf(parts, locales, path, facts)]));
  const places = parts.places();
  const lowerCase = new Set([...table.routes.keys()].map((route) => route.toLowerCase()));
  return {
    framework: 'docusaurus',
    root,
    pages,
    routes: table.routes,
    routeOf: table.routeOf,
    navigation: navigationOf(parts, pages),
    settingsLinks: linksInSettings(parts),
    frontmatter: () => frontmatterFields,
    specificationsElsewhere: false,
    redirectsIn: settings.redirects.length > 0 ? configPath : undefined,
    redirects: settings.redirects.map(({ from, to }) => {
      const { path, ...place } = places.next(from);
      return createRedirect(path, place, from, to);
    }),
    otherRedirects: settings.createsRedirects,
    links: {
      ...plainLinkRules,
      base: settings.baseUrl,
      // Since MDX 2, HTML elements are no theme components. https://docusaurus.io/docs/migration/v3#mdx-v1-to-v3
      addsBase: ({ element }) =>
        !['img', 'source', 'video', 'audio'].includes(element) && (element !== 'a' || (parts.majorVersion ?? 2) < 3),
      // Each locale is a separate build that falls back on the default locale's pages.
      prefixes: (from) => {
        const locale = localeOf(root, from);
        return locale === undefined ? [''] : [`/${locale}`, ''];
      },
      fallbacks: (path) =>
        versions.flatMap(({ folder, translates }) => {
          const inside = within(folder, path);
          return translates === undefined || inside === undefined ? [] : (joinPath(translates, inside) ?? []);
        }),
      publicFolders: settings.staticFolders.map((folder) => joinPath(root, folder) ?? folder),
      relative: ({ kind, element }) => (kind === 'file' && element === 'markdown' ? ['file'] : ['file', 'route']),
      // https://docusaurus.io/docs/api/docusaurus-config#trailingSlash: unset, addresses end as they are written
      trailingSlash: (path) => {
        if (settings.trailingSlash !== undefined) return settings.trailingSlash;
        const slug = textOf(pages.get(path)?.frontmatter['slug']);
        const isInFolder = !versions.some(({ folder }) => folder === folderOf(path));
        return slug === undefined ? isIndex(path) || (isInFolder && isNamedAsFolder(path)) : slug.endsWith('/');
      },
      sourceRoots: (from) => sourceRootsOf(from, versions, root),
      names: {
        ...plainNames,
        source: ({ element }) => !['a', 'Link'].includes(element),
        html: false,
        index: settings.trailingSlash === false ? [] : ['index', 'README', 'readme'],
      },
      aliases: new Map([
        ['@site/', root],
        ['~/', root],
        ['pathname:///', joinPath(root, settings.staticFolders[0] ?? 'static') ?? ''],
      ]),
      unknown: createUnknown(parts),
    },
    // https://docusaurus.io/docs/markdown-features/toc: a title has no anchor, and counts where names repeat.
    anchors: { ...plainAnchors, slugs: exceptTitles(slugs) },
    components: parts.components,
    unread: {
      addresses:
        !settings.isEvaluated || !settings.routesTold
          ? 'only running the settings of the site tells its addresses'
          : parts.unknownPlugin === undefined
            ? undefined
            : `the plugin ${parts.unknownPlugin} of the site may publish it`,
      page: (_path, sought) =>
        lowerCase.has(sought?.at.toLowerCase() ?? '') ? 'the router reads it in any case, hosts may not' : undefined,
    },
    problems: settings.isEvaluated && settings.routesTold ? table.duplicates : [],
  };
}

/** Documents resolve in their own version and locale, other pages in all of them. */
function sourceRootsOf(from: string, versions: readonly DocsVersion[], root: string): readonly string[] {
  const ownVersion = versions.find(({ folder }) => within(folder, from) !== undefined);
  if (ownVersion === undefined) return [...versions.map(({ folder }) => folder), root];
  return [ownVersion.folder, ...(ownVersion.translates === undefined ? [] : [ownVersion.translates]), root];
}

/* Routes */

/** Routes of a page, by the plugin that owns its folder. Standalone pages have one in every locale. */
function routesOf(
  { settings, versions, root, files }: Parts,
  locales: ReadonlySet<string>,
  path: string,
  facts: PageFacts,
): string[] {
  const sitePath = within(root, path) ?? path;
  if (/(?:^|\/)_/u.test(sitePath) || facts.frontmatter['draft'] === true) return [];
  const version = versions.find(({ folder }) => within(folder, path) !== undefined);
  if (version !== undefined) return isTranslated(files, path, version) ? [docRoute(path, facts, version)] : [];
  for (const blog of settings.blogs)
    if (within(blog.path, sitePath) !== undefined) return [blogRoute(sitePath, facts, blog.path, blog.routeBasePath)];
  const page = within(settings.pagesPath, sitePath);
  if (page === undefined) return [];
  const route = withoutExtension(page).replace(/(?:^|\/)index$/u, '');
  return [route, ...[...locales].map((locale) => `${locale}/${route}`)];
}

function localeOf(root: string, path: string): string | undefined {
  const [folder, locale] = within(root, path)?.split('/') ?? [];
  return folder === 'i18n' ? locale : undefined;
}

/** A translation without an original is not published, because paths come from the default locale. */
function isTranslated(files: FileIndex, path: string, { folder, translates }: DocsVersion): boolean {
  if (translates === undefined || !files.hasFolder(translates)) return true;
  const stem = withoutExtension(joinPath(translates, within(folder, path) ?? path) ?? path);
  return ['.md', '.mdx'].some((ending) => files.has(stem + ending));
}

/** `01-intro`, `1. intro`, `02_intro`: the number prefix sorts the sidebar and is not part of the route. Dates and versions are no prefixes. */
const numberPrefix = /^\d+\s*[-_.]+\s*(?=[^\d\s._-])/u;
const dateOrVersion = /^(?:\d{4}[-_.]\d{2}|\d+[-_.]\d+)/u;

function pathInside(path: string, { folder, plugin }: DocsVersion): string {
  const isNumbered = (segment: string): boolean => plugin.numberPrefixes && !dateOrVersion.test(segment);
  return withoutExtension(within(folder, path) ?? path)
    .split('/')
    .map((segment) => (isNumbered(segment) ? segment.replace(numberPrefix, '') : segment))
    .join('/');
}

/** The id by which sidebars name a document. https://docusaurus.io/docs/create-doc#doc-id */
function docId(path: string, facts: PageFacts, version: DocsVersion): string {
  const inside = pathInside(path, version);
  const ownId = textOf(facts.frontmatter['id']);
  return ownId === undefined ? inside : (joinPath(folderOf(inside), ownId) ?? ownId);
}

/** https://docusaurus.io/docs/create-doc#doc-urls */
function docRoute(path: string, facts: PageFacts, version: DocsVersion): string {
  const { slug, id } = facts.frontmatter;
  const inside = pathInside(path, version);
  const folder = folderOf(inside);
  if (typeof slug === 'string' || typeof slug === 'number') {
    const written = String(slug);
    const target = written.startsWith('/') ? written : `${folder}/${written}`;
    return normaliseRoute(`${version.route}/${joinPath(target) ?? ''}`);
  }
  const name = fileNameOf(inside);
  const isIndex = /^(?:index|readme)$/iu.test(name) || (folder !== '' && isNamedAsFolder(path));
  const route = `${version.route}/${folder}/${isIndex && name !== '' ? '' : (textOf(id) ?? name)}`;
  return normaliseRoute(decode(route) ?? route);
}

/** A page named like its folder, including the number prefix, is the folder's index. */
function isNamedAsFolder(path: string): boolean {
  return withoutExtension(fileNameOf(path)).toLowerCase() === fileNameOf(folderOf(path)).toLowerCase();
}

const dated = /^(?<folder>.*?)(?<date>\d{4}[-/]\d{1,2}[-/]\d{1,2})[-/]?(?<text>.*?)(?:\/?index)?$/u;

/** The route of a blog post: its slug, or the date in its file name and the rest. https://docusaurus.io/docs/blog */
function blogRoute(path: string, facts: PageFacts, folder: string, routeBase: string): string {
  const slug = textOf(facts.frontmatter['slug']);
  if (slug !== undefined) return normaliseRoute(`${routeBase}/${slug}`);
  const inside = withoutExtension(within(folder, path) ?? path);
  const { folder: above = '', date, text = '' } = dated.exec(inside)?.groups ?? {};
  if (date === undefined) return normaliseRoute(`${routeBase}/${inside.replace(/\/?index$/u, '')}`);
  return normaliseRoute(`${routeBase}/${above}${date.replaceAll('-', '/')}/${text}`);
}

/** Why a missing route may exist: plugins generate lists of posts, tags and categories. */
function createUnknown(parts: Parts): (route: string) => string | undefined {
  const { settings, versions } = parts;
  const lists = [
    ...settings.blogs.map(({ routeBasePath }) => routeBasePath),
    ...versions.flatMap(({ route }) => [`${route}/category`, `${route}/tags`]),
    ...parts.sidebars.flatMap(({ value, version }) =>
      namesInSidebars(value).generated.map((slug) => `${version.route}/${slug}`),
    ),
    ...parts.categories,
    'search',
  ].map(normaliseRoute);
  const blogRoutes = settings.blogs.flatMap(({ routeBasePath }) =>
    ['tags', 'archive', 'authors', 'page', 'rss.xml', 'atom.xml'].map((name) =>
      normaliseRoute(`${routeBasePath}/${name}`),
    ),
  );
  const isOpen = (folder: string): boolean => folder.endsWith('/category') || folder.endsWith('/tags');
  return (route) => {
    if (!route.startsWith('/')) return undefined;
    if (
      lists.some((list) => route === list || (isOpen(list) && isBelow(list, route))) ||
      blogRoutes.some((list) => isBelow(list, route))
    )
      return 'a plugin makes a list there';
    return undefined;
  };
}

/* Versions and locales */

/** A folder of documents that are published together. */
interface DocsVersion {
  readonly plugin: DocsPlugin;
  readonly folder: string;
  /** Where its routes start. */
  readonly route: string;
  /** File of its sidebars; undefined for one sidebar made from the folders. */
  readonly sidebars: string | undefined;
  /** For a translation: its locale, and the folder of the default language. */
  readonly locale: string | undefined;
  readonly translates: string | undefined;
}

/** https://docusaurus.io/docs/versioning and https://docusaurus.io/docs/i18n/introduction */
async function findVersions(files: FileIndex, root: string, plugin: DocsPlugin): Promise<readonly DocsVersion[]> {
  const prefix = plugin.id === 'default' ? '' : `${plugin.id}_`;
  const listPath = joinPath(root, `${prefix}versions.json`) ?? '';
  const listed = listOf(parseValue((await files.readText(listPath)) ?? '[]', listPath));
  const versions = listed.flatMap((version) => textOf(version) ?? []);
  const last = plugin.lastVersion ?? versions[0] ?? 'current';
  const names = plugin.includeCurrentVersion ? ['current', ...versions] : versions;
  return names.flatMap((name) => {
    const versionPath = textOf(recordOf(plugin.versions[name])['path']);
    const segment = versionPath ?? (name === last ? '' : name === 'current' ? 'next' : name);
    const copy = joinPath(root, `${prefix}versioned_docs/version-${name}`) ?? '';
    // A listed version without a folder is built from the current documents.
    const isCurrent = name === 'current' || (!plugin.includeCurrentVersion && !files.hasFolder(copy));
    const current = plugin.sidebarPath === undefined ? undefined : joinPath(root, plugin.sidebarPath);
    const version: DocsVersion = {
      plugin,
      folder: isCurrent ? (joinPath(root, plugin.path) ?? '') : copy,
      route: normaliseRoute(`${plugin.routeBasePath}/${segment}`),
      sidebars: isCurrent ? current : joinPath(root, `${prefix}versioned_sidebars/version-${name}-sidebars.json`),
      locale: undefined,
      translates: undefined,
    };
    return [version, ...translationsOf(files, root, version, name)];
  });
}

function translationsOf(files: FileIndex, root: string, version: DocsVersion, name: string): DocsVersion[] {
  const { id } = version.plugin;
  const start = joinPath(root, 'i18n') ?? 'i18n';
  const locales = new Set(files.paths.flatMap((path) => within(start, path)?.split('/', 1) ?? []));
  const folder = `docusaurus-plugin-content-docs${id === 'default' ? '' : `-${id}`}`;
  return [...locales].map((locale) => ({
    ...version,
    folder: `${start}/${locale}/${folder}/${name === 'current' ? 'current' : `version-${name}`}`,
    route: normaliseRoute(`${locale}/${version.route}`),
    sidebars: undefined,
    locale,
    translates: version.folder,
  }));
}

/* Navigation */

interface LoadedSidebars {
  readonly version: DocsVersion;
  readonly path: string | undefined;
  readonly text: string;
  readonly value: unknown;
  readonly complete: boolean;
}

async function loadSidebars(files: FileIndex, versions: readonly DocsVersion[]): Promise<readonly LoadedSidebars[]> {
  const loaded = versions.map(async (version): Promise<LoadedSidebars> => {
    const { sidebars: path } = version;
    if (path === undefined || !files.has(path)) return { version, path, text: '', value: undefined, complete: false };
    const module = await loadModule(files, path);
    const value = module?.default ?? (module === undefined ? undefined : Object.fromEntries(module.named));
    const text = (await files.readText(path)) ?? '';
    return { version, path, text, value, complete: module !== undefined && isTold(value) };
  });
  return Promise.all(loaded);
}

/** Routes that `_category_` files give to lists of folders. https://docusaurus.io/docs/sidebar/autogenerated#category-item-metadata */
async function readCategories(files: FileIndex, versions: readonly DocsVersion[]): Promise<readonly string[]> {
  const routes: string[] = [];
  for (const path of files.paths) {
    const isCategory = /(?:^|\/)_category_\.(?:json|ya?ml)$/u.test(path);
    const version = isCategory ? versions.find(({ folder }) => within(folder, path) !== undefined) : undefined;
    if (version === undefined) continue;
    // Docusaurus also parses the JSON file as YAML.
    const { contents } = parseDocument((await files.readText(path)) ?? '', { logLevel: 'silent' });
    const slug = isMap(contents) ? contents.getIn(['link', 'slug']) : undefined;
    if (typeof slug === 'string') routes.push(normaliseRoute(`${version.route}/${slug}`));
  }
  return routes;
}

interface SidebarNames {
  readonly docs: readonly string[];
  /** Folders with generated sidebars. */
  readonly folders: readonly string[];
  /** Slugs of generated index pages. */
  readonly generated: readonly string[];
  readonly links: readonly SettingsAddress[];
}

/** Reads sidebars in every notation of https://docusaurus.io/docs/sidebar/items */
function namesInSidebars(sidebars: unknown): SidebarNames {
  const [docs, folders, generated]: [string[], string[], string[]] = [[], [], []];
  const links: SettingsAddress[] = [];
  const items = (value: unknown): void => {
    if (Array.isArray(value)) listOf(value).forEach(item);
    else for (const child of Object.values(recordOf(value))) items(child);
  };
  const item = (value: unknown): void => {
    if (typeof value === 'string') docs.push(value);
    const { type, id, link, items: children, dirName, href } = recordOf(value);
    if (typeof value !== 'string' && type === undefined) items(value);
    if ((type === 'doc' || type === 'ref') && typeof id === 'string') docs.push(id);
    if (type === 'link') links.push(...linksOf({ href }));
    if (type === 'autogenerated') folders.push(textOf(dirName) ?? '.');
    if (type !== 'category') return;
    const target = recordOf(link);
    if (target['type'] === 'doc' && typeof target['id'] === 'string') docs.push(target['id']);
    if (target['type'] === 'generated-index' && typeof target['slug'] === 'string') generated.push(target['slug']);
    items(children);
  };
  for (const sidebar of Object.values(recordOf(sidebars))) items(sidebar);
  return { docs, folders, generated, links };
}

/** Pages in sidebars and navbar, and entries without a page. */
function navigationOf(parts: Parts, pages: ReadonlyMap<string, PageFacts>): Navigation {
  const shown = new Set<string>();
  const missing: Navigation['missing'][number][] = [];
  let exhaustive = true;
  for (const { version, path, text, value, complete } of parts.sidebars) {
    const names = namesInSidebars(value);
    if (value === undefined || !complete || names.docs.length === 0) exhaustive = false;
    const versionPages = [...pages].filter(([page]) => within(version.folder, page) !== undefined);
    const pagesById = new Map(versionPages.map(([page, facts]) => [docId(page, facts, version), page]));
    const places = createTextPlaces(text);
    for (const entry of names.docs) {
      const place = places.next(entry);
      // Docusaurus 2 also accepted ids with a version prefix.
      const page = pagesById.get(entry) ?? pagesById.get(entry.replace(/^version-[^/]+\//u, ''));
      if (page !== undefined) shown.add(page);
      else if (path !== undefined && complete)
        missing.push({ path, ...place, entry, at: joinPath(version.folder, entry) ?? entry });
    }
    for (const folder of names.folders) {
      const folderPath = joinPath(version.folder, folder) ?? version.folder;
      for (const [page] of versionPages) if (within(folderPath, page) !== undefined) shown.add(page);
    }
  }
  const places = parts.places();
  for (const { id, plugin } of docsInTheme(parts.settings.theme)) {
    const place = places.next(id);
    // The navbar links to the document of the reader's version; at least one version must have it.
    const versions = parts.versions.filter((version) => version.plugin.id === plugin);
    const candidates = versions.flatMap((version) =>
      [...pages].filter(([page]) => within(version.folder, page) !== undefined).map((page) => ({ version, page })),
    );
    const folderPages = candidates.filter(({ version, page: [path, facts] }) => docId(path, facts, version) === id);
    for (const { page } of folderPages) shown.add(page[0]);
    if (folderPages.length === 0 && candidates.length > 0) missing.push({ ...place, entry: id });
  }
  return { exhaustive, pages: shown, missing };
}

/** Links in the theme settings and in sidebar files. */
function linksInSettings({ settings, places, sidebars }: Parts): NonNullable<Site['settingsLinks']> {
  const { navbar, footer, image } = recordOf(settings.theme);
  const logos = [navbar, footer].map((part) => recordOf(recordOf(part)['logo']));
  const pictures = [settings.favicon, image, ...logos.flatMap(({ src, srcDark }) => [src, srcDark])];
  const themeLinks = [
    ...pictures.flatMap((file) => (typeof file === 'string' ? [fromTop('file', file)] : [])),
    ...[...itemsOf(settings.theme), ...logos].flatMap(linksOf),
  ];
  const sidebarLinks = sidebars.flatMap(({ path, text, value }) => {
    const textPlaces = createTextPlaces(text);
    if (path === undefined) return [];
    return placeLinks(namesInSidebars(value).links, { next: (written) => ({ path, ...textPlaces.next(written) }) });
  });
  return [...placeLinks(themeLinks, places()), ...sidebarLinks];
}

/** https://docusaurus.io/docs/api/themes/configuration */
function itemsOf(theme: unknown): readonly Readonly<Record<string, unknown>>[] {
  const { navbar, footer } = recordOf(theme);
  return [...listOf(recordOf(navbar)['items']), ...listOf(recordOf(footer)['links'])].flatMap(withItems);
}

function withItems(item: unknown): Readonly<Record<string, unknown>>[] {
  const record = recordOf(item);
  const below = [record['items'], record['dropdownItemsBefore'], record['dropdownItemsAfter']];
  return [record, ...below.flatMap(listOf).flatMap(withItems)];
}

function docsInTheme(theme: unknown): { readonly id: string; readonly plugin: string }[] {
  return itemsOf(theme).flatMap(({ type, docId: id, docsPluginId }) =>
    type === 'doc' && typeof id === 'string' ? [{ id, plugin: textOf(docsPluginId) ?? 'default' }] : [],
  );
}

function linksOf({ to, href }: Readonly<Record<string, unknown>>): SettingsAddress[] {
  return [
    ...(typeof to === 'string' && isOfPage(to) ? [fromTop('page', to)] : []),
    // Skip relative addresses, which each page resolves differently.
    ...(typeof href === 'string' && href.startsWith('/') && isOfPage(href) ? [asWritten('page', href)] : []),
  ];
}

/* Settings */

/** One instance of the docs plugin. https://docusaurus.io/docs/api/plugins/@docusaurus/plugin-content-docs */
interface DocsPlugin {
  readonly id: string;
  readonly path: string;
  readonly routeBasePath: string;
  readonly sidebarPath: string | undefined;
  readonly lastVersion: string | undefined;
  readonly versions: Readonly<Record<string, unknown>>;
  readonly includeCurrentVersion: boolean;
  readonly numberPrefixes: boolean;
  readonly exclude: readonly string[];
}

type Settings = ReturnType<typeof readSettings>;

/** Options of the docs plugin that affect routes. */
const routeOptions = [
  'id',
  'path',
  'routeBasePath',
  'lastVersion',
  'versions',
  'includeCurrentVersion',
  'onlyIncludeVersions',
];

/** Reads `docusaurus.config.*` with the defaults of the classic preset. */
function readSettings(exported: unknown) {
  const { settings, isWhole } = wholeSettings(exported, []);
  const { baseUrl, trailingSlash, staticDirectories, presets, plugins, markdown, themeConfig, favicon } = settings;
  const preset = optionsOf(listOf(presets)[0]);
  const optionsOfKind = (kind: string): Readonly<Record<string, unknown>>[] =>
    listOf(plugins).flatMap((plugin) => (nameOf(plugin)?.includes(kind) === true ? [optionsOf(plugin)] : []));
  const docs = [...(preset['docs'] === false ? [] : [recordOf(preset['docs'])]), ...optionsOfKind('content-docs')];
  const blogs = [...(preset['blog'] === false ? [] : [recordOf(preset['blog'])]), ...optionsOfKind('content-blog')];
  const redirects = optionsOfKind('client-redirects');
  return {
    /** False if a function creates the settings, which is not run. */
    isEvaluated: isWhole && (presets === undefined || Array.isArray(presets)) && isRead(preset['docs']),
    /** False if the routes of documents are only known at run time. */
    routesTold: docs.every((options) => routeOptions.every((name) => isTold(options[name]))),
    baseUrl: textOf(baseUrl) ?? '/',
    trailingSlash: typeof trailingSlash === 'boolean' ? trailingSlash : undefined,
    staticFolders: (Array.isArray(staticDirectories) ? listOf(staticDirectories) : ['static']).flatMap(
      (folder) => textOf(folder) ?? [],
    ),
    docs: docs.map(readDocs),
    blogs: blogs.map(({ path, routeBasePath }) => ({
      path: textOf(path) ?? 'blog',
      routeBasePath: textOf(routeBasePath) ?? 'blog',
    })),
    pagesPath: textOf(recordOf(preset['pages'])['path']) ?? 'src/pages',
    redirects: redirects.flatMap(readRedirects),
    /** True if a function adds redirects. */
    createsRedirects: redirects.some((options) => options['createRedirects'] !== undefined),
    detectsFormat: recordOf(markdown)['format'] === 'detect',
    /** True if remark plugins may change pages. */
    changesPages: [...docs, ...blogs].some((options) => options['remarkPlugins'] !== undefined),
    theme: themeConfig,
    favicon,
    plugins: [
      ...listOf(presets).slice(1),
      ...(Array.isArray(plugins) || plugins === undefined ? listOf(plugins) : [plugins]),
    ],
  };
}

/** Plugin methods that can publish pages. https://docusaurus.io/docs/api/plugin-methods/lifecycle-apis */
const publishes = ['loadContent', 'contentLoaded', 'allContentLoaded', 'postBuild', '...'];
/** The same in the source of a local plugin, including calls of other plugins. */
const publishesInText =
  /\baddRoute\b|child_process|\bexeca\b|\bplugin-content-|\b(?:createWrite|write|append|copy|output|symlink)\w*\(|\bcp(?:Sync)?\(/u;

/** The first plugin that may publish pages, judged by its name and source. */
async function findUnknownPlugin(
  files: FileIndex,
  root: string,
  plugins: readonly unknown[],
): Promise<string | undefined> {
  for (const plugin of plugins) {
    const name = nameOf(plugin);
    if (plugin === null || plugin === false || plugin === undefined) continue;
    if (name !== undefined && docusaurusPlugins.test(name)) continue;
    const [written] = Array.isArray(plugin) ? listOf(plugin) : [plugin];
    const pluginOptions = written instanceof CallValue ? {} : recordOf(written);
    if (Object.keys(pluginOptions).length > 0 && !publishes.some((key) => Object.hasOwn(pluginOptions, key))) continue;
    const base = name?.startsWith('.') === true ? joinPath(root, name) : undefined;
    const endings = ['', '.js', '.ts', '.mjs', '.cjs', '/index.js', '/index.ts', '/index.mjs'];
    const path = endings.map((ending) => `${base ?? '.'}${ending}`).find((candidate) => files.has(candidate));
    const text = path === undefined ? undefined : await files.readText(path);
    if (text === undefined || publishesInText.test(text)) return name ?? 'of the settings';
  }
  return undefined;
}

/** False if the docs options are not known at all. */
function isRead(options: unknown): boolean {
  if (options instanceof CallValue) return false;
  return isTold(options) || (Object.keys(recordOf(options)).length > 0 && isTold(recordOf(options)['...']));
}

function readDocs(options: Readonly<Record<string, unknown>>): DocsPlugin {
  return {
    id: textOf(options['id']) ?? 'default',
    path: textOf(options['path']) ?? 'docs',
    routeBasePath: textOf(options['routeBasePath']) ?? 'docs',
    sidebarPath: textOf(options['sidebarPath']),
    lastVersion: textOf(options['lastVersion']),
    versions: recordOf(options['versions']),
    includeCurrentVersion: options['includeCurrentVersion'] !== false,
    numberPrefixes: options['numberPrefixParser'] !== false,
    exclude: listOf(options['exclude']).flatMap((pattern) => textOf(pattern) ?? []),
  };
}

function readRedirects(options: Readonly<Record<string, unknown>>): { from: string; to: string }[] {
  return listOf(options['redirects']).flatMap((redirect) => {
    const { from, to } = recordOf(redirect);
    const sources = [from].flat().filter((source) => typeof source === 'string');
    return typeof to === 'string' ? sources.map((source) => ({ from: source, to })) : [];
  });
}

/** A plugin is a name, or a list of name and options. */
function nameOf(plugin: unknown): string | undefined {
  return textOf(plugin) ?? textOf(listOf(plugin)[0]);
}

function optionsOf(plugin: unknown): Readonly<Record<string, unknown>> {
  return recordOf(listOf(plugin)[1]);
}
