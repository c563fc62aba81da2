import type { FileIndex } from './file-index.ts';
import type { Site } from './site.ts';
import type { PageFacts } from '../page/page-facts.ts';
import { extensionOf, fileNameOf, folderOf, joinPath, within, withoutExtension } from './paths.ts';

export type ImportTarget =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'package' }
  | { readonly kind: 'missing'; readonly looked: string };

const importEndings = ['', '.mdx', '.md', '.js', '.jsx', '.ts', '.tsx', '.mjs', '.json', '.vue', '.astro', '.svelte'];

/** Resolves an `import` of a page: beside the page, at an alias or the root of the site, or in what it serves (Docusaurus). */
export function resolveImport(site: Site, files: FileIndex, from: string, written: string): ImportTarget {
  const source = written.split('?', 1)[0] ?? written;
  const importPath = locate(site, from, source);
  if (importPath === undefined) return { kind: 'package' };
  const bare = /^\.[cm]?jsx?$/u.test(extensionOf(importPath))
    ? importPath.replace(/\.([cm]?)jsx?$/u, '.$1ts')
    : importPath;
  for (const base of [importPath, bare, `${bare}x`]) {
    for (const extension of importEndings) {
      for (const path of [base + extension, `${base}/index${extension}`])
        if (files.has(path)) return { kind: 'file', path };
    }
  }
  const served = source.startsWith('/')
    ? site.links.publicFolders.flatMap((folder) => joinPath(folder, source) ?? [])
    : [];
  const path = served.find((place) => files.has(place));
  return path === undefined ? { kind: 'missing', looked: importPath } : { kind: 'file', path };
}

function locate(site: Site, from: string, source: string): string | undefined {
  for (const [prefix, folder] of site.links.aliases) {
    if (source.startsWith(prefix)) return joinPath(folder, source.slice(prefix.length));
  }
  if (source.startsWith('./') || source.startsWith('../')) return joinPath(folderOf(from), source);
  return source.startsWith('/') ? joinPath(site.root, source) : undefined;
}

/** Modules and components that are known to bring none of what is looked for: anchors, or headings. */
export interface Quiet {
  has(path: string): boolean;
  /** True for a component that only files which are quiet define, told by their name. */
  hasComponent(name: string): boolean;
  /** True for a component of the repository that may bring some, told by its name. */
  isLoud(name: string): boolean;
  /** True for a shortcode of Hugo or a tag of Jekyll that brings none. */
  hasShortcode(name: string): boolean;
}

/** The pages that a page shows through imports and components; undefined stands for one that may bring any anchor. */
export function includedPages(
  site: Site,
  files: FileIndex,
  from: string,
  facts: PageFacts,
  quiet?: Quiet,
): readonly (string | undefined)[] {
  return [...includedFiles(site, files, from, facts, quiet), ...includedComponents(site, files, from, facts, quiet)];
}

function includedFiles(
  site: Site,
  files: FileIndex,
  from: string,
  facts: PageFacts,
  quiet: Quiet | undefined,
): (string | undefined)[] {
  return facts.includes.flatMap(({ source, shows }) => {
    if (shows === 'code' || quiet?.hasShortcode(shortcodeOf(source) ?? '') === true) return [];
    const path = shows === 'generated' ? undefined : resolveInclude(site, files, from, source);
    return [path !== undefined && site.pages.has(path) ? path : undefined];
  });
}

function includedComponents(
  site: Site,
  files: FileIndex,
  from: string,
  facts: PageFacts,
  quiet: Quiet | undefined,
): (string | undefined)[] {
  const importedFrom = new Map(
    facts.imports.flatMap(({ names, source }) => names.map((name) => [name, source] as const)),
  );
  const used = new Set(facts.components.map(({ name }) => name.split('.', 1)[0] ?? name));
  return [...used].flatMap((name) => {
    const source = importedFrom.get(name);
    if (source === undefined) {
      if (quiet?.isLoud(name) === true) return [undefined];
      const isKnown = site.components?.(name) === true || site.anchors.quietComponents.has(name);
      return isKnown || facts.definedNames.includes(name) || quiet?.hasComponent(name) === true ? [] : [undefined];
    }
    const target = resolveImport(site, files, from, source);
    // A page that a package or a plugin brings, such as one about an API, has headings of its own.
    if (target.kind === 'package') return /\.mdx?$/u.test(source) ? [undefined] : [];
    if (target.kind === 'file' && quiet?.has(target.path) === true) return [];
    return [target.kind === 'file' && site.pages.has(target.path) ? target.path : undefined];
  });
}

/** The file that a page includes a part of: beside the page, at an alias, or at a folder that the site names for it. */
export function resolveInclude(site: Site, files: FileIndex, from: string, source: string): string | undefined {
  return includePlaces(site, from, source).find((path) => files.has(path));
}

/** Where an included file is looked for. */
export function includePlaces(site: Site, from: string, source: string): readonly string[] {
  const ownPlaces = site.includePlaces?.(from, source);
  if (ownPlaces !== undefined) return ownPlaces;
  if (source.includes('$')) return [];
  const alias = [...site.links.aliases].find(([prefix]) => source.startsWith(prefix));
  const [prefix, folder] = alias ?? ['', ''];
  const beside = source.startsWith('/') ? [site.root] : [folderOf(from)];
  const roots = alias === undefined ? [...beside, folderOf(from)] : [folder];
  return roots.flatMap((root) => joinPath(root, source.slice(prefix.length)) ?? []);
}

const moduleExtensions = ['.vue', '.astro', '.svelte', '.jsx', '.tsx', '.js', '.ts'];
/** What may give a page an element with an `id`, or answer to the anchor itself: attributes, HTML from elsewhere, `location.hash`. */
const bringsAnchors =
  /\bid\s*=|:id\b|\bid:|<a\s[^>]*\bname\s*=|v-html|innerHTML|set:html|<Content\b|\bhash\b|MDXComponents\b/iu;
const passesOn = /\bexport\s*(?:\*|\{[^{}]{0,2000}\})[\w$\s]{0,100}\bfrom\s*['"]([^'"\n]+)['"]/gu;

/** From where a module has what it passes on, and what it shows by these tags: components are not always named like their files. */
function sourcesShown(text: string, tags: ReadonlySet<string>): readonly string[] {
  const shownSources = namedImports(text).flatMap(({ names, source }) =>
    names.some((name) => tags.has(name)) ? [source] : [],
  );
  return [...[...text.matchAll(passesOn)].map(([, source = '']) => source), ...shownSources];
}

/** Reads the components that the pages use, and those that these show; what comes from packages is not among them. */
export async function readQuietModules(site: Site, files: FileIndex): Promise<Quiet> {
  const byName = new Map<string, string[]>();
  for (const path of files.paths) {
    if (within(site.root, path) === undefined || !moduleExtensions.includes(extensionOf(path))) continue;
    const name = withoutExtension(fileNameOf(path));
    byName.set(name, [...(byName.get(name) ?? []), path]);
  }
  const shows = new Map<string, readonly string[]>();
  const loud = new Set<string>();
  const queue = [...modulesOf(site, files, byName)];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (shows.has(path)) continue;
    const text = await files.readPage(path);
    if (text === undefined || bringsAnchors.test(text)) loud.add(path);
    const tags = new Set([...(text ?? '').matchAll(/<([A-Z]\w*)/gu)].map(([, name = '']) => name));
    const shown = [
      ...[...tags].flatMap((name) => byName.get(name) ?? []),
      ...sourcesShown(text ?? '', tags).flatMap((source) => {
        const target = resolveImport(site, files, path, source);
        return target.kind === 'file' && moduleExtensions.includes(extensionOf(target.path)) ? [target.path] : [];
      }),
    ];
    shows.set(path, shown);
    queue.push(...shown);
  }
  const shortcodes = await readQuietShortcodes(site, files);
  const heard = withThoseThatShow(loud, shows);
  const isQuiet = (path: string): boolean => shows.has(path) && !heard.has(path);
  return {
    hasShortcode: (name) => shortcodes.has(name),
    has: isQuiet,
    hasComponent: (name) => byName.get(name)?.every(isQuiet) ?? false,
    isLoud: (name) => byName.get(name)?.some((path) => heard.has(path)) ?? false,
  };
}

/** These modules, and those that show one of them. */
function withThoseThatShow(
  knownPaths: ReadonlySet<string>,
  shows: ReadonlyMap<string, readonly string[]>,
): ReadonlySet<string> {
  const all = new Set(knownPaths);
  for (let before = -1; before !== all.size;) {
    before = all.size;
    for (const [path, shown] of shows) if (shown.some((shownPath) => all.has(shownPath))) all.add(path);
  }
  return all;
}

function modulesOf(site: Site, files: FileIndex, byName: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const paths = new Set<string>();
  for (const [page, { imports, components }] of site.pages) {
    for (const { source } of imports) {
      const target = resolveImport(site, files, page, source);
      if (target.kind === 'file' && !site.pages.has(target.path)) paths.add(target.path);
    }
    for (const { name } of components) for (const path of byName.get(name) ?? []) paths.add(path);
  }
  return paths;
}

/** https://gohugo.io/shortcodes/ */
const builtIn = 'comment details figure gist highlight instagram param qr ref relref tweet vimeo x youtube'.split(' ');
/** Those of themes that frame what stands in them: of Docsy, Hextra, Book, Geekdoc, Relearn. */
const frames =
  /^(?:alert|admonition|badge|button|callout|cardpane|cards?|codetab|columns?|expand|hint|icon|imgproc|note|notice|pageinfo|steps|tabpane|tabs?|tip|warning)$/u;
const template = /(?:^|\/)layouts\/_?shortcodes\/([^.]+)\.(?:\w+\.)?html$/u;
/** What may give the page an element with an anchor: its own, a heading, and what comes from another file. */
const templateBringsAnchors =
  /\bid\s*=|\bname\s*=|^#|\bpartial|readFile|GetPage|RawContent|\.Content\b|RenderString|resources\./mu;

/** Tags of Liquid and Jekyll that show nothing but what stands in them, and that no more than once. https://shopify.github.io/liquid/tags/ */
const tagsOfLiquid =
  'assign capture case comment else elsif endcapture endcase endcomment endhighlight endif endraw endunless highlight if link post_url raw unless when'.split(
    ' ',
  );
const fileOfIncludes = /(?:^|\/)_includes\/(.+)$/u;
/** What an include is given is text of the page that shows it; what comes from elsewhere may have anything. */
const bringsAnchorsToJekyll =
  /\bid\s*=|\bname\s*=|^#|<h[1-6]\b|<script|\{%-?\s*include|\bmarkdownify\b|(?<!\binclude\.)\bcontent\b|\bsite\.data\b/imu;

/**
 * Names of the shortcodes of Hugo and of the tags of Jekyll that bring no anchors: their own, and those whose templates in the repository
 * say so.
 */
async function readQuietShortcodes(site: Site, files: FileIndex): Promise<ReadonlySet<string>> {
  const named = new Set(
    [...site.pages.values()].flatMap(({ includes }) => includes.flatMap(({ source }) => shortcodeOf(source) ?? [])),
  );
  if (named.size === 0) return named;
  const quiet = new Set([...builtIn, ...tagsOfLiquid, ...[...named].filter((name) => frames.test(name))]);
  const loud = new Set<string>();
  for (const path of files.paths) {
    const [shortcode, include] = [template.exec(path)?.[1], fileOfIncludes.exec(within(site.root, path) ?? '')?.[1]];
    const name = shortcode ?? (include === undefined ? undefined : `include ${include}`);
    if (name === undefined) continue;
    const text = (await files.readText(path)) ?? '#';
    const isLoud = shortcode === undefined ? bringsAnchorsToJekyll : templateBringsAnchors;
    (isLoud.test(text) ? loud : quiet).add(name);
  }
  return quiet.difference(loud);
}

/** The name in `{{< name`, `{{% /name`, `{% name` and `{% include name`, as a page is found to show it. */
function shortcodeOf(source: string): string | undefined {
  const [, shortcode, tag] = /^(?:\{\{[<%]\s*\/?([\w./-]+)|\{%-?\s*([\w./\s-]+))$/u.exec(source) ?? [];
  return shortcode ?? tag?.replace(/\s+/gu, ' ');
}

/** Bounded, so that no module of another kind takes long. */
const imports = /\bimport\s([\w$\s{},*]{1,500})\bfrom\s{0,100}['"]([^'"\n]+)['"]/gu;

/** What a module imports by a statement: all words before `from`, of which some are names, and from where. */
function namedImports(text: string): readonly { readonly names: readonly string[]; readonly source: string }[] {
  return [...text.matchAll(imports)].map(([, names = '', source = '']) => ({
    names: names.match(/[\w$]+/gu) ?? [],
    source,
  }));
}

const saysVersion = /(?:^|[{,])[ \t]{0,9}["']?openapi["']?[ \t]{0,9}:[ \t]{0,9}["']?\d/mu;

/** Files that are looked into: a repository may have any number of them, and operations of the others are doubted. */
const most = 2_000;

/** True where a page or the navigation names an operation, which an OpenAPI file has to have. */
export function namesOperations({ pages, navigation }: Site): boolean {
  if ((navigation?.operations?.length ?? 0) > 0) return true;
  return pages.values().some(({ frontmatter }) => typeof frontmatter['openapi'] === 'string');
}

/**
 * Those of the files that say that they are OpenAPI, whatever their names, other than what a dot before its name or folder hides.
 */
export async function specificationsAmong(
  paths: readonly string[],
  files: FileIndex,
  pace: (about: string) => Promise<void>,
): Promise<readonly string[]> {
  const specificationPaths: string[] = [];
  for (const path of paths.slice(0, most)) {
    if (/(?:^|\/)\./u.test(path)) continue;
    await pace(path);
    if (saysVersion.test((await files.readPage(path)) ?? '')) specificationPaths.push(path);
  }
  return specificationPaths;
}
