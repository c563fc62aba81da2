import {
  type PathMatcher,
  matchPaths,
  parseAddress,
  extensionOf,
  fileNameOf,
  folderOf,
  foldersAbove,
  isBelow,
  joinPath,
  joinRoute,
  normaliseRoute,
  within,
  withoutExtension,
  withoutSlashAtEnd,
} from '../site/paths.ts';
import type { Dialect, Link, PageFacts } from '../page/page-facts.ts';
import { splitFrontmatter } from '../page/frontmatter.ts';
import { listOf, parseValue, recordOf, textOf } from '../settings/parse-settings.ts';
import { anyAnchors } from '../site/anchor-index.ts';
import { type FileIndex, isForgeFile } from '../site/file-index.ts';
import {
  type Framework,
  type LinkTarget,
  type Site,
  type SiteSources,
  plainLinkRules,
  plainSite,
} from '../site/site.ts';
import { withoutBase } from '../site/redirects.ts';
import { createRouteTable } from '../site/routes.ts';
import { genericDialect, placesByName } from './generic.ts';

/** Jekyll: `_config.yml`. https://jekyllrb.com/docs/structure/ */
export const jekyll: Framework = {
  name: 'jekyll',
  async findSites(files) {
    const configs = files.paths.filter((path) => /^_config\.ya?ml$/u.test(fileNameOf(path)));
    const sites = await Promise.all(configs.map((path) => findSite(files, path)));
    return sites.filter((site) => site !== undefined);
  },
};

/** Distinguishes Jekyll's settings from those of other programs, such as Hexo. */
const saysJekyll =
  /^(?:plugins|theme|remote_theme|markdown|permalink|collections|baseurl|title|defaults|exclude|kramdown|highlighter)\s*:/mu;
/** Settings with which kramdown is not the parser, or parses HTML blocks. */
const readsHtml = /\bparse_block_html["']?\s*:\s*true|^markdown\s*:\s*["']?(?!kramdown\b)\w/imu;

async function findSite(files: FileIndex, configPath: string): Promise<SiteSources | undefined> {
  const text = (await files.readText(configPath)) ?? '';
  if (!saysJekyll.test(text) || /^source_dir:/mu.test(text)) return undefined;
  const root = folderOf(configPath);
  const settings = await readSettings(files, root, configPath);
  const dialect: Dialect = {
    ...genericDialect,
    shortcodes: 'jekyll',
    markdownInHtml: true,
    ...(readsHtml.test(text) ? {} : { readBy: 'kramdown' }),
  };
  const dialects = new Map<string, Dialect>();
  for (const path of files.paths) {
    const inside = within(settings.source, path);
    if (inside === undefined || !['.md', '.markdown'].includes(extensionOf(path)) || isForgeFile(path)) continue;
    const isRead = placeOf(settings, inside) !== undefined || includeFolder.test(inside);
    if (isRead && !/(?:^|\/)(?:node_modules|vendor)\//u.test(inside)) dialects.set(path, dialect);
  }
  if (dialects.size === 0) return undefined;
  const otherFields = await readFields(files, settings, (path) => dialects.has(path));
  const hasPlugins = files.paths.some((path) => path.endsWith('.rb') && isIn(joinPath(root, '_plugins'), path));
  return {
    framework: 'jekyll',
    root,
    configPath,
    contentFolders: [],
    dialects,
    build: (pages) => buildSite({ files, root, settings, otherFields, hasPlugins }, pages),
  };
}

function isIn(folder: string | undefined, path: string): boolean {
  return folder !== undefined && within(folder, path) !== undefined;
}

interface Parts {
  readonly files: FileIndex;
  readonly root: string;
  readonly settings: Settings;
  /** Frontmatter of files other than Markdown pages. */
  readonly otherFields: ReadonlyMap<string, Fields>;
  readonly hasPlugins: boolean;
}

function buildSite(
  { files, root, settings, otherFields, hasPlugins }: Parts,
  pages: ReadonlyMap<string, PageFacts>,
): Site {
  const addresses = findAddresses(settings, files, pages, otherFields);
  const { routes, routeOf } = createRouteTable(
    [...addresses.pages].flatMap(([file, address]) =>
      pages.has(file) ? [[file, [stripIndex(address)]] as const] : [],
    ),
  );
  return {
    ...plainSite,
    framework: 'jekyll',
    root,
    pages,
    routes,
    routeOf,
    links: {
      ...plainLinkRules,
      base: settings.base,
      addsBase: ({ element }) => ['liquid', 'link tag', 'post_url'].includes(element) || !settings.isOnGithubPages,
      resolve: (from, link) => resolve(settings, addresses, files, from, link),
    },
    includePlaces: placesByName(files),
    anchors: anyAnchors,
    unread: { addresses: hasPlugins ? 'a plugin of the repository may make pages' : undefined },
  };
}

/* Links */

/** Routes that plugins generate: feeds, sitemaps, tag and category lists, pagination. */
const generatedRoute =
  /\/(?:tags?|categor(?:y|ies)|authors?)\/[^/]|\/archives?\/\d|\/page:?\/?\d+(?:\/|$)|\/(?:feed|atom|rss|sitemap|robots|search)\b[^/]*$/iu;
/** https://jekyllrb.com/docs/includes/ */
const includeFolder = /(?:^|\/)_includes\//u;

/** Resolves a link like a browser, and source file paths like the plugin jekyll-relative-links. */
function resolve(
  settings: Settings,
  addresses: Addresses,
  files: FileIndex,
  from: string,
  link: Pick<Link, 'url' | 'element'>,
): LinkTarget | undefined {
  const ownPage = addresses.pages.get(from);
  if (link.element === 'link tag' || link.element === 'post_url')
    return ownPage === undefined ? { kind: 'unjudged' } : tagTarget(settings, addresses, files, link);
  const address = parseAddress(link.url.trim());
  if (address.kind !== 'internal' || address.path === '') return undefined;
  const { path, anchor } = address;
  if (ownPage === undefined && !path.startsWith('/'))
    return { kind: 'unjudged', why: 'it is read from the pages that include this file' };
  // https://github.com/benbalter/jekyll-relative-links
  const source =
    settings.linksToSources && /\.(?:md|markdown)$/iu.test(path)
      ? joinPath(path.startsWith('/') ? settings.source : folderOf(from), path)
      : undefined;
  if (source !== undefined && files.has(source) && within(settings.source, source) !== undefined)
    return addresses.pages.has(source) ? { kind: 'page', path: source, anchor } : { kind: 'file', path: source };
  const isFromTop = path.startsWith('/');
  const looked = isFromTop
    ? stripIndex(withoutBase(settings.base, joinRoute(path)))
    : stripIndex(joinRoute(ownPage?.endsWith('/') === true ? ownPage : folderOf(ownPage ?? '/'), path));
  const foundTarget = addresses.targets.get(looked);
  const base =
    isFromTop &&
    settings.isOnGithubPages &&
    !isBelow(settings.base, path) &&
    settings.base !== '/' &&
    link.element !== 'liquid'
      ? { lacksBase: true as const }
      : {};
  if (foundTarget?.kind === 'page') return { kind: 'page', path: foundTarget.path, anchor, ...base };
  if (foundTarget !== undefined) return { kind: 'file', path: foundTarget.path, ...base };
  return generatedRoute.test(looked)
    ? { kind: 'unjudged', why: 'a plugin makes lists there' }
    : { kind: 'missing', looked };
}

/** Both tags fail the build if the file does not exist. https://jekyllrb.com/docs/liquid/tags/#links */
function tagTarget(
  { source }: Settings,
  addresses: Addresses,
  files: FileIndex,
  { url, element }: Pick<Link, 'url' | 'element'>,
): LinkTarget {
  const [name = '', anchor] = url.split('#', 2);
  if (/[{}%*|]/u.test(url)) return { kind: 'unjudged' };
  const places =
    element === 'post_url'
      ? [fileNameOf(name), withoutExtension(fileNameOf(name))].flatMap((post) => addresses.posts.get(post) ?? [])
      : [joinPath(source, name) ?? []].flat();
  const path = places.find((candidate) => files.has(candidate));
  if (path === undefined) return { kind: 'missing', looked: name };
  const isPage = addresses.targets.get(stripIndex(addresses.pages.get(path) ?? ''))?.kind === 'page';
  return isPage ? { kind: 'page', path, anchor } : { kind: 'file', path };
}

/* Addresses: https://jekyllrb.com/docs/permalinks/ */

type Fields = PageFacts['frontmatter'];

interface Addresses {
  /** URL of each page, by file. */
  readonly pages: ReadonlyMap<string, string>;
  /** What is published at each address. */
  readonly targets: ReadonlyMap<string, { readonly kind: 'page' | 'file'; readonly path: string }>;
  /** Post files by name, without folder and extension. */
  readonly posts: ReadonlyMap<string, string>;
}

const markdown = /\.(?:md|markdown|mkdown|mkdn|mkd)$/iu;
/** Extensions that become HTML pages, some of them through plugins. */
const becomesHtml = /\.(?:md|markdown|mkdown|mkdn|mkd|x?html?|textile|adoc|asciidoc|org|rst|slim|haml)$/iu;
/** Extensions that become pages if the file has frontmatter. */
const mayHaveFields = /\.(?:x?html?|md|markdown|mkdown|mkdn|mkd|textile|adoc|asciidoc|xml|txt|json|js|css|org)$/iu;
/** Limits: files read only for frontmatter, and aliases of one page. */
const [mostRead, mostAliases] = [3000, 100];

async function readFields(
  files: FileIndex,
  settings: Settings,
  isPage: (path: string) => boolean,
): Promise<ReadonlyMap<string, Fields>> {
  const candidates = files.paths.filter((path) => {
    const inside = within(settings.source, path);
    return inside !== undefined && mayHaveFields.test(path) && !isPage(path) && placeOf(settings, inside) !== undefined;
  });
  const fields = new Map<string, Fields>();
  for (const path of candidates.slice(0, mostRead)) {
    const text = (await files.readPage(path)) ?? '';
    if (/^\uFEFF?---[ \t]*\r?\n/u.test(text)) fields.set(path, splitFrontmatter(text, { repeatedFields: true }).data);
  }
  return fields;
}

function findAddresses(
  settings: Settings,
  files: FileIndex,
  facts: ReadonlyMap<string, PageFacts>,
  otherFields: ReadonlyMap<string, Fields>,
): Addresses {
  const pages = new Map<string, string>();
  const posts = new Map<string, string>();
  const targets = new Map<string, { readonly kind: 'page' | 'file'; readonly path: string }>();
  const add = (address: string, path: string): void => {
    const pageTarget = { kind: facts.has(path) ? ('page' as const) : ('file' as const), path };
    for (const key of keysOf(address)) if (!targets.has(key)) targets.set(key, pageTarget);
  };
  const readmes: string[] = [];
  for (const path of files.paths) {
    const inside = within(settings.source, path);
    const place = inside === undefined ? undefined : placeOf(settings, inside);
    if (inside === undefined || place === undefined) continue;
    const fields = facts.get(path)?.frontmatter ?? otherFields.get(path);
    if (fields === undefined && !markdown.test(path)) {
      add(place.collection === undefined ? `/${place.inside}` : `/${place.collection}/${place.inside}`, path);
      continue;
    }
    if (fields?.['published'] === false) continue;
    const address = addressOf(settings, inside, place, fields ?? {});
    pages.set(path, address);
    if (place.collection === 'posts') posts.set(withoutExtension(fileNameOf(path)), path);
    add(address, path);
    // https://github.com/jekyll/jekyll-redirect-from
    const aliases = [fields?.['redirect_from']].flat();
    for (const alias of aliases.slice(0, mostAliases).flatMap((aliasValue) => textOrNumber(aliasValue) ?? []))
      add(alias.startsWith('/') ? alias : `/${alias}`, path);
    if (place.collection === undefined && /(?:^|\/)readme\.\w+$/iu.test(inside)) readmes.push(path);
    // Markdown without frontmatter is published unchanged.
    if (place.collection === undefined && Object.keys(fields ?? {}).length === 0) add(`/${inside}`, path);
  }
  // https://github.com/benbalter/jekyll-readme-index
  for (const path of readmes) add(`/${folderOf(within(settings.source, path) ?? '')}/`, path);
  return { pages, targets, posts };
}

/** A file's place on the site. */
interface Place {
  /** Path below the source folder, or below the collection's folder. */
  readonly inside: string;
  readonly collection: string | undefined;
  /** Folders above `_posts`. */
  readonly categories: readonly string[];
}

/** https://jekyllrb.com/docs/posts/#creating-posts */
const dated = /^(\d{2,4}-\d{1,2}-\d{1,2})-(.*)\.[^.]+$/u;

/** Undefined if the file is not published. */
function placeOf({ collections, collectionNames, isLeftOut }: Settings, inside: string): Place | undefined {
  const parts = inside.split('/');
  const [first = ''] = parts;
  const folder = first.startsWith('_') && inside !== first ? first.slice(1) : undefined;
  if (folder !== undefined && collectionNames.has(folder) && folder !== 'posts') {
    const below = inside.slice(first.length + 1);
    if (!collections.has(folder) || isLeftOut(below)) return undefined;
    return { inside: below, collection: folder, categories: [] };
  }
  const postsIndex = parts.indexOf('_posts');
  if (postsIndex !== -1 && postsIndex < parts.length - 1) {
    const above = parts.slice(0, postsIndex);
    const below = parts.slice(postsIndex + 1).join('/');
    if (!dated.test(fileNameOf(inside)) || isLeftOut(below) || isLeftOut(above.join('/'))) return undefined;
    return { inside: below, collection: 'posts', categories: above };
  }
  return isLeftOut(inside) ? undefined : { inside, collection: undefined, categories: [] };
}

function addressOf(settings: Settings, path: string, place: Place, fields: Fields): string {
  const { inside, collection } = place;
  const type = collection ?? 'pages';
  const defaultPermalink = settings.defaults.findLast(
    (defaultRule) =>
      (defaultRule.type === undefined || defaultRule.type === type || `${defaultRule.type}s` === type) &&
      defaultRule.matches(path),
  )?.permalink;
  const ending = becomesHtml.test(inside) ? '.html' : extensionOf(inside);
  const name = withoutExtension(fileNameOf(inside));
  const permalinkPattern = textOrNumber(fields['permalink']) ?? defaultPermalink;
  const [, day = '', undated = name] = dated.exec(fileNameOf(inside)) ?? [];
  const date = fields['date'] instanceof Date ? fields['date'].toISOString() : textOf(fields['date']);
  const isPage = collection === undefined;
  const address = expandPermalink(permalinkPattern ?? usualPattern(settings, place, ending, name), {
    path: isPage ? folderOf(inside) : withoutExtension(inside),
    basename: name,
    output_ext: ending,
    collection: collection ?? '',
    title: isPage ? name : undated,
    slug: isPage ? undefined : textOrNumber(fields['slug']),
    date: date !== undefined && /^\d{4}-\d{1,2}-\d{1,2}/u.test(date) ? date : day,
    categories: [...new Set([...place.categories, ...categoriesOf(fields)])],
  });
  // HTML pages may be published without extension.
  const isWhole = address.endsWith('/') || extensionOf(address) !== '' || ending === '.html';
  return isWhole ? address : address + ending;
}

function usualPattern(
  { permalink, collections }: Settings,
  { collection }: Place,
  ending: string,
  name: string,
): string {
  if (collection === undefined) {
    if (ending !== '.html') return '/:path/:basename:output_ext';
    return name === 'index' ? '/:path/' : withSuffix('/:path/:basename', permalink);
  }
  const ownPattern = collections.get(collection);
  return collection === 'posts'
    ? styleOf(ownPattern ?? permalink)
    : styleOf(ownPattern ?? withSuffix('/:collection/:path', permalink));
}

function textOrNumber(value: unknown): string | undefined {
  return (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : undefined;
}

function categoriesOf({ category, categories }: Fields): readonly string[] {
  const several = typeof categories === 'string' ? categories.split(/\s+/u) : [categories].flat();
  return [...several, category].flatMap((categoryName) => textOrNumber(categoryName) ?? []);
}

/** Normalised address, without a trailing index.html. */
function stripIndex(address: string): string {
  return normaliseRoute(address.replace(/\/index\.html?$/iu, '/'));
}

/** HTML pages also answer without the extension, as on GitHub Pages. */
function keysOf(address: string): readonly string[] {
  const key = stripIndex(address);
  if (/\.x?html?$/iu.test(key)) return [key, withoutExtension(key)];
  return address.endsWith('/') || extensionOf(key) !== '' ? [key] : [key, `${key}.html`];
}

/* Permalinks: https://jekyllrb.com/docs/permalinks/ */

const styles: Readonly<Record<string, string>> = {
  pretty: '/:categories/:year/:month/:day/:title/',
  date: '/:categories/:year/:month/:day/:title:output_ext',
  none: '/:categories/:title:output_ext',
};

/** The pattern of a permalink style, or the pattern itself. */
function styleOf(permalink: string): string {
  return Object.hasOwn(styles, permalink) ? (styles[permalink] ?? permalink) : permalink;
}

/** Pages and collection files get the same suffix as posts. https://github.com/jekyll/jekyll/blob/master/lib/jekyll/utils.rb */
function withSuffix(pattern: string, permalink: string): string {
  if (permalink === 'pretty') return `${pattern}/`;
  if (['date', 'none'].includes(permalink)) return `${pattern}:output_ext`;
  return pattern + (permalink.endsWith('/') ? '/' : permalink.endsWith(':output_ext') ? ':output_ext' : '');
}

interface Values {
  readonly path: string;
  readonly basename: string;
  readonly output_ext: string;
  readonly collection: string;
  /** File name without the date. */
  readonly title: string;
  readonly slug: string | undefined;
  /** `2024-05-06`, with or without a time. */
  readonly date: string;
  readonly categories: readonly string[];
}

/** https://github.com/jekyll/jekyll/blob/master/lib/jekyll/drops/url_drop.rb */
function expandPermalink(pattern: string, values: Values): string {
  const [, year = '', month = '', day = ''] = /^(\d{2,4})-(\d{1,2})-(\d{1,2})/u.exec(values.date) ?? [];
  const fullYear = year.length === 2 ? `20${year}` : year;
  const named = values.slug ?? values.title;
  const replaced: Readonly<Record<string, string>> = {
    path: values.path,
    basename: values.basename,
    output_ext: values.output_ext,
    collection: values.collection,
    name: slugified(values.basename),
    title: prettySlug(named),
    slug: slugified(named),
    categories: values.categories.map((categoryName) => categoryName.toLowerCase()).join('/'),
    slugified_categories: values.categories.map(slugified).join('/'),
    year: fullYear,
    month: month.padStart(2, '0'),
    i_month: month.replace(/^0/u, ''),
    day: day.padStart(2, '0'),
    i_day: day.replace(/^0/u, ''),
  };
  const filled = pattern.replace(/:([a-z_]+)/gu, (placeholder, written: string) => {
    // In `:title_a`, the placeholder is the longest known name: `title`.
    for (let name = written; name !== ''; name = name.slice(0, -1))
      if (Object.hasOwn(replaced, name)) return (replaced[name] ?? '') + written.slice(name.length);
    return placeholder;
  });
  return `/${filled}`.replace(/\/{2,}/gu, '/');
}

/** Slug in mode `pretty`, with capitals kept. https://jekyllrb.com/docs/liquid/filters/#options-for-the-slugify-filter */
function prettySlug(text: string): string {
  return text.replace(/[^\p{M}\p{L}\p{Nd}._~!$&'()+,;=@]+/gu, '-').replace(/^-|-$/gu, '');
}

function slugified(text: string): string {
  return text
    .replace(/[^\p{M}\p{L}\p{Nd}]+/gu, '-')
    .replace(/^-|-$/gu, '')
    .toLowerCase();
}

/* Settings: https://jekyllrb.com/docs/configuration/options/ */

type Settings = Awaited<ReturnType<typeof readSettings>>;

/** https://jekyllrb.com/docs/configuration/default/ */
const leftOutAlways =
  '.sass-cache .jekyll-cache gemfiles Gemfile Gemfile.lock node_modules vendor/bundle vendor/cache vendor/gems vendor/ruby'.split(
    ' ',
  );
/** Limit on patterns and defaults, since every file is matched against all of them. */
const maxPatterns = 500;

async function readSettings(files: FileIndex, root: string, configPath: string) {
  const settings = recordOf(parseValue((await files.readText(configPath)) ?? '', configPath));
  const named = settings['collections'];
  const collections = Array.isArray(named)
    ? Object.fromEntries(listOf(named).flatMap((name) => (typeof name === 'string' ? [[name, {}] as const] : [])))
    : recordOf(named);
  const published = Object.entries(collections).filter(([, value]) => recordOf(value)['output'] === true);
  return {
    source: joinPath(root, textOf(settings['source']) ?? '') ?? root,
    base: normaliseRoute(textOf(settings['baseurl']) ?? ''),
    /** True for a project site on GitHub Pages, which is published below the repository's name. */
    isOnGithubPages: /^(?:https?:)?\/\/[\w-]+\.github\.io\/?$/iu.test(textOf(settings['url']) ?? ''),
    permalink: textOf(settings['permalink']) ?? 'date',
    /** Published collections with their permalink patterns. */
    collections: new Map<string, string | undefined>([
      ['posts', textOf(recordOf(collections['posts'])['permalink'])],
      ...published.map(([name, value]) => [name, textOf(recordOf(value)['permalink'])] as const),
    ]),
    collectionNames: new Set(['posts', 'drafts', ...Object.keys(collections)]),
    defaults: defaultsOf(settings['defaults']),
    linksToSources: await readsRelativeLinks(files, root, settings),
    isLeftOut: leftOut(settings['include'], settings['exclude']),
  };
}

/** GitHub Pages enables the plugin by default. https://github.com/benbalter/jekyll-relative-links */
async function readsRelativeLinks(
  files: FileIndex,
  root: string,
  { plugins, gems }: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  if ([plugins, gems].flat().includes('jekyll-relative-links')) return true;
  const gemfiles = await Promise.all(
    foldersAbove(`${root}/Gemfile`).map((folder) => files.readText(joinPath(folder, 'Gemfile') ?? '')),
  );
  const gemfile = gemfiles.find((text) => text !== undefined);
  return gemfile === undefined || /github-pages|jekyll-relative-links/u.test(gemfile);
}

interface Default {
  readonly permalink: string;
  readonly matches: PathMatcher;
  readonly type: string | undefined;
}

/** Later rules win: longer paths first, then rules with a type. https://jekyllrb.com/docs/configuration/front-matter-defaults/ */
function defaultsOf(value: unknown): readonly Default[] {
  const defaults = listOf(value)
    .slice(0, maxPatterns)
    .flatMap((defaultRule) => {
      const { scope, values } = recordOf(defaultRule);
      const permalink = textOf(recordOf(values)['permalink']);
      const type = textOf(recordOf(scope)['type']);
      const inside = (textOf(recordOf(scope)['path']) ?? '').replace(/^\/+/u, '');
      const matches = inside.includes('*')
        ? matchPaths([inside, `${withoutSlashAtEnd(inside)}/**`], { dot: true })
        : (file: string): boolean => file.startsWith(inside);
      return permalink === undefined ? [] : [{ permalink, matches, type, length: inside.length }];
    });
  return defaults.toSorted(
    (a, b) => a.length - b.length || Number(a.type !== undefined) - Number(b.type !== undefined),
  );
}

/** https://github.com/jekyll/jekyll/blob/master/lib/jekyll/entry_filter.rb */
function leftOut(include: unknown, exclude: unknown): PathMatcher {
  const [isIn, isOut] = [globs(listOf(include)), globs([...leftOutAlways, ...listOf(exclude)])];
  return (path) => {
    if (isIn(path) || isIn(fileNameOf(path))) return false;
    return isOut(path) || path.split('/').some((part) => /^[._#~]|~$/u.test(part) && !isIn(part));
  };
}

/** A pattern also matches everything below the path it matches. */
function globs(value: readonly unknown[]): PathMatcher {
  const patterns = value
    .slice(0, maxPatterns)
    .flatMap((globPattern) =>
      typeof globPattern === 'string' ? withoutSlashAtEnd(globPattern.replace(/^\.?\/+/u, '')) : [],
    )
    .filter((pattern) => pattern !== '');
  const plain = new Set(patterns.filter((pattern) => !/[*?[{]/u.test(pattern)));
  const starry = patterns.filter((pattern) => !plain.has(pattern));
  const matches = matchPaths(
    starry.flatMap((pattern) => [pattern, `${pattern}/**`, pattern.replace(/^\*(?=[^*/])/u, '**/*')]),
    { dot: true },
  );
  return (path) => plain.has(path) || foldersAbove(path).some((folder) => plain.has(folder)) || matches(path);
}
