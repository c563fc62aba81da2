import { posix } from 'node:path';
import type { TreeEntry } from './tree-listing.ts';

const mostLinks = 10;

/**
 * The path of the file that stands at a path of a tree, or that a symbolic link there leads to within the tree; undefined
 * where there is none.
 */
export async function fileBehind(
  tree: ReadonlyMap<string, TreeEntry>,
  path: string,
  readLink: (sha: string) => Promise<string>,
): Promise<string | undefined> {
  let place = path;
  for (let links = 0; links <= mostLinks; links += 1) {
    const entry = tree.get(place);
    if (entry?.kind !== 'symlink') return entry?.kind === 'file' ? place : undefined;
    const target = await readLink(entry.sha);
    if (target.startsWith('/')) return undefined;
    place = posix.join(posix.dirname(place), target);
  }
  return undefined;
}
