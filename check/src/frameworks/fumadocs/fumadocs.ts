import type { Dialect, PageFacts } from '../../page/page-facts.ts';
import { namedComponents, type NamedComponents } from '../../settings/named-components.ts';
import { readNextConfig, type NextConfig } from '../../settings/next-config.ts';
import { tsconfigAliases } from '../../settings/tsconfig-aliases.ts';
import { findAppRoutes, noAppRoutes, type AppRoutes } from '../../site/app-routes.ts';
import { isPicture } from '../../site/file-endings.ts';
import type { FileIndex } from '../../site/file-index.ts';
import {
  extensionOf,
  fileNameOf,
  folderOf,
  joinPath,
  normaliseRoute,
  within,
  withoutExtension,
} from '../../site/paths.ts';
import { parseAddress } from '../../site/parse-address.ts';
import { createRouteTable } from '../../site/route-table.ts';
import {
  plainAnchors,
  plainLinkRules,
  withoutSlash,
  type Framework,
  type FrontmatterField,
  type Site,
  type SiteSources,
} from '../../site/site.ts';
import { findCollections, type Collections } from './collections.ts';
import { fumadocsFrontmatter } from './frontmatter.ts';
import { findLanguages, sourcesInLanguage, splitLanguage, type Languages } from './languages.ts';
import { navigationOf, readMeta, type MetaFile } from './meta.ts';
import { findRoutesOfRouter } from './routes-of-router.ts';
import { problemOfRoute, shownElsewhere, type ShownElsewhere } from './shown-at.ts';

const mdx: Dialect = {
  syntax: 'mdx',
  indentedCode: true,
  headingId: 'brackets',
  masks: ['math', 'directive-attributes'],
  includes: 'element',
};
const markdown: Dialect = { ...mdx, syntax: 'markdown' };

/** Components of fumadocs-ui's default set, and those that it documents for every page. https://fumadocs.dev/docs/ui/markdown */
const builtIn = new Set(
  `Card Cards Callout CalloutContainer CalloutTitle CalloutDescription CodeBlock CodeBlockTab CodeBlockTabs CodeBlockTabsList
  CodeBlockTabsTrigger Tab Tabs`.split(/\s+/u),
);
/** What modules of fumadocs-ui export, for sites that give all of it to their pages. https://fumadocs.dev/docs/ui/components */
const exportsOfUi = new Map([
  ['fumadocs-ui/components/accordion', 'Accordion Accordions'],
  ['fumadocs-ui/components/files', 'File Files Folder'],
  ['fumadocs-ui/components/steps', 'Step Steps'],
  ['fumadocs-ui/components/tabs', 'Tab Tabs TabsContent TabsList TabsTrigger'],
]);
/** The anchors that any of these has are the `id` that a page gives it, whatever gives the component to pages. */
const quiet: ReadonlySet<string> = new Set([
  ...builtIn,
  ...[...exportsOfUi.values()].flatMap((names) => names.split(' ')),
]);
/** Modules that give components to pages: the conventional ones, the settings of Fumapress, those of the routes that show pages, and what these take them from. */
function givesComponents(path: string): boolean {
  return (
    /(?:^|\/)(?:mdx-components|press\.config)\.[jt]sx?$|\/mdx\/?(?:components|index)?\.[jt]sx$|\/lib\/[\w-]+\.[jt]sx$/u.test(
      path,
    ) ||
    (/\[[^/[]*\]\/page\.[jt]sx$/u.test(path) && /(?:^|\/)app\//u.test(path))
  );
}
/** Components that make anchors of what they read elsewhere; those of `Tab` and `Accordion` are their `id`. */
const bringAnchors = /TypeTable|APIPage/u;

/** Fumadocs with fumadocs-mdx: `source.config.*`. https://fumadocs.dev/docs/mdx */
export const fumadocs: Framework = {
  name: 'fumadocs',
  async findSites(files) {
    const configs = files.paths.filter((path) => /^source\.config\.[cm]?[jt]sx?$/u.test(fileNameOf(path)));
    return Promise.all(configs.map((path) => findSite(files, path)));
  },
};

interface Parts {
  readonly root: string;
  readonly sources: Collections;
  readonly shown: ShownElsewhere | undefined;
  readonly languages: Languages | undefined;
  readonly next: NextConfig;
  /** False when the layouts of the site show a navigation of their own. */
  readonly showsTree: boolean;
  readonly app: AppRoutes;
  /** True when the routes are those of another router than that of Next.js. */
  readonly hasRouter: boolean;
  readonly metas: readonly MetaFile[];
  readonly aliases: ReadonlyMap<string, string>;
  readonly themed: NamedComponents;
  readonly frontmatter: readonly FrontmatterField[];
}

async function findSite(files: FileIndex, configPath: string): Promise<SiteSources> {
  const root = folderOf(configPath);
  const said = await findCollections(files, root, configPath);
  const contentFolders = said.collections.map(({ folder }) => folder);
  const appFolder = ['app', 'src/app']
    .map((name) => joinPath(root, name) ?? name)
    .find((folder) => files.hasFolder(folder));
  const ofRouter = await findRoutesOfRouter(files, root);
  const app =
    ofRouter ??
    (hasOtherRouter(files, appFolder)
      ? noAppRoutes
      : findAppRoutes(files, appFolder ?? joinPath(root, 'app') ?? 'app', 'folder'));
  const dialects = new Map<string, Dialect>(app.dialects);
  for (const path of app.routes.keys()) if (!dialects.has(path)) dialects.set(path, mdx);
  for (const path of files.paths) {
    const extension = extensionOf(path);
    const isPage = extension === '.mdx' || extension === '.md';
    if (isPage && contentFolders.some((folder) => within(folder, path) !== undefined)) {
      dialects.set(path, extension === '.mdx' ? mdx : markdown);
    }
  }
  const next = await readNextConfig(files, root);
  const shown = ofRouter === undefined ? await shownElsewhere(files, root, appFolder, said, next) : undefined;
  const sources =
    shown === undefined
      ? said
      : { ...said, collections: said.collections.map(({ folder }) => ({ folder, baseUrl: shown.at })) };
  const parts: Parts = {
    root,
    sources,
    shown,
    app,
    hasRouter: ofRouter !== undefined,
    languages: await findLanguages(files, root, contentFolders),
    next,
    showsTree: await readsTree(files, appFolder),
    frontmatter: fumadocsFrontmatter((await files.readText(configPath)) ?? ''),
    metas: await readMeta(files, contentFolders),
    aliases: await tsconfigAliases(files, root),
    themed: await namedComponents(
      files,
      files.paths.filter((path) => within(root, path) !== undefined && givesComponents(path)),
    ),
  };
  return {
    framework: 'fumadocs',
    root,
    configPath,
    contentFolders,
    dialects,
    build: (pages) => buildSite(parts, files, pages),
  };
}

/** React Router and TanStack have an `app` folder too, and tell their routes in modules. https://reactrouter.com/start/framework/routing */
function hasOtherRouter(files: FileIndex, appFolder: string | undefined): boolean {
  return files.paths.some(
    (path) =>
      folderOf(path) === appFolder && /^(?:routes|root|router|routeTree\.gen)\.[jt]sx?$/u.test(fileNameOf(path)),
  );
}

/** A layout gives `source.pageTree` or `source.getPageTree()` to the theme. https://fumadocs.dev/docs/ui/layouts/docs */
async function readsTree(files: FileIndex, appFolder: string | undefined): Promise<boolean> {
  const paths = files.paths.filter(
    (path) => appFolder !== undefined && within(appFolder, path) !== undefined && /\/layout\.[jt]sx$/u.test(path),
  );
  const texts = await Promise.all(paths.map((path) => files.readText(path)));
  return texts.length === 0 || texts.some((text) => /\.(?:pageTree\b|getPageTree\()/u.test(text ?? ''));
}

/** `/docs/:path*` to `/en/docs/:path*`: pages are known by their addresses without the language of the app's folder. */
function putsLanguage({ from, to }: Site['redirects'][number]): boolean {
  return /^\/[a-z]{2}(?:-\w+)?\//u.test(to) && to.slice(to.indexOf('/', 1)) === from;
}

function buildSite(parts: Parts, files: FileIndex, pages: ReadonlyMap<string, PageFacts>): Site {
  const { root, app, metas, languages, next, themed } = parts;
  const { collections, makesPages } = parts.sources;
  const table = createRouteTable(
    [...pages.keys()].map((path) => {
      const route = app.routes.get(path);
      return [path, route === undefined ? routesOf(parts, path) : inMainLanguage(route, languages)];
    }),
  );
  const others = languages?.others ?? [];
  const routes = new Map([...untranslated(table.routes, others), ...table.routes]);
  const languageOf = (path: string): string | undefined =>
    others.find((language) => within(language, (table.routeOf.get(path) ?? '').slice(1)) !== undefined);
  const redirects = next.redirects.filter((redirect) => !putsLanguage(redirect));
  const bases = collections.map(({ baseUrl }) => normaliseRoute(baseUrl));
  const hasApp = app.dialects.size + app.dynamic.length > 0;
  const dynamic = app.dynamic.filter((prefix) => !bases.includes(prefix));
  const isBelow = (base: string, at: string): boolean => at === base || within(base, at) !== undefined;
  const isBesideBases = (at: string): boolean =>
    at.startsWith('/') && !bases.some((base) => base === '/' || isBelow(base, at));
  const publicFolder = joinPath(root, 'public') ?? 'public';
  /** A picture in a folder that the site has: what makes pictures by a program has an address of its own. */
  const isAmongFiles = (at: string): boolean =>
    isPicture(at) && folderOf(at) !== '' && files.hasFolder(joinPath(publicFolder, folderOf(at)) ?? '');
  return {
    framework: 'fumadocs',
    root,
    pages,
    routes,
    routeOf: table.routeOf,
    navigation: navigationOf(metas, files, pages, { routes, makesPages, languages, showsTree: parts.showsTree }),
    frontmatter: (path) => (app.routes.has(path) ? [] : parts.frontmatter),
    specificationsElsewhere: false,
    redirectsIn: redirects.length > 0 ? next.path : undefined,
    redirects,
    links: {
      ...plainLinkRules,
      htmlEnding: false,
      prefixes: (from) => [languageOf(from) ?? []].flat(),
      publicFolders: [publicFolder],
      // The address of an element of HTML stands as it is on the page.
      leavesFilesOfHtml: true,
      relative: ({ kind, element }) => (kind === 'file' && element === 'markdown' ? ['file'] : ['file', 'route']),
      bareName: true,
      resolve: (from, { url, element }) => {
        const address = element === 'markdown' ? parseAddress(url.trim()) : undefined;
        if (address?.kind !== 'internal') return undefined;
        const path = sourcesInLanguage(from, address.path, languages).find((one) => pages.has(one));
        return path === undefined ? undefined : { kind: 'page', path, anchor: address.anchor };
      },
      addressEnds: next.slashless ? withoutSlash : undefined,
      unknowable: (at) => {
        if (!at.startsWith('/')) return false;
        if (parts.shown?.names.has(within(parts.shown.at.slice(1), at.slice(1)) ?? '') === true) return true;
        if (next.rewrites.some((rewrite) => rewrite.apply(at) !== undefined)) return true;
        if ((!hasApp || (parts.hasRouter && extensionOf(at) !== '')) && isBesideBases(at)) return !isAmongFiles(at);
        const inside = withoutLanguage(at, languages);
        return dynamic.some((prefix) => isBelow(prefix, at) || isBelow(prefix, inside));
      },
      unsure: (at) =>
        hasApp || !at.startsWith('/') || isAmongFiles(at) || bases.some((base) => base !== '/' && isBelow(base, at))
          ? undefined
          : 'routes of the site beside its documentation are not read',
      aliases: parts.aliases,
      // `<include cwd>` names files from the folder of the site.
      includeRoots: [root],
    },
    anchors: {
      ...plainAnchors,
      quietComponents: quiet,
      mayHaveMore: ({ components }) => components.some(({ name }) => bringAnchors.test(name)),
    },
    components: knowsComponents(themed),
    guessed: (_path, _rule, sought) => {
      if (parts.shown !== undefined && sought !== undefined && sought.kind !== 'anchor')
        return `the loader gives its pages addresses below ${parts.shown.saidAt}, where no route shows them`;
      if (makesPages && sought?.kind === 'page' && sought.at.startsWith('/'))
        return 'a source of the site makes pages, or gives them other addresses';
      return (parts.hasRouter || !hasApp) && sought !== undefined && isBesideBases(sought.at)
        ? 'it lies beside the documentation, where a program may answer'
        : undefined;
    },
    problems: [
      ...(parts.shown === undefined ? [] : [problemOfRoute(parts.shown)]),
      ...table.duplicates,
      ...metas.flatMap(({ problem }) => problem ?? []),
    ],
  };
}

/** Undefined where pages are given all exports of a module that is not known here. */
function knowsComponents({ names, spread }: NamedComponents): Site['components'] {
  const exported = spread.map((source) => exportsOfUi.get(source));
  if (exported.includes(undefined)) return undefined;
  const given = new Set([...builtIn, ...exported.flatMap((list) => list?.split(' ') ?? []), ...names]);
  return (name) => given.has(name) || name === 'include';
}

/** `(group)` folders are no part of the address, `index` stands for its folder. https://fumadocs.dev/docs/page-conventions */
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

/** Below `[lang]` the router has every route in every language, also in that which addresses need not name. */
function inMainLanguage(route: string, languages: Languages | undefined): string[] {
  return languages === undefined ? [route] : [route, normaliseRoute(`${languages.main}${route}`)];
}

function withoutLanguage(route: string, languages: Languages | undefined): string {
  const names = languages === undefined ? [] : [languages.main, ...languages.others];
  const inside = names.flatMap((name) => within(`/${name}`, route) ?? [])[0];
  return inside === undefined ? route : normaliseRoute(inside);
}

/** A page that is not translated is shown in the main language at the address of its translation. */
function untranslated(routes: ReadonlyMap<string, string>, others: readonly string[]): [string, string][] {
  const plain = [...routes].filter(([route]) => !others.some((language) => within(language, route.slice(1))));
  return plain.flatMap(([route, path]) =>
    others.map((language): [string, string] => [normaliseRoute(`${language}${route}`), path]),
  );
}
