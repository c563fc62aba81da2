import { parseDocument, LineCounter } from 'yaml';
import type { Dialect, PageFacts } from '../../pages/page-facts.ts';
import { listOf, recordOf } from '../../settings/narrow.ts';
import { placeLinks } from '../../settings/settings-links.ts';
import { isPicture } from '../../site/file-endings.ts';
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
import { isForgeFile } from '../../site/forge-files.ts';
import { ignoreRules } from '../../site/ignore-rules.ts';
import type { LinkTarget } from '../../site/link-target.ts';
import { pathOfAddress } from '../../site/parse-address.ts';
import { createRedirect } from '../../site/redirects.ts';
import { createRouteTable } from '../../site/route-table.ts';
import {
  plainAnchors,
  plainLinkRules,
  type Framework,
  type Navigation,
  type Site,
  type SiteProblem,
  type SiteSources,
  type Sought,
} from '../../site/site.ts';
import { createTextPlaces } from '../../site/text-places.ts';
import { mkdocsFrontmatter } from './frontmatter.ts';
import { namesByLanguage, type NamesByLanguage } from './names-by-language.ts';
import { readSettings, type MkdocsSettings } from './settings.ts';
import { mkdocsSlugs } from './slugify.ts';

/** Plugins that write pages, so that one that is not in the repository may still be published. */
const writers = [
  'gen-files',
  'api-autonav',
  'autoapi',
  'mkdoxy',
  'multirepo',
  'monorepo',
  'gallery',
  'typedoc',
  'versioning',
  'build_plugin',
  'simple_hooks',
];

/** Plugins that make a page of each notebook among the pages, and no other. */
const notebooks = /^(?:mknotebooks|mkdocs-jupyter)$/u;

const leftFromTop = {
  mkdocs: 'MkDocs leaves an address from the top as it is, and another program of the host may answer it',
  zensical: 'Zensical leaves an address from the top as it is, and another program of the host may answer it',
};

/** MkDocs, with any theme, and Zensical, which reads what MkDocs does: `mkdocs.yml`, `zensical.toml`. https://www.mkdocs.org/user-guide/ */
export const mkdocs: Framework = {
  name: 'mkdocs',
  async findSites(files) {
    const configs = files.paths.filter((path) => /^mkdocs\.ya?ml$/u.test(fileNameOf(path)));
    const main = new Set(configs.map(folderOf));
    // Variants of one site: `mkdocs-online.yml` and `mkdocs-offline.yml` inherit what they share. The first one that says at
    // which address it is published stands for all.
    const variants = files.paths.filter(
      (path) => /^mkdocs[-_.][\w-]+\.ya?ml$/u.test(fileNameOf(path)) && !main.has(folderOf(path)),
    );
    const texts = await Promise.all(variants.map(async (path) => [path, (await files.readText(path)) ?? ''] as const));
    const inheriting = texts.filter(([, text]) => /^INHERIT:/mu.test(text));
    const published = Object.groupBy(inheriting, ([, text]) => (/^site_url:/mu.test(text) ? 'first' : 'then'));
    const chosen = [...(published.first ?? []), ...(published.then ?? [])].map(([path]) => path);
    const ofZensical = files.paths.filter((path) => fileNameOf(path) === 'zensical.toml');
    const sites = await Promise.all([...configs, ...chosen, ...ofZensical].map((path) => findSite(files, path)));
    const folders = new Set<string>();
    return sites.filter((site) => {
      const [folder] = site?.contentFolders ?? [];
      if (site === undefined || (folder !== undefined && folders.has(folder))) return false;
      if (folder !== undefined) folders.add(folder);
      return true;
    }) as SiteSources[];
  },
};

async function findSite(files: FileIndex, configPath: string): Promise<SiteSources | undefined> {
  const text = (await files.readText(configPath)) ?? '';
  const settings = await readSettings(files, configPath);
  const root = folderOf(configPath);
  if (settings === undefined) {
    // What is wrong with the syntax of TOML is told of all settings alike.
    if (extensionOf(configPath) === '.toml') return undefined;
    const build = (pages: Site['pages']): Site => ({
      ...emptySite('mkdocs', root, pages),
      problems: [yamlProblem(text, configPath)],
    });
    return { framework: 'mkdocs', root, configPath, contentFolders: [], dialects: new Map(), build };
  }
  const excluded = ignoreRules('.*\n/templates/\n', settings.excluded);
  const dialect = dialectOf(settings);
  const dialects = new Map<string, Dialect>();
  for (const path of files.paths) {
    const inside = within(settings.docsFolder, path);
    const isPage =
      inside !== undefined &&
      inside !== '' &&
      ['.md', '.markdown'].includes(extensionOf(path)) &&
      !excluded.ignores(inside);
    if (isPage || isPart(settings, path)) dialects.set(path, dialect);
  }
  // Left out where both are there, so that only a code host shows it: https://www.mkdocs.org/user-guide/writing-your-docs/#index-pages
  for (const path of [...dialects.keys()])
    if (fileNameOf(path) === 'README.md' && dialects.has(joinPath(folderOf(path), 'index.md') ?? ''))
      dialects.delete(path);
  return {
    framework: settings.framework,
    root,
    configPath,
    contentFolders: [settings.docsFolder],
    dialects,
    build: (pages) => buildSite(settings, root, configPath, text, files, pages),
  };
}

/** True for Markdown beside the pages, in a folder that the settings name for parts of them. */
function isPart({ docsFolder, snippetFolders }: MkdocsSettings, path: string): boolean {
  if (!['.md', '.markdown'].includes(extensionOf(path)) || isForgeFile(path)) return false;
  return snippetFolders.some(
    (folder) =>
      folder !== '' &&
      folder !== docsFolder &&
      within(folder, docsFolder) === undefined &&
      within(docsFolder, folder) === undefined &&
      within(folder, path) !== undefined,
  );
}

function dialectOf({ plugins, blocks, admonitions, markdownInHtml }: MkdocsSettings): Dialect {
  const masks: Dialect['masks'] = plugins.has('macros') ? ['attribute-list', 'template'] : ['attribute-list'];
  return {
    syntax: 'markdown',
    indentedCode: false,
    readBy: 'python-markdown',
    tightHeadings: true,
    headingId: 'braces',
    masks,
    includes: plugins.has('macros') ? 'macros' : 'snippets',
    ...(admonitions.length > 0 ? { admonitions } : {}),
    ...(blocks ? { blocks: 'slashes' } : {}),
    ...(markdownInHtml ? { markdownInHtml } : {}),
    repeatedFields: true,
  };
}

function emptySite(framework: MkdocsSettings['framework'], root: string, pages: Site['pages']): Site {
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

function yamlProblem(text: string, path: string): SiteProblem {
  const lines = new LineCounter();
  const [error] = parseDocument(text, { lineCounter: lines, prettyErrors: false, logLevel: 'silent' }).errors;
  const place = error === undefined ? { line: 1, col: 1 } : lines.linePos(error.pos[0]);
  const reason = error?.message.split('\n', 1)[0]?.replace(/\.$/u, '') ?? 'it must be a list of settings';
  const message = `This is not valid YAML: ${reason}.`;
  return { path, rule: 'settings-syntax', severity: 'error', line: place.line, column: place.col, message };
}

function buildSite(
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
  const writer = settings.hooks.files ? 'a hook' : writers.find((name) => settings.plugins.has(name));
  const writesPages = writer !== undefined;
  const writtenByHand = foldersByHand(docsFolder, pages);
  const pictures = foldersOfPictures(docsFolder, files);
  const names = new Set([...pages.keys()].map(fileNameOf).filter((name) => !/^(?:index|README)\./u.test(name)));
  // A plugin hardly gives a page the name of one that is there.
  const mayWrite = (at: string): boolean =>
    writesPages &&
    !writtenByHand.has(folderOf(insideOf(docsFolder, at))) &&
    !names.has(fileNameOf(at)) &&
    !pictures.has(`${folderOf(insideOf(docsFolder, at))} ${extensionOf(at)}`);
  const publishesNotebooks = [...settings.plugins].some((name) => notebooks.test(name));
  const isNotebook = (at: string): boolean =>
    publishesNotebooks && files.has(joinPath(docsFolder, `${insideOf(docsFolder, at)}.ipynb`) ?? '');
  /** MkDocs looks for a file beside the page before a browser does at its address. */
  const isBesideOthers = ({ from, written }: { readonly from: string; readonly written: string }): boolean => {
    const at = written.startsWith('/') || extensionOf(written) === '' ? undefined : joinPath(folderOf(from), written);
    return at !== undefined && within(docsFolder, at) !== undefined && !mayWrite(at);
  };
  const leavesAbsolute = !settings.judgesAbsolute && ![...settings.plugins].some((name) => /link|url/u.test(name));
  const pagesByLetters = new Set([...table.routes.keys()].map(lettersOf));
  const redirectedRoutes = new Set(settings.redirects.map(([from]) => routeOfFile(from)));
  /** An address that has the letters of a page's and other capitals or signs between them is meant to be that. */
  const inOtherSigns = (url: string): LinkTarget | undefined => {
    const [written = ''] = /^\/[^?#]+/u.exec(url) ?? [];
    const route = normaliseRoute(written);
    if (extensionOf(written) !== '' || table.routes.has(route) || redirectedRoutes.has(route)) return undefined;
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
          ? { isCertain: true, ...base }
          : undefined,
      templates:
        templates === undefined ? undefined : { ...base, has: (path) => within(templates, path) !== undefined },
      resolve: (from, { url, element }) => {
        if (element === 'settings') return writesPages ? { kind: 'unjudged' } : ofTheme(settings, files, root, url);
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
        isNotebook(at) ||
        (mayWrite(at) && !(link !== undefined && at.startsWith('/') && isBesideOthers(link))) ||
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
    guessed: (_path, _rule, sought) => {
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
    },
    problems: table.duplicates,
  };
}

/** Pages of a folder before what lies there is taken to be written by hand, and not by a plugin. */
const fewestByHand = 3;

/** Folders below that of the pages whose pages are in the repository. */
function foldersByHand(docsFolder: string, pages: ReadonlyMap<string, PageFacts>): ReadonlySet<string> {
  const inFolders = Map.groupBy(pages.keys(), (path) => folderOf(within(docsFolder, path) ?? path));
  return new Set([...inFolders].flatMap(([folder, own]) => (own.length < fewestByHand ? [] : [folder])));
}

/** Folders below that of the pages that have pictures, with the endings of these: what writes pages draws into folders of its own. */
function foldersOfPictures(docsFolder: string, { paths }: FileIndex): ReadonlySet<string> {
  return new Set(
    paths.flatMap((path) => {
      const inside = within(docsFolder, path);
      const ending = extensionOf(path);
      return inside !== undefined && isPicture(path) ? [`${folderOf(inside)} ${ending}`] : [];
    }),
  );
}

/** The path from the folder of the pages of a file, or of an address from the top of the site. */
function insideOf(docsFolder: string, at: string): string {
  return at.startsWith('/') ? at.slice(1) : (within(docsFolder, at) ?? at);
}

/** A source or picture that is named by its path from the page: no plugin is known to bring one. */
function isBesidePage({ kind, written }: Sought): boolean {
  const path = written.replace(/[?#].*$/su, '');
  return ['page', 'file'].includes(kind) && !path.startsWith('/') && extensionOf(path) !== '';
}

/** What a language lacks is taken from the main one. https://ultrabug.github.io/mkdocs-static-i18n/getting-started/quick-start/ */
function untranslated(path: string, { docsFolder, languages, languageIn }: MkdocsSettings): string[] {
  if (languageIn === 'name') return [];
  const inside = within(docsFolder, path);
  const language = languages.find((name) => inside !== undefined && within(name, inside) !== undefined);
  const [main] = languages;
  if (inside === undefined || language === undefined || main === undefined) return [];
  const rest = within(language, inside) ?? inside;
  return [joinPath(docsFolder, main, rest) ?? rest, joinPath(docsFolder, rest) ?? rest];
}

/**
 * A page that a link names above the folders of languages: the plugin looks for it in that of its page and in that of the main one.
 * https://github.com/ultrabug/mkdocs-static-i18n/blob/1.2.3/mkdocs_static_i18n/reconfigure.py (`get_file_from_path`)
 */
function inFolderOfLanguage(
  from: string,
  url: string,
  { docsFolder, languages, languageIn }: MkdocsSettings,
  pages: ReadonlyMap<string, PageFacts>,
): string | undefined {
  const path = pathOfAddress(url);
  if (languageIn !== 'folder' || !/^\.\.\/.*\.md$/u.test(path)) return undefined;
  const at = joinPath(folderOf(from), path);
  const inside = at === undefined || pages.has(at) ? undefined : within(docsFolder, at);
  if (inside === undefined) return undefined;
  const own = languages.find((language) => within(`${docsFolder}/${language}`, from) !== undefined);
  return [own, languages[0]]
    .flatMap((language) => (language === undefined ? [] : (joinPath(docsFolder, language, inside) ?? [])))
    .find((place) => pages.has(place));
}

/** Themes whose own files are known not to be among those that authors name, but for the folders of `ownFolders`. */
const knownThemes = ['material', 'mkdocs', 'readthedocs'];
const ownFolders = /^(?:assets\/(?:images\/favicon\.png|stylesheets|javascripts)|css|js|img|webfonts)(?:\/|$)/u;

/** A file that the settings name lies among the pages, in the changed theme, or in the theme itself. */
function ofTheme(
  { docsFolder, customFolder, theme }: MkdocsSettings,
  files: FileIndex,
  root: string,
  url: string,
): LinkTarget {
  const path = url.replace(/[?#].*$/su, '').replace(/^\//u, '');
  const folders = [docsFolder, ...(customFolder === undefined ? [] : [joinPath(root, customFolder) ?? customFolder])];
  const places = folders.flatMap((folder) => joinPath(folder, path) ?? []);
  const found = places.find((place) => files.has(place));
  if (found !== undefined) return { kind: 'file', path: found };
  const isOurs = !knownThemes.includes(theme) || (ownFolders.test(path) && !files.hasFolder(folderOf(places[0] ?? '')));
  return isOurs || places[0] === undefined ? { kind: 'unjudged' } : { kind: 'missing', looked: places[0] };
}

/** `/docs/a.md` is a file to a code host, `/a.md` one of the site; MkDocs leaves both as they are, and no site answers. */
function sourceFromTop(files: FileIndex, docsFolder: string, url: string): LinkTarget | undefined {
  const path = /^\/([^?#]+\.md)(?:[?#]|$)/u.exec(url)?.[1];
  const isSource = path !== undefined && [path, joinPath(docsFolder, path) ?? path].some((at) => files.has(at));
  return isSource ? { kind: 'missing', looked: `/${path}` } : undefined;
}

function lettersOf(route: string): string {
  return route.toLowerCase().replace(/[^\p{L}\p{N}/]+/gu, '');
}

function routesOf(docsFolder: string, path: string, translated: NamesByLanguage | undefined): readonly string[] {
  const inside = within(docsFolder, path);
  // A part has no address.
  if (inside === undefined) return [];
  return translated?.addressesOf(inside).map((address) => routeOfFile(address)) ?? [routeOfFile(inside)];
}

function routeOfFile(inside: string): string {
  const [path = inside, anchor] = inside.split('#');
  const route = normaliseRoute(withoutExtension(path).replace(/(?:^|\/)(?:index|README)$/u, '/'));
  return anchor === undefined ? route : `${route}#${anchor}`;
}

function navigationOf(
  settings: MkdocsSettings,
  pages: Site['pages'],
  configPath: string,
  text: string,
  files: FileIndex,
  translated: NamesByLanguage | undefined,
): Navigation | undefined {
  if (settings.nav === undefined || settings.plugins.has('awesome-pages')) return undefined;
  const places = createTextPlaces(text);
  const shown = new Set<string>();
  const missing: Navigation['missing'][number][] = [];
  for (const entry of entriesOf(settings.nav)) {
    const place = places.next(entry);
    const [address = entry] = entry.split('#', 1);
    if (/^[a-z][a-z\d+.-]*:|[*]|\/$/iu.test(address)) continue;
    if (address.startsWith('/') && !settings.navReadsAbsolute) {
      if (sourceFromTop(files, settings.docsFolder, address) !== undefined)
        missing.push({ path: configPath, ...place, entry });
      continue;
    }
    const path = joinPath(settings.docsFolder, address);
    const translations =
      translated?.allOf(path ?? address) ??
      settings.languages.flatMap((name) => joinPath(settings.docsFolder, name, address) ?? []);
    const found = [path, ...translations].filter((place) => place !== undefined && pages.has(place));
    if (found.length > 0) for (const page of found) shown.add(page ?? '');
    else if (path === undefined || !files.has(path)) missing.push({ path: configPath, ...place, entry });
  }
  const meant = ignoreRules(settings.notInNav);
  for (const path of pages.keys()) {
    if (settings.notInNav !== '' && meant.ignores(within(settings.docsFolder, path) ?? path)) shown.add(path);
  }
  return { exhaustive: true, pages: shown, missing };
}

function entriesOf(nav: unknown): string[] {
  if (typeof nav === 'string') return [nav];
  if (Array.isArray(nav)) return listOf(nav).flatMap(entriesOf);
  return Object.values(recordOf(nav)).flatMap(entriesOf);
}
