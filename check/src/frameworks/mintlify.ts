import { slug } from 'github-slugger';
import type { ComponentUse, Dialect, Heading, PageFacts } from '../page/page-facts.ts';
import { listOf, recordOf, textOf } from '../settings/parse-settings.ts';
import { asWritten, fromTop, isOfPage, placeLinks, type SettingsAddress } from '../settings/settings-links.ts';
import { type FileIndex, hasForgeName } from '../site/file-index.ts';
import { ignoreRules } from '../site/ignore-rules.ts';
import {
  type AnchorStyle,
  type Framework,
  type FrontmatterField,
  type LinkTarget,
  type Navigation,
  type Site,
  type SiteProblem,
  type SiteSources,
  documentedFields,
  plainAnchors,
  plainLinkRules,
} from '../site/site.ts';
import {
  parseAddress,
  extensionOf,
  fileNameOf,
  folderOf,
  isBelow,
  joinPath,
  normaliseRoute,
  within,
  withoutExtension,
} from '../site/paths.ts';
import { createTextPlaces, parseJson } from '../site/text-places.ts';
import { createRedirect, withoutBase } from '../site/redirects.ts';
import { createRouteTable } from '../site/routes.ts';
import { numberedSlugs, onceForEach } from '../site/slugs.ts';

/** Mintlify: `docs.json` (or the older `mint.json`) at the root of the documentation. https://www.mintlify.com/docs/organize/navigation */
export const mintlify: Framework = {
  name: 'mintlify',
  async findSites(files) {
    const configs = files.paths.filter((path) => ['docs.json', 'mint.json'].includes(fileNameOf(path)));
    const preferred = configs.filter(
      (path) => fileNameOf(path) === 'docs.json' || !files.has(joinPath(folderOf(path), 'docs.json') ?? ''),
    );
    const sites = await Promise.all(preferred.map((path) => findSite(files, path)));
    return sites.filter((site) => site !== undefined);
  },
};

/* Pages */

const dialect: Dialect = {
  syntax: 'mdx',
  indentedCode: true,
  headingId: 'braces',
  masks: ['math'],
  includes: 'snippet-element',
};

/** https://www.mintlify.com/docs/organize/mintignore, and agent instructions, which are not pages. */
const ignoredByDefault =
  '.* node_modules README.md LICENSE.md CHANGELOG.md CONTRIBUTING.md /CLAUDE.md /AGENTS.md'.split(' ');

/** https://www.mintlify.com/docs/organize/pages */
const frontmatterFields: readonly FrontmatterField[] = [
  ...documentedFields('string', 'title description sidebarTitle iconType tag mode url'),
  ...documentedFields('boolean', 'hidden noindex deprecated timestamp'),
  ...documentedFields('list', 'groups'),
];

/** Components that every page may use without importing them. https://www.mintlify.com/docs/components */
const components: ReadonlySet<string> = new Set(
  `Accordion AccordionGroup Badge Banner Callout Card CardGroup Check CodeBlock CodeGroup Color Color.Row Color.Item Column
  Columns Danger Error Example Expandable FileTree Frame GitHub.Repo Heading Icon Image Info Latex Link Mermaid Note Panel Param
  ParamField PreviewButton Prompt RequestExample Response ResponseExample ResponseField Snippet SnippetGroup Step Steps Tab Tabs
  Tile Tiles Tip Tooltip Tree Tree.File Tree.Folder Update View Visibility Warning ZoomImage`.split(/\s+/u),
);

interface Parts {
  readonly files: FileIndex;
  readonly root: string;
  readonly configPath: string;
  readonly text: string;
  /** Undefined if they are invalid. */
  readonly settings: Settings | undefined;
  readonly problems: readonly SiteProblem[];
}

async function findSite(files: FileIndex, configPath: string): Promise<SiteSources | undefined> {
  const text = (await files.readText(configPath)) ?? '';
  const read = readSettings(text, configPath);
  if (read === undefined) return undefined;
  const root = folderOf(configPath);
  const { specifications } = namesIn(read.settings);
  const ignored = ignoreRules(ignoredByDefault, (await files.readText(joinPath(root, '.mintignore') ?? '')) ?? '');
  const dialects = new Map<string, Dialect>();
  for (const path of files.paths) {
    const inside = within(root, path);
    if (inside === undefined || !['.mdx', '.md'].includes(extensionOf(path)) || ignored.ignores(inside)) continue;
    dialects.set(path, dialect);
  }
  return {
    framework: 'mintlify',
    root,
    configPath,
    contentFolders: [root],
    leaves: hasForgeName,
    dialects,
    specifications: specifications.flatMap((name) => joinPath(root, name) ?? []).filter((path) => files.has(path)),
    findsSpecifications: true,
    build: (pages) => buildSite({ files, root, configPath, text, ...read }, pages),
  };
}

function buildSite(parts: Parts, pages: ReadonlyMap<string, PageFacts>): Site {
  const { files, root, configPath, text, settings, problems } = parts;
  // Snippets are included by pages and have no address of their own.
  const published = [...pages.keys()].filter((path) => !/^_?snippets\//u.test(within(root, path) ?? path));
  const table = createRouteTable(published.map((path) => [path, routesOf(root, path)]));
  const names = namesIn(settings);
  const base = baseOf(settings);
  const [places, placesOfLinks] = [createTextPlaces(text), createTextPlaces(text)];
  const redirects = redirectsIn(settings).map(([source, destination]) => {
    const place = places.next(source);
    places.next(destination);
    return createRedirect(configPath, place, withoutBase(base, source), withoutBase(base, destination));
  });
  const navigation = settings === undefined ? undefined : navigationOf(names.pages, table.routes, parts);
  const settingsLinks = [...linksInSettings(settings), ...names.specifications.map((name) => fromTop('file', name))];
  return {
    framework: 'mintlify',
    root,
    pages,
    routes: table.routes,
    routeOf: table.routeOf,
    navigation,
    settingsLinks: placeLinks(settingsLinks, {
      next: (written) => ({ path: configPath, ...placesOfLinks.next(written) }),
    }),
    frontmatter: () => frontmatterFields,
    specificationsElsewhere: names.specifications.some((name) => /^https?:/u.test(name)),
    redirectsIn: configPath,
    redirects,
    links: {
      ...plainLinkRules,
      base,
      publicFolders: [root],
      relative: () => ['file', 'route'],
      // "Paths with extensions do not work in production"; to `.md` the site answers with the text of the page.
      // https://www.mintlify.com/docs/create/text#links
      names: { source: () => false, html: true, bare: true, index: ['index', 'README'] },
      resolve: (from, { url, element }) => sourceOf(pages, table.routes, root, from, url, element),
      unknown: createUnknown(names, files, root),
    },
    includePlaces: (_from, source) =>
      ['snippets', '_snippets'].flatMap((folder) => joinPath(root, folder, source) ?? []),
    anchors,
    components: (name) => components.has(name),
    unread: refersElsewhere(text) ? { addresses: 'the settings refer to other files, which are not read' } : {},
    problems: [...problems, ...table.duplicates],
  };
}

/** `guide/index.mdx` is read at `/guide` and at `/guide/index`. */
function routesOf(root: string, path: string): string[] {
  const route = normaliseRoute(withoutExtension(within(root, path) ?? path));
  return /\/(?:index|README)$/u.test(route) ? [normaliseRoute(folderOf(route)), route] : [route];
}

/** Elements in which Mintlify resolves relative source paths. */
const resolvedElements = new Set(['markdown', 'a', 'Card']);

/** The page of `./a.mdx`, or the page whose Markdown `/a.md` returns. */
function sourceOf(
  pages: ReadonlyMap<string, PageFacts>,
  routes: Site['routes'],
  root: string,
  from: string,
  url: string,
  element: string,
): LinkTarget | undefined {
  const address = parseAddress(url);
  if (address.kind !== 'internal' || !/\.mdx?$/iu.test(address.path)) return undefined;
  const { path: written, anchor } = address;
  if (!/^\.{1,2}\//u.test(written) || !resolvedElements.has(element)) {
    const folder = folderOf(withoutExtension(within(root, from) ?? from));
    const route = normaliseRoute(withoutExtension(written.startsWith('/') ? written : `${folder}/${written}`));
    const text = written.endsWith('.md') ? routes.get(route) : undefined;
    return text === undefined ? undefined : { kind: 'page', path: text, anchor };
  }
  const stem = joinPath(folderOf(from), withoutExtension(written)) ?? '';
  const path = ['.mdx', '.md'].map((ending) => stem + ending).find((place) => pages.has(place));
  return path === undefined ? undefined : { kind: 'page', path, anchor };
}

/** Routes of OpenAPI pages depend on tags, and routes of folders on the navigation. */
function createUnknown(
  { generatedFolders }: Names,
  files: FileIndex,
  root: string,
): (address: string) => string | undefined {
  const prefixes = [...new Set(generatedFolders)].map(normaliseRoute);
  return (address) => {
    const route = normaliseRoute(address);
    if (prefixes.some((prefix) => isBelow(prefix, route) || isBelow(route, prefix)))
      return 'pages are made of an OpenAPI file there';
    return files.hasFolder(joinPath(root, route) ?? '..') ? 'the navigation decides where a folder leads' : undefined;
  };
}

/* Anchors */

/** Attributes of components that become an anchor (`#why` of `<Accordion title="Why?">`), and those of fields (`#param-limit`). */
const titleAttributes = ['title', 'label', 'id', 'name'];
const fieldAttributes = ['path', 'query', 'body', 'header', 'name'];

const plainSlug = (text: string): string => slug(text);
/** The second heading with a name is `name-2`. */
const repeatedFromTwo = numberedSlugs(plainSlug, '-', 2);
/** Deeper headings are not numbered. */
const lowestLevel = 4;

/** Mintlify does not document its anchors, so only letters and digits are compared. */
const anchors: AnchorStyle = {
  ...plainAnchors,
  slugs: onceForEach<Heading>((headings) => [
    ...repeatedFromTwo(headings.filter(({ depth }) => depth <= lowestLevel)),
    ...headings.filter(({ depth }) => depth > lowestLevel).map(({ text, id }) => id ?? plainSlug(text)),
    ...headings.flatMap(({ bareText }) => bareText ?? []),
    ...headings.filter(({ text }) => text.includes('&')).map(({ text }) => text.replaceAll('&', 'and')),
  ]),
  componentAnchors: (used) => numbered(used.flatMap(anchorsOf)),
  loose: true,
  // A page with an address leads out of the site. https://mintlify.com/docs/organize/pages
  mayHaveMore: ({ frontmatter }) => frontmatter['url'] !== undefined,
};

function anchorsOf({ attributes }: ComponentUse): readonly string[] {
  const valuesOf = (names: readonly string[]): string[] => names.flatMap((name) => attributes[name] ?? []);
  return [
    ...valuesOf(titleAttributes),
    ...valuesOf(fieldAttributes).flatMap((name) => [`param-${name}`, `response-${name}`]),
  ];
}

/** A repeated tab gets the number 2; a repeated accordion, view or field gets 1. */
function numbered(anchorNames: readonly string[]): readonly string[] {
  const times = new Map<string, number>();
  return anchorNames.flatMap((anchor) => {
    const before = times.get(anchor) ?? 0;
    times.set(anchor, before + 1);
    return before === 0 ? [anchor] : [anchor, `${anchor}-${before}`, `${anchor}-${before + 1}`];
  });
}

/* Navigation */

/** `GET /users` or `openapi.json GET /users`. */
const operation = /^(?:[\w./-]+\s+)?(?:get|post|put|patch|delete|head|options|trace|webhook)\s+\S/iu;

function navigationOf(
  names: readonly string[],
  routes: Site['routes'],
  { configPath, text, files, root }: Parts,
): Navigation {
  const places = createTextPlaces(text);
  const shown = new Set<string>();
  const [missing, operations]: Navigation['missing'][number][][] = [[], []];
  for (const entry of names) {
    const place = { path: configPath, ...places.next(JSON.stringify(entry).slice(1, -1)), entry };
    if (operation.test(entry)) operations?.push(place);
    if (operation.test(entry) || /^https?:/u.test(entry)) continue;
    const page = routes.get(normaliseRoute(entry)) ?? routes.get(normaliseRoute(entry.replace(/\.mdx?$/u, '')));
    // A folder without its own page adds nothing to the navigation.
    const folder = files.hasFolder(joinPath(root, entry) ?? '..') ? { at: joinPath(root, entry) ?? entry } : {};
    if (page === undefined) missing?.push({ ...place, ...folder });
    else shown.add(page);
  }
  return { exhaustive: !refersElsewhere(text), pages: shown, missing: missing ?? [], operations: operations ?? [] };
}

interface Names {
  /** Navigation entries in order, as written. */
  readonly pages: readonly string[];
  /** OpenAPI and AsyncAPI files or addresses. */
  readonly specifications: readonly string[];
  /** Folders below which pages are generated from a specification. */
  readonly generatedFolders: readonly string[];
}

/** Default folders of generated pages. */
const usualFolders = ['api-reference', 'api', 'reference'];

/** Walks tabs, groups, languages, versions and whatever else nests: every `pages` and `root` names pages. */
function namesIn(settings: Settings | undefined): Names {
  const [pages, specifications, generatedFolders]: [string[], string[], string[]] = [[], [], []];
  /** `"openapi": "a.json"`, `["a.json", "b.json"]` or `{ "source": "a.json", "directory": "reference" }`. */
  const note = (value: unknown, otherwise: readonly string[]): void => {
    if (typeof value === 'string') {
      specifications.push(value);
      generatedFolders.push(...otherwise);
    } else if (Array.isArray(value)) for (const item of listOf(value)) note(item, otherwise);
    else {
      const { source, directory } = recordOf(value);
      const folders = typeof directory === 'string' ? [directory] : otherwise;
      if (source === undefined) generatedFolders.push(...(value === undefined ? [] : folders));
      else note(source, folders);
    }
  };
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) listOf(value).forEach(walk);
    for (const [key, child] of Object.entries(recordOf(value))) {
      if (key === 'root' && typeof child === 'string') pages.push(child);
      else if (key === 'openapi' || key === 'asyncapi') note(child, usualFolders);
      else {
        if (key === 'pages') for (const page of listOf(child)) if (typeof page === 'string') pages.push(page);
        walk(child);
      }
    }
  };
  const { navigation, openapi, api } = settings ?? {};
  walk(navigation);
  for (const value of [openapi, recordOf(api)['openapi']]) note(value, []);
  return { pages, specifications, generatedFolders };
}

/* Settings */

type Settings = Readonly<Record<string, unknown>>;

/** Undefined if the file belongs to another tool; without settings if it is Mintlify's but invalid. */
function readSettings(text: string, path: string): Pick<Parts, 'settings' | 'problems'> | undefined {
  const json = parseJson(text, path);
  if ('problem' in json)
    return /"navigation"|mintlify/u.test(text) ? { settings: undefined, problems: [json.problem] } : undefined;
  const { $schema: schema } = recordOf(json.value);
  const isOfOther = typeof schema === 'string' && /^https?:\/\//u.test(schema) && !/mintlify/iu.test(schema);
  if (isOfOther || (!text.includes('mintlify') && !looksLikeSettings(json.value))) return undefined;
  const settings = recordOf(json.value);
  const places = createTextPlaces(text);
  const wrong = (refersElsewhere(text) ? [] : faultsOf(settings)).map(([field, fault]): SiteProblem => {
    const message = `The setting \`${field}\` is not as Mintlify needs it: ${fault}.`;
    return { path, rule: 'settings', ...places.next(field.split('.').at(-1) ?? field), message };
  });
  return { settings: wrong.length === 0 ? settings : undefined, problems: wrong };
}

/** `{ "$ref": "./navigation.json" }`: what that file says is not read. */
function refersElsewhere(text: string): boolean {
  return text.includes('"$ref"');
}

/** https://www.mintlify.com/docs/organize/settings-reference */
function faultsOf({ name, navigation, redirects = [] }: Settings): (readonly [field: string, what: string])[] {
  const isNavigation = typeof navigation === 'object' && navigation !== null;
  const wrong = listOf(redirects).flatMap((redirect, index) =>
    ['source', 'destination']
      .filter((key) => typeof recordOf(redirect)[key] !== 'string')
      .map((key) => `redirects.${index}.${key}`),
  );
  return [
    ...(typeof name === 'string' ? [] : [['name', 'it must be a text'] as const]),
    ...(isNavigation ? [] : [['navigation', 'it must be an object or a list'] as const]),
    ...(Array.isArray(redirects) ? [] : [['redirects', 'it must be a list'] as const]),
    ...wrong.map((field) => [field, 'it must be a text'] as const),
  ];
}

/** Other programs also have a `docs.json` with `navigation`, but with other keys. */
function looksLikeSettings(settings: unknown): boolean {
  const { navigation, theme, colors } = recordOf(settings);
  const parts = /^(?:pages|groups?|tabs|anchors|dropdowns|products|versions|languages|menu|global|\$ref)$/u;
  const entries = Array.isArray(navigation) ? listOf(navigation) : [navigation];
  const isOurs = entries.some(
    (entry) => typeof entry === 'string' || Object.keys(recordOf(entry)).some((key) => parts.test(key)),
  );
  return navigation !== undefined && (theme !== undefined || colors !== undefined || isOurs);
}

function redirectsIn(settings: Settings | undefined): (readonly [string, string])[] {
  return listOf(settings?.['redirects']).flatMap((redirect) => {
    const { source, destination } = recordOf(redirect);
    return typeof source === 'string' && typeof destination === 'string' ? [[source, destination] as const] : [];
  });
}

/** Sites below a path of another host say so in their canonical address. https://www.mintlify.com/docs/deploy/docs-subpath */
function baseOf(settings: Settings | undefined): string {
  const canonical = textOf(recordOf(recordOf(settings?.['seo'])['metatags'])['canonical']);
  return canonical !== undefined && URL.canParse(canonical) ? new URL(canonical).pathname : '/';
}

/** Addresses in bars, footer, logo, icon and navigation. */
function linksInSettings(settings: Settings | undefined): readonly SettingsAddress[] {
  const { logo, favicon, background, navbar, footer, navigation } = settings ?? {};
  const { links, primary } = recordOf(navbar);
  const pictures = [logo, favicon, recordOf(background)['image']].flatMap((picture) => {
    const { light, dark } = recordOf(picture);
    return [picture, light, dark].flatMap((file) => textOf(file) ?? []);
  });
  const columns = listOf(recordOf(footer)['links']).map(recordOf);
  const items = [logo, primary, ...listOf(links), ...columns];
  const pages = [...items, ...columns.flatMap(({ items: below }) => listOf(below))].flatMap((item) => {
    const { href, url } = recordOf(item);
    return textOf(href) ?? textOf(url) ?? [];
  });
  return [
    ...pictures.map((file) => fromTop('file', file)),
    ...[...pages, ...hrefsIn(navigation)]
      .filter((page) => page.startsWith('/') && isOfPage(page))
      .map((page) => asWritten('page', page)),
  ];
}

/** Every `href` of the navigation: of tabs, anchors, dropdowns and items of menus. */
function hrefsIn(value: unknown): string[] {
  if (Array.isArray(value)) return listOf(value).flatMap(hrefsIn);
  return Object.entries(recordOf(value)).flatMap(([key, child]) =>
    key === 'href' && typeof child === 'string' ? [child] : hrefsIn(child),
  );
}
