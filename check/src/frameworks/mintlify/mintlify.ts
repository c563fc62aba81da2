import type { Dialect, PageFacts } from '../../page/page-facts.ts';
import { fromTop, placeLinks } from '../../settings/settings-links.ts';
import type { FileIndex } from '../../site/file-index.ts';
import { isForPrograms } from '../../site/forge-files.ts';
import {
  extensionOf,
  fileNameOf,
  folderOf,
  joinPath,
  nearestAbove,
  normaliseRoute,
  within,
  withoutExtension,
} from '../../site/paths.ts';
import { ignoreRules } from '../../site/ignore-rules.ts';
import type { LinkTarget } from '../../site/link-target.ts';
import { parseAddress } from '../../site/parse-address.ts';
import { createRedirect } from '../../site/redirects.ts';
import { createRouteTable } from '../../site/route-table.ts';
import {
  plainLinkRules,
  type Framework,
  type Navigation,
  type Site,
  type SiteProblem,
  type SiteSources,
} from '../../site/site.ts';
import { createTextPlaces } from '../../site/text-places.ts';
import { mintlifyAnchors } from './anchors.ts';
import { mintlifyComponents } from './components.ts';
import { mintlifyFrontmatter } from './frontmatter.ts';
import { readSettings } from './read-settings.ts';
import type { Settings } from './settings-schema.ts';
import { linksInSettings, namesInSettings, noteSpecification, usualFolders } from './settings.ts';

const dialect: Dialect = {
  syntax: 'mdx',
  indentedCode: true,
  headingId: 'braces',
  masks: ['math'],
  includes: 'snippet-element',
};

/** Left out unless a page of the navigation names them. https://www.mintlify.com/docs/organize/mintignore */
const ignoredByDefault = [
  '.*',
  'node_modules',
  'README.md',
  'LICENSE.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'CLAUDE.md',
  'AGENTS.md',
];

/** Mintlify: `docs.json` (or the older `mint.json`) at the root of the documentation. https://www.mintlify.com/docs/organize/navigation */
export const mintlify: Framework = {
  name: 'mintlify',
  async findSites(files) {
    const configs = files.paths.filter((path) => ['docs.json', 'mint.json'].includes(fileNameOf(path)));
    const preferred = configs.filter(
      (path) => fileNameOf(path) === 'docs.json' || !files.has(sibling(path, 'docs.json')),
    );
    const roots = preferred.map(folderOf);
    const sites = await Promise.all(preferred.map((path) => findSite(files, path, roots)));
    return sites.filter((site) => site !== undefined);
  },
};

/** Settings under their older name, beside others under the newer one: https://www.mintlify.com/docs/settings-reference (`mint.json`). */
function isLeftBehind(path: string, { paths }: FileIndex): boolean {
  return fileNameOf(path) === 'mint.json' && paths.some((other) => fileNameOf(other) === 'docs.json');
}

function sibling(path: string, name: string): string {
  return joinPath(folderOf(path), name) ?? name;
}

async function findSite(
  files: FileIndex,
  configPath: string,
  roots: readonly string[],
): Promise<SiteSources | undefined> {
  const text = (await files.readText(configPath)) ?? '';
  const read = await readSettings(files, text, configPath);
  if (read === undefined) return undefined;
  const root = folderOf(configPath);
  const ignored = ignoreRules(ignoredByDefault, (await files.readText(joinPath(root, '.mintignore') ?? '')) ?? '');
  const dialects = new Map<string, Dialect>();
  for (const path of files.paths) {
    const inside = within(root, path);
    if (inside === undefined || !['.mdx', '.md'].includes(extensionOf(path)) || ignored.ignores(inside)) continue;
    dialects.set(path, dialect);
  }
  const { settings, problems } = read;
  const { pages } = namesInSettings(settings);
  if (isLeft(files, root, pages) || isCopy(files, root, pages, roots)) return undefined;
  const named = namesInSettings(settings).specifications.slice();
  for (const value of [settings?.openapi, settings?.api?.openapi]) noteSpecification(value, named, []);
  const specifications = named.flatMap((name) => joinPath(root, name) ?? []).filter((path) => files.has(path));
  const ofAstro = await isOfAstro(files, root);
  return {
    framework: 'mintlify',
    root,
    configPath,
    contentFolders: [root],
    leavesReadmes: true,
    dialects,
    specifications,
    // `categorizeFilePaths` of `@mintlify/prebuild` (1.0.1370).
    findsSpecifications: true,
    build: (pages) => buildSite({ files, root, configPath, text, settings, problems, ofAstro, pages }),
  };
}

function pagesThere(files: FileIndex, root: string, names: readonly string[]): number {
  return names.filter((name) =>
    ['', '.mdx', '.md'].some((ending) => files.has(joinPath(root, name.replace(/^\//u, '') + ending) ?? '')),
  ).length;
}

/** Settings in a folder of another site that name pages from the top of that one: the editor on the web leaves such there. */
function isCopy(files: FileIndex, root: string, names: readonly string[], roots: readonly string[]): boolean {
  const own = pagesThere(files, root, names);
  return roots.some(
    (outer) =>
      outer !== root && (outer === '' || within(outer, root) !== undefined) && pagesThere(files, outer, names) > own,
  );
}

/** Settings that another framework has taken the pages from: hardly anything that they name is there. */
function isLeft(files: FileIndex, root: string, names: readonly string[]): boolean {
  const others = files.paths.some(
    (path) => folderOf(path) === root && /(?:^|\/)source\.config\.[cm]?[jt]s$/u.test(path),
  );
  return others && names.length > 0 && pagesThere(files, root, names) < names.length / 4;
}

interface Parts {
  readonly files: FileIndex;
  readonly root: string;
  readonly configPath: string;
  readonly text: string;
  readonly settings: Settings | undefined;
  readonly problems: readonly SiteProblem[];
  /** True where an own site shows the pages, with components and redirects of its own. */
  readonly ofAstro: boolean;
  readonly pages: ReadonlyMap<string, PageFacts>;
}

/** https://www.npmjs.com/package/@mintlify/astro */
async function isOfAstro(files: FileIndex, root: string): Promise<boolean> {
  const configs = [root, ...nearestAbove(root)].flatMap((folder) =>
    ['js', 'mjs', 'cjs', 'ts', 'mts', 'cts'].flatMap((ending) => joinPath(folder, `astro.config.${ending}`) ?? []),
  );
  const texts = await Promise.all(configs.filter((path) => files.has(path)).map((path) => files.readText(path)));
  return texts.some((one) => one?.includes('@mintlify/astro') === true);
}

function buildSite({ files, root, configPath, text, settings, problems, ofAstro, pages }: Parts): Site {
  const published = [...pages.keys()].filter((path) => !isSnippet(root, path));
  const table = createRouteTable(published.map((path) => [path, routesOf(root, path)]));
  const places = createTextPlaces(text);
  const names = namesInSettings(settings);
  const generated = [...names.generatedFolders];
  const specifications = [...names.specifications];
  for (const value of [settings?.openapi, settings?.api?.openapi]) noteSpecification(value, specifications, generated);
  const base = baseOf(settings);
  const placesOfLinks = createTextPlaces(text);
  const redirects = (settings?.redirects ?? []).map(({ source, destination }) => {
    const place = places.next(source);
    places.next(destination);
    return createRedirect(configPath, place, withoutBase(base, source), withoutBase(base, destination));
  });
  const navigation = settings === undefined ? undefined : navigationOf(names.pages, table.routes, configPath, text);
  return {
    framework: 'mintlify',
    root,
    pages,
    routes: table.routes,
    routeOf: table.routeOf,
    navigation,
    settingsLinks: placeLinks([...linksInSettings(settings), ...specifications.map((name) => fromTop('file', name))], {
      next: (written) => ({ path: configPath, ...placesOfLinks.next(written) }),
    }),
    frontmatter: () => mintlifyFrontmatter,
    specificationsElsewhere: names.specifications.some((name) => /^https?:/u.test(name)),
    redirectsIn: configPath,
    redirects,
    links: {
      ...plainLinkRules,
      base,
      publicFolders: [root],
      relative: () => ['file', 'route'],
      bareName: true,
      otherAliases: false,
      // "Paths with extensions do not work in production"; to `.md` the site answers with the text of the page.
      // https://www.mintlify.com/docs/create/text#links and https://github.com/modelcontextprotocol/registry/pull/1052
      unpublishedEnding: '.mdx',
      textEnding: '.md',
      resolve: (from, { url, element }) => relativePage(pages, from, url, element),
      indexNames: ['index', 'README'],
      unknowable: createUnknowable(generated, files, root),
      includePlaces: (_from, source) =>
        ['snippets', '_snippets'].flatMap((folder) => joinPath(root, folder, source) ?? []),
    },
    anchors: mintlifyAnchors,
    components: (name) => ofAstro || mintlifyComponents.has(name),
    guessed: (_path, rule, sought) => {
      if (isLeftBehind(configPath, files))
        return 'the repository has a docs.json elsewhere, which is the newer name of these settings: this site may be published no more';
      if (ofAstro) return 'a site of Astro shows these pages, and may have redirects and components of its own';
      if (rule === 'broken-include')
        return 'where Mintlify looks for a snippet that is named so is no longer described';
      return names.specifications.length > 0 &&
        usualFolders.some((folder) => within(folder, (sought?.at ?? '').replace(/^\//u, '')) !== undefined)
        ? 'it looks like a page that is made of an OpenAPI file'
        : undefined;
    },
    problems: [...problems, ...table.duplicates, ...foldersInNavigation(navigation, files, root)],
  };
}

/** Sites below a path of another host say so in their canonical address. https://www.mintlify.com/docs/deploy/docs-subpath */
function baseOf(settings: Settings | undefined): string {
  const canonical = settings?.seo?.metatags?.canonical;
  return typeof canonical === 'string' && URL.canParse(canonical) ? new URL(canonical).pathname : '/';
}

/** Redirects may be written with the path of the host and without it. */
function withoutBase(base: string, address: string): string {
  const inside = base === '/' ? undefined : within(normaliseRoute(base), address);
  return inside === undefined ? address : `/${inside}`;
}

/** Files below `snippets/` or `_snippets/` are included by pages and have no address of their own. */
function isSnippet(root: string, path: string): boolean {
  return /^_?snippets\//u.test(within(root, path) ?? path);
}

/** What `remarkResolveRelativeLinks` of `@mintlify/common` (1.0.1211) makes absolute, and takes the ending off. */
const resolvedElements = new Set(['markdown', 'a', 'Card']);

function relativePage(
  pages: ReadonlyMap<string, PageFacts>,
  from: string,
  url: string,
  element: string,
): LinkTarget | undefined {
  const address = /^\.{1,2}\//u.test(url) && resolvedElements.has(element) ? parseAddress(url) : undefined;
  if (address?.kind !== 'internal' || !/\.mdx?$/iu.test(address.path)) return undefined;
  const at = joinPath(folderOf(from), withoutExtension(address.path));
  const path = ['.mdx', '.md'].map((ending) => `${at ?? ''}${ending}`).find((place) => pages.has(place));
  return path === undefined ? undefined : { kind: 'page', path, anchor: address.anchor };
}

/** `guide/index.mdx` is read at `/guide` and at `/guide/index`. */
function routesOf(root: string, path: string): string[] {
  const route = normaliseRoute(withoutExtension(within(root, path) ?? path));
  return /\/(?:index|README)$/u.test(route) ? [normaliseRoute(folderOf(route)), route] : [route];
}

/**
 * Pages that Mintlify makes from an OpenAPI file have addresses that depend on the file's tags and summaries, and the
 * address of a folder leads to a page that the navigation decides. `CLAUDE.md` is left out by the documentation, and published by
 * `@mintlify/common` (1.0.1211).
 */
function createUnknowable(folders: readonly string[], files: FileIndex, root: string): (route: string) => boolean {
  const prefixes = [...new Set(folders)].map(normaliseRoute);
  return (at) => {
    const route = normaliseRoute(at);
    const folder = joinPath(root, route);
    return (
      prefixes.some(
        (prefix) => prefix === route || within(prefix, route) !== undefined || within(route, prefix) !== undefined,
      ) ||
      (folder !== undefined &&
        (files.hasFolder(folder) || (isForPrograms(`${folder}.md`) && files.has(`${folder}.md`))))
    );
  };
}

/** The navigation shows pages: of a folder without one of its own it shows nothing. https://www.mintlify.com/docs/organize/navigation#pages */
function foldersInNavigation(navigation: Navigation | undefined, files: FileIndex, root: string): SiteProblem[] {
  return (navigation?.missing ?? []).flatMap(({ path, line, column, entry }) => {
    if (!files.hasFolder(joinPath(root, entry) ?? entry)) return [];
    const message = `The navigation names ${entry}, which is a folder and no page of this site.`;
    return [{ path, line, column, rule: 'navigation-missing-page', severity: 'warning', message }];
  });
}

/** `GET /users` or `openapi.json GET /users`. */
const operation = /^(?:[\w./-]+\s+)?(?:get|post|put|patch|delete|head|options|trace|webhook)\s+\S/iu;

function navigationOf(names: readonly string[], routes: Site['routes'], path: string, text: string): Navigation {
  const places = createTextPlaces(text);
  const shown = new Set<string>();
  const missing: Navigation['missing'][number][] = [];
  const operations: Navigation['missing'][number][] = [];
  for (const entry of names) {
    const place = places.next(JSON.stringify(entry).slice(1, -1));
    if (operation.test(entry)) operations.push({ path, ...place, entry });
    if (operation.test(entry) || /^https?:/u.test(entry)) continue;
    const page = routes.get(normaliseRoute(entry)) ?? routes.get(normaliseRoute(entry.replace(/\.mdx?$/u, '')));
    if (page === undefined) missing.push({ path, ...place, entry });
    else shown.add(page);
  }
  return { exhaustive: true, pages: shown, missing, operations };
}
