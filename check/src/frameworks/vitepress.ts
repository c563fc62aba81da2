import type { Dialect, FrontmatterLink, PageFacts } from '../page/page-facts.ts';
import { CallValue, isTold } from '../settings/evaluate-module.ts';
import { loadModule } from '../settings/load-module.ts';
import { listOf, recordOf, textOf, wholeSettings } from '../settings/parse-settings.ts';
import {
  asWritten,
  placeLinks,
  type SettingsAddress,
  createSettingsPlaces,
  type SettingsPlaces,
} from '../settings/settings-links.ts';
import type { FileIndex } from '../site/file-index.ts';
import {
  matchPaths,
  extensionOf,
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
  documentedFields,
  plainAnchors,
  plainLinkRules,
  plainNames,
  plainSite,
  type Framework,
  type FrontmatterField,
  type Navigation,
  type Site,
  type SiteSources,
} from '../site/site.ts';
import { vitepressSlugs, vueSlug } from '../site/slugs.ts';

const configFile = /(?:^|\/)\.vitepress\/config(?:\/index)?\.[cm]?[jt]s$/u;

/** VitePress: `.vitepress/config.*`. https://vitepress.dev/reference/site-config */
export const vitepress: Framework = {
  name: 'vitepress',
  async findSites(files) {
    return Promise.all(files.paths.filter((path) => configFile.test(path)).map((path) => findSite(files, path)));
  },
};

/* Pages */

/** https://vitepress.dev/reference/default-theme-home-page and https://vitepress.dev/reference/default-theme-prev-next-links */
const frontmatterLinks: readonly FrontmatterLink[] = [
  { field: 'hero.actions.*.link', kind: 'page' },
  { field: 'hero.image', kind: 'file' },
  { field: 'hero.image.src', kind: 'file' },
  { field: 'hero.image.light', kind: 'file' },
  { field: 'hero.image.dark', kind: 'file' },
  { field: 'features.*.link', kind: 'page' },
  { field: 'features.*.icon.src', kind: 'file' },
  { field: 'prev.link', kind: 'page' },
  { field: 'next.link', kind: 'page' },
];

const dialect: Dialect = {
  syntax: 'markdown',
  indentedCode: true,
  headingId: 'braces',
  masks: ['attribute-list'],
  includes: 'vitepress',
  template: 'vue',
  // https://vitepress.dev/guide/markdown#custom-containers
  blocks: 'colons',
  frontmatterLinks,
};

/** Fields with the same type in every theme. https://vitepress.dev/reference/frontmatter-config */
const frontmatterFields: readonly FrontmatterField[] = [
  ...documentedFields('string', 'title description pageClass'),
  ...documentedFields('boolean', 'navbar editLink'),
  ...documentedFields('list', 'head'),
];

/** Components of Vue and of the default theme. https://vitepress.dev/reference/default-theme-team-page and its neighbours */
const builtIn = new Set(
  `Badge ClientOnly KeepAlive Suspense Teleport Transition TransitionGroup VPBadge VPButton VPImage VPTeamMembers VPTeamPage
  VPTeamPageSection VPTeamPageTitle`.split(/\s+/u),
);

async function findSite(files: FileIndex, configPath: string): Promise<SiteSources> {
  const root = folderOf(configPath.replace(configFile, '/x'));
  const module = await loadModule(files, configPath);
  const { settings: config, isWhole } = wholeSettings(module?.default, ['srcDir', 'srcExclude', 'rewrites']);
  const source = joinPath(root, textOf(config['srcDir']) ?? '') ?? root;
  const excluded = matchPaths(listOf(config['srcExclude']).flatMap((pattern) => textOf(pattern) ?? []));
  const dialects = new Map<string, Dialect>();
  for (const path of files.paths) {
    const inside = within(source, path);
    if (inside === undefined || extensionOf(path) !== '.md' || excluded(inside)) continue;
    if (!/(?:^|\/)(?:node_modules|\.[^/]+|dist)\//u.test(inside)) dialects.set(path, dialect);
  }
  const text = (await files.readText(configPath)) ?? '';
  const theme = linksInTheme(module?.default);
  const settings: Settings = {
    ...theme,
    // https://vitepress.dev/reference/site-config#extends
    isWhole: isWhole && config['extends'] === undefined && typeof config['rewrites'] !== 'string',
    source,
    base: textOf(config['base']) ?? '/',
    rewrite: createRewrite(config['rewrites']),
    rewrites: config['rewrites'] !== undefined,
    ownSlugs: recordOf(recordOf(config['markdown'])['anchor'])['slugify'] !== undefined,
    beside: linksBeside(module?.default),
    ignored: ignoredLinks(text),
    complete: module !== undefined && theme.complete,
  };
  const places = await createSettingsPlaces(files, module?.sources ?? [configPath]);
  return {
    framework: 'vitepress',
    root,
    configPath,
    contentFolders: [source],
    dialects,
    build: (pages) => buildSite(settings, root, pages, places()),
  };
}

function buildSite(
  settings: Settings,
  root: string,
  pages: ReadonlyMap<string, PageFacts>,
  places: SettingsPlaces,
): Site {
  const { source, base, rewrite } = settings;
  const published = [...pages.keys()].filter((path) => !path.includes('['));
  const table = createRouteTable(published.map((path) => [path, [routeOf(settings, path)]]));
  // `en.md` and `en/index.md` have the same route but different HTML files.
  const outputs = Map.groupBy(published, (path) => outputOf(settings, path));
  const dynamicFolders = [...pages.keys()].flatMap((path) =>
    path.includes('[') ? [normaliseRoute(folderOf(rewrite(within(source, path) ?? path)).split('[', 1)[0] ?? '')] : [],
  );
  return {
    ...plainSite,
    framework: 'vitepress',
    root,
    pages,
    routes: table.routes,
    routeOf: table.routeOf,
    navigation: navigationOf(settings, table.routes, places),
    settingsLinks: placeLinks(settings.beside, places),
    frontmatter: () => frontmatterFields,
    otherRedirects: false,
    links: {
      ...plainLinkRules,
      base,
      // Vue handles raw HTML and adds the base only to images.
      addsBase: ({ element }) => element !== 'a',
      publicFolders: [joinPath(source, 'public') ?? 'public'],
      // Images of the home page are not rewritten.
      relative: ({ kind, element }) => {
        if (kind === 'file') return element === 'frontmatter' ? ['route', 'file'] : ['file'];
        return settings.rewrites ? ['route', 'file'] : ['file', 'route'];
      },
      sourceRoots: (_from, written) => (written === 'absolute' ? [source] : []),
      names: {
        ...plainNames,
        source: ({ element }) => element !== 'a',
        bare: true,
        index: rewrite('a/README.md').endsWith('/index.md') ? ['index', 'README'] : ['index'],
      },
      aliases: new Map([['@/', source]]),
      unknown: (target, link) => {
        if (settings.ignored.some((start) => target.startsWith(start) || link?.written.startsWith(start) === true))
          return 'ignoreDeadLinks of the settings names it';
        const route = target.startsWith('/') ? target : normaliseRoute(within(source, target) ?? target);
        return dynamicFolders.some((folder) => isBelow(folder, route) && folder !== route)
          ? 'a dynamic route makes pages there'
          : undefined;
      },
    },
    // `@parts/a.md` is `parts/a.md` in the folder of the pages: https://vitepress.dev/guide/markdown#markdown-file-inclusion
    includePlaces: (_from, address) =>
      /^@[^/]/u.test(address) ? [joinPath(source, address.slice(1)) ?? address] : undefined,
    anchors: {
      ...plainAnchors,
      slugs: vitepressSlugs,
      linked: vueSlug,
      mayHaveMore: ({ frontmatter: { layout } }) => settings.ownSlugs || !['doc', undefined].includes(textOf(layout)),
      quietComponents: builtIn,
      everywhere: ['', 'app', 'VPContent', 'VPSidebarNav'],
    },
    unread: { addresses: settings.isWhole ? undefined : 'only running the settings of the site tells its addresses' },
    problems: table.duplicates.filter(({ path }) => (outputs.get(outputOf(settings, path))?.length ?? 0) > 1),
  };
}

/** Path of the HTML file, without extension. */
function outputOf({ source, rewrite }: Settings, path: string): string {
  return withoutExtension(rewrite(within(source, path) ?? path));
}

function routeOf(settings: Settings, path: string): string {
  return normaliseRoute(outputOf(settings, path).replace(/(?:^|\/)index$/u, '/'));
}

/* Navigation */

/** Entries without a leading slash are root-relative too. */
function isAddress(entry: string): boolean {
  return /^\/(?!\/)/u.test(entry) || /^[\w-]+(?:\/[\w.-]+)*\/?(?:[?#].*)?$/u.test(entry);
}

function navigationOf(
  { nav, sidebar, complete, base }: Settings,
  routes: Site['routes'],
  places: SettingsPlaces,
): Navigation {
  const shown = new Set<string>();
  const missing: Navigation['missing'][number][] = [];
  for (const entry of [...nav, ...sidebar]) {
    const route = normaliseRoute(entry.split(/[?#]/u, 1)[0]?.replace(/\.(?:html|md)$/u, '') ?? entry);
    const page = routes.get(route) ?? routes.get(route.replace(/\/index$/u, '') || '/');
    if (page !== undefined) shown.add(page);
    else if (isAddress(entry) && !(base !== '/' && entry.startsWith(base)))
      missing.push({ ...places.next(entry), entry });
  }
  return { exhaustive: complete && sidebar.length > 0, pages: shown, missing };
}

/* Settings */

interface Settings extends ThemeLinks {
  /** False if settings that are not read may change addresses. */
  readonly isWhole: boolean;
  readonly source: string;
  readonly base: string;
  readonly rewrite: (path: string) => string;
  readonly rewrites: boolean;
  /** True if a custom function builds anchors. */
  readonly ownSlugs: boolean;
  readonly beside: readonly SettingsAddress[];
  /** Address prefixes in `ignoreDeadLinks`. */
  readonly ignored: readonly string[];
}

interface ThemeLinks {
  readonly nav: readonly string[];
  readonly sidebar: readonly string[];
  /** True if both were read completely. */
  readonly complete: boolean;
}

/** https://vitepress.dev/reference/site-config#ignoredeadlinks */
function ignoredLinks(text: string): string[] {
  const list = /\bignoreDeadLinks\s*:\s*\[([^\]]*)\]/u.exec(text)?.[1] ?? '';
  const entries = list.matchAll(/['"/]\^?((?:\\?\.){0,2}(?:\\?\/[\w-]+)+)/gu);
  return [...entries].map(([, start = '']) => start.replaceAll('\\', ''));
}

/** https://vitepress.dev/guide/routing#route-rewrites */
function createRewrite(rewrites: unknown): Settings['rewrite'] {
  const rules = Object.entries(recordOf(rewrites)).flatMap(([from, to]) =>
    typeof to === 'string' ? [createRedirect('', { line: 1, column: 1 }, from, to)] : [],
  );
  return (path) => {
    const moved = rules.map((rule) => rule.apply(normaliseRoute(path))).find((to) => to !== undefined);
    return moved === undefined ? path : (joinPath(moved) ?? path);
  };
}

/** `themeConfig.nav` and `themeConfig.sidebar`, of the site and of every locale. https://vitepress.dev/reference/default-theme-sidebar */
function linksInTheme(config: unknown): ThemeLinks {
  const { locales, extends: inherited } = recordOf(config);
  const parts = [config, ...Object.values(recordOf(locales))];
  const themes = parts.map((part) => recordOf(recordOf(part)['themeConfig']));
  return {
    nav: themes.flatMap(({ nav }) => linksIn(nav, '')),
    sidebar: themes.flatMap(({ sidebar }) => sidebarLinks(sidebar)),
    complete:
      inherited === undefined &&
      isWhole(locales) &&
      parts.every((part) => isWhole(part) && isWhole(recordOf(part)['themeConfig'])) &&
      themes.every(({ nav, sidebar }) => isTold(nav) && isTold(sidebar)),
  };
}

/** True if all keys are known, even if some values are not. */
function isWhole(value: unknown): boolean {
  if (value === undefined) return true;
  return typeof value === 'object' && !(value instanceof CallValue) && isTold(recordOf(value)['...']);
}

/** A sidebar is a list, or lists by path, each with an optional `base`. */
function sidebarLinks(sidebar: unknown): string[] {
  if (Array.isArray(sidebar)) return linksIn(sidebar, '');
  return Object.values(recordOf(sidebar)).flatMap((part) => {
    const { items, base } = recordOf(part);
    return Array.isArray(part) ? linksIn(part, '') : linksIn(items, textOf(base) ?? '');
  });
}

function linksIn(items: unknown, base: string): string[] {
  return listOf(items).flatMap((item) => {
    const { link, items: children, base: ownBase } = recordOf(item);
    const start = textOf(ownBase) ?? base;
    return [...(typeof link === 'string' ? [withBase(start, link)] : []), ...linksIn(children, start)];
  });
}

function withBase(base: string, link: string): string {
  if (base === '' || /^[a-z]+:/iu.test(link)) return link;
  return base + link.replace(/^\//u, base.endsWith('/') ? '' : '/');
}

/** Logo and icon, including the base. https://vitepress.dev/reference/default-theme-config */
function linksBeside(config: unknown): readonly SettingsAddress[] {
  const { locales, head } = recordOf(config);
  const parts = [config, ...Object.values(recordOf(locales))].map(recordOf);
  const themes = parts.map((part) => recordOf(part['themeConfig']));
  const logos = themes.flatMap(({ logo }) => {
    const { src, light, dark } = recordOf(logo);
    return [logo, src, light, dark].flatMap((file) => textOf(file) ?? []);
  });
  const icons = [head, ...parts.slice(1).map((part) => part['head'])].flatMap(listOf).flatMap((tag) => {
    const [name, attributes] = listOf(tag);
    const { rel, href } = recordOf(attributes);
    return name === 'link' && /(?:^|[ -])icon$/u.test(textOf(rel) ?? '') ? (textOf(href) ?? []) : [];
  });
  return [...logos, ...icons].filter((file) => file.startsWith('/')).map((file) => asWritten('file', file));
}
