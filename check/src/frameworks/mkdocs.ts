import { LineCounter, parse, parseDocument } from 'yaml';
import type { Dialect, Link, PageFacts } from '../page/page-facts.ts';
import { listOf, parseValue, recordOf, textOf } from '../settings/parse-settings.ts';
import {
  extensionOf,
  fileNameOf,
  folderOf,
  isBelow,
  isPicture,
  joinPath,
  normaliseRoute,
  within,
  withoutExtension,
  parseAddress,
} from '../site/paths.ts';
import { type FileIndex, isForgeFile } from '../site/file-index.ts';
import { ignoreRules } from '../site/ignore-rules.ts';
import {
  type AnchorStyle,
  type Framework,
  type LinkTarget,
  type Navigation,
  type Site,
  type SiteProblem,
  type SiteSources,
  documentedFields,
  isIndex,
  plainAnchors,
  plainLinkRules,
  plainNames,
  plainSite,
} from '../site/site.ts';
import { createRedirect } from '../site/redirects.ts';
import { createRouteTable } from '../site/routes.ts';
import { withoutEmoji, withOther } from '../site/slugs.ts';
import { createTextPlaces } from '../site/text-places.ts';
import { mkdocsExtensions, mkdocsPlugins, mkdocsWriters } from './known-plugins.ts';

/** MkDocs, with any theme, and Zensical, which reads what MkDocs does: `mkdocs.yml`, `zensical.toml`. https://www.mkdocs.org/user-guide/ */
export const mkdocs: Framework = {
  name: 'mkdocs',
  async findSites(files) {
    const configs = files.paths.filter((path) => /^(?:mkdocs\.ya?ml|zensical\.toml)$/u.test(fileNameOf(path)));
    const sites = await Promise.all(configs.map((path) => findSite(files, path)));
    const folders = new Set<string>();
    return sites.flatMap((site) => {
      const [folder] = site?.contentFolders ?? [];
      if (site === undefined || (folder !== undefined && folders.has(folder))) return [];
      if (folder !== undefined) folders.add(folder);
      return [site];
    });
  },
};

/* Pages */

async function findSite(files: FileIndex, configPath: string): Promise<SiteSources | undefined> {
  const text = (await files.readText(configPath)) ?? '';
  const settings = await readSettings(files, configPath);
  const root = folderOf(configPath);
  // Syntax errors in settings are reported for all frameworks in one place.
  if (settings === undefined) return undefined;
  const excluded = ignoreRules('.*\n/templates/\n', settings.excluded);
  const dialect = dialectOf(settings);
  const dialects = new Map<string, Dialect>();
  for (const path of files.paths) {
    if (!['.md', '.markdown'].includes(extensionOf(path))) continue;
    const inside = within(settings.docsFolder, path);
    const isPage = inside !== undefined && inside !== '' && !excluded.ignores(inside);
    if (isPage || isPart(settings, path)) dialects.set(path, dialect);
  }
  // MkDocs skips a README beside an index: https://www.mkdocs.org/user-guide/writing-your-docs/#index-pages
  for (const path of [...dialects.keys()])
    if (fileNameOf(path) === 'README.md' && dialects.has(joinPath(folderOf(path), 'index.md') ?? ''))
      dialects.delete(path);
  const pagesFiles = await readPagesFiles(files, settings);
  return {
    framework: settings.framework,
    root,
    configPath,
    contentFolders: [settings.docsFolder],
    dialects,
    build: (pages) => buildSite({ settings, root, configPath, text, files, pagesFiles }, pages),
  };
}

/** True for snippets in a folder outside the docs folder. */
function isPart({ docsFolder, snippetFolders }: Settings, path: string): boolean {
  const isOfPages = (folder: string): boolean => isBelow(folder, docsFolder) || isBelow(docsFolder, folder);
  return (
    !isForgeFile(path) &&
    snippetFolders.some((folder) => folder !== '' && !isOfPages(folder) && within(folder, path) !== undefined)
  );
}

function dialectOf({ plugins, extensions }: Settings): Dialect {
  const has = (pattern: RegExp): boolean => [...extensions.keys()].some((name) => pattern.test(name));
  return {
    syntax: 'markdown',
    indentedCode: false,
    readBy: 'python-markdown',
    tightHeadings: true,
    headingId: 'braces',
    masks: plugins.has('macros') ? ['attribute-list', 'template'] : ['attribute-list'],
    includes: plugins.has('macros') ? 'macros' : 'snippets',
    ...(has(/^pymdownx\.blocks\./u) ? { blocks: 'slashes' as const } : {}),
    ...(has(/^(?:.*\.)?(?:md_in_html|extra)$/u) ? { markdownInHtml: true as const } : {}),
    repeatedFields: true,
    fieldsOnly: true,
  };
}

function yamlProblem(text: string, path: string): SiteProblem {
  const lines = new LineCounter();
  const [error] = parseDocument(text, { lineCounter: lines, prettyErrors: false, logLevel: 'silent' }).errors;
  const place = error === undefined ? { line: 1, col: 1 } : lines.linePos(error.pos[0]);
  const reason = error?.message.split('\n', 1)[0]?.replace(/\.$/u, '') ?? 'it must be a list of settings';
  const message = `This is not valid YAML: ${reason}.`;
  return { path, rule: 'settings-syntax', line: place.line, column: place.col, message };
}

/** https://www.mkdocs.org/user-guide/writing-your-docs/#meta-data */
const everyTheme = documentedFields('string', 'title template');
/** https://squidfunk.github.io/mkdocs-material/reference/ and https://squidfunk.github.io/mkdocs-material/setup/setting-up-tags/ */
const material = [
  ...documentedFields('string', 'description icon status subtitle'),
  ...documentedFields('list', 'hide tags'),
  ...documentedFields('map', 'search social'),
];

/** Minimum number of pages from which a folder counts as written by hand. */
const fewestByHand = 3;

interface Parts {
  readonly settings: Settings;
  readonly root: string;
  readonly configPath: string;
  readonly text: string;
  readonly files: FileIndex;
  readonly pagesFiles: readonly PagesFile[];
}

function buildSite(parts: Parts, pages: ReadonlyMap<string, PageFacts>): Site {
  const { settings, root, configPath, text, files, pagesFiles } = parts;
  const { docsFolder, slugs, plugins } = settings;
  const languages = settings.languageIn === 'name' ? suffixLanguages(settings, files) : undefined;
  const table = createRouteTable(
    [...pages.keys()].map((path) => {
      const inside = within(docsFolder, path);
      // Snippets have no address.
      return [path, inside === undefined ? [] : (languages?.filesOf(inside) ?? [inside]).map(routeOfFile)];
    }),
  );
  const places = createTextPlaces(text);
  const blogs = settings.blogFolders.map((folder) => normaliseRoute(folder));
  const writer = settings.hooks.files ? 'a hook' : [...plugins.keys()].find((name) => mkdocsWriters.test(name));
  const navigation = navigationOf(parts, pages, languages);
  const pagesByFolder = Map.groupBy(pages.keys(), folderOf);
  return {
    ...plainSite,
    framework: settings.framework,
    root,
    pages,
    routes: table.routes,
    routeOf: table.routeOf,
    frontmatter: () => (settings.theme === 'material' ? [...everyTheme, ...material] : everyTheme),
    navigation,
    redirectsIn: plugins.has('redirects') ? configPath : undefined,
    otherRedirects: false,
    redirects: settings.redirects.flatMap(([from, to]) => {
      const place = places.next(from);
      const target = /^https?:/u.test(to) ? to : routeOfFile(languages?.filesOf(to.split('#', 1)[0] ?? to)[0] ?? to);
      // `a.html` and `a/index.html` are two files with one route.
      const isSame = !settings.directoryUrls && routeOfFile(from) === target;
      return isSame ? [] : [createRedirect(configPath, place, routeOfFile(from), target)];
    }),
    links: {
      ...plainLinkRules,
      publicFolders: [docsFolder],
      // MkDocs rewrites Markdown links; raw HTML reaches the browser unchanged.
      relative: ({ element }) => (element === 'markdown' ? ['file', 'route'] : ['route']),
      fallbacks: (path) => otherLanguages(path, settings),
      trailingSlash: (path) => settings.directoryUrls || isIndex(path),
      sourceRoots: (_from, written) => (written === 'absolute' && settings.readsAbsolute.links ? [docsFolder] : []),
      names: { ...plainNames, source: ({ element }) => element === 'markdown', index: ['index', 'README'] },
      resolve: (from, link) => {
        // Links of a snippet resolve from each page that includes it.
        if (within(docsFolder, from) === undefined && !link.url.startsWith('/'))
          return { kind: 'unjudged', why: 'it is read from the pages that include this file' };
        return languages?.find(from, link, pages) ?? resolveOutsideDocs(docsFolder, files, pages, from, link);
      },
      unknown: (target, link) => {
        const inside = target.startsWith('/') ? target.slice(1) : (within(docsFolder, target) ?? target);
        if (blogs.some((blog) => isBelow(blog, normaliseRoute(inside)))) return 'the blog plugin makes pages there';
        // Generators do not write into folders that people write.
        const pagesBeside = pagesByFolder.get(folderOf(joinPath(docsFolder, inside) ?? inside))?.length ?? 0;
        if (writer !== undefined && !isPicture(inside) && pagesBeside < fewestByHand)
          return `${writer} writes pages of the site`;
        const isNotebook = plugins.has('mkdocs-jupyter') || plugins.has('mknotebooks');
        if (isNotebook && files.has(joinPath(docsFolder, `${inside}.ipynb`) ?? ''))
          return 'a notebook is published there';
        const isLeft = !settings.readsAbsolute.links && link?.written.startsWith('/') === true;
        return isLeft && extensionOf(target) !== '.md'
          ? 'an address from the top is left as it is, and another program of the host may answer it'
          : undefined;
      },
    },
    includePlaces: (from, source) =>
      [...(source.startsWith('/') ? [root] : []), folderOf(from), ...settings.snippetFolders, docsFolder].flatMap(
        (folder) => joinPath(folder, source) ?? [],
      ),
    anchors: {
      ...plainAnchors,
      slugs: mkdocsSlugs(slugs.kind === 'unknown' ? 'unicode' : slugs.kind, slugs.separator),
      mayHaveMore: ({ frontmatter }) => slugs.kind === 'unknown' || frontmatter['template'] !== undefined,
      // pymdownx.tabbed and Material generate anchors such as `__tabbed_1_2`.
      isMade: (anchor) => /^__[a-z]/u.test(anchor),
    },
    unread: {
      addresses: whyAddressesUnread(settings, writer),
      anchors: whyAnchorsUnread(settings),
    },
    problems: [...table.duplicates, ...pagesFiles.flatMap(({ problem }) => problem ?? [])],
  };
}

function whyAddressesUnread({ loudPlugin }: Settings, writer: string | undefined): string | undefined {
  if (writer !== undefined) return `${writer} writes pages of the site`;
  return loudPlugin === undefined ? undefined : `the plugin ${loudPlugin} of the site may bring it`;
}

function whyAnchorsUnread({ hooks, loudPlugin, loudExtension }: Settings): string | undefined {
  if (hooks.pages) return 'a hook of the site changes pages';
  const name = loudPlugin ?? loudExtension;
  return name === undefined ? undefined : `${name} may make it`;
}

/** Files outside the docs folder are not published, even if a relative path leads out and back in. */
function resolveOutsideDocs(
  docsFolder: string,
  files: FileIndex,
  pages: Site['pages'],
  from: string,
  { url, element }: Pick<Link, 'url' | 'element'>,
): LinkTarget | undefined {
  const address = element === 'markdown' ? parseAddress(url.trim()) : undefined;
  if (address?.kind !== 'internal' || address.path === '' || address.path.startsWith('/')) return undefined;
  const { path, anchor } = address;
  const inside = joinPath(folderOf(within(docsFolder, from) ?? from), path);
  const isFile = extensionOf(path) !== '' || files.has(joinPath(folderOf(from), path) ?? '..');
  if (inside === undefined) return isFile ? { kind: 'missing', looked: path } : undefined;
  // A trailing slash after a source file is ignored.
  const page = path.endsWith('/') ? joinPath(docsFolder, inside) : undefined;
  return page !== undefined && pages.has(page) ? { kind: 'page', path: page, anchor } : undefined;
}

/** `guide/a.md#b` is `/guide/a#b`. */
function routeOfFile(inside: string): string {
  const [path = inside, anchor] = inside.split('#');
  const route = normaliseRoute(withoutExtension(path).replace(/(?:^|\/)(?:index|README)$/u, '/'));
  return anchor === undefined ? route : `${route}#${anchor}`;
}

/* Languages: https://ultrabug.github.io/mkdocs-static-i18n/ */

/** A page that is not translated falls back on the default language, unless the settings disable that. */
function otherLanguages(path: string, { docsFolder, languages, languageIn, fallsBack }: Settings): string[] {
  const inside = languageIn === 'folder' ? within(docsFolder, path) : undefined;
  const [main] = languages;
  if (inside === undefined || main === undefined) return [];
  const language = languages.find((name) => within(name, inside) !== undefined);
  // Paths above the language folders resolve in the default language.
  if (language === undefined) return [joinPath(docsFolder, main, inside) ?? inside];
  if (!fallsBack) return [];
  const languagePath = within(language, inside) ?? inside;
  return [joinPath(docsFolder, main, languagePath) ?? languagePath, joinPath(docsFolder, languagePath) ?? languagePath];
}

/** Files whose names end in their language before the extension: `a.de.md`, `x.de.png`. */
interface SuffixLanguages {
  /** The published files of a page: its own, and one for each language that falls back on it. */
  filesOf(inside: string): readonly string[];
  /** Resolves a link without a language suffix; undefined for other links. */
  find(from: string, link: Pick<Link, 'url' | 'element'>, pages: Site['pages']): LinkTarget | undefined;
  /** The file of a navigation entry in the default language. */
  mainOf(path: string): string;
}

function suffixLanguages(settings: Settings, files: FileIndex): SuffixLanguages | undefined {
  const { docsFolder, languages, fallsBack } = settings;
  const [main] = languages;
  if (main === undefined) return undefined;
  const languageOf = (path: string): string | undefined => {
    const end = extensionOf(withoutExtension(path)).slice(1);
    return languages.find((name) => name.toLowerCase() === end);
  };
  const ending = (path: string): string => path.slice(withoutExtension(path).length);
  const named = (path: string, language: string): string => `${withoutExtension(path)}.${language}${ending(path)}`;
  const bare = (path: string): string =>
    languageOf(path) === undefined ? path : withoutExtension(withoutExtension(path)) + ending(path);
  const publishedIn = (path: string, language: string): string => (language === main ? path : `${language}/${path}`);
  const isThere = (inside: string): boolean => files.has(joinPath(docsFolder, inside) ?? inside);
  return {
    filesOf: (inside) => {
      const language = languageOf(inside);
      // A page with the default language's suffix wins over one without a suffix.
      if (language === undefined && isThere(named(inside, main))) return [];
      const first = publishedIn(bare(inside), language ?? main);
      if ((language ?? main) !== main || !fallsBack) return [first];
      const lacking = languages.filter((language) => language !== main && !isThere(named(bare(inside), language)));
      return [first, ...lacking.map((language) => publishedIn(bare(inside), language))];
    },
    find: (from, { url, element }, pages) => {
      const address = parseAddress(url.trim());
      if (element !== 'markdown' || address.kind !== 'internal' || !/^[^/]/u.test(address.path)) return undefined;
      const bareTarget = joinPath(folderOf(from), address.path);
      if (bareTarget === undefined || within(docsFolder, bareTarget) === undefined) return undefined;
      const sourceLanguage = languageOf(from) ?? main;
      const path = [sourceLanguage, ...(fallsBack ? [main] : [])]
        .map((language) => named(bareTarget, language))
        .find((candidate) => files.has(candidate));
      if (path === undefined) return undefined;
      return pages.has(path) ? { kind: 'page', path, anchor: address.anchor } : { kind: 'file', path };
    },
    mainOf: (path) => named(path, main),
  };
}

/* Navigation */

/** Navigation from `nav` or from the files of awesome-pages; undefined if another plugin builds it. */
function navigationOf(
  { settings, configPath, text, files, pagesFiles }: Parts,
  pages: Site['pages'],
  languages: SuffixLanguages | undefined,
): Navigation | undefined {
  const { docsFolder, nav, notInNav } = settings;
  const missingInFiles = pagesFiles.flatMap((file) => missingInPagesFile(file, files));
  if (nav === undefined || settings.plugins.has('awesome-pages'))
    return missingInFiles.length === 0 ? undefined : { exhaustive: false, pages: new Set(), missing: missingInFiles };
  const places = createTextPlaces(text);
  const shown = new Set<string>();
  const missing: Navigation['missing'][number][] = [];
  const [main] = settings.languages;
  for (const entry of entriesOf(nav)) {
    const place = places.next(entry);
    const [address = entry] = entry.split('#', 1);
    if (/^[a-z][a-z\d+.-]*:|[*]|\/$/iu.test(address)) continue;
    if (address.startsWith('/') && !settings.readsAbsolute.nav && !files.has(joinPath(docsFolder, address) ?? ''))
      continue;
    const path = joinPath(docsFolder, address.replace(/^\//u, ''));
    // All languages share the default language's pages, so an entry must be one of these.
    const places_ =
      path === undefined ? [] : [path, languages?.mainOf(path) ?? joinPath(docsFolder, main ?? '', address) ?? path];
    const entryPages = places_.filter((candidate) => pages.has(candidate));
    for (const page of entryPages) shown.add(page);
    const isFile = path !== undefined && files.has(path) && !address.startsWith('/');
    if (entryPages.length === 0 && !isFile) missing.push({ path: configPath, ...place, entry });
    else if (address.startsWith('/') && !settings.readsAbsolute.nav)
      missing.push({ path: configPath, ...place, entry });
  }
  const unlistedRules = ignoreRules(notInNav);
  for (const path of pages.keys())
    if (notInNav !== '' && unlistedRules.ignores(within(docsFolder, path) ?? path)) shown.add(path);
  return { exhaustive: true, pages: shown, missing: [...missing, ...missingInFiles] };
}

function entriesOf(nav: unknown): string[] {
  if (typeof nav === 'string') return [nav];
  if (Array.isArray(nav)) return listOf(nav).flatMap(entriesOf);
  return Object.values(recordOf(nav)).flatMap(entriesOf);
}

/** A file of awesome-pages (`.pages`) or awesome-nav (`.nav.yml`) that orders the pages of its folder. https://github.com/lukasgeiter/mkdocs-awesome-nav */
interface PagesFile {
  readonly path: string;
  readonly text: string;
  readonly entries: readonly string[];
  readonly problem: SiteProblem | undefined;
}

async function readPagesFiles(files: FileIndex, { plugins, docsFolder }: Settings): Promise<readonly PagesFile[]> {
  const name = plugins.has('awesome-pages') ? '.pages' : plugins.has('awesome-nav') ? '.nav.yml' : undefined;
  const file = textOf(plugins.get('awesome-pages')?.['filename'] ?? plugins.get('awesome-nav')?.['filename']) ?? name;
  const paths = files.paths.filter((path) => fileNameOf(path) === file && within(docsFolder, path) !== undefined);
  return Promise.all(
    paths.map(async (path) => {
      const text = (await files.readText(path)) ?? '';
      const document = parseDocument(text, { logLevel: 'silent' });
      const value: unknown = document.errors.length === 0 ? document.toJS() : undefined;
      const { nav, arrange } = recordOf(value);
      const isRefused = document.errors.length > 0 || (text.trim() !== '' && value !== null && !isMapping(value));
      return {
        path,
        text,
        entries: [...entriesOf(nav), ...entriesOf(arrange)],
        problem: isRefused ? yamlProblem(text, path) : undefined,
      };
    }),
  );
}

function missingInPagesFile({ path, text, entries }: PagesFile, files: FileIndex): Navigation['missing'][number][] {
  const places = createTextPlaces(text);
  return entries.flatMap((entry) => {
    const place = places.next(entry);
    if (/^\.\.\.|^[a-z][a-z\d+.-]*:|[*]|^\//iu.test(entry)) return [];
    const entryPath = joinPath(folderOf(path), entry.split('#', 1)[0] ?? entry);
    return entryPath !== undefined && (files.has(entryPath) || files.hasFolder(entryPath))
      ? []
      : [{ path, ...place, entry, at: entryPath ?? entry }];
  });
}

/* Anchors */

type MakeSlug = (text: string, separator: string) => string;

/** `slugify` of Python-Markdown's `toc`: ASCII only. https://python-markdown.github.io/extensions/toc/ */
const asciiSlug: MakeSlug = (text, separator) =>
  unicodeSlug(text.normalize('NFKD').replace(/[^ -~\s]/gu, ''), separator);

/** `slugify_unicode` of the same; `\w` of Python has no marks, but every kind of number. */
const unicodeSlug: MakeSlug = (text, separator) =>
  text
    .replace(/[^\p{L}\p{N}_\s-]/gu, '')
    .trim()
    .toLowerCase()
    .replace(/[-\s]+/gu, separator);

/** `slugify(case="lower")` keeps runs of separators. https://facelessuser.github.io/pymdown-extensions/extras/slugs/ */
const pymdownxSlug: MakeSlug = (text, separator) =>
  text
    .normalize('NFC')
    .replace(/<[^<>]*>/gu, '')
    .trim()
    .replace(/\s+/gu, ' ')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', separator);

/** With `attr_list`, braces at the end hold attributes; with `pymdownx.emoji`, `:rocket:` is no part of an anchor. */
export function mkdocsSlugs(kind: 'ascii' | 'unicode' | 'pymdownx', separator: string): AnchorStyle['slugs'] {
  const make = { ascii: asciiSlug, unicode: unicodeSlug, pymdownx: pymdownxSlug }[kind];
  return withOther(
    (headings) => {
      const unique = createUnique(headings.flatMap(({ id }) => id ?? []));
      return headings.map(({ text, id }) => id ?? unique(make(text, separator)));
    },
    ({ text }) => withoutEmoji(text).replace(/ \{[^{}\n]*\} *$/u, ''),
  );
}

/**
 * An empty or repeated anchor gets the next free number: `a_1`, and `a_3` for a second `a_2`.
 * https://github.com/Python-Markdown/markdown/blob/master/markdown/extensions/toc.py
 */
function createUnique(taken: readonly string[]): (slug: string) => string {
  const used = new Set(taken);
  /** The next number to try for each used anchor, so that long runs are walked only once. */
  const later = new Map<string, number>();
  return (slug) => {
    const [, start = slug, number = '0'] = /^(.*)_(\d{1,9})$/su.exec(slug) ?? [];
    const walked: string[] = [];
    let counter = Number(number) + 1;
    let unique = slug;
    for (; unique === '' || used.has(unique); unique = `${start}_${counter}`) {
      if (walked.length > 0) counter = later.get(unique) ?? counter + 1;
      walked.push(unique);
    }
    for (const passed of walked) later.set(passed, counter);
    used.add(unique);
    return unique;
  };
}

/* Settings */

type Options = Readonly<Record<string, unknown>>;
type Settings = NonNullable<Awaited<ReturnType<typeof readSettings>>>;

/** Undefined when the file is no mapping. https://www.mkdocs.org/user-guide/configuration/ https://zensical.org/compatibility/ */
async function readSettings(files: FileIndex, path: string) {
  const config = await readConfig(files, path, 0);
  if (config === undefined) return undefined;
  const root = folderOf(path);
  const isZensical = extensionOf(path) === '.toml';
  const extensions = new Map(namedOptions(config['markdown_extensions']));
  const plugins = pluginsOf(config['plugins']);
  const i18n = plugins.get('i18n') ?? {};
  const named = textOf(config['docs_dir']) ?? 'docs';
  const [local, top] = [joinPath(root, named) ?? named, joinPath(named)];
  return {
    framework: isZensical ? ('zensical' as const) : ('mkdocs' as const),
    /** Relative to the settings, or to the repository, where builds often run. */
    docsFolder: top !== undefined && !files.hasFolder(local) && files.hasFolder(top) ? top : local,
    theme: textOf(config['theme']) ?? textOf(recordOf(config['theme'])['name']) ?? 'mkdocs',
    directoryUrls: config['use_directory_urls'] !== false,
    nav: config['nav'],
    excluded: [textOf(config['exclude_docs']) ?? '', ...excludedByPlugin(plugins.get('exclude'))].join('\n'),
    notInNav: textOf(config['not_in_nav']) ?? '',
    /** True if root-relative paths resolve in the docs folder. */
    readsAbsolute: { links: readsAbsolute(config, 'links'), nav: readsAbsolute(config, 'nav') },
    snippetFolders: [extensions.get('pymdownx.snippets')?.['base_path'] ?? '.']
      .flat()
      .flatMap((folder) => joinPath(root, textOf(folder) ?? '') ?? []),
    slugs: slugsOf(extensions.get('toc') ?? {}),
    redirects: Object.entries(recordOf(plugins.get('redirects')?.['redirect_maps'])).flatMap(([from, to]) =>
      typeof to === 'string' ? [[from, to] as const] : [],
    ),
    blogFolders: [...plugins].flatMap(([name, { blog_dir: folder }]) =>
      /(?:^|\/)blog$/u.test(name) ? [textOf(folder) ?? 'blog'] : [],
    ),
    hooks: await readHooks(files, root, config),
    plugins,
    extensions,
    /** The first plugin and extension that may change pages, links or anchors. Zensical ignores unknown plugins. */
    loudPlugin: isZensical
      ? undefined
      : [...plugins.keys()].find(
          (name) =>
            !mkdocsPlugins.has(name.replace(/^.*\//u, '')) &&
            !/^(?:git-|neoteroi\.)/u.test(name) &&
            !mkdocsWriters.test(name),
        ),
    loudExtension: [...extensions.keys()].find((name) => !mkdocsExtensions.test(name)),
    /** Languages of the pages, the default one first. */
    languages: languagesOf(i18n),
    languageIn: i18n['docs_structure'] === 'folder' ? ('folder' as const) : ('name' as const),
    fallsBack: i18n['fallback_to_default'] !== false,
  };
}

/** https://www.mkdocs.org/user-guide/configuration/#validation */
function readsAbsolute({ validation }: Options, kind: 'links' | 'nav'): boolean {
  const rules = recordOf(validation);
  return textOf(recordOf(rules[kind])['absolute_links'] ?? rules['absolute_links']) === 'relative_to_docs';
}

/** More than any site has. Each page has one address per language. */
const mostLanguages = 100;

function languagesOf(options: Options): readonly string[] {
  const written = options['languages'];
  const languages = Array.isArray(written) ? listOf(written).map(recordOf) : [];
  const names = Array.isArray(written) ? languages.map(({ locale }) => locale) : Object.keys(recordOf(written));
  const main = languages.find((language) => language['default'] === true)?.['locale'] ?? options['default_language'];
  return [...new Set([main, ...names].flatMap((name) => textOf(name) ?? []))].slice(0, mostLanguages);
}

/** Globs are relative to the docs folder, and `*` also matches slashes. https://github.com/apenwarr/mkdocs-exclude */
function excludedByPlugin(options: Options = {}): string[] {
  return [options['glob']]
    .flat()
    .flatMap((glob) => textOf(glob) ?? [])
    .map((glob) => (glob.startsWith('*') ? glob.replace(/^\*+\//u, '**/') : `/${glob}`));
}

/** Maximum depth of `INHERIT`. */
const deepest = 4;

/** Tags such as `!!python/name:` and `!ENV` are read as their bare values. */
async function readConfig(files: FileIndex, path: string, depth: number): Promise<Options | undefined> {
  const text = (await files.readText(path)) ?? '';
  if (extensionOf(path) === '.toml') return zensicalConfig(parseValue(text, path));
  let config: unknown;
  try {
    config = parse(text, { logLevel: 'silent', maxAliasCount: 1000 });
  } catch {
    return undefined;
  }
  if (!isMapping(config)) return undefined;
  const parent = typeof config['INHERIT'] === 'string' ? joinPath(folderOf(path), config['INHERIT']) : undefined;
  const inherited = parent === undefined || depth >= deepest ? undefined : await readConfig(files, parent, depth + 1);
  return merged(inherited ?? {}, config);
}

/** Mappings are merged, everything else is replaced. https://www.mkdocs.org/user-guide/configuration/#configuration-inheritance */
function merged(parent: Options, overrides: Options): Options {
  const result: Record<string, unknown> = { ...parent };
  for (const [key, value] of Object.entries(overrides))
    result[key] = isMapping(value) && isMapping(parent[key]) ? merged(parent[key], value) : value;
  return result;
}

function isMapping(value: unknown): value is Options {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Extensions that are on by default if `zensical.toml` names none. https://zensical.org/docs/setup/extensions/ */
const zensicalExtensions =
  'abbr admonition attr_list def_list footnotes md_in_html toc pymdownx.details pymdownx.superfences pymdownx.tabbed';
/** Packages of extensions: TOML tables of them stand for names such as `pymdownx.blocks.tab`. */
const packages = /^(?:pymdownx(?:\.blocks)?|(?:zensical|markdown|material)(?:\.extensions)?|neoteroi)$/u;

/** Converts `zensical.toml` to the structure of `mkdocs.yml`. Its theme is compatible with Material for MkDocs. */
function zensicalConfig(value: unknown): Options | undefined {
  const settings = recordOf(value)['project'];
  if (!isMapping(settings)) return undefined;
  const { markdown_extensions: extensions = zensicalExtensions.split(' '), ...otherSettings } = settings;
  const named = Array.isArray(extensions) ? extensions : Object.fromEntries(expanded(recordOf(extensions)));
  return { theme: 'material', ...otherSettings, markdown_extensions: named };
}

function expanded(extensions: Options): [name: string, options: unknown][] {
  return Object.entries(extensions).flatMap(([name, options]) =>
    packages.test(name)
      ? expanded(Object.fromEntries(Object.entries(recordOf(options)).map(([key, value]) => [`${name}.${key}`, value])))
      : [[name, options]],
  );
}

/** What hooks may change, by the events that they handle. https://www.mkdocs.org/user-guide/configuration/#hooks */
async function readHooks(files: FileIndex, root: string, { hooks }: Options) {
  const paths = listOf(hooks).flatMap((hook) => textOf(hook) ?? []);
  const texts = await Promise.all(paths.map((path) => files.readText(joinPath(root, path) ?? '')));
  const hasEvent = (event: RegExp): boolean => texts.some((text) => text === undefined || event.test(text));
  return {
    pages: hasEvent(/^[ \t]*(?:async )?def on_(?:page_|post_page|env|post_template)/mu),
    files: hasEvent(/^[ \t]*(?:async )?def on_(?:files|pre_build)\b/mu),
  };
}

/** Lists such as `[search, {redirects: {...}}]` and mappings alike, as names with options. */
function namedOptions(value: unknown): (readonly [string, Options])[] {
  const entries = Array.isArray(value)
    ? listOf(value).flatMap((item): [string, unknown][] =>
        typeof item === 'string' ? [[item, {}]] : Object.entries(recordOf(item)),
      )
    : Object.entries(recordOf(value));
  return entries.map(([name, options]) => [name, recordOf(options)]);
}

/** Plugins, including those in groups. https://squidfunk.github.io/mkdocs-material/plugins/group/ */
function pluginsOf(value: unknown): ReadonlyMap<string, Options> {
  return new Map(
    namedOptions(value).flatMap(([name, options]) => {
      if (!/^(?:material\/)?group$/u.test(name)) return [[name, options] as const];
      return options['enabled'] === false ? [] : namedOptions(options['plugins']);
    }),
  );
}

function slugsOf(toc: Options): { readonly kind: 'ascii' | 'pymdownx' | 'unknown'; readonly separator: string } {
  const separator = textOf(toc['separator']) ?? '-';
  if (toc['slugify'] === undefined) return { kind: 'ascii', separator };
  const { case: letterCase } = recordOf(recordOf(toc['slugify'])['kwds']);
  return { kind: letterCase === 'lower' ? 'pymdownx' : 'unknown', separator };
}
