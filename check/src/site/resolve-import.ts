import type { PageFacts } from '../page/page-facts.ts';
import type { FileIndex } from './file-index.ts';
import { extensionOf, folderOf, joinPath } from './paths.ts';
import { shortcodeOf } from './quiet-shortcodes.ts';
import type { Site } from './site.ts';

export type ImportTarget =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'package' }
  | { readonly kind: 'missing'; readonly looked: string };

const moduleExtensions = [
  '',
  '.mdx',
  '.md',
  '.js',
  '.jsx',
  '.ts',
  '.tsx',
  '.mjs',
  '.json',
  '.vue',
  '.astro',
  '.svelte',
];

/** Resolves an `import` of a page: beside the page, at an alias or the root of the site, or in what it serves (Docusaurus). */
export function resolveImport(site: Site, files: FileIndex, from: string, written: string): ImportTarget {
  const source = written.split('?', 1)[0] ?? written;
  const at = locate(site, from, source);
  if (at === undefined) return { kind: 'package' };
  const bare = /^\.[cm]?jsx?$/u.test(extensionOf(at)) ? at.replace(/\.([cm]?)jsx?$/u, '.$1ts') : at;
  for (const base of [at, bare, `${bare}x`]) {
    for (const extension of moduleExtensions) {
      for (const path of [base + extension, `${base}/index${extension}`])
        if (files.has(path)) return { kind: 'file', path };
    }
  }
  const served = source.startsWith('/')
    ? site.links.publicFolders.flatMap((folder) => joinPath(folder, source) ?? [])
    : [];
  const path = served.find((place) => files.has(place));
  return path === undefined ? { kind: 'missing', looked: at } : { kind: 'file', path };
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
  const own = site.includePlaces?.(from, source);
  if (own !== undefined) return own;
  if (source.includes('$')) return [];
  const alias = [...site.links.aliases].find(([prefix]) => source.startsWith(prefix));
  const [prefix, folder] = alias ?? ['', ''];
  const beside = source.startsWith('/') ? [site.root] : [folderOf(from)];
  const roots = alias === undefined ? [...beside, folderOf(from)] : [folder];
  return roots.flatMap((root) => joinPath(root, source.slice(prefix.length)) ?? []);
}
