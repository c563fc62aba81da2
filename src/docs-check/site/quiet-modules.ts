import type { FileIndex } from './file-index.ts';
import { extensionOf, fileNameOf, within, withoutExtension } from './paths.ts';
import { resolveImport } from './resolve-import.ts';
import { readQuietShortcodes } from './quiet-shortcodes.ts';
import type { Site } from './site.ts';

/** Modules of the repository that pages show and that bring no anchors of their own. */
export interface QuietModules {
  has(path: string): boolean;
  /** True for a component that only files which are quiet define, told by their name. */
  hasComponent(name: string): boolean;
  /** True for a component of the repository that may bring anchors, told by its name. */
  isLoud(name: string): boolean;
  /** True for a shortcode of Hugo that brings none. */
  hasShortcode(name: string): boolean;
}

const moduleExtensions = ['.vue', '.astro', '.svelte', '.jsx', '.tsx', '.js', '.ts'];
/** What may give a page an element with an `id`, or answer to the anchor itself: attributes, HTML from elsewhere, `location.hash`. */
const bringsAnchors =
  /\bid\s*=|:id\b|\bid:|<a\s[^>]*\bname\s*=|v-html|innerHTML|set:html|<Content\b|\bhash\b|MDXComponents\b/iu;

/** Packages of components that bring no anchors, whatever components of the repository have the same names. */
const fromThemes =
  /\bimport\s*\{([^}]*)\}\s*from\s*['"](?:@astrojs\/starlight\/components|nextra\/components|fumadocs-ui\/components\/[\w-]+)['"]/gu;

function namesFromThemes(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(fromThemes)].flatMap(([, names = '']) => names.match(/\w+/gu) ?? []));
}

/** Reads the components that the pages use, and those that these show; what comes from packages is not among them. */
export async function readQuietModules(site: Site, files: FileIndex): Promise<QuietModules> {
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
    const brought = namesFromThemes(text ?? '');
    const shown = [...(text ?? '').matchAll(/<([A-Z]\w*)/gu)].flatMap(([, name = '']) =>
      brought.has(name) ? [] : (byName.get(name) ?? []),
    );
    shows.set(path, shown);
    queue.push(...shown);
  }
  for (let before = -1; before !== loud.size;) {
    before = loud.size;
    for (const [path, shown] of shows) if (shown.some((other) => loud.has(other))) loud.add(path);
  }
  const isQuiet = (path: string): boolean => shows.has(path) && !loud.has(path);
  const shortcodes = await readQuietShortcodes(site, files);
  return {
    hasShortcode: (name) => shortcodes.has(name),
    has: isQuiet,
    hasComponent: (name) => byName.get(name)?.every(isQuiet) ?? false,
    isLoud: (name) => byName.get(name)?.some((path) => loud.has(path)) ?? false,
  };
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
