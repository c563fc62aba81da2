import type { FileIndex } from './file-index.ts';
import { folderOf, joinPath } from './paths.ts';

const extensions = ['', '.ts', '.js', '.mjs', '.mts', '.cjs', '/index.ts', '/index.js', '/index.mjs'];
/** A module that walks over the nodes of a page and gives links another address. */
const walks = /\bvisit\w*\(|\.children\b|\brenderer\.rules\b|\bnode\.type\b/u;
const setsAddress = /\.(?:url|href)\s*=(?!=)|\battrSet\(\s*['"]href|\[['"]href['"]\]\s*=(?!=)/u;

/** True when the settings use a plugin of the repository's own (remark, rehype, markdown-it) that rewrites links. */
export async function rewritesLinks(files: FileIndex, configPath: string | undefined): Promise<boolean> {
  const text = configPath === undefined ? undefined : await files.readText(configPath);
  if (configPath === undefined || text === undefined || !/\.[cm]?[jt]s$/u.test(configPath)) return false;
  const named = [...text.matchAll(/['"](\.{1,2}\/[^'"\s]+)['"]/gu)].flatMap(([, source = '']) => {
    const at = joinPath(folderOf(configPath), source);
    return at === undefined
      ? []
      : (extensions.map((extension) => at + extension).find((path) => files.has(path)) ?? []);
  });
  const texts = await Promise.all(
    named.filter((path) => /\.[cm]?[jt]s$/u.test(path)).map((path) => files.readText(path)),
  );
  return [text, ...texts].some((module = '') => walks.test(module) && setsAddress.test(module));
}
