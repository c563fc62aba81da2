import type { FileIndex } from '../site/file-index.ts';
import { joinPath } from '../site/paths.ts';
import { listOf, recordOf, textOf } from './narrow.ts';

/** Import aliases such as `~/` or `@components/` from `compilerOptions.paths` of the site's `tsconfig.json`. */
export async function tsconfigAliases(files: FileIndex, root: string): Promise<ReadonlyMap<string, string>> {
  const text = (await files.readText(joinPath(root, 'tsconfig.json') ?? '')) ?? '';
  const { baseUrl, paths } = recordOf(recordOf(parseWithComments(text))['compilerOptions']);
  const aliases = Object.entries(recordOf(paths)).flatMap(([name, targets]) => {
    const target = textOf(listOf(targets)[0]);
    const folder = joinPath(root, textOf(baseUrl) ?? '', target?.replace(/\*$/u, '') ?? '');
    return name.endsWith('/*') && folder !== undefined ? [[name.slice(0, -1), folder] as const] : [];
  });
  return new Map(aliases);
}

function parseWithComments(text: string): unknown {
  const bare = text.replace(/^[ \t]*\/\/.*$|\/\*(?!["'])[\s\S]*?\*\/(?!["'])/gmu, '').replace(/,(\s*[}\]])/gu, '$1');
  try {
    return JSON.parse(bare);
  } catch {
    return undefined;
  }
}
