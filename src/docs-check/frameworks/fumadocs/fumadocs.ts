import type { Dialect, PageFacts } from '../../pages/page-facts.ts';
import { loadModule } from '../../settings/load-module.ts';
import { namedWords } from '../../settings/named-words.ts';
import { recordOf, textOf } from '../../settings/narrow.ts';
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
import { plainAnchors, plainLinkRules, type Framework, type Site, type SiteSources } from '../../site/site.ts';
import { fumadocsFrontmatter } from './frontmatter.ts';
import { navigationOf, readMeta, type MetaFile } from './meta.ts';

const mdx: Dialect = { syntax: 'mdx', indentedCode: true, headingId: 'brackets', masks: ['math'], includes: 'element' };
const markdown: Dialect = { ...mdx, syntax: 'markdown' };

/** Components of fumadocs-ui's default set, and those that it documents for every page. https://fumadocs.dev/docs/ui/markdown */
const builtIn = new Set(
  `Card Cards Callout CalloutContainer CalloutTitle CalloutDescription CodeBlock CodeBlockTab CodeBlockTabs CodeBlockTabsList
  CodeBlockTabsTrigger Tab Tabs`.split(/\s+/u),
);
/** Components that bring headings or anchors of their own. */
const bringAnchors = /TypeTable|APIPage|Accordion|^Tab$/u;

/** Fumadocs with fumadocs-mdx: `source.config.*`. https://fumadocs.dev/docs/mdx */
export const fumadocs: Framework = {
  name: 'fumadocs',
  async findSites(files) {
    const configs = files.paths.filter((path) => /^source\.config\.[cm]?[jt]sx?$/u.test(fileNameOf(path)));
    return Promise.all(configs.map((path) => findSite(files, path)));
  },
};

interface Collection {
  readonly folder: string;
  readonly baseUrl: string;
}

interface Parts {
  readonly root: string;
  readonly collections: readonly Collection[];
  readonly app: AppRoutes;
  readonly metas: readonly MetaFile[];
  readonly aliases: ReadonlyMap<string, string>;
  readonly themed: ReadonlySet<string>;
  readonly frontmatter: Site['frontmatter'];
}

async function findSite(files: FileIndex, configPath: string): Promise<SiteSources> {
  const root = folderOf(configPath);
  const collections = await findCollections(files, root, configPath);
  const appFolder = ['app', 'src/app']
    .map((name) => joinPath(root, name) ?? name)
    .find((folder) => files.hasFolder(folder));
  const app = findAppRoutes(files, appFolder ?? joinPath(root, 'app') ?? 'app', 'folder');
  const dialects = new Map<string, Dialect>(app.dialects);
  for (const path of files.paths) {
    const extension = extensionOf(path);
    const isPage = extension === '.mdx' || extension === '.md';
    if (isPage && collections.some(({ folder }) => within(folder, path) !== undefined)) {
      dialects.set(path, extension === '.mdx' ? mdx : markdown);
    }
  }
  const parts: Parts = {
    root,
    collections,
    app,
    frontmatter: fumadocsFrontmatter((await files.readText(configPath)) ?? ''),
    metas: await readMeta(
      files,
      collections.map(({ folder }) => folder),
    ),
    aliases: await tsconfigAliases(files, root),
    themed: await namedWords(
      files,
      files.paths.filter(
        (path) =>
          within(root, path) !== undefined &&
          /(?:^|\/)mdx-components\.[jt]sx?$|\/mdx\/?(?:components)?\.[jt]sx$/u.test(path),
      ),
    ),
  };
  const contentFolders = collections.map(({ folder }) => folder);
  return {
    framework: 'fumadocs',
    root,
    configPath,
    contentFolders,
    dialects,
    build: (pages) => buildSite(parts, files, pages),
  };
}

/** Folders of documents from `source.config.*`, and the address of each from the call of `loader` that reads it. */
async function findCollections(files: FileIndex, root: string, configPath: string): Promise<readonly Collection[]> {
  const module = await loadModule(files, configPath);
  const loaders = await findLoaders(files, root);
  const found = [...(module?.named ?? [])].flatMap(([name, value]) => {
    const { dir, docs, type } = recordOf(value);
    if (type === 'meta') return [];
    const folders = [dir ?? recordOf(docs)['dir']].flat().flatMap((folder) => textOf(folder) ?? []);
    const baseUrl = loaders.get(name) ?? (loaders.size === 1 ? [...loaders.values()][0] : undefined) ?? '/docs';
    return folders.map((folder) => ({ folder: joinPath(root, folder) ?? folder, baseUrl }));
  });
  return found.length > 0
    ? found
    : [{ folder: joinPath(root, 'content/docs') ?? 'content/docs', baseUrl: [...loaders.values()][0] ?? '/docs' }];
}

async function findLoaders(files: FileIndex, root: string): Promise<Map<string, string>> {
  const loaders = new Map<string, string>();
  const paths = files.paths.filter(
    (path) =>
      within(root, path) !== undefined &&
      /(?:^|\/)source(?:\/index|\.\w+)?\.[jt]sx?$/u.test(path) &&
      !path.includes('source.config.'),
  );
  for (const path of paths) {
    for (const [call] of ((await files.readText(path)) ?? '').matchAll(/\bloader\(\s*[\s\S]*?\n?\}\s*\)/gu)) {
      const baseUrl = /baseUrl:\s*['"]([^'"]*)['"]/u.exec(call)?.[1];
      const name = /(\w+)\.toFumadocsSource|toFumadocsSource\((\w+)|createMDXSource\((\w+)/u.exec(call);
      if (baseUrl !== undefined) loaders.set(name?.[1] ?? name?.[2] ?? name?.[3] ?? path, baseUrl);
    }
  }
  return loaders;
}

function buildSite(parts: Parts, files: FileIndex, pages: ReadonlyMap<string, PageFacts>): Site {
  const { root, app, metas, collections } = parts;
  const table = createRouteTable(
    [...pages.keys()].map((path) => [
      path,
      app.routes.has(path) ? [app.routes.get(path) ?? ''] : routesOf(collections, path),
    ]),
  );
  const bases = collections.map(({ baseUrl }) => normaliseRoute(baseUrl));
  const hasApp = app.dialects.size + app.dynamic.length > 0;
  const dynamic = app.dynamic.filter((prefix) => !bases.includes(prefix));
  return {
    framework: 'fumadocs',
    root,
    pages,
    routes: table.routes,
    routeOf: table.routeOf,
    navigation: navigationOf(metas, files, pages),
    frontmatter: parts.frontmatter,
    specificationsElsewhere: false,
    redirectsIn: undefined,
    redirects: [],
    links: {
      ...plainLinkRules,
      publicFolders: [joinPath(root, 'public') ?? 'public'],
      relative: ({ kind }) => (kind === 'file' ? ['file'] : ['file', 'route']),
      bareName: true,
      unknowable: (at) => {
        if (!at.startsWith('/')) return false;
        if (!hasApp && !bases.some((base) => base === '/' || at === base || within(base, at) !== undefined))
          return true;
        return dynamic.some((prefix) => at === prefix || within(prefix, at) !== undefined);
      },
      aliases: parts.aliases,
    },
    anchors: {
      ...plainAnchors,
      mayHaveMore: ({ components }) => components.some(({ name }) => bringAnchors.test(name)),
    },
    components: (name) => builtIn.has(name) || parts.themed.has(name) || name === 'include',
    problems: [...table.duplicates, ...metas.flatMap(({ problem }) => problem ?? [])],
  };
}

/** `(group)` folders are no part of the address, `index` stands for its folder. https://fumadocs.dev/docs/page-conventions */
function routesOf(collections: readonly Collection[], path: string): string[] {
  return collections.flatMap(({ folder, baseUrl }) => {
    const inside = within(folder, path);
    if (inside === undefined) return [];
    const segments = withoutExtension(inside)
      .split('/')
      .filter((segment) => !/^\(.*\)$/u.test(segment));
    return [`${baseUrl}/${segments.join('/').replace(/(?:^|\/)index$/u, '')}`];
  });
}
