import { listOf, recordOf, textOf } from '../../settings/narrow.ts';
import { matchPaths } from '../../site/match-paths.ts';
import { joinPath } from '../../site/paths.ts';

/** Files of which pages are made, with the folder from which they are named and the one that they are published in. */
export interface ContentGroup {
  readonly src: string;
  readonly dest: string;
  readonly has: (path: string) => boolean;
}

/** Groups that are read: nobody writes more, and each is asked for every file. */
const mostGroups = 100;

/**
 * `content` of a `docfx.json`: names and patterns from a folder, in any case, where `**.md` is at any depth.
 * https://dotnet.github.io/docfx/reference/docfx-json-reference.html#file-mappings
 */
export function readContent(content: unknown, root: string): readonly ContentGroup[] {
  return [listOf(content), recordOf(content)['files'] === undefined ? [] : [content]]
    .flat()
    .slice(0, mostGroups)
    .flatMap((group) => {
      const { files, exclude, src, cwd, dest } = recordOf(group);
      const folder = joinPath(root, textOf(src) ?? textOf(cwd) ?? '');
      if (folder === undefined) return [];
      const matches = (written: unknown): ((path: string) => boolean) => {
        const globs = [written].flat().flatMap((one) => textOf(one) ?? []);
        const matcher = matchPaths(
          globs.flatMap((glob) => {
            const at = joinPath(folder, glob.replaceAll('\\', '/').replace(/\*\*(?=[^/*])/gu, '**/*'));
            return at === undefined ? [] : [at.toLowerCase()];
          }),
        );
        return (path) => matcher(path.toLowerCase());
      };
      const [isNamed, isLeftOut] = [matches(files), matches(exclude)];
      return [{ src: folder, dest: textOf(dest) ?? '', has: (path) => isNamed(path) && !isLeftOut(path) }];
    });
}
