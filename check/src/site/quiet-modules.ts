import type { FileIndex } from './file-index.ts';
import { extensionOf, fileNameOf, within, withoutExtension } from './paths.ts';
import { namedImports } from './named-imports.ts';
import { resolveImport, type Quiet } from './resolve-import.ts';
import { readQuietShortcodes } from './quiet-shortcodes.ts';
import type { Site } from './site.ts';

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

const passesOn = /\bexport\s*(?:\*|\{[^{}]{0,2000}\})[\w$\s]{0,100}\bfrom\s*['"]([^'"\n]+)['"]/gu;

/** From where a module has what it passes on, and what it shows by these tags: components are not always named like their files. */
function sourcesShown(text: string, tags: ReadonlySet<string>): readonly string[] {
  const taken = namedImports(text).flatMap(({ names, source }) =>
    names.some((name) => tags.has(name)) ? [source] : [],
  );
  return [...[...text.matchAll(passesOn)].map(([, source = '']) => source), ...taken];
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
    const brought = namesFromThemes(text ?? '');
    const tags = new Set([...(text ?? '').matchAll(/<([A-Z]\w*)/gu)].map(([, name = '']) => name));
    const shown = [
      ...[...tags].flatMap((name) => (brought.has(name) ? [] : (byName.get(name) ?? []))),
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
  known: ReadonlySet<string>,
  shows: ReadonlyMap<string, readonly string[]>,
): ReadonlySet<string> {
  const all = new Set(known);
  for (let before = -1; before !== all.size;) {
    before = all.size;
    for (const [path, shown] of shows) if (shown.some((other) => all.has(other))) all.add(path);
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
