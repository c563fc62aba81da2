import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { GitFailed } from '../git/errors.ts';
import { runGit, type GitCall, type GitOutput } from '../git/run-git.ts';
import { UnsafeTree } from './errors.ts';

/** Runs git on the repository with the files on disk and their index. */
export type TreeGit = (args: readonly [string, ...string[]], call?: Partial<GitCall>) => Promise<GitOutput>;

/**
 * The files on disk and their index. The repository itself is the mirror: there is no `.git` in or beside the tree, and
 * whatever is written as an object is shared at once.
 */
export interface WorkingTree {
  readonly root: string;
  readonly git: TreeGit;
  /** Takes the tree as it stands into the index and writes it as a tree object; returns its sha. */
  writeTree(): Promise<string>;
  /** Of these paths, those that ignore rules name and git has not. */
  ignored(paths: readonly string[]): Promise<string[]>;
}

/** Checks `treeish` out into `directory/tree`. Throws `UnsafeTree` when git refuses a name in it. */
export async function checkOutTree(
  mirror: string,
  directory: string,
  treeish: string,
  signal: AbortSignal,
): Promise<WorkingTree> {
  const root = join(directory, 'tree');
  await mkdir(root, { recursive: true });
  const git: TreeGit = (args, call = {}) =>
    runGit(args, { gitDirectory: mirror, workTree: root, indexFile: join(directory, 'index'), ...call });
  try {
    await git(['read-tree', '--reset', '-u', treeish], { signal, timeoutSeconds: 600 });
  } catch (error) {
    if (error instanceof GitFailed && /invalid path/i.test(error.stderr)) throw new UnsafeTree(error.stderr);
    throw error;
  }

  // The index allows one writer at a time.
  let last: Promise<unknown> = Promise.resolve();
  const takeTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work, work);
    last = mine.catch(() => undefined);
    return mine;
  };
  return {
    root,
    git,
    writeTree: () =>
      takeTurn(async () => {
        // Ignore rules are for build output. Nothing is built here, so every written file is meant to be committed.
        await git(['add', '--all', '--force', '--', '.']);
        return (await git(['write-tree'])).stdout.toString('utf8').trim();
      }),
    ignored: (paths) =>
      takeTurn(async () => {
        const call = { input: paths.map((path) => `${path}\0`).join(''), answers: [0, 1] };
        return (await git(['check-ignore', '-z', '--stdin'], call)).stdout.toString('utf8').split('\0').filter(Boolean);
      }),
  };
}
