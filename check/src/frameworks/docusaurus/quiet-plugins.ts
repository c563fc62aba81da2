import { CallValue } from '../../settings/evaluated-values.ts';
import { listOf, recordOf, textOf } from '../../settings/narrow.ts';
import type { FileIndex } from '../../site/file-index.ts';
import { folderOf, joinPath, normaliseRoute } from '../../site/paths.ts';

/** What the plugins of a site that no name tells may publish. */
export interface OtherPlugins {
  /** Pages, at any address. */
  readonly pages: boolean;
  /** Files, beside the pages of others. */
  readonly files: boolean;
  /** Pages below these addresses alone. */
  readonly below: readonly string[];
}

type Publishes = 'nothing' | 'files' | 'pages' | { readonly below: string };

/** What adds pages, or runs a program. https://docusaurus.io/docs/api/plugin-methods/lifecycle-apis */
const addsPages = /\baddRoute\b|child_process|\bexeca\b|\bplugin-content-(?!blog\b)/u;
/** What writes files of which a site is made. */
const writesFiles = /\b(?:createWrite|write|append|copy|output|mkdir|rename|symlink)\w*\(|\bcp(?:Sync)?\(/u;
const ofBlog = /\bplugin-content-blog\b/u;
/** What writes into the folder of the site as it is built, once Docusaurus has made all pages and has looked for their links. */
const afterBuild = /\bpostBuild\b/u;
const beforeBuild = /\b(?:loadContent|contentLoaded|allContentLoaded|extendCli)\b|\.html\b/u;
const intoBuild = /\boutDir\b/u;
const imports = /(?:\bfrom|\bimport|\brequire(?:\.resolve)?\(|\bimport\()\s*['"]([^'"\n]+)['"]/gu;
/** Packages of plugins, besides what Docusaurus has for those who write one. */
const ofPlugins =
  /docusaurus(?!\/(?:types|utils|utils-common|utils-validation|logger|mdx-loader|plugin-content-blog)(?:\/|$))/u;
const endings = [
  '',
  '.js',
  '.ts',
  '.mjs',
  '.cjs',
  '.mts',
  '/index.js',
  '/index.ts',
  '/index.mjs',
  '/src/index.js',
  '/src/index.ts',
];
/** Modules that are looked into for one plugin. */
const most = 20;

/** Looks into those plugins that lie in the repository. */
export async function readOtherPlugins(
  files: FileIndex,
  root: string,
  plugins: readonly unknown[],
): Promise<OtherPlugins> {
  const all: Publishes[] = [];
  for (const plugin of plugins) {
    const path = locate(files, joinPath(root, pathOf(plugin) ?? '..'));
    const modules = path === undefined ? undefined : await modulesOf(files, path);
    all.push(modules === undefined ? 'pages' : published(modules, recordOf(listOf(plugin)[1])));
  }
  return {
    pages: all.includes('pages'),
    files: all.includes('files'),
    below: all.flatMap((one) => (typeof one === 'string' ? [] : [one.below])),
  };
}

function published(modules: readonly string[], options: Readonly<Record<string, unknown>>): Publishes {
  const has = (pattern: RegExp): boolean => modules.some((text) => pattern.test(text));
  if (has(addsPages)) return 'pages';
  if (has(ofBlog)) {
    // A blog that is made of something else, such as a list of changes, has all its pages at the address of the blog.
    const route = textOf(options['routeBasePath']);
    return route === undefined || normaliseRoute(route) === '/' ? 'pages' : { below: normaliseRoute(route) };
  }
  if (!has(writesFiles)) return 'nothing';
  return has(afterBuild) && has(intoBuild) && !has(beforeBuild) ? 'files' : 'pages';
}

/** Where a plugin lies, from the settings: written as it is, or as `path.resolve(__dirname, 'a')`. */
function pathOf(plugin: unknown): string | undefined {
  const written: unknown = Array.isArray(plugin) ? plugin[0] : plugin;
  if (typeof written === 'string') return written.startsWith('.') ? written : undefined;
  if (!(written instanceof CallValue) || !/^(?:path\.)?(?:resolve|join)$/u.test(written.callee)) return undefined;
  const [start, ...parts] = written.args;
  const texts = parts.filter((part) => typeof part === 'string');
  const isFromSettings =
    typeof start === 'symbol' ||
    (start instanceof CallValue && /^(?:process\.cwd|(?:path\.)?dirname)$/u.test(start.callee));
  return isFromSettings && texts.length > 0 && texts.length === parts.length ? texts.join('/') : undefined;
}

function locate(files: FileIndex, base: string | undefined): string | undefined {
  return endings.map((ending) => `${base ?? ''}${ending}`).find((path) => files.has(path));
}

/** A plugin and the modules that it imports; undefined where it hands over to another plugin, or not all of them are told. */
async function modulesOf(files: FileIndex, start: string): Promise<readonly string[] | undefined> {
  const seen = new Set([start]);
  const texts: string[] = [];
  for (const path of seen) {
    const text = (await files.readText(path)) ?? '';
    if (seen.size > most) return undefined;
    texts.push(text);
    for (const [, source = ''] of text.matchAll(imports)) {
      if (source.startsWith('.')) {
        const found = locate(files, joinPath(folderOf(path), source));
        if (found === undefined) return undefined;
        seen.add(found);
      } else if (ofPlugins.test(source)) return undefined;
    }
  }
  return texts;
}
