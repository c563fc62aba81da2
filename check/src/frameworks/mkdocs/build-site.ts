import type { PageFacts } from '../../page/page-facts.ts';
import { placeLinks } from '../../settings/settings-links.ts';
import type { FileIndex } from '../../site/file-index.ts';
import type { LinkTarget } from '../../site/link-target.ts';
import { extensionOf, joinPath, normaliseRoute, within } from '../../site/paths.ts';
import { createRedirect } from '../../site/redirects.ts';
import { createRouteTable } from '../../site/route-table.ts';
import { plainAnchors, plainLinkRules, type Site, type Sought } from '../../site/site.ts';
import { createTextPlaces } from '../../site/text-places.ts';
import { mkdocsFrontmatter } from './frontmatter.ts';
import { namesByLanguage } from './names-by-language.ts';
import { navigationOf } from './navigation.ts';
import { lettersOf, routeOfFile, routesOf } from './routes.ts';
import type { MkdocsSettings } from './settings.ts';
import { mkdocsSlugs } from './slugify.ts';
import { inFolderOfLanguage, ofTheme, sourceFromTop, untranslated } from './targets.ts';
import { writtenPages } from './written-pages.ts';

const leftFromTop = {
  mkdocs: 'MkDocs leaves an address from the top as it is, and another program of the host may answer it',
  zensical: 'Zensical leaves an address from the top as it is, and another program of the host may answer it',
};

/** A site of which nothing but its pages is known. */
export function emptySite(framework: MkdocsSettings['framework'], root: string, pages: Site['pages']): Site {
  return {
    framework,
    root,
    pages,
    ...createRouteTable([]),
    navigation: undefined,
    frontmatter: () => [],
    specificationsElsewhere: false,
    redirectsIn: undefined,
    redirects: [],
    links: plainLinkRules,
    anchors: plainAnchors,
    components: undefined,
    problems: [],
  };
}

/** The site as MkDocs publishes it by its settings. */
export function buildSite(
  settings: MkdocsSettings,
  root: string,
  configPath: string,
  text: string,
  files: FileIndex,
  pages: ReadonlyMap<string, PageFacts>,
): Site {
  const { docsFolder, directoryUrls, slugs } = settings;
  const translated = settings.languageIn === 'name' ? namesByLanguage(settings, files) : undefined;
  const table = createRouteTable(
    [...pages.keys()].map((path) => [path, routesOf(docsFolder, path, translated)] as const),
  );
  const places = createTextPlaces(text);
  const placesOfLinks = createTextPlaces(text);
  const written = writtenPages(settings, files, pages);
  const leavesAbsolute = !settings.judgesAbsolute && ![...settings.plugins].some((name) => /link|url/u.test(name));
  const pagesByLetters = new Set([...table.routes.keys()].map(lettersOf));
  const redirectedRoutes = new Set(settings.redirects.map(([from]) => routeOfFile(from)));
  /** An address that has the letters of a page's and other capitals or signs between them is meant to be that. */
  const inOtherSigns = (url: string): LinkTarget | undefined => {
    const [path = ''] = /^\/[^?#]+/u.exec(url) ?? [];
    const route = normaliseRoute(path);
    if (extensionOf(path) !== '' || table.routes.has(route) || redirectedRoutes.has(route)) return undefined;
    return lettersOf(route) !== '/' && pagesByLetters.has(lettersOf(route))
      ? { kind: 'missing', looked: route }
      : undefined;
  };
  const base = settings.hasVersions ? { base: '/{version}' } : {};
  const templates = settings.customFolder === undefined ? undefined : joinPath(root, settings.customFolder);
  const blogRoutes = settings.blogFolders.map((folder) => normaliseRoute(folder));
  return {
    ...emptySite(settings.framework, root, pages),
    frontmatter: () => mkdocsFrontmatter(settings.theme),
    routes: table.routes,
    routeOf: table.routeOf,
    navigation: navigationOf(settings, pages, configPath, text, files, translated),
    settingsLinks: placeLinks(settings.links, {
      next: (written) => ({ path: configPath, ...placesOfLinks.next(written) }),
    }),
    redirectsIn: settings.plugins.has('redirects') ? configPath : undefined,
    redirects: settings.redirects.flatMap(([from, to]) => {
      const place = places.next(from);
      const page = translated?.addressOf(to) ?? to;
      const [start, end] = [routeOfFile(from), /^https?:/u.test(to) ? to : routeOfFile(page)];
      // `a.html` and `a/index.html` are two files, although links lead to them by one route here.
      return !directoryUrls && start === end ? [] : [createRedirect(configPath, place, start, end)];
    }),
    links: {
      ...plainLinkRules,
      publicFolders: [docsFolder],
      // MkDocs changes the links of Markdown; those of raw HTML reach the browser as they are.
      relative: ({ element }) => (element === 'markdown' ? ['file', 'route'] : ['route']),
      leavesSources: ({ element }) =>
        element !== 'markdown' && !settings.hooks.pages && settings.loud.plugin === undefined,
      twins: (path) => untranslated(path, settings),
      judgesAbsolute: settings.judgesAbsolute,
      leavesAddresses:
        leavesAbsolute && !settings.hooks.pages && settings.loud.plugin === undefined
          ? { isCertain: true, topLeadsOn: true, ...base }
          : undefined,
      templates:
        templates === undefined ? undefined : { ...base, has: (path) => within(templates, path) !== undefined },
      resolve: (from, { url, element }) => {
        if (element === 'settings')
          return written.writer !== undefined ? { kind: 'unjudged' } : ofTheme(settings, files, root, url);
        // What a part names is looked for from each page that shows it.
        if (within(docsFolder, from) === undefined && !url.startsWith('/')) return { kind: 'unjudged' };
        const inLanguage = translated?.find(from, table.routeOf.get(from), { url, element });
        if (inLanguage !== undefined)
          return pages.has(inLanguage.path) ? { kind: 'page', ...inLanguage } : { kind: 'file', path: inLanguage.path };
        const inFolder = inFolderOfLanguage(from, url, settings, pages);
        if (inFolder !== undefined) return { kind: 'page', path: inFolder, anchor: undefined };
        return leavesAbsolute ? (sourceFromTop(files, docsFolder, url) ?? inOtherSigns(url)) : undefined;
      },
      sourceRoots: () => (settings.judgesAbsolute ? [docsFolder] : []),
      slashAfterSource: true,
      publishes: (path) => within(docsFolder, path) !== undefined,
      pagesFolder: docsFolder,
      trailingSlash: directoryUrls,
      indexNames: ['index', 'README'],
      unsure: (_at, written) =>
        !settings.judgesAbsolute && written.startsWith('/') ? leftFromTop[settings.framework] : undefined,
      unknowable: (at, link) =>
        written.mayBring(at, link) ||
        blogRoutes.some(
          (blog) => within(blog, at.startsWith('/') ? at : normaliseRoute(within(docsFolder, at) ?? at)) !== undefined,
        ),
      includeRoots: [...settings.snippetFolders, ...settings.templateFolders, docsFolder],
    },
    anchors: {
      ...plainAnchors,
      slugs: mkdocsSlugs(slugs.kind === 'unknown' ? 'unicode' : slugs.kind, slugs.separator),
      mayHaveMore: ({ frontmatter }) => slugs.kind === 'unknown' || frontmatter['template'] !== undefined,
      everywhere: ['', 'top'],
      // What pymdownx.tabbed and Material make themselves begins so, as `__tabbed_1_2` and `__consent` do.
      madeElsewhere: (anchor) => /^__[a-z]/u.test(anchor),
    },
    guessed: (_path, _rule, sought) => doubtOf(settings, sought, written.writer),
    problems: table.duplicates,
  };
}

/** Why something that is not found may be there all the same. */
function doubtOf(settings: MkdocsSettings, sought: Sought | undefined, writer: string | undefined): string | undefined {
  if (sought?.kind === 'entry' && sought.written.startsWith('/') && !settings.navReadsAbsolute)
    return leftFromTop[settings.framework];
  if (
    sought?.kind === 'page' &&
    /^\/[^?#]*$/u.test(sought.at) &&
    !settings.judgesAbsolute &&
    extensionOf(sought.at) === ''
  )
    return leftFromTop[settings.framework];
  if (settings.inherits) return 'the site whose settings it inherits may bring it';
  if (settings.hooks.pages && sought?.kind === 'anchor') return 'a hook of the site may write it';
  if (settings.anchorsOfTabs && sought?.kind === 'anchor') return 'a tab may have it';
  if (settings.loud.plugin !== undefined && sought !== undefined && !isBesidePage(sought))
    return `the plugin ${settings.loud.plugin} of the site may bring it`;
  if (writer !== undefined && sought !== undefined && sought.kind !== 'anchor')
    return `${writer} writes pages of the site, and may write it`;
  return settings.loud.extension !== undefined && sought?.kind === 'anchor'
    ? `the extension ${settings.loud.extension} of the site may make it`
    : undefined;
}

/** A source or picture that is named by its path from the page: no plugin is known to bring one. */
function isBesidePage({ kind, written }: Sought): boolean {
  const path = written.replace(/[?#].*$/su, '');
  return ['page', 'file'].includes(kind) && !path.startsWith('/') && extensionOf(path) !== '';
}
