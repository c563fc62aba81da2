import { slug as githubSlug } from 'github-slugger';
import { unreadDialect, type Dialect, type FrontmatterLink, type PageFacts } from '../page/page-facts.ts';
import { CallValue, isTold } from '../settings/evaluate-module.ts';
import { loadModule, tsconfigAliases } from '../settings/load-module.ts';
import { listOf, recordOf, textOf, wholeSettings } from '../settings/parse-settings.ts';
import {
  asWritten,
  fromTop,
  placeLinks,
  type SettingsAddress,
  createSettingsPlaces,
  type SettingsPlaces,
} from '../settings/settings-links.ts';
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
import { createRedirect, withoutBase } from '../site/redirects.ts';
import {
  plainAnchors,
  plainLinkRules,
  plainNames,
  type Framework,
  type FrontmatterField,
  type Navigation,
  type Site,
  type SiteSources,
} from '../site/site.ts';
import { githubSlugs, withOther } from '../site/slugs.ts';
import { astroIntegrations, starlightPlugins } from './known-plugins.ts';

/** Starlight, the documentation theme of Astro: `astro.config.*` that uses it. https://starlight.astro.build/guides/project-structure/ */
export const starlight: Framework = {
  name: 'starlight',
  async findSites(files) {
    const configs = files.paths.filter((path) => /^astro\.config\.[cm]?[jt]s$/u.test(fileNameOf(path)));
    const sites = await Promise.all(configs.map((path) => findSite(files, path)));
    return sites.filter((site) => site !== undefined);
  },
};

/* Pages */

/** https://starlight.astro.build/reference/frontmatter/#hero and #prev */
const frontmatterLinks: readonly FrontmatterLink[] = [
  { field: 'hero.actions.*.link', kind: 'page' },
  { field: 'hero.image.file', kind: 'file' },
  { field: 'hero.image.dark', kind: 'file' },
  { field: 'hero.image.light', kind: 'file' },
  { field: 'prev.link', kind: 'page' },
  { field: 'next.link', kind: 'page' },
];

const markdown: Dialect = {
  syntax: 'markdown',
  indentedCode: true,
  headingId: 'none',
  // https://starlight.astro.build/guides/authoring-content/#asides are directives.
  masks: ['directive-attributes'],
  includes: 'directive',
  blocks: 'colons',
  frontmatterLinks,
};
const dialectByExtension: Readonly<Record<string, Dialect>> = {
  '.md': markdown,
  '.mdx': { ...markdown, syntax: 'mdx' },
  '.mdoc': unreadDialect,
};

/** Required by `docsSchema()`; other types fail Astro's build. https://starlight.astro.build/reference/frontmatter/ */
const frontmatterFields: readonly FrontmatterField[] = [
  { field: 'title', kind: 'string', required: true, stated: 'enforced' },
  ...(['description', 'slug', 'template'] as const).map((field) => optional(field, 'string')),
  ...(['draft', 'pagefind'] as const).map((field) => optional(field, 'boolean')),
  ...(['hero', 'sidebar', 'banner'] as const).map((field) => optional(field, 'map')),
  optional('head', 'list'),
];

function optional(field: string, kind: FrontmatterField['kind']): FrontmatterField {
  return { field, kind, required: false, stated: 'enforced' };
}

interface Parts {
  readonly root: string;
  readonly configPath: string;
  readonly content: string;
  readonly settings: Settings;
  readonly app: AppRoutes;
  readonly aliases: ReadonlyMap<string, string>;
  /** True if a plugin auto-imports components. */
  readonly importsForPages: boolean;
  /** True if a remark or rehype plugin may rewrite links. */
  readonly changesLinks: boolean;
  /** True if the docs collection has a custom loader. */
  readonly ownLoader: boolean;
}

async function findSite(files: FileIndex, configPath: string): Promise<SiteSources | undefined> {
  const root = folderOf(configPath);
  const module = await loadModule(files, configPath);
  const sources = module?.sources ?? [configPath];
  const texts = await Promise.all(sources.map(async (path) => (await files.readText(path)) ?? ''));
  if (!texts.some((text) => text.includes('@astrojs/starlight'))) return undefined;
  const settings = readSettings(module?.default);
  const content = joinPath(root, settings.srcFolder, 'content/docs') ?? '';
  const app = findAppRoutes(files, joinPath(root, settings.srcFolder, 'pages') ?? '', 'file');
  const dialects = new Map<string, Dialect>(app.dialects);
  for (const path of files.paths) {
    const dialect = dialectByExtension[extensionOf(path)];
    const inside = within(content, path);
    if (dialect !== undefined && inside !== undefined && !/(?:^|\/)_/u.test(inside)) dialects.set(path, dialect);
  }
  const parts: Parts = {
    root,
    configPath,
    content,
    settings,
    app,
    aliases: await tsconfigAliases(files, root),
    importsForPages: texts.some((text) => text.includes('auto-import')),
    changesLinks: texts.some(changesLinks),
    ownLoader: await hasOwnLoader(files, joinPath(root, settings.srcFolder) ?? ''),
  };
  const places = await createSettingsPlaces(files, sources);
  return {
    framework: 'starlight',
    root,
    configPath,
    contentFolders: [content],
    // AsciiDoc is published with an integration alone.
    leaves: (path) => ['.adoc', '.asciidoc'].includes(extensionOf(path)),
    dialects,
    build: (pages) => buildSite(parts, pages, places()),
  };
}

/** True if the settings use a remark or rehype package whose name suggests link rewriting, or a local plugin. */
function changesLinks(text: string): boolean {
  const packages = [...text.matchAll(/['"]([\w@./-]+)['"]/gu)].map(([, name = '']) => name);
  const isLoud = (name: string): boolean =>
    /(?:remark|rehype)-(?!external|autolink)/u.test(name) && /link|relative|rewrite|slash|base|url|href/iu.test(name);
  const hasPlugins = /(?:remark|rehype)Plugins/u.test(text);
  const isOwn = (name: string): boolean =>
    name.startsWith('.') && (hasPlugins || /remark|rehype|link|base/iu.test(name));
  return packages.some((name) => isLoud(name) || isOwn(name));
}

/** https://starlight.astro.build/manual-setup/#configure-content-collections */
async function hasOwnLoader(files: FileIndex, srcFolder: string): Promise<boolean> {
  const paths = files.paths.filter((path) =>
    /^content(?:\/config|\.config)\.[cm]?[jt]s$/u.test(within(srcFolder, path) ?? ''),
  );
  const texts = await Promise.all(paths.map(async (path) => (await files.readText(path)) ?? ''));
  return texts.some((text) => /\bdocs:\s*defineCollection\(\{\s*loader:\s*(?!\s|docsLoader\(\s*\))/u.test(text));
}

function buildSite(parts: Parts, pages: ReadonlyMap<string, PageFacts>, places: SettingsPlaces): Site {
  const { root, content, settings, app } = parts;
  const programRoutes = new Set(app.routes.values());
  const routed = [...pages].flatMap(([path, facts]): [string, string[]][] => {
    const program = app.routes.get(path);
    const route = program ?? routeOf(content, path, facts);
    // The site's own pages take precedence over Starlight's: https://docs.astro.build/en/guides/routing/#route-priority-order
    const isHidden = program === undefined && programRoutes.has(route);
    const isLeftOut = facts.frontmatter['draft'] === true || fileNameOf(path).startsWith('404.');
    return isHidden || isLeftOut ? [] : [[path, [route]]];
  });
  const table = createRouteTable(routed);
  const routes = new Map([...table.routes, ...fallbackRoutes(settings, table.routes)]);
  return {
    framework: 'starlight',
    root,
    pages,
    routes,
    routeOf: table.routeOf,
    navigation: settings.sidebar === undefined ? undefined : navigationOf(settings, routes, places),
    settingsLinks: placeLinks(settings.links, places),
    frontmatter: (path) => (within(content, path) === undefined ? [] : frontmatterFields),
    specificationsElsewhere: false,
    redirectsIn: parts.configPath,
    redirects: settings.redirects.map(([from, to]) => {
      const { path, ...place } = places.next(from);
      const source = from.replace(/\[\.\.\.(\w+)\]/gu, ':$1*').replace(/\[(\w+)\]/gu, ':$1');
      // Astro adds no base to redirect targets, so a target without it leaves the site. https://github.com/withastro/astro/issues/7774
      const isInside = !to.startsWith('/') || settings.base === '/' || isBelow(normaliseRoute(settings.base), to);
      return createRedirect(path, place, source, isInside ? withoutBase(settings.base, to) : settings.host + to);
    }),
    links: {
      ...plainLinkRules,
      base: settings.base,
      // Astro rewrites no links.
      addsBase: ({ element }) => parts.changesLinks || element === 'settings',
      publicFolders: [joinPath(root, settings.publicFolder) ?? ''],
      // Astro resolves the images of Markdown beside the file; other links reach the browser as they are.
      relative: ({ kind }) => (kind === 'file' ? ['file'] : ['route', 'file']),
      trailingSlash: () => true,
      names: { ...plainNames, source: () => parts.changesLinks, bare: true },
      aliases: parts.aliases,
      unknown: (route) => {
        if (!route.startsWith('/')) return undefined;
        const isDynamic = app.dynamic.some(
          (prefix, index) => (prefix !== '/' || !routes.has('/')) && app.patterns[index]?.(route) === true,
        );
        return isDynamic ? 'a dynamic route makes pages there' : undefined;
      },
    },
    anchors: {
      ...plainAnchors,
      // Astro replaces two hyphens by a dash before it builds anchors: https://docs.astro.build/en/reference/configuration-reference/#markdownsmartypants
      slugs: withOther(githubSlugs, ({ text }) => text.replace(/(?<!-)--(?!-)/gu, '—')),
      everywhere: ['', '_top'],
      // An empty page may be a sidebar placeholder for a dynamic route.
      mayHaveMore: ({ headings, links, components, ids }) =>
        app.dynamic.length > 0 && [headings, links, components, ids].every((list) => list.length === 0),
    },
    components: parts.importsForPages ? undefined : (name) => name === 'Fragment',
    unread: {
      addresses: parts.ownLoader ? 'the documents have a loader of their own' : settings.adds,
      anchors:
        settings.changesHeadings === undefined
          ? undefined
          : `${settings.changesHeadings} may change headings and their anchors`,
    },
    problems: table.duplicates,
  };
}

/** Astro makes a slug of every part of the path. https://docs.astro.build/en/guides/content-collections/ */
function routeOf(content: string, path: string, { frontmatter }: PageFacts): string {
  const ownSlug = textOf(frontmatter['slug']);
  if (ownSlug !== undefined) return normaliseRoute(ownSlug);
  const segments = withoutExtension(within(content, path) ?? path).split('/');
  const route = segments.map((segment) => githubSlug(segment)).join('/');
  return normaliseRoute(route.replace(/(?:^|\/)index$/u, '/'));
}

/** A page that is not translated is shown at the address of its translation. https://starlight.astro.build/guides/i18n/ */
function fallbackRoutes({ locales, defaultLocale }: Settings, routes: Site['routes']): [string, string][] {
  const start = normaliseRoute(defaultLocale);
  return [...routes].flatMap(([route, path]) => {
    const inside = start === '/' ? route : route === start ? '/' : within(start, route);
    const isTranslated = locales.some((locale) => locale !== defaultLocale && isBelow(`/${locale}`, route));
    if (inside === undefined || isTranslated) return [];
    const translated = locales.map((locale) => normaliseRoute(`${locale}/${inside}`));
    return translated.filter((address) => !routes.has(address)).map((address): [string, string] => [address, path]);
  });
}

/* Navigation */

/** All locales share the default locale's pages, so an entry must be one of these. https://starlight.astro.build/guides/sidebar/ */
function navigationOf(settings: Settings, routes: Site['routes'], places: SettingsPlaces): Navigation {
  const { slugs, links, folders } = namesIn(settings.sidebar);
  const shown = new Set<string>();
  const missing: Navigation['missing'][number][] = [];
  const localised = ['', ...settings.locales];
  // The language picker links to the start page of each locale.
  for (const locale of settings.locales) shown.add(routes.get(normaliseRoute(locale)) ?? '');
  for (const entry of [...slugs, ...links]) {
    const place = places.next(entry);
    if (/^[a-z]+:|^\/\/|^#/iu.test(entry)) continue;
    const written = entry.split(/[?#]/u, 1)[0] ?? entry;
    // Starlight adds a leading slash, so `./a` is root-relative too.
    const path = written === 'index' ? '' : written.replace(/^(?:\.\/)+/u, '');
    for (const locale of localised) shown.add(routes.get(normaliseRoute(`${locale}/${path}`)) ?? '');
    const isThere = [settings.defaultLocale, ''].some((locale) => routes.has(normaliseRoute(`${locale}/${path}`)));
    if (!isThere) missing.push({ ...place, entry });
  }
  for (const folder of folders)
    for (const [route, path] of routes)
      if (localised.some((locale) => isBelow(normaliseRoute(`${locale}/${folder}`), route))) shown.add(path);
  return { exhaustive: isTold(settings.sidebar), pages: shown, missing };
}

function namesIn(sidebar: unknown): { slugs: string[]; links: string[]; folders: string[] } {
  const names = { slugs: [] as string[], links: [] as string[], folders: [] as string[] };
  const walk = (item: unknown): void => {
    if (typeof item === 'string') names.slugs.push(item);
    const { slug, link, items, autogenerate } = recordOf(item);
    if (typeof slug === 'string') names.slugs.push(slug);
    if (typeof link === 'string') names.links.push(link);
    const { directory } = recordOf(autogenerate);
    if (typeof directory === 'string') names.folders.push(directory);
    listOf(items).forEach(walk);
  };
  listOf(sidebar).forEach(walk);
  return names;
}

/* Settings */

type Settings = ReturnType<typeof readSettings>;

/** What `astro.config.*` says about a Starlight site. https://starlight.astro.build/reference/configuration/ */
function readSettings(config: unknown) {
  const { settings, isWhole } = wholeSettings(config, ['srcDir']);
  const { site, base, srcDir, publicDir, integrations, redirects } = settings;
  const options = listOf(integrations)
    .flatMap((integration) => (integration instanceof CallValue ? [recordOf(integration.args[0])] : []))
    .find((candidate) => 'sidebar' in candidate || 'title' in candidate);
  const locales = Object.keys(recordOf(options?.['locales'])).filter((name) => name !== '...');
  const hasRoot = locales.length === 0 || locales.includes('root');
  const plugins = options?.['plugins'];
  const isRead =
    isWhole &&
    options !== undefined &&
    isTold(options['...']) &&
    listOf(plugins).every((plugin) => plugin instanceof CallValue);
  const unknown =
    calleeIn(integrations, (name) => !astroIntegrations.test(name)) ??
    calleeIn(plugins, (name) => !starlightPlugins.test(name));
  return {
    base: textOf(base) ?? '/',
    host: textOf(site)?.replace(/\/$/u, '') ?? 'https://localhost',
    srcFolder: textOf(srcDir) ?? 'src',
    publicFolder: textOf(publicDir) ?? 'public',
    /** Folders of languages, without the one at the root. */
    locales: locales.filter((locale) => locale !== 'root'),
    /** Folder of the fallback locale; empty for the root. */
    defaultLocale: hasRoot ? '' : (textOf(options?.['defaultLocale']) ?? locales[0] ?? ''),
    sidebar: options?.['sidebar'],
    links: linksBeside(recordOf(options)),
    redirects: Object.entries(recordOf(redirects)).flatMap(([from, target]) => {
      const to = textOf(target) ?? textOf(recordOf(target)['destination']);
      return to === undefined ? [] : [[from, to] as const];
    }),
    /** Why there may be further routes. */
    adds: !isRead
      ? 'only running the settings tells what plugins publish'
      : unknown !== undefined
        ? `${unknown} may publish it`
        : undefined,
    changesHeadings: calleeIn(plugins, (name) => /heading/iu.test(name) || !starlightPlugins.test(name)),
  };
}

/** The first call in a list that matches, such as `node({ mode })` or `isProduction && compress()`. */
function calleeIn(list: unknown, isLoud: (callee: string) => boolean): string | undefined {
  return listOf(list).flatMap((item) => (item instanceof CallValue && isLoud(item.callee) ? [item.callee] : []))[0];
}

/** Links in settings: imported files are relative to the settings, the icon is a public file. */
function linksBeside({ logo, favicon, customCss, components, social }: Readonly<Record<string, unknown>>) {
  const { src, light, dark } = recordOf(logo);
  const imported = [src, light, dark, ...listOf(customCss), ...Object.values(recordOf(components))];
  const pages = Array.isArray(social)
    ? listOf(social).map((item) => recordOf(item)['href'])
    : Object.values(recordOf(social));
  const starting = (values: readonly unknown[], sign: string): string[] =>
    values.flatMap((value) => (typeof value === 'string' && value.startsWith(sign) ? [value] : []));
  return [
    ...starting(imported, '.').map((file) => asWritten('file', file)),
    ...(typeof favicon === 'string' ? [fromTop('file', favicon)] : []),
    ...starting(pages, '/').map((page) => asWritten('page', page)),
  ] satisfies SettingsAddress[];
}
