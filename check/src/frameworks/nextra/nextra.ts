import type { Dialect, PageFacts } from '../../page/page-facts.ts';
import { namedComponents, type NamedComponents } from '../../settings/named-components.ts';
import { readNextConfig, type NextConfig } from '../../settings/next-config.ts';
import { tsconfigAliases } from '../../settings/tsconfig-aliases.ts';
import { findAppRoutes, type AppRoutes } from '../../site/app-routes.ts';
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
import { createRouteTable } from '../../site/route-table.ts';
import {
  plainAnchors,
  plainLinkRules,
  type AnchorStyle,
  withoutSlash,
  type Framework,
  type Site,
  type SiteSources,
} from '../../site/site.ts';
import { githubSlugs, onceForEach } from '../../site/slugs.ts';
import { nextraFrontmatter } from './frontmatter.ts';
import { readMeta, type MetaFile } from './meta.ts';

const mdx: Dialect = {
  syntax: 'mdx',
  indentedCode: true,
  headingId: 'brackets',
  masks: ['math', 'directive-attributes'],
};
/** `remark-headings` of Nextra passes over titles. */
const nextraSlugs: AnchorStyle['slugs'] = onceForEach((headings: Parameters<AnchorStyle['slugs']>[0]) =>
  githubSlugs(
    headings.flatMap(({ depth, text, id, ...others }) =>
      depth > 1 ? [{ ...others, depth, text: id ?? text, id: undefined }] : [],
    ),
  ),
);

const markdown: Dialect = { ...mdx, syntax: 'markdown' };

/** Nextra 2 to 4: `next.config.*` that uses it. https://nextra.site/docs/file-conventions */
export const nextra: Framework = {
  name: 'nextra',
  async findSites(files) {
    const configs = files.paths.filter((path) => /^next\.config\.[cm]?[jt]s$/u.test(fileNameOf(path)));
    const sites = await Promise.all(configs.map((path) => findSite(files, path)));
    return sites.filter((site) => site !== undefined);
  },
};

interface Parts {
  readonly root: string;
  /** Folder of the pages and the route at which it starts. */
  readonly content: string;
  readonly contentRoute: string;
  readonly locales: readonly string[];
  readonly base: string;
  readonly app: readonly AppRoutes[];
  readonly metas: readonly MetaFile[];
  readonly aliases: ReadonlyMap<string, string>;
  readonly themed: NamedComponents;
  readonly next: NextConfig;
}

async function findSite(files: FileIndex, configPath: string): Promise<SiteSources | undefined> {
  const text = (await files.readText(configPath)) ?? '';
  if (!/\bnextra\b|['"]@theguild\/components\/next\.config['"]/u.test(text)) return undefined;
  const root = folderOf(configPath);
  const first = (names: readonly string[]): string | undefined =>
    names.map((name) => joinPath(root, name) ?? name).find((folder) => files.hasFolder(folder));
  const app4 = first(['app', 'src/app']);
  // Pages of `content` are shown by a route of `app`, which only the fourth version has.
  const folders =
    app4 === undefined
      ? ['pages', 'src/pages', 'content', 'src/content']
      : ['content', 'src/content', 'pages', 'src/pages'];
  const content = first(folders) ?? joinPath(root, 'content') ?? 'content';
  const appFolder = app4 ?? joinPath(root, 'app') ?? 'app';
  const usesPages = fileNameOf(content) === 'pages';
  const app = [
    findAppRoutes(files, appFolder, 'folder'),
    ...(usesPages ? [findAppRoutes(files, content, 'file')] : []),
  ];
  const dialects = new Map<string, Dialect>(app.flatMap((routes) => [...routes.dialects]));
  for (const path of files.paths) {
    const extension = extensionOf(path);
    if (extension !== '.md' && extension !== '.mdx') continue;
    if (within(content, path) !== undefined || within(appFolder, path) !== undefined) {
      dialects.set(path, extension === '.mdx' ? mdx : markdown);
    }
  }
  const parts: Parts = {
    root,
    content,
    contentRoute: /contentDirBasePath:\s*['"]([^'"]+)/u.exec(text)?.[1] ?? '/',
    locales: await localesOf(files, configPath, content),
    base: /\bbasePath:\s*['"]([^'"]+)/u.exec(text)?.[1] ?? '/',
    app,
    metas: await readMeta(files, [content, appFolder]),
    aliases: await tsconfigAliases(files, root),
    next: await readNextConfig(files, root),
    themed: await namedComponents(
      files,
      files.paths.filter(
        (path) =>
          within(root, path) !== undefined && /^(?:mdx-components|theme\.config)\.[jt]sx?$/u.test(fileNameOf(path)),
      ),
    ),
  };
  const build: SiteSources['build'] = (pages) => buildSite(parts, files, pages);
  return { framework: 'nextra', root, configPath, contentFolders: [content], dialects, build };
}

/** Languages that the settings, or a module that they import, name; else those that all folders of pages are called by. */
async function localesOf(files: FileIndex, configPath: string, content: string): Promise<readonly string[]> {
  const text = (await files.readText(configPath)) ?? '';
  const imported = [...text.matchAll(/['"](\.\/[^'"\s]+)['"]/gu)].flatMap(([, source = '']) => {
    const at = joinPath(folderOf(configPath), source) ?? '';
    return ['', '.ts', '.js', '.mjs'].map((ending) => at + ending).filter((path) => files.has(path));
  });
  const texts = [text, ...(await Promise.all(imported.map(async (path) => (await files.readText(path)) ?? '')))];
  for (const module of texts) {
    const list = /\blocales:\s*\[([^\]]*)\]/u.exec(module)?.[1] ?? '';
    const names = [...list.matchAll(/['"]([^'"]+)['"]/gu)].map(([, name = '']) => name);
    if (names.length > 0) return names;
  }
  const folders = new Set(
    files.paths.flatMap((path) => /^([^/]+)\/.*\.mdx?$/u.exec(within(content, path) ?? '')?.[1] ?? []),
  );
  const all = [...folders].filter((name) => !/^[_.[]/u.test(name));
  // One language alone is told from any other folder by a page that has the language as a parameter.
  const fewest = [...folders].some((name) => language.test(name)) ? 1 : 2;
  return all.length >= fewest && all.every((name) => /^[a-z]{2}(?:-[A-Za-z]{2,4})?$/u.test(name)) ? all : [];
}

/** https://nextjs.org/docs/pages/building-your-application/routing/dynamic-routes */
const language = /^\[(?:locale|lang|lng|language)\]$/u;

function buildSite(parts: Parts, files: FileIndex, pages: ReadonlyMap<string, PageFacts>): Site {
  const { root, app, metas, next, themed } = parts;
  const own = new Map(app.flatMap(({ routes }) => [...routes]));
  const parameters = [...pages.keys()].flatMap((path) => {
    const pattern = routesOf(parts, path).map((route) => normaliseRoute(route).split('['));
    return pattern.flatMap(([prefix = '', ...rest]) => (rest.length === 0 ? [] : [normaliseRoute(prefix)]));
  });
  const table = createRouteTable(
    [...pages.keys()].map((path) => [
      path,
      own.has(path) ? [own.get(path) ?? ''] : routesOf(parts, path).filter((route) => !route.includes('[')),
    ]),
  );
  const tops = ['/', parts.contentRoute, ...parts.locales.map((name) => `/${name}/${parts.contentRoute}`)];
  const dynamic = [...app.flatMap((routes) => routes.dynamic), ...parameters].filter(
    (prefix) => !tops.some((top) => prefix === normaliseRoute(top)),
  );
  const endings = ['', ...parts.locales.map((name) => `.${name}`)];
  const missing = metas.flatMap(({ path, folder, keys }) =>
    keys.flatMap(({ key, line, column }) => {
      const at = joinPath(folder, key) ?? key;
      // The first page of a folder of `app` is called otherwise.
      const names = key === 'index' ? [at, joinPath(folder, 'page') ?? at] : [at];
      const exists =
        endings.some((locale) =>
          ['.mdx', '.md', '.tsx', '.jsx', '.js', '.ts'].some((extension) =>
            names.some((name) => files.has(name + locale + extension)),
          ),
        ) || files.hasFolder(at);
      return exists ? [] : [{ path, line, column, entry: key }];
    }),
  );
  return {
    framework: 'nextra',
    root,
    pages,
    routes: table.routes,
    routeOf: table.routeOf,
    // Pages that no `_meta` file names are shown after those that one names.
    navigation: { exhaustive: false, pages: new Set(), missing },
    frontmatter: () => nextraFrontmatter,
    specificationsElsewhere: false,
    redirectsIn: next.redirects.length > 0 ? next.path : undefined,
    redirects: next.redirects,
    links: {
      ...plainLinkRules,
      htmlEnding: false,
      base: parts.base,
      // Links of Markdown are those of Next.js: https://nextjs.org/docs/app/api-reference/config/next-config-js/basePath#links
      addsBase: 'goes on',
      publicFolders: [joinPath(root, 'public') ?? 'public'],
      // The address of an element of HTML stands as it is on the page.
      leavesFilesOfHtml: true,
      relative: ({ kind, element }) => (kind === 'file' && element === 'markdown' ? ['file'] : ['file', 'route']),
      // Links of Next.js resolve as a browser does; what names a source file is rewritten by Nextra.
      addressEnds: next.slashless ? withoutSlash : undefined,
      prefixes: (from) => [localeOf(parts, from) ?? []].flat(),
      unknowable: (at) =>
        dynamic.some((prefix) => at === prefix || within(prefix, at) !== undefined) ||
        next.rewrites.some((rewrite) => rewrite.apply(at) !== undefined),
      aliases: parts.aliases,
    },
    anchors: { ...plainAnchors, slugs: nextraSlugs },
    // The fourth version, which has no folder `pages`, makes anchors of the names of tabs, which are not read here.
    guessed: (_path, _rule, sought) =>
      sought?.kind === 'anchor' &&
      fileNameOf(parts.content) !== 'pages' &&
      pages.get(sought.at)?.components.some(({ name }) => name === 'Tabs') === true
        ? 'a tab of the page may have it'
        : undefined,
    components: themed.spread.length > 0 ? undefined : (name) => themed.names.has(name),
    problems: table.duplicates,
  };
}

function routesOf({ content, contentRoute, locales }: Parts, path: string): string[] {
  const inside = within(content, path);
  if (inside === undefined || /(?:^|\/)_/u.test(inside)) return [];
  const named = locales.find((name) => withoutExtension(inside).endsWith(`.${name}`));
  const bare = withoutExtension(named === undefined ? inside : withoutExtension(inside));
  const route = bare.replace(/(?:^|\/)index$/u, '');
  // The page of every language has an address in each.
  const [first = ''] = inside.split('/', 1);
  if (language.test(first)) {
    const rest = route.slice(first.length);
    return [...locales.map((name) => `${name}/${contentRoute}/${rest}`), `${contentRoute}/${rest}`];
  }
  if (named !== undefined) {
    const own = [`${named}/${contentRoute}/${route}`];
    return named === locales[0] ? [...own, `${contentRoute}/${route}`] : own;
  }
  const locale = localeOf({ content, locales }, path);
  const plain = locale === undefined ? route : route.slice(locale.length);
  const localised = `${locale ?? ''}/${contentRoute}/${plain}`;
  return locale !== undefined && locale === locales[0] ? [localised, `${contentRoute}/${plain}`] : [localised];
}

function localeOf({ content, locales }: Pick<Parts, 'content' | 'locales'>, path: string): string | undefined {
  const inside = withoutExtension(within(content, path) ?? '');
  return locales.find((name) => inside === name || within(name, inside) !== undefined || inside.endsWith(`.${name}`));
}
