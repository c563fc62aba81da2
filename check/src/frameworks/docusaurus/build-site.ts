import { createFilesFromTop } from '../../site/files-from-top.ts';
import { pathOfAddress } from '../../site/parse-address.ts';
import { folderOf, foldersAbove, joinPath, normaliseRoute, within } from '../../site/paths.ts';
import { createRedirect } from '../../site/redirects.ts';
import { createRouteTable } from '../../site/route-table.ts';
import { plainAnchors, plainLinkRules, type Site } from '../../site/site.ts';
import { exceptTitles, githubSlugs, withOther } from '../../site/slugs.ts';
import { createTextPlaces } from '../../site/text-places.ts';
import { wrongEditUrls } from './edit-urls.ts';
import { docusaurusFrontmatter } from './frontmatter.ts';
import { brokenLinksOfModules } from './links-of-modules.ts';
import {
  createLists,
  createUnknowable,
  isAmongFiles,
  isDocument,
  isFileOfRepository,
  mayBePublished,
} from './made-by-plugins.ts';
import { linksInSettings, navigationOf } from './navigation.ts';
import { isBelow, localeOf, localesOf, routesOf, topOf, untranslated, writtenRoutes } from './routes.ts';
import { namesInSidebars } from './sidebars.ts';
import type { DocusaurusParts } from './site-parts.ts';
import { findsFile, isOfOtherPart, mayTellFiles, sourceRootsOf, withBackslashes, withoutBase } from './targets.ts';

/** Names that pages may use without importing them. https://docusaurus.io/docs/markdown-features/react#mdx-component-scope */
const builtIn = new Set(['Admonition', 'Details', 'Head', 'Mermaid', 'TOCInline', 'mermaid', 'React']);

/** What plugins that make tabs of a code block import into its page. https://docusaurus.io/docs/markdown-features/code-blocks#npm2yarn-remark-plugin */
const broughtByPlugins = new Set(['Tabs', 'TabItem']);

/**
 * Docusaurus 3 takes `:id` in a heading for a directive, of which the anchor has nothing, and which it shows as it is written all the same:
 * https://github.com/facebook/docusaurus/blob/v3.10.0/packages/docusaurus-mdx-loader/src/remark/unusedDirectives/index.ts
 */
const docusaurusSlugs = withOther(githubSlugs, ({ text }) => text.replace(/(?<![:\w]):[a-z][\w-]{0,60}/giu, ''));

export function buildSite(parts: DocusaurusParts): Site {
  const { root, configPath, configText, settings, versions, pages } = parts;
  const locales = localesOf(parts);
  const table = createRouteTable([...pages].map(([path, facts]) => [path, routesOf(parts, locales, path, facts)]));
  // Alone at the top a plugin publishes pages of its own.
  const tops = new Set([...table.routes.keys()].map((route) => topOf(route.slice(1))).filter((top) => top !== ''));
  // Where documents begin at the top, so may what a plugin publishes.
  const below = versions.filter(({ route }) => route !== '/');
  const places = createTextPlaces(configText);
  const written = writtenRoutes(parts);
  const isWritten = (route: string): boolean => written.some((folder) => isBelow(folder, route));
  const emptyFolders = written.filter((folder) => ![...table.routes.keys()].some((route) => isBelow(folder, route)));
  // Documents of another repository say themselves at which address they are.
  const shared = versions.filter(({ folder }) => parts.submodules.some((path) => isBelow(folder, path)));
  const foldersOfPages =
    shared.length === 0 ? new Set<string>() : new Set([...table.routes.keys()].flatMap(foldersAbove));
  const isOfSubmodule = (route: string): boolean =>
    shared.some((version) => isBelow(version.route, folderOf(route))) && !foldersOfPages.has(folderOf(route));
  const fromAnyTop = settings.staticFoldersTold ? undefined : createFilesFromTop(parts.files);
  // https://docusaurus.io/docs/swizzling of what shows an element of HTML
  const changesLinks = parts.files.paths.some((path) =>
    /^src\/theme\/MDXComponents\/A[./]/u.test(within(root, path) ?? ''),
  );
  const changesPictures = parts.files.paths.some((path) =>
    /^src\/theme\/MDXComponents(?:\.|\/(?:Img|index)[./])/u.test(within(root, path) ?? ''),
  );
  const changesHeadings = parts.files.paths.some((path) =>
    /^src\/theme\/(?:Heading[./]|MDXComponents(?:\.|\/(?:Heading|index)[./]))/u.test(within(root, path) ?? ''),
  );
  const isList = createLists(parts, [
    ...parts.categories,
    ...settings.routesOfPlugins.map(normaliseRoute),
    ...parts.sidebars.flatMap(({ value, version }) =>
      namesInSidebars(value).generated.map((slug) => normaliseRoute(`${version.route}/${slug}`)),
    ),
  ]);
  const site: Site = {
    framework: 'docusaurus',
    root,
    pages,
    routes: table.routes,
    routeOf: table.routeOf,
    navigation: navigationOf(parts),
    settingsLinks: linksInSettings(parts),
    frontmatter: () => docusaurusFrontmatter,
    specificationsElsewhere: false,
    redirectsIn: settings.redirects.length > 0 ? configPath : undefined,
    redirects: settings.redirects.map(({ from, to }) => createRedirect(configPath, places.next(from), from, to)),
    otherRedirects: settings.createsRedirects,
    links: {
      ...plainLinkRules,
      base: settings.baseUrl,
      // https://docusaurus.io/docs/markdown-features/react#mdx-component-scope
      leavesAddresses: parts.leavesHtml ? { base: settings.baseUrl, isCertain: true, element: 'a' } : undefined,
      prefixes: (from) => localeOf(root, from),
      publicFolders: settings.staticFolders.map((folder) => joinPath(root, folder) ?? folder),
      // The address of an element of HTML stands as it is on the page.
      relative: ({ kind, element }) => (kind === 'file' && element === 'markdown' ? ['file'] : ['file', 'route']),
      // https://docusaurus.io/docs/markdown-features/assets#images
      leavesFilesOfHtml: !changesPictures,
      leavesSources: ({ element }) => ['a', 'Link'].includes(element) && !changesLinks,
      leavesSource: ({ element, url }, from, to) =>
        element === 'markdown' &&
        !url.startsWith('pathname:') &&
        !findsFile(parts, from, url) &&
        (isOfOtherPart(parts, from, to) || mayTellFiles(parts, from)),
      twins: (path) => untranslated(path, versions),
      trailingSlash: settings.trailingSlash === true,
      // https://docusaurus.io/docs/api/docusaurus-config#trailingSlash: unset, addresses end as they are written
      endsInSlash: (path) => settings.trailingSlash === undefined && isSlashed(pages.get(path)?.frontmatter['slug']),
      addressEnds: parts.addressEnds,
      sourceRoots: (from) => sourceRootsOf(from, versions, root),
      // A source file that is no page is no asset either.
      publishes: (path) => !/\.mdx?$/u.test(path) || pages.has(path),
      relativeFromRoots: true,
      htmlEnding: false,
      resolve: (from, { kind, url, element }) =>
        withoutBase(parts, url, element) ??
        (kind === 'file' ? withBackslashes(parts, from, url) : undefined) ??
        fromAnyTop?.({ kind, url }),
      indexNames: settings.trailingSlash === false ? [] : ['index', 'README', 'readme'],
      answered: isList,
      unknowable: createUnknowable(
        parts,
        isList,
        (route) => tops.has(topOf(route.slice(1))),
        (route) => isAmongFiles(parts, route),
        (route) => emptyFolders.some((folder) => isBelow(folder, route)) || isOfSubmodule(route),
      ),
      unsure: (at, written) =>
        !mayBePublished(parts, at) || !at.startsWith('/') || isFileOfRepository(at, written) || isDocument(below, at)
          ? undefined
          : 'a plugin of the site may publish it',
      aliases: new Map([
        ['@site/', root],
        ['~/', root],
        ['pathname:///', joinPath(root, settings.staticFolders[0] ?? 'static') ?? ''],
      ]),
    },
    // https://docusaurus.io/docs/markdown-features/toc: a title has no anchor, and counts where names repeat.
    anchors: { ...plainAnchors, slugs: changesHeadings ? docusaurusSlugs : exceptTitles(docusaurusSlugs) },
    components:
      parts.themed.spread.length > 0
        ? undefined
        : (name) =>
            builtIn.has(name) || parts.themed.names.has(name) || (settings.changesPages && broughtByPlugins.has(name)),
    guessed: (_path, rule, sought) => {
      const isRoute = sought?.at.startsWith('/') === true;
      if (/\.mdx?\//iu.test(pathOfAddress(sought?.written ?? '')))
        return 'Docusaurus 2 puts the address of a page in place of its file, also where more stands behind it';
      if (isRoute && isWritten(normaliseRoute(sought.at))) return 'a plugin of the site may publish it';
      if (
        isRoute &&
        settings.blogs.some(({ routeBasePath }) => normaliseRoute(routeBasePath) === normaliseRoute(sought.at))
      )
        return 'a build may bring the posts of the blog, of which there are none here';
      if (!settings.isEvaluated || (!settings.routesTold && (rule === 'duplicate-route' || isRoute)))
        return 'only running the settings of the site tells its addresses';
      const isOfSite = isRoute || (sought?.kind === 'page' && !isFileOfRepository(sought.at, sought.written));
      return isOfSite && sought.kind !== 'file' && mayBePublished(parts, sought.at)
        ? 'a plugin of the site may publish it'
        : undefined;
    },
    problems: [],
  };
  const { editUrls, repository } = settings;
  const ofSettings = { path: configPath, text: configText, repository };
  return {
    ...site,
    problems: [
      ...table.duplicates,
      ...brokenLinksOfModules(site, parts.files, parts.moduleLinks),
      ...wrongEditUrls(editUrls, parts.files, root, ofSettings),
    ],
  };
}

function isSlashed(slug: unknown): boolean {
  return typeof slug === 'string' && slug.endsWith('/');
}
