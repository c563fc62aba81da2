import type { FileIndex } from './file-index.ts';
import type { Site } from './site.ts';

const saysVersion = /(?:^|[{,])[ \t]{0,9}["']?openapi["']?[ \t]{0,9}:[ \t]{0,9}["']?\d/mu;

/** Files that are looked into: a repository may have any number of them, and operations of the others are doubted. */
const most = 2_000;

/** True where a page or the navigation names an operation, which an OpenAPI file has to have. */
export function namesOperations({ pages, navigation }: Site): boolean {
  if ((navigation?.operations?.length ?? 0) > 0) return true;
  return pages.values().some(({ frontmatter }) => typeof frontmatter['openapi'] === 'string');
}

/**
 * Those of the files that say that they are OpenAPI, whatever their names, other than what a dot before its name or folder hides.
 */
export async function specificationsAmong(
  paths: readonly string[],
  files: FileIndex,
  pace: (about: string) => Promise<void>,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const path of paths.slice(0, most)) {
    if (/(?:^|\/)\./u.test(path)) continue;
    await pace(path);
    if (saysVersion.test((await files.readPage(path)) ?? '')) found.push(path);
  }
  return found;
}
