import { parse } from 'yaml';
import type { Dialect } from '../../page/page-facts.ts';
import { listOf, recordOf, textOf } from '../../settings/narrow.ts';
import { parseValue } from '../../settings/parse-settings.ts';
import { asWritten, type SettingsAddress } from '../../settings/settings-links.ts';
import type { FileIndex } from '../../site/file-index.ts';
import { extensionOf, folderOf, joinPath } from '../../site/paths.ts';
import { firstLoudExtension, firstLoudPlugin } from './add-ons.ts';
import { asWrittenForMkdocs } from './zensical-settings.ts';

/**
 * The parts of `mkdocs.yml` and `zensical.toml` that decide routes, links and anchors.
 * https://www.mkdocs.org/user-guide/configuration/ https://zensical.org/compatibility/
 */
export interface MkdocsSettings {
  readonly framework: 'mkdocs' | 'zensical';
  /** True when it is the site of another folder with changes: what it lacks may be taken from there. */
  readonly inherits: boolean;
  readonly docsFolder: string;
  readonly theme: string;
  readonly directoryUrls: boolean;
  /** Whether `/// note` begins a block. https://facelessuser.github.io/pymdown-extensions/extensions/blocks/ */
  readonly blocks: boolean;
  /** What does, of `!!! note` and `??? note`. */
  readonly admonitions: NonNullable<Dialect['admonitions']>;
  /** https://python-markdown.github.io/extensions/md_in_html/, which others take in. */
  readonly markdownInHtml: boolean;
  readonly nav: unknown;
  /** Logo, icon, styles and scripts. */
  readonly links: readonly SettingsAddress[];
  /** Folder of the theme's changed files, as written. */
  readonly customFolder: string | undefined;
  /** True where mike publishes each version in a folder of its own. https://github.com/jimporter/mike */
  readonly hasVersions: boolean;
  readonly excluded: string;
  readonly notInNav: string;
  /** Whether an address from the top is one of the folder of the pages, in pages and in the navigation. */
  readonly judgesAbsolute: boolean;
  readonly navReadsAbsolute: boolean;
  readonly snippetFolders: readonly string[];
  /** Where templates are looked for. https://mkdocs-macros-plugin.readthedocs.io/en/latest/advanced/#changing-the-directory-of-the-includes */
  readonly templateFolders: readonly string[];
  readonly slugs: { readonly kind: 'ascii' | 'unicode' | 'pymdownx' | 'unknown'; readonly separator: string };
  /** True where tabs have anchors of their titles. https://facelessuser.github.io/pymdown-extensions/extensions/tabbed/#options */
  readonly anchorsOfTabs: boolean;
  readonly redirects: readonly (readonly [from: string, to: string])[];
  readonly blogFolders: readonly string[];
  /** What Python code of the repository may change while the site is built. https://www.mkdocs.org/user-guide/configuration/#hooks */
  readonly hooks: { readonly pages: boolean; readonly files: boolean };
  /** Plugins by name. */
  readonly plugins: ReadonlySet<string>;
  /** Plugins and extensions that may change pages, links or anchors in ways that are not known. */
  readonly loud: { readonly plugin: string | undefined; readonly extension: string | undefined };
  /** Languages of the pages, the main one first. https://ultrabug.github.io/mkdocs-static-i18n/ */
  readonly languages: readonly string[];
  /** What tells the language of a file: the folder that it lies in, or the end of its name, as in `a.de.md`. */
  readonly languageIn: 'folder' | 'name';
}

/** Undefined when the file is no mapping. Tags such as `!!python/name:` and `!ENV` are read as their bare values. */
export async function readSettings(files: FileIndex, path: string): Promise<MkdocsSettings | undefined> {
  const config = await readConfig(files, path, 0);
  if (config === undefined) return undefined;
  const root = folderOf(path);
  const isZensical = extensionOf(path) === '.toml';
  const extensions = optionsByName(config['markdown_extensions']);
  const plugins = pluginsByName(config['plugins']);
  const toc = extensions.get('toc') ?? {};
  const basePath = [extensions.get('pymdownx.snippets')?.['base_path'] ?? '.'].flat();
  const blogs = [...plugins].filter(([name]) => /(?:^|\/)blog$/u.test(name));
  const docsFolder = textOf(config['docs_dir']) ?? 'docs';
  return {
    framework: isZensical ? 'zensical' : 'mkdocs',
    inherits:
      folderOf(joinPath(root, textOf(config['INHERIT']) ?? '') ?? root) !== root &&
      textOf(config['INHERIT']) !== undefined,
    docsFolder: docsFolderOf(files, root, docsFolder),
    theme: textOf(config['theme']) ?? textOf(recordOf(config['theme'])['name']) ?? 'mkdocs',
    admonitions: [
      ...(extensions.has('admonition') ? (['!!!'] as const) : []),
      ...(extensions.has('pymdownx.details') ? (['???'] as const) : []),
    ],
    blocks: [...extensions.keys()].some((name) => name.startsWith('pymdownx.blocks.')),
    markdownInHtml: [...extensions.keys()].some((name) => /^(?:.*\.)?(?:md_in_html|extra)$/u.test(name)),
    directoryUrls: config['use_directory_urls'] !== false,
    // Called `pages` before MkDocs 1.0. https://www.mkdocs.org/about/release-notes/#the-pages-setting-is-renamed-nav
    nav: config['nav'] ?? config['pages'],
    links: linksBeside(config),
    customFolder: textOf(recordOf(config['theme'])['custom_dir']),
    hasVersions: plugins.has('mike') || recordOf(recordOf(config['extra'])['version'])['provider'] === 'mike',
    excluded: [textOf(config['exclude_docs']) ?? '', ...excludedByPlugin(plugins.get('exclude'))].join('\n'),
    notInNav: textOf(config['not_in_nav']) ?? '',
    judgesAbsolute: readsAbsolute(config, 'links'),
    navReadsAbsolute: readsAbsolute(config, 'nav'),
    snippetFolders: basePath.flatMap((folder) => joinPath(root, textOf(folder) ?? '') ?? []),
    templateFolders: [plugins.get('macros')?.['include_dir']].flatMap((folder) => {
      const at = textOf(folder);
      return at === undefined ? [] : (joinPath(root, at) ?? []);
    }),
    slugs: slugsOf(toc),
    anchorsOfTabs: ['pymdownx.tabbed', 'pymdownx.blocks.tab'].some(
      (name) => extensions.get(name)?.['slugify'] !== undefined,
    ),
    redirects: Object.entries(recordOf(plugins.get('redirects')?.['redirect_maps'])).flatMap(([from, to]) =>
      typeof to === 'string' ? [[from, to] as const] : [],
    ),
    blogFolders: blogs.map(([, { blog_dir }]) => textOf(blog_dir) ?? 'blog'),
    hooks: await readHooks(files, root, config),
    plugins: new Set(plugins.keys()),
    loud: {
      // Zensical passes over those that it does not have: https://zensical.org/compatibility/plugins/
      plugin: isZensical ? undefined : firstLoudPlugin(plugins.keys()),
      extension: firstLoudExtension(extensions.keys()),
    },
    languages: languagesOf(plugins.get('i18n')),
    languageIn: plugins.get('i18n')?.['docs_structure'] === 'folder' ? 'folder' : 'name',
  };
}

/** https://www.mkdocs.org/user-guide/configuration/#validation */
function readsAbsolute({ validation }: Readonly<Record<string, unknown>>, of: 'links' | 'nav'): boolean {
  const all = recordOf(validation);
  return textOf(recordOf(all[of])['absolute_links'] ?? all['absolute_links']) === 'relative_to_docs';
}

/** More than any site has: each page has an address in each of them. */
const mostLanguages = 100;

function languagesOf(options: Readonly<Record<string, unknown>> = {}): readonly string[] {
  const written = options['languages'];
  const languages = Array.isArray(written) ? listOf(written).map(recordOf) : [];
  const names = Array.isArray(written) ? languages.map(({ locale }) => locale) : Object.keys(recordOf(written));
  const main = languages.find((language) => language['default'] === true)?.['locale'] ?? options['default_language'];
  return [...new Set([main, ...names].flatMap((name) => textOf(name) ?? []))].slice(0, mostLanguages);
}

/** Files are named from the folder of the pages. https://www.mkdocs.org/user-guide/configuration/#extra_css */
function linksBeside(config: Readonly<Record<string, unknown>>): readonly SettingsAddress[] {
  const { logo, favicon } = recordOf(config['theme']);
  const scripts = listOf(config['extra_javascript']).map((script) => textOf(script) ?? recordOf(script)['path']);
  const files = [logo, favicon, ...listOf(config['extra_css']), ...scripts];
  return files.flatMap((file) => (textOf(file) === undefined ? [] : [asWritten('file', textOf(file) ?? '')]));
}

/** The folder beside the settings, or, when it is not there, from the top of the repository, where builds are often begun. */
function docsFolderOf(files: FileIndex, root: string, named: string): string {
  const beside = joinPath(root, named) ?? named;
  const fromTop = joinPath(named);
  return fromTop !== undefined && !files.hasFolder(beside) && files.hasFolder(fromTop) ? fromTop : beside;
}

/** Its globs are matched from the folder of the pages, and a star also stands for slashes. https://github.com/apenwarr/mkdocs-exclude */
function excludedByPlugin(options: Readonly<Record<string, unknown>> = {}): string[] {
  return [options['glob']]
    .flat()
    .flatMap((glob) => textOf(glob) ?? [])
    .map((glob) => (glob.startsWith('*') ? glob.replace(/^\*+\//u, '**/') : `/${glob}`));
}

/** Files that inherit from each other are followed this far. */
const deepest = 4;

async function readConfig(files: FileIndex, path: string, depth: number): Promise<Record<string, unknown> | undefined> {
  const text = await files.readText(path);
  if (extensionOf(path) === '.toml') return asWrittenForMkdocs(parseValue(text ?? '', path));
  let value: unknown;
  try {
    value = parse(text ?? '', { logLevel: 'silent', maxAliasCount: 1000 });
  } catch {
    return undefined;
  }
  if (!isMapping(value)) return undefined;
  const own = value;
  const parent = typeof own['INHERIT'] === 'string' ? joinPath(folderOf(path), own['INHERIT']) : undefined;
  const inherited = parent === undefined || depth >= deepest ? undefined : await readConfig(files, parent, depth + 1);
  return merged(inherited ?? {}, own);
}

/** Mappings are merged, everything else is replaced. https://www.mkdocs.org/user-guide/configuration/#configuration-inheritance */
function merged(
  parent: Readonly<Record<string, unknown>>,
  own: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const result: Record<string, unknown> = { ...parent };
  for (const [key, value] of Object.entries(own)) {
    result[key] = isMapping(value) && isMapping(parent[key]) ? merged(parent[key], value) : value;
  }
  return result;
}

function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What writes or copies a file, or gives a page of its own to the site. */
const writes =
  /\bopen\(|\bwrite_(?:text|bytes)\(|\b(?:shutil|subprocess)\b|\burllib\.request\b|\brequests\.\w+\(|\bos\.(?:system|rename|replace|symlink)\(|\bFile(?:\.generated)?\(|\bfiles\.append\(|\b_files\b/u;
/** What changes where pages are looked for, or lets a plugin bring some. */
const setsPlaces = /\b(?:docs_dir|plugins|nav|files)\b/u;

/**
 * Tells from the events that the hooks listen to; a hook that is not in the repository may do anything. One that is called before
 * there are pages, and only sets something, such as an extension of Markdown, brings none, nor does one that only orders the navigation.
 */
async function readHooks(
  files: FileIndex,
  root: string,
  { hooks }: Readonly<Record<string, unknown>>,
): Promise<MkdocsSettings['hooks']> {
  const paths = listOf(hooks).flatMap((hook) => textOf(hook) ?? []);
  const texts = await Promise.all(paths.map((path) => files.readText(joinPath(root, path) ?? '')));
  const hasEvent = (event: RegExp): boolean => texts.some((text) => text === undefined || event.test(text));
  return {
    pages: hasEvent(/^[ \t]*(?:async )?def on_(?:page_|post_page|env|post_template)/mu),
    files:
      hasEvent(/^[ \t]*(?:async )?def on_files\b/mu) ||
      texts.some(
        (text = '') =>
          (writes.test(text) && /^[ \t]*(?:async )?def on_(?:startup|config|pre_build|nav)\b/mu.test(text)) ||
          (setsPlaces.test(text) && /^[ \t]*(?:async )?def on_(?:startup|config|pre_build)\b/mu.test(text)),
      ),
  };
}

function optionsByName(value: unknown): Map<string, Readonly<Record<string, unknown>>> {
  return new Map(namedOptions(value));
}

/** Lists such as `[search, {redirects: {...}}]` and mappings alike, as names with options. */
function namedOptions(value: unknown): (readonly [string, Readonly<Record<string, unknown>>])[] {
  const entries = Array.isArray(value)
    ? listOf(value).flatMap((item): [string, unknown][] =>
        typeof item === 'string' ? [[item, {}]] : Object.entries(recordOf(item)),
      )
    : Object.entries(recordOf(value));
  return entries.map(([name, options]) => [name, recordOf(options)]);
}

/**
 * Plugins in groups, which are switched on or off together, are plugins like others.
 * https://squidfunk.github.io/mkdocs-material/plugins/group/
 */
function pluginsByName(value: unknown): Map<string, Readonly<Record<string, unknown>>> {
  return new Map(
    namedOptions(value).flatMap(([name, options]) => {
      if (!/^(?:material\/)?group$/u.test(name)) return [[name, options] as const];
      return options['enabled'] === false ? [] : namedOptions(options['plugins']);
    }),
  );
}

function slugsOf(toc: Readonly<Record<string, unknown>>): MkdocsSettings['slugs'] {
  const separator = textOf(toc['separator']) ?? '-';
  const { slugify } = toc;
  if (slugify === undefined) return { kind: 'ascii', separator };
  const { case: letterCase } = recordOf(recordOf(slugify)['kwds']);
  if (letterCase === 'lower') return { kind: 'pymdownx', separator };
  return { kind: 'unknown', separator };
}
