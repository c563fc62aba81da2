import type { FileIndex } from '../../site/file-index.ts';
import { fileNameOf, folderOf } from '../../site/paths.ts';

/** Scripts of a repository, settings of bundlers, and jobs of its CI, which may copy or write files before the build. */
const scripts =
  /(?:^|\/)(?:[\w.-]+\.(?:sh|bash|nix)|(?:rollup|webpack|esbuild|vite|gulpfile)[\w.-]*\.[cm]?[jt]s|Makefile|[Jj]ustfile|BUCK|BUILD(?:\.bazel)?|CMakeLists\.txt|meson\.build|Rakefile|package\.json)$|^\.(?:github\/workflows|gitlab-ci)[\w./-]*\.ya?ml$/u;

/** Scripts that are read; more are those of a build system, which says nothing of single files. */
const most = 400;
const longest = 400_000;
/** Names of files that are in many folders. */
const common = /^(?:index|default)\.\w+$/iu;

/** Tells of a path whether a script of the repository names a file that is called so, which it may write or copy. */
export async function readNamedByScripts(files: FileIndex): Promise<(path: string) => boolean> {
  const paths = files.paths.filter((path) => scripts.test(path));
  if (paths.length > most) return () => true;
  const names = new Set<string>();
  for (const path of paths) {
    const text = (await files.readText(path)) ?? '';
    if (text.length > longest) continue;
    for (const [word] of text.matchAll(/[\w./-]+\.[a-z]\w{0,4}(?!\w)/giu)) names.add(nameOf(word));
  }
  return (path) => names.has(nameOf(path));
}

/** With that of its folder, where others are called so too. */
function nameOf(path: string): string {
  const name = fileNameOf(path);
  return common.test(name) ? `${fileNameOf(folderOf(path))}/${name}` : name;
}
