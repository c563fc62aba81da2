import { slug as githubSlug } from 'github-slugger';
import { unreadDialect, type Dialect, type PageFacts } from '../../page/page-facts.ts';
import { isTold } from '../../settings/evaluated-values.ts';
import { loadModule } from '../../settings/load-module.ts';
import { textOf } from '../../settings/narrow.ts';
import { placeLinks } from '../../settings/settings-links.ts';
import { createSettingsPlaces, type SettingsPlaces } from '../../settings/settings-places.ts';
import { tsconfigAliases } from '../../settings/tsconfig-aliases.ts';
import { findAppRoutes, mayMake, type AppRoutes } from '../../site/app-routes.ts';
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
import { githubSlugs, withOther } from '../../site/slugs.ts';
import { starlightFrontmatter, starlightFrontmatterLinks } from './frontmatter.ts';
import { hasNoOwnPlugin } from './own-plugins-of-astro.ts';
import { namesInSidebar, readSettings, type StarlightSettings } from './settings.ts';
import { isWritten } from './written-pages.ts';

const markdown: Dialect = {
  syntax: 'markdown',
  indentedCode: true,
  headingId: 'none',
  // https://starlight.astro.build/guides/authoring-content/#asides are directives.
  masks: ['directive-attributes'],
  includes: 'directive',
  blocks: 'colons',
  frontmatterLinks: starlightFrontmatterLinks,
};
const dialectByExtension: Readonly<Record<string, Dialect>> = {
  '.md': markdown,
  '.mdx': { ...markdown, syntax: 'mdx' },
  '.mdoc': unreadDialect,
};

/** Starlight, the documentation theme of Astro: `astro.config.*` that uses it. https://starlight.astro.build/guides/project-structure/ */
export const starlight: Framework = {
  name: 'starlight',
  async findSites(files) {
    const configs = files.paths.filter((path) => /^astro\.config\.[cm]?[jt]s$/u.test(fileNameOf(path)));
    const sites = await Promise.all(configs.map((path) => findSite(files, path)));
    return sites.filter((site) => site !== undefined);
  },
};

/** Plugins write pages, and none of those that are known a picture that pages name. */
const picture = /\.(?:png|jpe?g|gif|svg|webp|avif|ico)$/iu;

/** True where the settings name a package of remark or rehype that changes addresses by its name. */
function changesLinks(settings: string): boolean {
  return [...settings.matchAll(/['"]([\w@./-]+)['"]/gu)].some(
    ([, name = '']) =>
      /(?:remark|rehype)-(?!external|autolink)/u.test(name) && /link|relative|rewrite|slash|base|url|href/iu.test(name),
  );
}

/** https://starlight.astro.build/guides/sidebar/ and https://docs.astro.build/en/reference/configuration-reference/#buildformat */
const withSlash = { slash: true, why: 'as Starlight and Astro write it' };

interface Parts {
  readonly root: string;
  readonly configPath: string;
  readonly content: string;
  readonly settings: StarlightSettings;
  readonly app: AppRoutes;
  readonly aliases: ReadonlyMap<string, string>;
  readonly importsForPages: boolean;
  /** False where a plugin of remark or rehype may give links another address. */
  readonly leavesLinks: boolean;
  /** True where nothing of the settings may. */
  readonly surelyLeavesLinks: boolean;
  /** True when the documents come by another loader than that of Starlight, or by changed addresses. */
  readonly ownLoader: boolean;
}

async function findSite(files: FileIndex, configPath: string): Promise<SiteSources | undefined> {
  const root = folderOf(configPath);
  const module = await loadModule(files, configPath);
  const sources = module?.sources ?? [configPath];
  const texts = await Promise.all(sources.map((path) => files.readText(path)));
  if (!texts.some((text) => text?.includes('@astrojs/starlight'))) return undefined;
  const settings = readSettings(module?.default);
  const content = joinPath(root, settings.srcFolder, 'content/docs') ?? '';
  const app = findAppRoutes(files, joinPath(root, settings.srcFolder, 'pages') ?? '', 'file');
  const dialects = new Map<string, Dialect>(app.dialects);
  for (const path of files.paths) {
    const dialect = dialectByExtension[extensionOf(path)];
    const inside = within(content, path);
    if (dialect !== undefined && inside !== undefined && !/(?:^|\/)_/u.test(inside)) dialects.set(path, dialect);
  }
  const importsForPages = texts.some((text) => text?.includes('auto-import'));
  const leavesLinks = !texts.some((text = '') => changesLinks(text));
  const parts = {
    leavesLinks,
    surelyLeavesLinks: leavesLinks && texts.every((text = '') => hasNoOwnPlugin(text)),
    root,
    configPath,
    content,
    settings,
    app,
    importsForPages,
    ownLoader: await hasOwnLoader(files, joinPath(root, settings.srcFolder) ?? ''),
    aliases: await tsconfigAliases(files, root),
  };
  const places = await createSettingsPlaces(files, sources);
  const build: SiteSources['build'] = (pages) => ({
    ...buildSite(parts, pages, places()),
    headLinks: placeLinks(settings.head, places()),
  });
  return { framework: 'starlight', root, configPath, contentFolders: [content], dialects, build };
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
  const ofPrograms = new Set(app.routes.values());
  const written = [...pages].flatMap(([path, facts]): [string, string[]][] => {
    const program = app.routes.get(path);
    const route = program ?? routeOf(content, path, facts);
    // The site's own pages go before those of Starlight: https://docs.astro.build/en/guides/routing/#route-priority-order
    const isHidden = program === undefined && ofPrograms.has(route);
    const isLeftOut = facts.frontmatter['draft'] === true || fileNameOf(path).startsWith('404.');
    return isHidden || isLeftOut ? [] : [[path, [route]]];
  });
  const table = createRouteTable(written);
  const routes = new Map([...table.routes, ...fallbackRoutes(settings, table.routes)]);
  const folders = new Set([...routes.keys()].map(folderOf));
  const isMadeByPlugin = (at: string): boolean =>
    at.startsWith('/') && !picture.test(at) && isWritten(settings.written, at);
  const told = settings.written.filter((folder) => folder !== '');
  /** Beside a page of the repository; the first page of a plugin is its own. */
  const isAmongPages = (at: string): boolean => folders.has(folderOf(at)) && isWritten(told, folderOf(at));
  return {
    framework: 'starlight',
    root,
    pages,
    routes,
    routeOf: table.routeOf,
    navigation: settings.sidebar === undefined ? undefined : navigationOf(settings, routes, places),
    settingsLinks: placeLinks(settings.links, places),
    frontmatter: (path) => (within(content, path) === undefined ? [] : starlightFrontmatter),
    specificationsElsewhere: false,
    redirectsIn: parts.configPath,
    redirects: settings.redirects.map(([from, to]) => {
      const { path, ...place } = places.next(from);
      return createRedirect(path, place, from.replace(/\[\.\.\.(\w+)\]/gu, ':$1*').replace(/\[(\w+)\]/gu, ':$1'), to);
    }),
    links: {
      ...plainLinkRules,
      base: settings.base,
      // https://github.com/withastro/astro/issues/7774
      redirectsNameBase: true,
      publicFolders: [joinPath(root, settings.publicFolder) ?? ''],
      // Astro resolves the images of Markdown beside the file; other links reach the browser as they are.
      relative: ({ kind }) => (kind === 'file' ? ['file'] : ['route', 'file']),
      // https://docs.astro.build/en/guides/images/#images-in-markdown-files
      leavesFilesOfHtml: parts.surelyLeavesLinks,
      trailingSlash: true,
      leavesAddresses: parts.leavesLinks
        ? {
            base: settings.base,
            isCertain: parts.surelyLeavesLinks,
            isMade: (route) => !picture.test(route) && isWritten(told, route),
            // https://github.com/withastro/starlight/blob/main/packages/starlight/components/Hero.astro
            ofFrontmatter: true,
          }
        : undefined,
      templates: { base: settings.base, has: (path) => extensionOf(path) === '.astro' },
      // https://github.com/withastro/starlight/issues/2214
      leavesSources: () => parts.surelyLeavesLinks && !app.patterns.some((pattern) => /\.mdx?$/u.test(pattern)),
      addressEnds: parts.leavesLinks && settings.endsInSlash ? withSlash : undefined,
      bareName: true,
      unknowable: (at, link) =>
        (isMadeByPlugin(at) && (link === undefined || !isAmongPages(at))) ||
        app.dynamic.some((prefix, index) => isBelow(prefix, at, routes) && mayMake(app.patterns[index] ?? '', at)),
      unsure: (at) =>
        isMadeByPlugin(at) ? 'a plugin of the site writes pages of its own into the folder of that one' : undefined,
      aliases: parts.aliases,
    },
    anchors: {
      ...plainAnchors,
      // Astro makes a dash of two hyphens before it makes anchors: https://docs.astro.build/en/reference/configuration-reference/#markdownsmartypants
      slugs: withOther(githubSlugs, ({ text }) => text.replace(/(?<!-)--(?!-)/gu, '—')),
      everywhere: ['', '_top'],
      uncertain:
        settings.changesHeadings === undefined
          ? undefined
          : `${settings.changesHeadings} may change headings and their anchors`,
      mayHaveMore: (facts) => app.dynamic.length > 0 && isEmpty(facts),
    },
    guessed: (_path, _rule, sought) => {
      const adds = settings.adds ?? (parts.ownLoader ? 'the loader of the documents' : undefined);
      return adds !== undefined && sought?.at.startsWith('/') === true && !picture.test(sought.at)
        ? `${adds} may publish it`
        : undefined;
    },
    components: parts.importsForPages ? undefined : (name) => name === 'Fragment',
    problems: table.duplicates,
  };
}

/** A page that only stands in the sidebar for one which a program shows at its address. */
function isEmpty({ headings, links, components, includes, ids }: PageFacts): boolean {
  return [headings, links, components, includes, ids].every((list) => list.length === 0);
}

/** A dynamic route at the root takes every address, but the pages of Starlight come from its own. */
function isBelow(prefix: string, at: string, routes: Site['routes']): boolean {
  if (prefix === '/') return !routes.has('/') && at.startsWith('/');
  return at.startsWith('/') && (at === prefix || within(prefix, at) !== undefined);
}

/** Astro makes a slug of every part of the path. https://docs.astro.build/en/guides/content-collections/ */
function routeOf(content: string, path: string, { frontmatter }: PageFacts): string {
  const own = textOf(frontmatter['slug']);
  if (own !== undefined) return normaliseRoute(own);
  const inside = withoutExtension(within(content, path) ?? path);
  return normaliseRoute(
    inside
      .split('/')
      .map((segment) => githubSlug(segment))
      .join('/')
      .replace(/(?:^|\/)index$/u, '/'),
  );
}

/** A page that is not translated is shown at the address of its translation. https://starlight.astro.build/guides/i18n/ */
function fallbackRoutes({ locales, defaultLocale }: StarlightSettings, routes: Site['routes']): [string, string][] {
  const start = normaliseRoute(defaultLocale);
  return [...routes].flatMap(([route, path]) => {
    const inside = start === '/' ? route : route === start ? '/' : within(start, route);
    const isOtherLocale = locales.some((locale) => locale !== defaultLocale && isBelowRoute(`/${locale}`, route));
    if (inside === undefined || isOtherLocale) return [];
    const translated = locales.map((locale) => normaliseRoute(`${locale}/${inside}`));
    return translated.filter((address) => !routes.has(address)).map((address): [string, string] => [address, path]);
  });
}

function isBelowRoute(prefix: string, route: string): boolean {
  return route === prefix || within(prefix, route) !== undefined;
}

function navigationOf(settings: StarlightSettings, routes: Site['routes'], places: SettingsPlaces): Navigation {
  const names = namesInSidebar(settings.sidebar);
  const shown = new Set<string>();
  const missing: Navigation['missing'][number][] = [];
  const localised = ['', ...settings.locales];
  // The list of languages leads to the first page of each.
  for (const locale of settings.locales) {
    const first = routes.get(normaliseRoute(locale));
    if (first !== undefined) shown.add(first);
  }
  for (const entry of [...names.slugs, ...names.links]) {
    const place = places.next(entry);
    if (/^[a-z]+:|^\/\/|^#/iu.test(entry)) continue;
    const written = entry.split(/[?#]/u, 1)[0] ?? entry;
    // Starlight puts a slash before what has none, so that `./a` begins at the top too.
    const path = written === 'index' ? '' : written.replace(/^(?:\.\/)+/u, '');
    const found = localised.flatMap((locale) => routes.get(normaliseRoute(`${locale}/${path}`)) ?? []);
    for (const page of found) shown.add(page);
    if (found.length === 0) missing.push({ ...place, entry });
  }
  for (const folder of names.folders) {
    for (const [route, path] of routes) {
      if (localised.some((locale) => isBelowRoute(normaliseRoute(`${locale}/${folder}`), route))) shown.add(path);
    }
  }
  return { exhaustive: isTold(settings.sidebar), pages: shown, missing };
}
