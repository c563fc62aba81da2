import type { FileIndex } from './file-index.ts';
import { folderOf, joinPath } from './paths.ts';

const extensions = ['', '.ts', '.js', '.mjs', '.mts', '.cjs', '/index.ts', '/index.js', '/index.mjs'];
/** A module that walks over the nodes of a page and gives links another address. */
const walks = /\bvisit\w*\(|\.children\b|\brenderer\.rules\b|\bnode\.type\b/u;
const setsAddress = /\.(?:url|href)\s*=(?!=)|\battrSet\(\s*['"]href|\[['"]href['"]\]\s*=(?!=)/u;

/** Modules that are looked into, from the settings on: a plugin may be wrapped in another. */
const mostModules = 50;

/** True when the settings use a plugin of the repository's own (remark, rehype, markdown-it) that rewrites links. */
export async function rewritesLinks(files: FileIndex, configPath: string | undefined): Promise<boolean> {
  const text = configPath === undefined ? undefined : await files.readText(configPath);
  if (configPath === undefined || text === undefined || !/\.[cm]?[jt]s$/u.test(configPath)) return false;
  const seen = new Map([[configPath, text]]);
  for (const [path, module] of seen) {
    for (const [, source = ''] of module.matchAll(/['"](\.{1,2}\/[^'"\s]+)['"]/gu)) {
      const at = joinPath(folderOf(path), source);
      const found = extensions.map((extension) => `${at ?? ''}${extension}`).find((place) => files.has(place));
      if (found === undefined || !/\.[cm]?[jt]s$/u.test(found) || seen.has(found) || seen.size > mostModules) continue;
      seen.set(found, (await files.readText(found)) ?? '');
    }
  }
  return [...seen.values()].some((module) => walks.test(module) && setsAddress.test(module));
}
