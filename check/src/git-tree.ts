import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { DocsTree } from './docs-check.ts';
import { GitRefUnknown } from './errors.ts';
import { isNamable } from './folder-tree.ts';

const run = promisify(execFile);

export interface GitBase {
  readonly tree: DocsTree;
  /** Paths that differ between the commit and the folder as it stands, new files included. */
  readonly changed: readonly string[];
}

/** The folder as it was at a commit: where the history of HEAD and of `ref` parted. Throws GitRefUnknown. */
export async function createGitBase(folder: string, ref: string): Promise<GitBase> {
  const git = async (...args: readonly string[]): Promise<Buffer> => {
    const { stdout } = await run('git', ['-C', folder, ...args], { encoding: 'buffer', maxBuffer: 1 << 30 });
    return stdout;
  };
  const names = async (...args: readonly string[]): Promise<string[]> =>
    (await git(...args))
      .toString()
      .split('\0')
      .filter((path) => path !== '' && isNamable(path));
  const commit = await findCommit(git, ref);
  const paths = await names('ls-tree', '-r', '-z', '--name-only', commit, '.');
  const known = new Set(paths);
  const changed = await names('diff', '--no-renames', '--relative', '--name-only', '-z', commit, '--', '.');
  const added = await names('ls-files', '--others', '--exclude-standard', '-z');
  return {
    tree: {
      list: () => Promise.resolve(paths),
      read: async (path) => (known.has(path) ? git('cat-file', 'blob', `${commit}:./${path}`) : undefined),
    },
    changed: [...new Set([...changed, ...added])],
  };
}

async function findCommit(git: (...args: readonly string[]) => Promise<Buffer>, ref: string): Promise<string> {
  if (ref.startsWith('-')) throw new GitRefUnknown(ref);
  try {
    return (await git('merge-base', 'HEAD', ref)).toString().trim();
  } catch {
    // No common history (a shallow clone), or no such ref.
  }
  try {
    return (await git('rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`)).toString().trim();
  } catch (error) {
    throw new GitRefUnknown(ref, error);
  }
}
