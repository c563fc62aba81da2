import { runGit, type GitCall, type GitOutput } from '../git/run-git.ts';
import { bytesOf, findFile, type Folder } from './folder.ts';
import { storeTree, type StoredTree } from './survey.ts';
import { placesIn, type CheckedOut } from './tree-pool.ts';

/** Runs git on the repository with the files on disk and their index. */
export type TreeGit = (args: readonly [string, ...string[]], call?: Partial<GitCall>) => Promise<GitOutput>;

/**
 * The files on disk. The repository itself is the mirror: there is no `.git` in or beside the tree, and whatever is written
 * as an object is shared at once.
 */
export interface WorkingTree {
  readonly root: string;
  readonly git: TreeGit;
  /** Stores the tree as it stands. */
  store(): Promise<StoredTree>;
  /** Of these paths, those that ignore rules name and the tree did not have when it was last stored. */
  ignored(paths: readonly string[]): Promise<string[]>;
}

export function openWorkingTree(mirror: string, { directory, folder }: CheckedOut): WorkingTree {
  const { root, index, clock } = placesIn(directory);
  const git: TreeGit = (args, call = {}) =>
    runGit(args, { gitDirectory: mirror, workTree: root, indexFile: index, ...call });
  let known: Folder = folder;
  // What one look finds is what the next one builds on.
  let last: Promise<unknown> = Promise.resolve();
  return {
    root,
    git,
    store: () => {
      const stored = last.then(async () => {
        const tree = await storeTree(mirror, { root, clock }, known);
        known = tree.folder;
        return tree;
      });
      last = stored.catch(() => undefined);
      return stored;
    },
    ignored: async (paths) => {
      const input = paths.filter((path) => findFile(known, bytesOf(path)) === undefined).map((path) => `${path}\0`);
      if (input.length === 0) return [];
      const call = { input: input.join(''), answers: [0, 1] };
      return (await git(['check-ignore', '-z', '--stdin'], call)).stdout.toString('utf8').split('\0').filter(Boolean);
    },
  };
}
