import { nameOf } from '../../page/restructuredtext-names.ts';
import type { FileIndex } from '../../site/file-index.ts';
import { namesInDirectives } from './names-in-directives.ts';

/** What programs are written in whose texts Sphinx shows. */
const source = /\.(?:pyi?|pyx|pxd|pxi|c|cc|cpp|cxx|h|hpp|rs|f90|jl)$/u;
/** Files of programs, of more of which nothing is told. */
const most = 4_000;
const target = /\.\. _([^\n]{1,200}?):[ \t]*$/gmu;

/**
 * The targets that texts in the code of the repository have; undefined where there is too much of it, or where pages show code that is
 * not there.
 */
export async function targetsInCode(
  files: FileIndex,
  pages: Iterable<string>,
): Promise<ReadonlySet<string> | undefined> {
  const paths = files.paths.filter((path) => source.test(path));
  if (paths.length > most) return undefined;
  const modules = new Set(paths.flatMap((path) => path.split('/').map((part) => part.replace(/\..*$/u, ''))));
  for (const path of pages)
    for (const { names } of namesInDirectives((await files.readPage(path)) ?? '')) {
      // Below a module, a name in small letters before a full stop is another one.
      const tops = (/^[a-z_\d]+\./u.test(names[0] ?? '') ? names.slice(0, 1) : names).map(
        (name) => name.split('.', 1)[0],
      );
      if (!tops.some((top = '') => modules.has(top))) return undefined;
    }
  const targets = new Set<string>();
  for (const path of paths) {
    const text = await files.readPage(path);
    if (text?.includes('.. _') !== true) continue;
    for (const { 1: name = '' } of text.matchAll(target)) targets.add(nameOf(name.replace(/^`|`$/gu, '')));
  }
  return targets;
}
