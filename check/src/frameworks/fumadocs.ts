import type { Dialect, PageFacts } from '../page/page-facts.ts';
import { isTold } from '../settings/evaluate-module.ts';
import { loadModule, readNextConfig, type NextConfig, tsconfigAliases } from '../settings/load-module.ts';
import { namedComponents, type NamedComponents } from '../settings/settings-links.ts';
import { listOf, recordOf, textOf } from '../settings/parse-settings.ts';
import { type AppRoutes, createRouteTable, findAppRoutes } from '../site/routes.ts';
import type { FileIndex } from '../site/file-index.ts';
import {
  parseAddress,
  extensionOf,
  fileNameOf,
  folderOf,
  isBelow,
  joinPath,
  normaliseRoute,
  within,
  withoutExtension,
} from '../site/paths.ts';
import { createTextPlaces, parseJson } from '../site/text-places.ts';
import {
  plainAnchors,
  plainLinkRules,
  type Framework,
  type FrontmatterField,
  type Navigation,
  type Site,
  type SiteProblem,
  type SiteSources,
} from '../site/site.ts';

/** Fumadocs with fumadocs-mdx: `source.config.*`. https://fumadocs.dev/docs/mdx */
export const fumadocs: Framework = {
  name: 'fumadocs',
  async findSites(files) {
    const configs = files.paths.filter((path) => /^source\.config\.[cm]?[jt]sx?$/u.test(fileNameOf(path)));
    return Promise.all(configs.map((path) => findSite(files, path)));
  },
};

/* Pages */

const mdx: Dialect = {
  syntax: 'mdx',
  indentedCode: true,
  headingId: 'brackets',
  masks: ['math', 'directive-attributes'],
  includes: 'element',
};
const markdown: Dialect = { ...mdx, syntax: 'markdown' };

/** Components of fumadocs-ui's default set. https://fumadocs.dev/docs/ui/markdown */
const builtIn = new Set(
  `Card Cards Callout CalloutContainer CalloutTitle CalloutDescription CodeBlock CodeBlockTab CodeBlockTabs CodeBlockTabsList
  CodeBlockTabsTrigger Tab Tabs`.split(/\s+/u),
);
/** Components whose only anchors are the ids that a page sets. https://fumadocs.dev/docs/ui/components */
const quietComponents: ReadonlySet<string> = new Set([
  ...builtIn,
  ...'Accordion Accordions File Files Folder Step Steps TabsContent TabsList TabsTrigger'.split(' '),
]);
/** Modules that provide components for pages. */
const givesComponents =
  /(?:^|\/)mdx-components\.[jt]sx?$|\/mdx\/?(?:components|index)?\.[jt]sx$|\/lib\/[\w-]+\.[jt]sx$|(?:^|\/)app\/.*\[[^/[]*\]\/page\.[jt]sx$/u;

/** Default schema of `defineDocs`. https://fumadocs.dev/docs/mdx/collections */
const frontmatterFields: readonly FrontmatterField[] = [
  { field: 'title', kind: 'string', required: true, stated: 'enforced' },
  { field: 'description', kind: 'string', required: false, stated: 'enforced' },
  { field: 'icon', kind: 'string', required: false, stated: 'enforced' },
  { field: 'full', kind: 'boolean', required: false, stated: 'enforced' },
];

interface Parts {
  readonly root: string;
  readonly sources: Collections;
  readonly languages: Languages | undefined;
  readonly next: NextConfig;
  /** False if the layouts have their own navigation. */
  readonly showsTree: boolean;
  /** Undefined if the site does not use the router of Next.js. */
  readonly app: AppRoutes | undefined;
  readonly metas: readonly MetaFile[];
  readonly aliases: ReadonlyMap<string, string>;
  readonly themed: NamedComponents;
  readonly frontmatter: readonly FrontmatterField[];
}

async function findSite(files: FileIndex, configPath: string): Promise<SiteSources> {
  const root = folderOf(configPath);
  const sources = await findCollections(files, root, configPath);
  const contentFolders = sources.collections.map(({ folder }) => folder);
  const appFolder = ['app', 'src/app']
    .map((name) => joinPath(root, name) ?? name)
    .find((folder) => files.hasFolder(folder));
  const app = hasOtherRouter(files, root, appFolder)
    ? undefined
    : findAppRoutes(files, appFolder ?? joinPath(root, 'app') ?? 'app', 'folder');
  const dialects = new Map<string, Dialect>(app?.dialects);
  for (const path of app?.routes.keys() ?? []) if (!dialects.has(path)) dialects.set(path, mdx);
  for (const path of files.paths) {
    const extension = extensionOf(path);
    const isPage = extension === '.mdx' || extension === '.md';
    if (isPage && contentFolders.some((folder) => within(folder, path) !== undefined))
      dialects.set(path, extension === '.mdx' ? mdx : markdown);
  }
  const config = (await files.readText(configPath)) ?? '';
  const modules = files.paths.filter((path) => within(root, path) !== undefined && givesComponents.test(path));
  const parts: Parts = {
    root,
    sources,
    app,
    languages: await findLanguages(files, root),
    next: await readNextConfig(files, root),
    showsTree: await readsTree(files, appFolder),
    // Empty if the settings have a custom schema.
    frontmatter: /\bdefineDocs\(/u.test(config) && !/schema|defineCollections/iu.test(config) ? frontmatterFields : [],
    metas: await readMeta(files, contentFolders),
    aliases: await tsconfigAliases(files, root),
    themed: await namedComponents(files, modules),
  };
  const build: SiteSources['build'] = (pages) => buildSite(parts, files, pages);
  return { framework: 'fumadocs', root, configPath, contentFolders, dialects, build };
}

/** React Router and TanStack also have an `app` folder, but define routes in modules. https://reactrouter.com/start/framework/routing */
function hasOtherRouter(files: FileIndex, root: string, appFolder: string | undefined): boolean {
  return files.paths.some(
    (path) =>
      (folderOf(path) === appFolder && /^(?:routes|root|router|routeTree\.gen)\.[jt]sx?$/u.test(fileNameOf(path))) ||
      (within(root, path) !== undefined && /(?:^|\/)routes\/__root\.[jt]sx?$/u.test(path)),
  );
}

/** True if a layout passes `source.pageTree` or `source.getPageTree()` to the theme. https://fumadocs.dev/docs/ui/layouts/docs */
async function readsTree(files: FileIndex, appFolder: string | undefined): Promise<boolean> {
  const paths = files.paths.filter(
    (path) => appFolder !== undefined && within(appFolder, path) !== undefined && /\/layout\.[jt]sx$/u.test(path),
  );
  const texts = await Promise.all(paths.map((path) => files.readText(path)));
  return texts.length === 0 || texts.some((text) => /\.(?:pageTree\b|getPageTree\()/u.test(text ?? ''));
}

function buildSite(parts: Parts, files: FileIndex, pages: ReadonlyMap<string, PageFacts>): Site {
  const { root, app, metas, languages, next, themed } = parts;
  const { collections, makesPages } = parts.sources;
  const table = createRouteTable(
    [...pages.keys()].map((path) => {
      const route = app?.routes.get(path);
      if (route === undefined) return [path, routesOf(parts, path)];
      // Below `[lang]`, every route exists in every language.
      return [path, languages === undefined ? [route] : [route, `${languages.main}${route}`]];
    }),
  );
  const otherLanguages = languages?.translated ?? [];
  const routes = new Map([
    ...(languages?.fallsBack === true ? untranslated(table.routes, otherLanguages) : []),
    ...table.routes,
  ]);
  const languageOf = (path: string): string | undefined =>
    otherLanguages.find((language) => within(language, (table.routeOf.get(path) ?? '').slice(1)) !== undefined);
  // `/docs/:path*` to `/en/docs/:path*` puts the language before a route.
  const redirects = next.redirects.filter(
    ({ from, to }) => !(/^\/[a-z]{2}(?:-\w+)?\//u.test(to) && to.slice(to.indexOf('/', 1)) === from),
  );
  const bases = collections.map(({ baseUrl }) => normaliseRoute(baseUrl));
  const dynamic = app?.dynamic.filter((prefix) => !bases.includes(prefix)) ?? [];
  const hasApp = app !== undefined && app.dialects.size + app.dynamic.length > 0;
  return {
    framework: 'fumadocs',
    root,
    pages,
    routes,
    routeOf: table.routeOf,
    navigation: navigationOf(parts, files, pages, routes),
    frontmatter: (path) => (app?.routes.has(path) === true ? [] : parts.frontmatter),
    specificationsElsewhere: false,
    redirectsIn: redirects.length > 0 ? next.path : undefined,
    redirects,
    links: {
      ...plainLinkRules,
      prefixes: (from, route) => {
        const ownLanguage = languageOf(from);
        return ownLanguage === undefined || otherLanguages.some((name) => isBelow(`/${name}`, route))
          ? ['']
          : [`/${ownLanguage}`];
      },
      publicFolders: [joinPath(root, 'public') ?? 'public'],
      relative: ({ kind, element }) => (kind === 'file' && element === 'markdown' ? ['file'] : ['file', 'route']),
      names: { source: () => true, html: false, bare: true, index: ['index'] },
      aliases: parts.aliases,
      resolve: (from, { url, element }) => {
        const address = element === 'markdown' ? parseAddress(url.trim()) : undefined;
        if (address?.kind !== 'internal') return undefined;
        const path = sourcesInLanguage(from, address.path, languages).find((candidate) => pages.has(candidate));
        return path === undefined ? undefined : { kind: 'page', path, anchor: address.anchor };
      },
      unknown: (route) => {
        if (!route.startsWith('/')) return undefined;
        if (next.rewrites.some((rewrite) => rewrite.apply(route) !== undefined)) return 'a rewrite answers it';
        const inside = [languages?.main, ...otherLanguages].flatMap((name) => within(`/${name ?? ''}`, route) ?? [])[0];
        const places = [route, ...(inside === undefined ? [] : [normaliseRoute(inside)])];
        if (dynamic.some((prefix) => places.some((placeRoute) => isBelow(prefix, placeRoute))))
          return 'a dynamic route makes pages there';
        const isBesideDocs = !bases.some(
          (base) => base === '/' || places.some((placeRoute) => isBelow(base, placeRoute)),
        );
        return isBesideDocs && !hasApp ? 'routes of the site beside its documentation are not read' : undefined;
      },
    },
    // `<include cwd>` names files from the folder of the site.
    includePlaces: (from, source) =>
      source.includes('$') ? [] : [folderOf(from), root].flatMap((folder) => joinPath(folder, source) ?? []),
    anchors: {
      ...plainAnchors,
      quietComponents,
      // These components add anchors from external data.
      mayHaveMore: ({ components }) => components.some(({ name }) => /TypeTable|APIPage/u.test(name)),
    },
    components: componentsOf(themed),
    unread: {
      addresses: makesPages
        ? 'a source of the site makes pages, or gives them other addresses'
        : hasApp
          ? undefined
          : 'routes of the site beside its documentation are not read',
    },
    problems: [...table.duplicates, ...metas.flatMap(({ problem }) => problem ?? [])],
  };
}

/** Undefined if a module's exports are spread into the components. */
function componentsOf({ names, spread }: NamedComponents): Site['components'] {
  return spread.length > 0 ? undefined : (name) => builtIn.has(name) || names.has(name) || name === 'include';
}

/** Routes omit `(group)` folders and `index`. https://fumadocs.dev/docs/page-conventions */
function routesOf({ sources, languages }: Parts, path: string): string[] {
  return sources.collections.flatMap(({ folder, baseUrl }) => {
    const inside = within(folder, path);
    if (inside === undefined) return [];
    const { language, plain } = splitLanguage(withoutExtension(inside), languages);
    const segments = plain.split('/').filter((segment) => !/^\(.*\)$/u.test(segment));
    const route = `${baseUrl}/${segments.join('/').replace(/(?:^|\/)index$/u, '')}`;
    if (language === undefined) return [route];
    return language === languages?.main ? [route, `${language}${route}`] : [`${language}${route}`];
  });
}

/* Collections */

/** A folder of documents and its base route. */
interface Collection {
  readonly folder: string;
  readonly baseUrl: string;
}

interface Collections {
  readonly collections: readonly Collection[];
  /** True if a loader also generates pages, such as from an OpenAPI file. */
  readonly makesPages: boolean;
}

/** Default folder of `defineDocs`. https://fumadocs.dev/docs/mdx/collections */
const defaultFolder = 'content/docs';

/** Folders from `source.config.*` or the modules that call `loader`, and the route of each from that call. https://fumadocs.dev/docs/headless/source-api */
async function findCollections(files: FileIndex, root: string, configPath: string): Promise<Collections> {
  const isSource = /(?:^|\/)source(?:\/[\w-]+|\.\w+)?\.[jt]sx?$/u;
  const paths = files.paths.filter(
    (path) => within(root, path) !== undefined && isSource.test(path) && !path.includes('source.config.'),
  );
  const sources = await Promise.all(paths.map(async (path) => (await files.readText(path)) ?? ''));
  const named = [...((await loadModule(files, configPath))?.named ?? [])];
  const loaders = new Map(sources.flatMap(loadersIn));
  const baseOf = (name: string): string =>
    loaders.get(name) ?? (loaders.size === 1 ? [...loaders.values()][0] : undefined) ?? '/docs';
  const collectionFolders = named.flatMap(([name, value]) => {
    const { dir, docs, type } = recordOf(value);
    if (type === 'meta') return [];
    const folders = [dir ?? recordOf(docs)['dir'] ?? (isTold(value) ? undefined : defaultFolder)].flat();
    return folders.flatMap((folder) =>
      typeof folder === 'string' ? [{ folder: joinPath(root, folder) ?? folder, baseUrl: baseOf(name) }] : [],
    );
  });
  const fallback = { folder: joinPath(root, defaultFolder) ?? defaultFolder, baseUrl: baseOf('docs') };
  const makesPages =
    /\.(?:static|dynamic)Source\(|(?:open|async)apiSource\(|\.files\(\s*\(|\bslugs?:\s*(?:\(|\w+\s*=>)|\burl:\s*\(/u;
  return {
    collections: collectionFolders.length > 0 ? collectionFolders : [fallback],
    makesPages: sources.some((text) => makesPages.test(text)),
  };
}

/** `loader({ baseUrl: '/docs', source: docs.toFumadocsSource() })` in its older and newer notations. */
function loadersIn(text: string): [name: string, baseUrl: string][] {
  const renamed = new Map(
    [...text.matchAll(/\b(\w+) as (\w+)\b/gu)].map(([, name = '', localName = '']) => [localName, name]),
  );
  return callsOf('loader', text).flatMap((call) => {
    const baseUrl = /baseUrl:(?:[^'",\n]{0,200}(?:\|\||\?\?))?\s*['"]([^'"]*)['"]/u.exec(call)?.[1];
    if (baseUrl === undefined) return [];
    const calls = call.matchAll(/(\w+)\.toFumadocsSource|(?:toFumadocsSource|createMDXSource|sourceAsync)\((\w+)/gu);
    const names = [...calls].map(([, method, argument]) => method ?? argument ?? '');
    return (names.length > 0 ? names : ['docs']).map((name): [string, string] => [renamed.get(name) ?? name, baseUrl]);
  });
}

/** Text of every call of `callee`, up to its closing parenthesis. */
function callsOf(callee: string, text: string): readonly string[] {
  return [...text.matchAll(new RegExp(`\\b${callee}\\(`, 'gu'))].map((match) => {
    let depth = 1;
    let end = match.index + match[0].length;
    while (depth > 0 && end < text.length) {
      depth += { '(': 1, ')': -1 }[text.charAt(end)] ?? 0;
      end += 1;
    }
    return text.slice(match.index, end);
  });
}

/* Languages: https://fumadocs.dev/docs/headless/internationalization */

interface Languages {
  readonly main: string;
  readonly translated: readonly string[];
  /** `start.fr.mdx` or `fr/start.mdx`. */
  readonly parser: 'dot' | 'dir';
  /** False if `fallbackLanguage: null` disables the fallback. */
  readonly fallsBack: boolean;
}

/** `defineI18n` in a module called `i18n`, the first of a folder of that name. */
async function findLanguages(files: FileIndex, root: string): Promise<Languages | undefined> {
  const paths = files.paths.filter((candidate) =>
    /(?:^|\/)i18n(?:\.config|\/index)?\.[jt]sx?$/u.test(within(root, candidate) ?? ''),
  );
  const texts = await Promise.all(paths.map(async (candidate) => (await files.readText(candidate)) ?? ''));
  const index = texts.findIndex((text) => text.includes('defineI18n'));
  const [path, text] = [paths[index], texts[index]];
  if (path === undefined || text === undefined) return undefined;
  const values = [...((await loadModule(files, path))?.named.values() ?? [])].map(recordOf);
  const settings = values.find((value) => 'defaultLanguage' in value);
  if (settings === undefined) return undefined;
  const parser = settings['parser'] === 'dir' ? 'dir' : 'dot';
  const main = textOf(settings['defaultLanguage']) ?? 'en';
  const languages = new Set(listOf(settings['languages']).flatMap((language) => textOf(language) ?? []));
  return {
    main,
    translated: [...languages].filter((language) => language !== main),
    parser,
    fallsBack: !/\bfallbackLanguage:\s*null\b/u.test(text),
  };
}

/** The language of a page and its path without it; `inside` is relative to the collection and has no extension. */
function splitLanguage(
  inside: string,
  languages: Languages | undefined,
): { readonly language: string | undefined; readonly plain: string } {
  if (languages === undefined) return { language: undefined, plain: inside };
  const { main, translated: otherLanguages, parser } = languages;
  const language = [main, ...otherLanguages].find((name) =>
    parser === 'dot' ? inside.endsWith(`.${name}`) : within(name, inside) !== undefined,
  );
  if (language === undefined) return { language: main, plain: inside };
  const plain = parser === 'dot' ? inside.slice(0, -language.length - 1) : (within(language, inside) ?? inside);
  return { language, plain };
}

/** Routes of missing translations show the page in the main language. */
function untranslated(routes: ReadonlyMap<string, string>, otherLanguages: readonly string[]): [string, string][] {
  const plain = [...routes].filter(([route]) => !otherLanguages.some((language) => within(language, route.slice(1))));
  return plain.flatMap(([route, path]) =>
    otherLanguages.map((language): [string, string] => [normaliseRoute(`${language}${route}`), path]),
  );
}

/** Possible targets of a relative link in the page's language: `a.fr.mdx` for `./a.mdx` and `./a` in `b.fr.mdx`. */
function sourcesInLanguage(from: string, written: string, languages: Languages | undefined): string[] {
  if (languages?.parser !== 'dot' || /^[/#]/u.test(written)) return [];
  const { language } = splitLanguage(withoutExtension(from), languages);
  const path = joinPath(folderOf(from), written);
  if (path === undefined || language === undefined || language === languages.main) return [];
  const ending = extensionOf(written);
  const stem = ending === '' ? path : withoutExtension(path);
  return ['.mdx', '.md']
    .filter((candidateExtension) => ending === '' || candidateExtension === ending)
    .map((candidateExtension) => `${stem}.${language}${candidateExtension}`);
}

/* Navigation: https://fumadocs.dev/docs/page-conventions */

interface MetaFile {
  readonly path: string;
  readonly text: string;
  /** Undefined if the file lists no pages; then the whole folder is shown. */
  readonly pages: readonly string[] | undefined;
  readonly problem: SiteProblem | undefined;
}

async function readMeta(files: FileIndex, folders: readonly string[]): Promise<readonly MetaFile[]> {
  const paths = files.paths.filter(
    (path) =>
      /^meta(?:\.[\w-]+)?\.json$/u.test(fileNameOf(path)) &&
      folders.some((folder) => within(folder, path) !== undefined),
  );
  return Promise.all(
    paths.map(async (path) => {
      const text = (await files.readText(path)) ?? '';
      const json = parseJson(text, path);
      if ('problem' in json) return { path, text, pages: undefined, problem: json.problem };
      const { pages } = recordOf(json.value);
      const named = Array.isArray(pages) ? listOf(pages).flatMap((page) => textOf(page) ?? []) : undefined;
      return { path, text, pages: named, problem: undefined };
    }),
  );
}

/** Separators (`---Title---`, `---`), links (`[Title](url)`, `external:[...]`) and the rest (`...`, `z...a`) name no page. */
const namesNoPage = /^---(?:.*---)?$|^(?:external:)?(?:\[[^\]]*\])*\[[^\]]*\]\(|^\.\.\.$|^z\.\.\.a$/u;
/** The route of a link, `[Title](/address "more")`; no address is longer. */
const linkedRoute = /\]\((\/[^()?#\s]{0,500})(?:[?#\s][^()]{0,500})?\)$/u;

function navigationOf(
  { metas, languages, sources: { makesPages }, showsTree }: Parts,
  files: FileIndex,
  pages: Site['pages'],
  routes: Site['routes'],
): Navigation {
  const missing: Navigation['missing'][number][] = [];
  const listed = new Map<string, ReadonlySet<string>>();
  const linked = new Set<string>();
  for (const { path, text, pages: entries } of metas) {
    if (entries === undefined) continue;
    const folder = folderOf(path);
    // Of `meta.fr.json`, a page is that of its language, or of the main one where the site falls back on it.
    const ownLanguage = /^meta\.([\w-]+)\.json$/u.exec(fileNameOf(path))?.[1] ?? languages?.main;
    const suffixes =
      ownLanguage !== undefined && languages?.parser === 'dot' ? ['', `.${languages.main}`, `.${ownLanguage}`] : [''];
    const places = createTextPlaces(text);
    const names = new Set<string>();
    for (const entry of entries) {
      const place = places.next(JSON.stringify(entry).slice(1, -1));
      if (namesNoPage.test(entry)) {
        linked.add(routes.get(normaliseRoute(linkedRoute.exec(entry)?.[1] ?? ' ')) ?? '');
        continue;
      }
      const target = joinPath(folder, entry.replace(/^(?:!|\.\.\.)/u, '').replace(/\.mdx?$/u, ''));
      if (target !== undefined) names.add(target);
      const sources = suffixes.flatMap((suffix) =>
        ['.mdx', '.md'].map((ending) => `${target ?? '.'}${suffix}${ending}`),
      );
      const exists = target !== undefined && (files.hasFolder(target) || sources.some((source) => files.has(source)));
      if (!exists && !(makesPages && entry.startsWith('...'))) missing.push({ path, ...place, entry });
    }
    if (!entries.some((entry) => entry === '...' || entry === 'z...a')) listed.set(folder, names);
  }
  const shown = new Set([...pages.keys()].filter((path) => linked.has(path) || isShown(path, listed, languages)));
  return { exhaustive: showsTree, pages: shown, missing };
}

/** False if a folder above lists its pages without this one. Index pages stand for their folder. */
function isShown(
  path: string,
  listed: ReadonlyMap<string, ReadonlySet<string>>,
  languages: Languages | undefined,
): boolean {
  const start = withoutExtension(path);
  const plain = languages?.parser === 'dot' ? splitLanguage(start, languages).plain : start;
  for (let item = plain, folder = folderOf(path); ; item = folder, folder = folderOf(folder)) {
    const names = listed.get(folder);
    const isNamed =
      names === undefined || names.has(item) || [...names].some((name) => within(item, name) !== undefined);
    if (!isNamed && fileNameOf(item) !== 'index') return false;
    if (folder === '') return true;
  }
}
