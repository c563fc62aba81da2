import type { Dialect, Link, PageFacts } from '../page/page-facts.ts';
import { listOf, parseValue, recordOf, textOf } from '../settings/parse-settings.ts';
import { anyAnchors } from '../site/anchor-index.ts';
import { type FileIndex, isForgeFile } from '../site/file-index.ts';
import {
  extensionOf,
  fileNameOf,
  folderOf,
  isBelow,
  isPicture,
  joinPath,
  joinRoute,
  normaliseRoute,
  within,
  withoutExtension,
  withoutSlashAtEnd,
  parseAddress,
} from '../site/paths.ts';
import {
  type Framework,
  type LinkTarget,
  type Redirect,
  type Site,
  type SiteProblem,
  type SiteSources,
  plainLinkRules,
  plainNames,
  plainSite,
} from '../site/site.ts';
import { redirected, withoutBase } from '../site/redirects.ts';
import { createRouteTable } from '../site/routes.ts';
import { genericDialect, placesByName } from './generic.ts';
import { plainHugoThemes } from './known-plugins.ts';

/** Hugo: `hugo.toml`, the older `config.toml`, or a folder of settings. https://gohugo.io/configuration/introduction/ */
export const hugo: Framework = {
  name: 'hugo',
  async findSites(files) {
    const configs = files.paths.filter((path) => configFile.test(path));
    const sites = await Promise.all(configs.map((path) => findSite(files, path)));
    const begun = new Set<string>();
    return sites.flatMap((site) => {
      if (site === undefined || begun.has(site.root)) return [];
      begun.add(site.root);
      return [site];
    });
  },
};

const configFile =
  /(?:^|\/)(?:hugo\.(?:toml|ya?ml|json)|config\.(?:toml|ya?ml)|config\/_default\/(?:hugo|config)\.(?:toml|ya?ml))$/u;
/** Distinguishes Hugo's settings from those of other programs. */
const saysHugo = /\bbaseURL\b|\blanguageCode\b|^theme\s*=|\[params\]/imu;

const dialect: Dialect = { ...genericDialect, shortcodes: 'hugo' };

async function findSite(files: FileIndex, configPath: string): Promise<SiteSources | undefined> {
  const text = (await files.readText(configPath)) ?? '';
  const isInFolder = configPath.includes('config/_default/');
  if (!isInFolder && (!saysHugo.test(text) || /^base_url\s*=/mu.test(text))) return undefined;
  const root = folderOf(configPath).replace(/(?:^|\/)config\/_default$/u, '');
  const settings = await readSettings(files, root, configPath);
  const dialects = new Map<string, Dialect>();
  for (const path of files.paths) {
    const mount = settings.content.find(({ folder }) => within(folder, path) !== undefined);
    const isPage = mount !== undefined && ['.md', '.markdown'].includes(extensionOf(path)) && !isForgeFile(path);
    if (isPage && !/(?:^|\/)archetypes\//u.test(path)) dialects.set(path, dialect);
  }
  if (dialects.size === 0) return undefined;
  return {
    framework: 'hugo',
    root,
    configPath,
    contentFolders: settings.content.map(({ folder }) => folder),
    // AsciiDoc is published where Asciidoctor is installed.
    leaves: (path) => ['.adoc', '.asciidoc'].includes(extensionOf(path)),
    dialects,
    build: (pages) => buildSite({ files, root, settings }, pages),
  };
}

interface Parts {
  readonly files: FileIndex;
  readonly root: string;
  readonly settings: Settings;
}

/** True if the repository has its own link render hook, which may resolve pages. https://gohugo.io/render-hooks/links/ */
function hasLinkHook(files: FileIndex, root: string): boolean {
  const hook = /(?:^|\/)layouts\/(?:.*\/)?_markup\/render-link(?:\.[\w-]+)*\.html$/u;
  return files.paths.some((path) => hook.test(within(root, path) ?? ''));
}

function buildSite(parts: Parts, pages: ReadonlyMap<string, PageFacts>): Site {
  const { files, settings } = parts;
  const addresses = findAddresses(settings, files, pages);
  const { routes, routeOf } = createRouteTable(
    addresses.pages.flatMap(({ file, address }) => (pages.has(file) ? [[file, [address.toLowerCase()]] as const] : [])),
  );
  const redirects = aliasesOf(addresses, pages);
  const resolve = createResolve(parts, addresses, redirects);
  return {
    ...plainSite,
    framework: 'hugo',
    root: parts.root,
    pages,
    routes,
    routeOf,
    redirects,
    links: {
      ...plainLinkRules,
      base: settings.base,
      addsBase: () => !settings.leavesLinks,
      publicFolders: settings.files.flatMap(({ folder, target }) => (target === '' ? [folder] : [])),
      relative: () => ['route'],
      trailingSlash: () => true,
      names: { ...plainNames, index: ['index', '_index'] },
      resolve,
      unknown: (route) => whyUnknown(settings, route),
    },
    includePlaces: placesByName(files),
    anchors: anyAnchors,
    unread: {
      addresses: settings.hasOthers
        ? 'pages of other repositories are mounted into the site'
        : settings.unknownTheme === undefined
          ? undefined
          : `the theme ${settings.unknownTheme} is not in the repository, and may read links in its own way`,
    },
    problems: duplicateAliases(redirects, routes),
  };
}

/** Why a missing route may exist: taxonomy lists, pagination, output formats, or folders that other programs fill. */
function whyUnknown(settings: Settings, route: string): string | undefined {
  const parts = route.toLowerCase().split('/').filter(Boolean);
  const inside = settings.languages.has(parts[0] ?? '') ? parts.slice(1) : parts;
  if (settings.taxonomies.includes(inside[0] ?? '') || /\/page\/\d+$/u.test(route)) return 'Hugo makes a list there';
  if (/\.(?!md$)\w+$|\/_/u.test(route) && route.startsWith('/')) return 'a template or another program may write it';
  return undefined;
}

/** A root-relative image may come from the theme. */
function whyOfTheme({ unknownTheme }: Settings, path: string): string | undefined {
  return path.startsWith('/') && unknownTheme !== undefined ? `the theme ${unknownTheme} may have it` : undefined;
}

/* Links */

/** Extensions of files that are not pages. */
const fileEnding = /^\.(?!html?$|md$|markdown$)[a-z]\w{0,4}$/iu;

/**
 * Resolves links like a browser: relative to the page's address or to the root, including the locale. A link render hook also finds
 * pages by name in the page's language, and files beside the page. Themes may have a hook, and multilingual sites have Hugo's own.
 * https://gohugo.io/render-hooks/links/
 */
function createResolve(
  { settings, files, root }: Parts,
  addresses: Addresses,
  redirects: readonly Redirect[],
): (from: string, link: Pick<Link, 'url' | 'element' | 'kind'>) => LinkTarget | undefined {
  const findPage = createReferences(addresses, settings.defaultLanguage);
  return (from, { url, element }) => {
    const address = parseAddress(url.trim());
    if (address.kind !== 'internal') return undefined;
    const { path, anchor } = address;
    const sourcePage = addresses.pagesOf(from)[0];
    if (element === 'relref') {
      if (path === '') return { kind: 'page', path: from, anchor };
      const page = findPage(from, path, true);
      if (page !== undefined) return { kind: 'page', path: page, anchor };
      if (sourcePage === undefined && path.startsWith('.')) return { kind: 'unjudged' };
      return settings.hasOthers
        ? { kind: 'unjudged', why: 'pages of other repositories are mounted into the site' }
        : { kind: 'missing', looked: path };
    }
    if (path === '') return undefined;
    // Included files resolve links from the pages that include them.
    if (sourcePage === undefined && !path.startsWith('/'))
      return { kind: 'unjudged', why: 'it is read from the pages that include this file' };
    const asIndex = path.replace(/(?:^|\/)index\.html$/iu, '/');
    const route = asIndex.startsWith('/')
      ? normaliseRoute(withoutBase(settings.base, joinRoute(asIndex)))
      : joinRoute(sourcePage?.address ?? '/', asIndex);
    const looked = route.toLowerCase();
    const isFile = fileEnding.test(extensionOf(path));
    const isMarkdown = element === 'markdown';
    if (!isFile && isMarkdown && !settings.leavesLinks) {
      const page = findPage(from, path, false);
      if (page !== undefined) return { kind: 'page', path: page, anchor };
    }
    const base =
      path.startsWith('/') && settings.leavesLinks && lacksBase(settings.base, path)
        ? { lacksBase: true as const }
        : {};
    const addressTarget = addresses.targets.get(looked);
    if (addressTarget !== undefined)
      return addressTarget.kind === 'page'
        ? { kind: 'page', path: addressTarget.path, anchor, ...base }
        : { kind: 'file', path: addressTarget.path, ...base };
    if (isFile && isMarkdown && !settings.leavesLinks) {
      const beside = joinPath(path.startsWith('/') ? `${root}/assets` : folderOf(from), path);
      if (beside !== undefined && files.has(beside)) return { kind: 'file', path: beside };
    }
    const to = redirected(redirects, looked);
    const target = to === undefined ? undefined : addresses.targets.get(to);
    if (target?.kind === 'page') return { kind: 'page', path: target.path, anchor, redirected: to ?? looked };
    const why = isPicture(path) ? whyOfTheme(settings, path) : whyUnknown(settings, looked);
    if (why !== undefined) return { kind: 'unjudged', why };
    // The browser requests the source file itself.
    const source = /\.(?:md|markdown)$/iu.test(path) ? findPage(from, path, false) : undefined;
    // Files of a bundle are beside its page, never in a theme.
    const beside =
      isFile && sourcePage?.kind !== 'page' && !path.startsWith('/') ? joinPath(folderOf(from), path) : undefined;
    return { kind: 'missing', looked: source ?? beside ?? looked, ...(source === undefined ? {} : { source }) };
  };
}

function lacksBase(base: string, path: string): boolean {
  return base !== '/' && path !== '/' && !isBelow(base, withoutSlashAtEnd(path));
}

/**
 * Resolves pages like `ref`, `relref` and `GetPage`, in the language of the source page: beside it, from the root, and plain names
 * everywhere. https://gohugo.io/methods/page/getpage/
 */
function createReferences(
  { pages, pagesOf }: Addresses,
  defaultLanguage: string,
): (from: string, name: string, everywhere: boolean) => string | undefined {
  const paths = new Map(pages.map(({ file, language, path }) => [`${language} ${path}`, file]));
  const names = new Map(pages.map(({ file, language, path }) => [`${language} ${fileNameOf(path)}`, file]));
  return (from, name, everywhere) => {
    // An included file has no logical path.
    const sourcePage = pagesOf(from)[0] ?? { path: '/', kind: 'branch', language: defaultLanguage };
    const bare = withoutSlashAtEnd(name)
      .replace(/(?:\.[a-z]{2}(?:-[a-z]{2,4})?)?\.(?:md|markdown|html)$/iu, '')
      .replace(/(^|\/)_?index$/u, '$1');
    const target = withoutSlashAtEnd(sanitised({ keepsCapitals: false }, bare));
    const above = sourcePage.kind === 'branch' ? sourcePage.path : folderOf(sourcePage.path);
    // Also search the bundle's folder, which is one level below its logical path.
    const folders = name.startsWith('/')
      ? ['']
      : [above, ...(sourcePage.kind === 'leaf' ? [sourcePage.path] : []), ...(name.startsWith('.') ? [] : [''])];
    const match = folders
      .flatMap((folder) => joinPath(folder, target) ?? [])
      .map((path) => paths.get(`${sourcePage.language} /${path}`))
      .find((file) => file !== undefined);
    return match ?? (everywhere && !target.includes('/') ? names.get(`${sourcePage.language} ${target}`) : undefined);
  };
}

/* Redirects: https://gohugo.io/content-management/urls/#aliases */

function aliasesOf({ pages }: Addresses, facts: ReadonlyMap<string, PageFacts>): readonly Redirect[] {
  return pages.flatMap(({ file, address }) =>
    [facts.get(file)?.frontmatter['aliases']].flat().flatMap((alias): Redirect[] => {
      if (typeof alias !== 'string' || alias === '') return [];
      // Without a leading slash, an alias is relative to the page.
      const written = alias.startsWith('/') ? alias : `/${joinPath(folderOf(address), alias) ?? ''}`;
      const from = normaliseRoute(written.replace(/(?:^|\/)index\.html$/iu, '/')).toLowerCase();
      const to = address.toLowerCase();
      return [
        { path: file, line: 1, column: 1, from, to, exact: true, apply: (route) => (route === from ? to : undefined) },
      ];
    }),
  );
}

/** Aliases that two pages share, or that are the address of another page: Hugo publishes only one. */
function duplicateAliases(redirects: readonly Redirect[], routes: ReadonlyMap<string, string>): readonly SiteProblem[] {
  const first = new Map<string, string>();
  return redirects.flatMap(({ path, from }): SiteProblem[] => {
    const page = routes.get(from);
    const otherPage = page !== undefined && page !== path ? page : first.get(from);
    if (!first.has(from)) first.set(from, path);
    if (otherPage === undefined || otherPage === path) return [];
    const message = `The alias ${from} of this page is the address of ${otherPage} too; only one of them is published.`;
    return [{ path, rule: 'duplicate-route', line: undefined, column: undefined, message }];
  });
}

/* Addresses: https://gohugo.io/content-management/urls/ */

/** A page as Hugo names it before it has an address. https://gohugo.io/methods/page/path/ */
interface LogicalPage {
  readonly file: string;
  readonly language: string;
  /** Lower case, without extension: `/guide/start`. An index has the path of its folder. */
  readonly path: string;
  /** `branch` is an `_index`, whose folder has pages; `leaf` an `index`, whose folder has none. */
  readonly kind: 'page' | 'leaf' | 'branch';
  readonly address: string;
}

interface Addresses {
  readonly pages: readonly LogicalPage[];
  readonly pagesOf: (file: string) => readonly LogicalPage[];
  /** What is published at each lower-case address: a page, or a file or list. */
  readonly targets: ReadonlyMap<string, { readonly kind: 'page' | 'file'; readonly path: string }>;
}

interface Placed {
  readonly file: string;
  readonly mount: Mount;
  /** Path below the content root. */
  readonly inside: string;
}

const text = /\.(?:md|markdown|html?|adoc|asciidoc|org|rst|pdc|pandoc|ipynb)$/iu;

function findAddresses(settings: Settings, files: FileIndex, facts: ReadonlyMap<string, PageFacts>): Addresses {
  // A folder may be mounted for several languages, for example as a fallback.
  const placed = files.paths.flatMap((file): Placed[] => {
    const [innermost] = settings.content.filter(({ folder }) => within(folder, file) !== undefined);
    const mounts = settings.content.filter(({ folder }) => folder === innermost?.folder);
    return mounts.flatMap((mount) => {
      const inside = joinPath(mount.target, within(mount.folder, file) ?? '');
      return inside === undefined ? [] : [{ file, mount, inside }];
    });
  });
  const leaves = new Set(
    placed.flatMap(({ file, inside }) =>
      nameOf(settings, file) === 'index' && text.test(file) ? [folderOf(inside)] : [],
    ),
  );
  const isInLeaf = (inside: string, isIndex: boolean): boolean => {
    let folder = isIndex ? folderOf(folderOf(inside)) : folderOf(inside);
    for (; folder !== ''; folder = folderOf(folder)) if (leaves.has(folder)) return true;
    return false;
  };
  const targets = new Map<string, { readonly kind: 'page' | 'file'; readonly path: string }>();
  const add = (address: string, kind: 'page' | 'file', path: string): void => {
    const key = normaliseRoute(address).toLowerCase();
    if (!targets.has(key)) targets.set(key, { kind, path });
  };
  const isPage = ({ file, inside }: Placed): boolean =>
    text.test(file) && !isInLeaf(inside, nameOf(settings, file) === 'index');
  const [pageFiles, resources] = [placed.filter(isPage), placed.filter((placedFile) => !isPage(placedFile))];
  const pages = pageFiles.map((pageFile) => logicalPage(settings, pageFile, facts.get(pageFile.file)));
  for (const { file, address } of pages) add(address, facts.has(file) ? 'page' : 'file', file);
  // Each language root and each top-level folder has a list page, even without an index file.
  add('/', 'file', settings.content[0]?.folder ?? '');
  for (const { file, mount, inside } of pageFiles)
    for (const top of ['', inside.includes('/') ? (inside.split('/', 1)[0] ?? '') : ''])
      add(`${prefixOf(settings, languageOf(settings, file, mount))}/${sanitised(settings, top)}`, 'file', mount.folder);
  addFiles(settings, files, resources, pages, add);
  const pagesByFile = Map.groupBy(pages, ({ file }) => file);
  return { pages, targets, pagesOf: (file) => pagesByFile.get(file) ?? [] };
}

/** Files of a bundle are published below its page, other files below the root. */
function addFiles(
  settings: Settings,
  files: FileIndex,
  resources: readonly Placed[],
  pages: readonly LogicalPage[],
  add: (address: string, kind: 'page' | 'file', path: string) => void,
): void {
  const bundles = new Map(
    pages.flatMap(({ file, kind, address }) => (kind === 'page' ? [] : [[folderOf(file), address]])),
  );
  for (const { file, mount, inside } of resources) {
    if (/\.(?:md|markdown)$/iu.test(file)) continue;
    add(`${prefixOf(settings, mount.language)}/${inside}`, 'file', file);
    for (let folder = folderOf(file); folder !== ''; folder = folderOf(folder)) {
      const address = bundles.get(folder);
      if (address === undefined) continue;
      add(`${address}/${within(folder, file) ?? ''}`, 'file', file);
      break;
    }
  }
  for (const { folder, target } of settings.files)
    for (const file of files.paths) {
      const inside = within(folder, file);
      if (inside === undefined) continue;
      add(`/${target}/${inside}`, 'file', file);
      if (/(?:^|\/)index\.html$/u.test(inside)) add(`/${target}/${folderOf(inside)}`, 'file', file);
    }
}

function nameOf({ languages }: Settings, file: string): string {
  const name = withoutExtension(fileNameOf(file));
  return languages.has(extensionOf(name).slice(1)) ? withoutExtension(name) : name;
}

function languageOf({ languages }: Settings, file: string, { language }: Mount): string {
  const suffix = extensionOf(withoutExtension(file)).slice(1);
  return languages.has(suffix) ? suffix : language;
}

function prefixOf({ defaultLanguage, hasDefaultPrefix }: Settings, language: string): string {
  return language === defaultLanguage && !hasDefaultPrefix ? '' : `/${language}`;
}

function logicalPage(settings: Settings, { file, mount, inside }: Placed, facts: PageFacts | undefined): LogicalPage {
  const language = languageOf(settings, file, mount);
  const name = nameOf(settings, file);
  const kind = name === '_index' ? 'branch' : name === 'index' ? 'leaf' : 'page';
  const folder = folderOf(inside);
  const written = kind === 'page' ? `${folder}/${name}` : folder;
  return {
    file,
    language,
    kind,
    path: normaliseRoute(sanitised({ keepsCapitals: false }, written)),
    address: normaliseRoute(
      addressOf(settings, kind, folder, name, prefixOf(settings, language), facts?.frontmatter ?? {}),
    ),
  };
}

function addressOf(
  settings: Settings,
  kind: LogicalPage['kind'],
  folder: string,
  name: string,
  prefix: string,
  fields: PageFacts['frontmatter'],
): string {
  const ownName = kind === 'page' ? name : fileNameOf(folder);
  const filled = (pattern: string): string => expand(settings, pattern, folder, ownName, fields);
  const { url } = fields;
  if (typeof url === 'string' && url !== '') return url.startsWith('/') ? filled(url) : `${prefix}/${filled(url)}`;
  const section = !folder.includes('/') && kind === 'leaf' ? '' : (folder.split('/', 1)[0] ?? '');
  const pattern = (kind === 'branch' ? settings.permalinks.section : settings.permalinks.page).get(section);
  if (pattern !== undefined) return `${prefix}/${sanitised(settings, filled(pattern))}`;
  if (kind === 'branch') return `${prefix}/${sanitised(settings, folder)}`;
  const above = kind === 'leaf' ? folderOf(folder) : folder;
  return `${prefix}/${sanitised(settings, `${above}/${slugOf(fields) ?? ownName}`)}`;
}

/** https://gohugo.io/configuration/permalinks/#tokens */
function expand(
  settings: Settings,
  pattern: string,
  folder: string,
  name: string,
  fields: PageFacts['frontmatter'],
): string {
  const date = [fields['date'], fields['publishDate'], fields['publishdate']].find(
    (value) => typeof value === 'string',
  );
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d{2})-(\d{2})/u.exec(textOf(date) ?? '') ?? [];
  const title = sanitised(settings, textOf(fields['title']) ?? '');
  const slug = slugOf(fields);
  const parts = folder.split('/');
  const tokens: Readonly<Record<string, string>> = {
    year,
    month,
    day,
    section: parts[0] ?? '',
    sections: folder,
    title,
    slug: slug ?? title,
    slugorfilename: slug ?? name,
    slugorcontentbasename: slug ?? name,
    filename: name,
    contentbasename: name,
  };
  return pattern.replace(
    /:(\w+)(?:\[(\d*|last)(:?)(\d*)\])?/gu,
    (placeholder, token: string, from: string | undefined, colon: string, to: string) => {
      if (token !== 'sections' || from === undefined) return tokens[token] ?? placeholder;
      if (from === 'last') return parts.at(-1) ?? '';
      const end = colon === '' ? Number(from) + 1 : to === '' ? undefined : Number(to);
      return parts.slice(Number(from), end).join('/');
    },
  );
}

function slugOf({ slug }: PageFacts['frontmatter']): string | undefined {
  return (typeof slug === 'string' && slug !== '') || typeof slug === 'number' ? String(slug) : undefined;
}

/** https://github.com/gohugoio/hugo/blob/master/common/paths/path.go */
function sanitised({ keepsCapitals }: Pick<Settings, 'keepsCapitals'>, path: string): string {
  const cleaned = path
    .replace(/[^\p{L}\p{N}\p{M}\s./\\_#+~@%-]/gu, '')
    .trim()
    .replace(/[\s-]+/gu, (gap) => (gap.includes('-') ? gap.replace(/\s+/gu, '') : '-'));
  return keepsCapitals ? cleaned : cleaned.toLowerCase();
}

/* Settings */

/** A repository folder, and where its files belong on the site. */
interface Mount {
  readonly folder: string;
  /** Path below the content root of its language; empty for the root. */
  readonly target: string;
  readonly language: string;
}

type Fields = Readonly<Record<string, unknown>>;
type Settings = Awaited<ReturnType<typeof readSettings>>;

/** Matches no path. */
const ELSEWHERE = '..';

async function readSettings(files: FileIndex, root: string, configPath: string) {
  const sources = settingsFiles(files, root, configPath);
  const settings = await readMerged(files, sources, configPath);
  const languages = recordOf(settings['languages']);
  const defaultLanguage = (textOf(settings['defaultcontentlanguage']) ?? 'en').toLowerCase();
  const module = recordOf(settings['module']);
  const mounts = listOf(module['mounts']).map(recordOf);
  const rootPath = (folder: string): string => joinPath(root, folder) ?? ELSEWHERE;
  const languageMounts = Object.entries(languages).flatMap(([language, value]) => {
    const folder = textOf(recordOf(value)['contentdir']);
    return folder === undefined ? [] : [{ folder: rootPath(folder), target: '', language }];
  });
  const isMain = languageMounts.some(({ language }) => language === defaultLanguage);
  const main = { folder: rootPath(textOf(settings['contentdir']) ?? 'content'), target: '', language: defaultLanguage };
  const contentMounts = mountsOf(mounts, 'content').map(({ source, target, language }) => ({
    folder: rootPath(source),
    target,
    language: language ?? defaultLanguage,
  }));
  const content = contentMounts.length > 0 ? contentMounts : [...languageMounts, ...(isMain ? [] : [main])];
  const fileMounts = mountsOf(mounts, 'static').map(({ source, target }) => ({ folder: rootPath(source), target }));
  const staticFolders = [settings['staticdir'] ?? 'static'].flat().flatMap((folder) => textOf(folder) ?? []);
  const isMounted = listOf(module['imports']).some((entry) =>
    mountsOf(listOf(recordOf(entry)['mounts']).map(recordOf), 'content').some(({ target }) => target !== ''),
  );
  const unknownTheme = themesOf(settings).find(
    (name) => !plainHugoThemes.test(name) && !files.hasFolder(joinPath(root, 'themes', name, 'layouts') ?? ''),
  );
  return {
    // The innermost folder is the one that a file belongs to.
    content: content
      .filter(({ folder }) => files.hasFolder(folder))
      .toSorted((a, b) => b.folder.length - a.folder.length),
    files: [
      ...(fileMounts.length > 0
        ? fileMounts
        : staticFolders.map((folder) => ({ folder: rootPath(folder), target: '' }))),
      ...themesOf(settings).map((name) => ({ folder: rootPath(`themes/${name}/static`), target: '' })),
    ],
    languages: new Set([...Object.keys(languages), defaultLanguage]),
    defaultLanguage,
    /** True if the default language has a URL prefix too. */
    hasDefaultPrefix: settings['defaultcontentlanguageinsubdir'] === true,
    base: pathOfUrl(textOf(settings['baseurl'])),
    permalinks: permalinksOf(settings['permalinks']),
    keepsCapitals: settings['disablepathtolower'] === true,
    unknownTheme,
    /** True if Markdown links reach the browser unchanged. */
    leavesLinks: leavesLinks(settings, files, root) && unknownTheme === undefined && !hasLinkHook(files, root),
    /** URL segments of taxonomy lists. */
    taxonomies:
      settings['taxonomies'] === undefined
        ? ['tags', 'categories']
        : Object.values(recordOf(settings['taxonomies'])).flatMap((taxonomy) => textOf(taxonomy) ?? []),
    /** True if pages of other repositories are mounted. */
    hasOthers: content.some(({ folder }) => !files.hasFolder(folder)) || isMounted,
  };
}

function settingsFiles(files: FileIndex, root: string, configPath: string): readonly string[] {
  const settingsIn = (folder: string): string[] =>
    files.paths.filter(
      (path) =>
        ['.toml', '.yaml', '.yml', '.json'].includes(extensionOf(path)) &&
        within(joinPath(root, folder) ?? folder, path) !== undefined,
    );
  return [...new Set([configPath, ...settingsIn('config/_default')])];
}

/** Merges all settings files, with lower-case keys. Later files win. */
async function readMerged(files: FileIndex, paths: readonly string[], configPath: string): Promise<Fields> {
  let merged: Fields = {};
  for (const path of paths) {
    const value = lowerKeys(parseValue((await files.readText(path)) ?? '', path));
    const [name = '', language] = withoutExtension(fileNameOf(path)).toLowerCase().split('.');
    const isWhole = path === configPath || ['hugo', 'config'].includes(name);
    const fields = isWhole ? recordOf(value) : { [name]: value };
    // `menus.fr.toml` belongs to one language.
    merged = overlaid(merged, language === undefined ? fields : { languages: { [language]: fields } });
  }
  return merged;
}

/** Deeper than any setting that is read. */
const deepest = 6;

function lowerKeys(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Date || depth > deepest) return value;
  if (Array.isArray(value)) return value.map((item) => lowerKeys(item, depth + 1));
  const entries = Object.entries(value).map(([key, inner]) => [key.toLowerCase(), lowerKeys(inner, depth + 1)]);
  return Object.fromEntries(entries) as Fields;
}

function overlaid(below: Fields, above: Fields): Fields {
  const merged: Record<string, unknown> = { ...below };
  for (const [key, value] of Object.entries(above)) {
    const isMap = typeof value === 'object' && value !== null && !Array.isArray(value);
    merged[key] = isMap && key in merged ? overlaid(recordOf(merged[key]), recordOf(value)) : value;
  }
  return merged;
}

/** https://gohugo.io/configuration/module/#mounts */
function mountsOf(
  mounts: readonly Fields[],
  component: string,
): { readonly source: string; readonly target: string; readonly language: string | undefined }[] {
  return mounts.flatMap((mount) => {
    const source = textOf(mount['source']);
    const target = joinPath(textOf(mount['target']) ?? '');
    const inside = target === component ? '' : within(component, target ?? '');
    if (source === undefined || inside === undefined) return [];
    const languages = [mount['lang'] ?? undefined].flat().map((lang) => textOf(lang)?.toLowerCase());
    return languages.map((language) => ({ source, target: inside, language }));
  });
}

function pathOfUrl(url = ''): string {
  return normaliseRoute(/^(?:[a-z]+:)?\/\/[^/]*(\/.*)$/iu.exec(url)?.[1] ?? (url.startsWith('/') ? url : '/'));
}

type Patterns = ReadonlyMap<string, string>;

/** https://gohugo.io/configuration/permalinks/ */
function permalinksOf(value: unknown): { readonly page: Patterns; readonly section: Patterns } {
  const [page, section] = [new Map<string, string>(), new Map<string, string>()];
  for (const [name, pattern] of Object.entries(recordOf(value))) {
    if (typeof pattern === 'string') page.set(name, pattern);
    const kind = name === 'page' ? page : name === 'section' ? section : undefined;
    for (const [folder, folderPattern] of Object.entries(recordOf(pattern)))
      if (kind !== undefined && typeof folderPattern === 'string') kind.set(folder, folderPattern);
  }
  return { page, section };
}

/** Themes and imported modules. */
function themesOf({ theme, module }: Fields): readonly string[] {
  const imports = listOf(recordOf(module)['imports']).map((entry) => textOf(recordOf(entry)['path']) ?? '');
  return [...[theme].flat().flatMap((name) => textOf(name) ?? []), ...imports];
}

/**
 * By default, Hugo rewrites links only on multilingual sites. Without page templates of its own, a site needs a theme, whose hooks
 * are not known. https://gohugo.io/render-hooks/links/#embedded
 */
function leavesLinks(settings: Fields, files: FileIndex, root: string): boolean {
  const hook = recordOf(recordOf(recordOf(settings['markup'])['goldmark'])['renderhooks'])['link'];
  const pageTemplates = ['_default/baseof.html', 'baseof.html', '_default/single.html', 'single.html'];
  const isWhole = pageTemplates.some((name) => files.has(joinPath(root, 'layouts', name) ?? ''));
  return (
    hook === undefined &&
    Object.keys(recordOf(settings['languages'])).length < 2 &&
    (isWhole || themesOf(settings).length > 0) &&
    ['uglyurls', 'canonifyurls', 'relativeurls'].every((name) => settings[name] !== true)
  );
}
