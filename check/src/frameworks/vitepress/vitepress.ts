import type { Dialect, PageFacts } from '../../page/page-facts.ts';
import { loadModule } from '../../settings/load-module.ts';
import { listOf, recordOf, textOf } from '../../settings/narrow.ts';
import { placeLinks, type SettingsAddress } from '../../settings/settings-links.ts';
import { createSettingsPlaces, type SettingsPlaces } from '../../settings/settings-places.ts';
import { wholeSettings } from '../../settings/whole-settings.ts';
import type { FileIndex } from '../../site/file-index.ts';
import { matchPaths } from '../../site/match-paths.ts';
import { extensionOf, folderOf, joinPath, normaliseRoute, within, withoutExtension } from '../../site/paths.ts';
import { createRedirect } from '../../site/redirects.ts';
import { createRouteTable } from '../../site/route-table.ts';
import {
  plainAnchors,
  plainLinkRules,
  type Framework,
  type Navigation,
  type Site,
  type SiteSources,
} from '../../site/site.ts';
import { linksBeside, linksInHead, linksInTheme } from './sidebar-links.ts';
import { vitepressFrontmatter, vitepressFrontmatterLinks } from './frontmatter.ts';
import { vueSlug, vitepressSlugs } from '../../site/vue-slugs.ts';

const dialect: Dialect = {
  syntax: 'markdown',
  grayMatter: true,
  indentedCode: true,
  headingId: 'braces',
  masks: ['attribute-list'],
  includes: 'vitepress',
  template: 'vue',
  // https://vitepress.dev/guide/markdown#custom-containers
  blocks: 'colons',
  frontmatterLinks: vitepressFrontmatterLinks,
};

/** Components of Vue and of the default theme. https://vitepress.dev/reference/default-theme-team-page and its neighbours */
const builtIn = new Set(
  `Badge ClientOnly KeepAlive Suspense Teleport Transition TransitionGroup VPBadge VPButton VPImage VPTeamMembers VPTeamPage
  VPTeamPageSection VPTeamPageTitle`.split(/\s+/u),
);

const configFile = /(?:^|\/)\.vitepress\/config(?:\/index)?\.[cm]?[jt]s$/u;

/** VitePress: `.vitepress/config.*`. https://vitepress.dev/reference/site-config */
export const vitepress: Framework = {
  name: 'vitepress',
  async findSites(files) {
    return Promise.all(files.paths.filter((path) => configFile.test(path)).map((path) => findSite(files, path)));
  },
};

interface Settings {
  /** False where something else than what is read says at which addresses pages are. */
  readonly isWhole: boolean;
  readonly source: string;
  readonly base: string;
  /** False where only running the settings tells it. */
  readonly isBaseTold: boolean;
  readonly rewrite: (path: string) => string;
  readonly rewrites: boolean;
  readonly ownSlugs: boolean;
  readonly nav: readonly string[];
  readonly sidebar: readonly string[];
  readonly complete: boolean;
  readonly beside: readonly SettingsAddress[];
  readonly head: readonly SettingsAddress[];
  /** Anchors of sections that a plugin of Vite writes below every page. */
  readonly sections: readonly string[];
  /** Beginnings of addresses that the settings let pass (`ignoreDeadLinks`): other programs answer them. */
  readonly ignored: readonly string[];
  /** True where the settings let some pass that may be of the site. */
  readonly ignoresDeadLinks: boolean;
}

/** https://nolebase-integrations.ayaka.io/pages/en/integrations/vitepress-plugin-git-changelog/ */
const changelogSections = ['changelog', 'file-history', 'contributors', '页面历史', '文件历史', '贡献者'];

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
  const theme = linksInTheme(module?.default);
  const vite = files.paths.filter((path) => folderOf(path) === root && /(?:^|\/)vite\.config\.[cm]?[jt]s$/u.test(path));
  const texts = await Promise.all([configPath, ...vite].map((path) => files.readText(path)));
  const sections = texts.some((text = '') => text.includes('ChangelogMarkdownSection')) ? changelogSections : [];
  const settings: Settings = {
    // https://vitepress.dev/reference/site-config#extends
    isWhole: isWhole && config['extends'] === undefined && typeof config['rewrites'] !== 'string',
    source,
    base: textOf(config['base']) ?? '/',
    isBaseTold: config['base'] === undefined || textOf(config['base']) !== undefined,
    rewrite: createRewrite(config['rewrites']),
    rewrites: config['rewrites'] !== undefined,
    ownSlugs: recordOf(recordOf(config['markdown'])['anchor'])['slugify'] !== undefined,
    ...theme,
    beside: linksBeside(module?.default, textOf(config['base']) ?? '/'),
    head: linksInHead(module?.default),
    sections,
    ignored: ignoredLinks(texts[0] ?? ''),
    ignoresDeadLinks: config['ignoreDeadLinks'] !== undefined && !ignoresOtherHosts(texts[0] ?? ''),
    complete: module !== undefined && theme.complete,
  };
  const places = await createSettingsPlaces(files, module?.sources ?? [configPath]);
  return {
    framework: 'vitepress',
    root,
    configPath,
    contentFolders: [source],
    dialects,
    build: (pages) => ({
      ...buildSite(settings, root, pages, places()),
      headLinks: placeLinks(settings.head, places()),
    }),
  };
}

/** https://vitepress.dev/reference/site-config#ignoredeadlinks */
function ignoredLinks(text: string): string[] {
  const list = /\bignoreDeadLinks\s*:\s*\[([^\]]*)\]/u.exec(text)?.[1] ?? '';
  return [...list.matchAll(/['"/]\^?((?:\\?\.){0,2}(?:\\?\/[\w-]+)+)/gu)].map(([, start = '']) =>
    start.replaceAll('\\', ''),
  );
}

/** An entry that lets complete addresses pass, and those of the author's own machine. */
const ofOtherHost = /^(?:['"]|\/\^?)(?:https?\b|localhost)/u;

/** True where what the settings let pass is named, and none of it can be an address of the site. */
function ignoresOtherHosts(text: string): boolean {
  const written = /\bignoreDeadLinks\s*:\s*(?:\[([^\]]*)\]|(['"]localhostLinks['"]))/u.exec(text);
  const entries = (written?.[1] ?? written?.[2] ?? '')
    .replaceAll(/^[ \t]*\/\/.*$/gmu, '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  return entries.length > 0 && entries.every((entry) => ofOtherHost.test(entry));
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

function buildSite(
  settings: Settings,
  root: string,
  pages: ReadonlyMap<string, PageFacts>,
  places: SettingsPlaces,
): Site {
  const { source } = settings;
  const dynamic = [...pages.keys()].filter((path) => path.includes('['));
  const published = [...pages.keys()].filter((path) => !path.includes('['));
  const table = createRouteTable(published.map((path) => [path, [routeOf(settings, path)]]));
  const outputs = new Map<string, number>();
  for (const output of published.map((path) => outputOf(settings, path)))
    outputs.set(output, (outputs.get(output) ?? 0) + 1);
  const dynamicFolders = dynamic.map((path) =>
    normaliseRoute(folderOf(settings.rewrite(within(source, path) ?? path)).split('[', 1)[0] ?? ''),
  );
  return {
    framework: 'vitepress',
    root,
    pages,
    routes: table.routes,
    routeOf: table.routeOf,
    navigation: navigationOf(settings, table.routes, places),
    settingsLinks: placeLinks(settings.beside, places),
    frontmatter: () => vitepressFrontmatter,
    specificationsElsewhere: false,
    redirectsIn: undefined,
    redirects: [],
    links: {
      ...plainLinkRules,
      base: settings.base,
      // https://github.com/vuejs/vitepress/blob/main/src/node/markdown/plugins/link.ts
      addsBase: 'refuses twice',
      // Raw HTML is left to Vue, which changes addresses of pictures and no others.
      leavesAddresses: {
        ...(settings.isBaseTold ? { base: settings.base } : {}),
        isCertain: true,
        element: 'a',
      },
      leavesSources: ({ element }) => element === 'a',
      publicFolders: [joinPath(source, 'public') ?? 'public'],
      // Pictures of the home page stand as they are in its HTML.
      relative: ({ kind, element }) =>
        kind === 'file'
          ? element === 'frontmatter'
            ? ['route', 'file']
            : ['file']
          : settings.rewrites
            ? ['route', 'file']
            : ['file', 'route'],
      sourceRoots: () => [source],
      bareName: true,
      indexNames: settings.rewrite('a/README.md').endsWith('/index.md') ? ['index', 'README'] : ['index'],
      unknowable: (at, link) =>
        settings.ignored.some((start) => at.startsWith(start) || link?.written.startsWith(start) === true) ||
        dynamicFolders.some(
          (folder) => within(folder, at.startsWith('/') ? at : normaliseRoute(within(source, at) ?? at)) !== undefined,
        ),
      // https://github.com/vuejs/vitepress/blob/main/src/node/markdownToVue.ts
      refusesFolders:
        settings.isWhole && !settings.rewrites && !settings.ignoresDeadLinks
          ? 'which the build of VitePress calls a dead link, and ends'
          : undefined,
      aliases: new Map([['@/', source]]),
      // `@parts/a.md` is `parts/a.md` in the folder of the pages: https://github.com/vuejs/vitepress/blob/main/src/node/utils/processIncludes.ts
      includePlaces: (_, address) =>
        /^@[^/]/u.test(address) ? [joinPath(source, address.slice(1))].filter((path) => path !== undefined) : undefined,
    },
    anchors: {
      ...plainAnchors,
      slugs: vitepressSlugs,
      // https://github.com/vuejs/vitepress/blob/main/src/node/markdown/plugins/link.ts
      linked: (anchor) => vueSlug(anchor),
      mayHaveMore: (facts) => settings.ownSlugs || !['doc', undefined].includes(textOf(facts.frontmatter['layout'])),
      quietComponents: builtIn,
      everywhere: ['', 'app', 'VPContent', 'VPSidebarNav', ...settings.sections],
    },
    components: undefined,
    guessed: (_path, _rule, sought) =>
      !settings.isWhole &&
      sought !== undefined &&
      sought.kind !== 'anchor' &&
      (settings.rewrites || sought.at.startsWith('/'))
        ? 'only running the settings of the site tells its addresses'
        : undefined,
    problems: table.duplicates.filter(({ path }) => (outputs.get(outputOf(settings, path)) ?? 0) > 1),
  };
}

/** The page of HTML that is written, without its ending: `en.md` and `en/index.md` are two. */
function outputOf({ source, rewrite }: Settings, path: string): string {
  return withoutExtension(rewrite(within(source, path) ?? path));
}

function routeOf(settings: Settings, path: string): string {
  return normaliseRoute(outputOf(settings, path).replace(/(?:^|\/)index$/u, '/'));
}

/**
 * Without a slash it is read from the top of the site, too:
 * https://github.com/vuejs/vitepress/blob/main/src/client/theme-default/support/utils.ts
 */
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
