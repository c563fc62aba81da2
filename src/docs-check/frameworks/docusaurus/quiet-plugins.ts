import { CallValue } from '../../settings/evaluate-module.ts';
import type { FileIndex } from '../../site/file-index.ts';
import { folderOf, joinPath } from '../../site/paths.ts';

/**
 * What adds pages, writes files of which a site is made, or hands over to another plugin.
 * https://docusaurus.io/docs/api/plugin-methods/lifecycle-apis
 */
const makesPages =
  /\baddRoute\b|\b(?:createWrite|write|append|copy|output|mkdir|rename|symlink)\w*\(|\bcp(?:Sync)?\(|child_process|\bexeca\b|\bplugin-content-/u;
const imports = /(?:\bfrom|\bimport|\brequire(?:\.resolve)?\(|\bimport\()\s*['"]([^'"\n]+)['"]/gu;
/** Packages of plugins, besides what Docusaurus has for those who write one. */
const ofPlugins = /docusaurus(?!\/(?:types|utils|utils-common|utils-validation|logger|mdx-loader)(?:\/|$))/u;
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

/** True where all of these plugins lie in the repository, and nothing in them publishes a page or a file. */
export async function publishNoPages(files: FileIndex, root: string, plugins: readonly unknown[]): Promise<boolean> {
  for (const plugin of plugins) {
    const path = locate(files, joinPath(root, pathOf(plugin) ?? '..'));
    if (path === undefined || !(await isQuiet(files, path))) return false;
  }
  return true;
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

async function isQuiet(files: FileIndex, start: string): Promise<boolean> {
  const seen = new Set([start]);
  for (const path of seen) {
    const text = (await files.readText(path)) ?? '';
    if (makesPages.test(text) || seen.size > most) return false;
    for (const [, source = ''] of text.matchAll(imports)) {
      if (source.startsWith('.')) {
        const found = locate(files, joinPath(folderOf(path), source));
        if (found === undefined) return false;
        seen.add(found);
      } else if (ofPlugins.test(source)) return false;
    }
  }
  return true;
}
