import type { Dialect, PageFacts, Place } from '../page/page-facts.ts';
import { isTold } from '../settings/evaluate-module.ts';
import { loadModule, readNextConfig, type NextConfig, tsconfigAliases } from '../settings/load-module.ts';
import { namedComponents } from '../settings/settings-links.ts';
import { recordOf } from '../settings/parse-settings.ts';
import { type AppRoutes, createRouteTable, findAppRoutes } from '../site/routes.ts';
import type { FileIndex } from '../site/file-index.ts';
import {
  extensionOf,
  fileNameOf,
  folderOf,
  isBelow,
  joinPath,
  normaliseRoute,
  within,
  withoutExtension,
} from '../site/paths.ts';
import {
  documentedFields,
  plainAnchors,
  plainLinkRules,
  plainNames,
  type AnchorStyle,
  type Framework,
  type FrontmatterField,
  type Navigation,
  type Site,
  type SiteSources,
} from '../site/site.ts';
import { githubSlugs, onceForEach } from '../site/slugs.ts';
import { createTextPlaces } from '../site/text-places.ts';

/** Nextra 2 to 4: `next.config.*` that uses it. https://nextra.site/docs/file-conventions */
export const nextra: Framework = {
  name: 'nextra',
  async findSites(files) {
    const configs = files.paths.filter((path) => /^next\.config\.[cm]?[jt]s$/u.test(fileNameOf(path)));
    const sites = await Promise.all(configs.map((path) => findSite(files, path)));
    return sites.filter((site) => site !== undefined);
  },
};

/* Pages */

const mdx: Dialect = {
  syntax: 'mdx',
  indentedCode: true,
  headingId: 'brackets',
  masks: ['math', 'directive-attributes'],
};
const markdown: Dialect = { ...mdx, syntax: 'markdown' };

/** Nextra's `remark-headings` skips titles and slugifies custom ids. */
const slugs: AnchorStyle['slugs'] = onceForEach((headings: Parameters<AnchorStyle['slugs']>[0]) =>
  githubSlugs(
    headings.flatMap(({ depth, text, id, ...headingFields }) =>
      depth > 1 ? [{ ...headingFields, depth, text: id ?? text, id: undefined }] : [],
    ),
  ),
);

/** https://nextra.site/docs/guide/markdown#frontmatter and https://nextra.site/docs/file-conventions/index-page */
const frontmatterFields: readonly FrontmatterField[] = [
  ...documentedFields('string', 'title description sidebarTitle'),
  ...documentedFields('boolean', 'asIndexPage'),
];

interface Parts {
  readonly root: string;
  /** Folder of the pages and the route at which it starts. */
  readonly content: string;
  readonly contentRoute: string;
  /** The first one is the default. */
  readonly locales: readonly string[];
  readonly base: string;
  readonly app: readonly AppRoutes[];
  readonly metas: readonly MetaFile[];
  readonly aliases: ReadonlyMap<string, string>;
  readonly components: Site['components'];
  readonly next: NextConfig;
}

async function findSite(files: FileIndex, configPath: string): Promise<SiteSources | undefined> {
  const text = (await files.readText(configPath)) ?? '';
  if (!/\bnextra\b/u.test(text)) return undefined;
  const root = folderOf(configPath);
  const first = (names: readonly string[]): string | undefined =>
    names.map((name) => joinPath(root, name) ?? name).find((folder) => files.hasFolder(folder));
  const app4 = first(['app', 'src/app']);
  // Only version 4 has `app`, whose route shows the pages of `content`.
  const folders = ['content', 'src/content', 'pages', 'src/pages'];
  if (app4 === undefined) folders.push(...folders.splice(0, 2));
  const content = first(folders) ?? joinPath(root, 'content') ?? 'content';
  const appFolder = app4 ?? joinPath(root, 'app') ?? 'app';
  const app = [
    findAppRoutes(files, appFolder, 'folder'),
    ...(fileNameOf(content) === 'pages' ? [findAppRoutes(files, content, 'file')] : []),
  ];
  const dialects = new Map<string, Dialect>(app.flatMap((routes) => [...routes.dialects]));
  for (const path of files.paths) {
    const extension = extensionOf(path);
    if (extension !== '.md' && extension !== '.mdx') continue;
    if (within(content, path) !== undefined || within(appFolder, path) !== undefined)
      dialects.set(path, extension === '.mdx' ? mdx : markdown);
  }
  const givesComponents = /^(?:mdx-components|theme\.config)\.[jt]sx?$/u;
  const modules = files.paths.filter(
    (path) => within(root, path) !== undefined && givesComponents.test(fileNameOf(path)),
  );
  const themed = await namedComponents(files, modules);
  const locales = await localesOf(files, configPath, content);
  const parts: Parts = {
    root,
    content,
    contentRoute: /contentDirBasePath:\s*['"]([^'"]+)/u.exec(text)?.[1] ?? '/',
    locales,
    base: /\bbasePath:\s*['"]([^'"]+)/u.exec(text)?.[1] ?? '/',
    app,
    metas: await readMeta(files, [content, appFolder], locales),
    aliases: await tsconfigAliases(files, root),
    next: await readNextConfig(files, root),
    components: themed.spread.length > 0 ? undefined : (name) => themed.names.has(name),
  };
  const build: SiteSources['build'] = (pages) => buildSite(parts, files, pages);
  return { framework: 'nextra', root, configPath, contentFolders: [content], dialects, build };
}

function buildSite(parts: Parts, files: FileIndex, pages: ReadonlyMap<string, PageFacts>): Site {
  const { root, app, metas, next, locales } = parts;
  const programRoutes = new Map(app.flatMap(({ routes }) => [...routes]));
  const written = [...pages.keys()].map((path) => [path, routesOf(parts, path)] as const);
  const table = createRouteTable(
    written.map(([path, routes]) => {
      const program = programRoutes.get(path);
      return [path, program === undefined ? routes.filter((route) => !route.includes('[')) : [program]];
    }),
  );
  const parameters = written.flatMap(([, routes]) =>
    routes.flatMap((route) => (route.includes('[') ? [normaliseRoute(route.split('[', 1)[0] ?? '')] : [])),
  );
  const tops = ['/', parts.contentRoute, ...locales.map((name) => `/${name}/${parts.contentRoute}`)].map(
    normaliseRoute,
  );
  const dynamic = [...app.flatMap((routes) => routes.dynamic), ...parameters].filter(
    (prefix) => !tops.includes(prefix),
  );
  return {
    framework: 'nextra',
    root,
    pages,
    routes: table.routes,
    routeOf: table.routeOf,
    navigation: { exhaustive: false, pages: new Set(), missing: metas.flatMap((meta) => missingIn(meta, files)) },
    frontmatter: () => frontmatterFields,
    specificationsElsewhere: false,
    redirectsIn: next.redirects.length > 0 ? next.path : undefined,
    redirects: next.redirects,
    links: {
      ...plainLinkRules,
      base: parts.base,
      // Pages have no language fallback: https://nextra.site/docs/guide/i18n
      prefixes: (from, route) => {
        const ownLocale = localeOf(parts, from);
        return ownLocale === undefined || locales.some((name) => isBelow(`/${name}`, route)) ? [''] : [`/${ownLocale}`];
      },
      // Browsers ignore `..` at the root.
      fallbacks: (path) => {
        const above = within(parts.content, path) === undefined ? within(folderOf(parts.content), path) : undefined;
        return above === undefined ? [] : [joinPath(parts.content, above) ?? above];
      },
      publicFolders: [joinPath(root, 'public') ?? 'public'],
      relative: ({ kind, element }) => (kind === 'file' && element === 'markdown' ? ['file'] : ['file', 'route']),
      names: { ...plainNames, html: false },
      aliases: parts.aliases,
      unknown: (route) => {
        if (dynamic.some((prefix) => isBelow(prefix, route))) return 'a dynamic route makes pages there';
        return next.rewrites.some((rewrite) => rewrite.apply(route) !== undefined) ? 'a rewrite answers it' : undefined;
      },
    },
    anchors: {
      ...plainAnchors,
      slugs,
      // Version 4 adds anchors for tab names.
      mayHaveMore: ({ components }) =>
        fileNameOf(parts.content) !== 'pages' && components.some(({ name }) => name === 'Tabs'),
    },
    components: parts.components,
    unread: {},
    problems: table.duplicates,
  };
}

/* Locales */

const localeName = /^[a-z]{2}(?:-[A-Za-z]{2,4})?$/u;
/** https://nextjs.org/docs/pages/building-your-application/routing/dynamic-routes */
const localeParameter = /^\[(?:locale|lang|lng|language)\]$/u;

/** Locales from the settings or an imported module, otherwise from the names of the content folders. */
async function localesOf(files: FileIndex, configPath: string, content: string): Promise<readonly string[]> {
  const text = (await files.readText(configPath)) ?? '';
  const imported = [...text.matchAll(/['"](\.\/[^'"\s]+)['"]/gu)].flatMap(([, source = '']) => {
    const sourcePath = joinPath(folderOf(configPath), source) ?? '';
    return ['', '.ts', '.js', '.mjs'].map((ending) => sourcePath + ending).filter((path) => files.has(path));
  });
  for (const path of [configPath, ...imported]) {
    const list = /\blocales:\s*\[([^\]]*)\]/u.exec((await files.readText(path)) ?? '')?.[1] ?? '';
    const names = [...list.matchAll(/['"]([^'"]+)['"]/gu)].map(([, name = '']) => name);
    const main = /\bdefaultLocale:\s*['"]([^'"]+)['"]/u.exec((await files.readText(path)) ?? '')?.[1];
    if (names.length > 0) return [...new Set([...(main === undefined ? [] : [main]), ...names])];
  }
  const folders = new Set(
    files.paths.flatMap((path) => /^([^/]+)\/.*\.mdx?$/u.exec(within(content, path) ?? '')?.[1] ?? []),
  );
  const locales = [...folders].filter((name) => !/^[_.[]/u.test(name));
  // A single locale folder counts only if a page has a locale parameter.
  const fewest = [...folders].some((name) => localeParameter.test(name)) ? 1 : 2;
  return locales.length >= fewest && locales.every((name) => localeName.test(name)) ? locales : [];
}

function localeOf({ content, locales }: Pick<Parts, 'content' | 'locales'>, path: string): string | undefined {
  const inside = withoutExtension(within(content, path) ?? '');
  return locales.find((name) => isBelow(name, inside) || inside.endsWith(`.${name}`));
}

/** Routes of the default locale also work without a prefix. */
function routesOf(parts: Parts, path: string): string[] {
  const { content, contentRoute, locales } = parts;
  const inside = within(content, path);
  if (inside === undefined || /(?:^|\/)_/u.test(inside)) return [];
  const suffix = locales.find((name) => withoutExtension(inside).endsWith(`.${name}`));
  const route = withoutExtension(suffix === undefined ? inside : withoutExtension(inside)).replace(
    /(?:^|\/)index$/u,
    '',
  );
  const [first = ''] = inside.split('/', 1);
  // A page with a locale parameter has a route in every locale.
  if (localeParameter.test(first))
    return [...locales.map((name) => `${name}/`), ''].map(
      (start) => `${start}${contentRoute}/${route.slice(first.length)}`,
    );
  const locale = suffix ?? localeOf(parts, path);
  const plain = suffix === undefined && locale !== undefined ? route.slice(locale.length) : route;
  const ownRoute = `${locale ?? ''}/${contentRoute}/${plain}`;
  return locale !== undefined && locale === locales[0] ? [ownRoute, `${contentRoute}/${plain}`] : [ownRoute];
}

/* Navigation: https://nextra.site/docs/file-conventions/meta-file */

interface MetaFile {
  readonly path: string;
  /** File name suffixes of its locale (`.fr`) in versions 2 and 3; empty if the folder sets the locale. */
  readonly suffixes: readonly string[];
  /** Keys that must name a page or a folder beside the file. */
  readonly keys: readonly (Place & { readonly key: string })[];
}

const metaName = /^_meta(?:\.([a-z]{2}(?:-[A-Z]{2})?))?\.(?:json|[cm]?[jt]sx?)$/u;

async function readMeta(
  files: FileIndex,
  folders: readonly string[],
  [main]: readonly string[],
): Promise<readonly MetaFile[]> {
  const paths = files.paths.filter(
    (path) => metaName.test(fileNameOf(path)) && folders.some((folder) => within(folder, path) !== undefined),
  );
  return Promise.all(
    paths.map(async (path): Promise<MetaFile> => {
      const locale = metaName.exec(fileNameOf(path))?.[1] ?? main;
      const text = (await files.readText(path)) ?? '';
      const module = await loadModule(files, path);
      const places = createTextPlaces(text);
      const keys = Object.entries(recordOf(module?.default)).flatMap(([key, item]) => {
        const place = places.next(key);
        const { type, href, display, items } = recordOf(item);
        const namesPage =
          type !== 'separator' && type !== 'menu' && href === undefined && display !== 'hidden' && items === undefined;
        return namesPage && isTold(item) && key !== '*' && key !== '...' && !key.includes('[')
          ? [{ key, ...place }]
          : [];
      });
      return { path, suffixes: ['', ...(locale === undefined ? [] : [`.${locale}`])], keys };
    }),
  );
}

function missingIn({ path, suffixes, keys }: MetaFile, files: FileIndex): Navigation['missing'][number][] {
  return keys.flatMap(({ key, line, column }) => {
    const keyPath = joinPath(folderOf(path), key) ?? key;
    // In `app`, the index page is named `page`.
    const names = key === 'index' ? [keyPath, joinPath(folderOf(path), 'page') ?? keyPath] : [keyPath];
    const places = names.flatMap((name) =>
      suffixes.flatMap((suffix) =>
        ['.mdx', '.md', '.tsx', '.jsx', '.js', '.ts'].map((extension) => name + suffix + extension),
      ),
    );
    return files.hasFolder(keyPath) || places.some((place) => files.has(place))
      ? []
      : [{ path, line, column, entry: key, at: keyPath }];
  });
}
