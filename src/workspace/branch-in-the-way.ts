import { runGit } from '../git/run-git.ts';
import { readRemoteFailure } from './remote-failure.ts';
import type { WorkspaceRequest } from './workspace.ts';

/** A branch of the remote that is a folder above this one, or lies below it. */
export async function findBranchInTheWay(
  mirror: string,
  branch: string,
  remote: WorkspaceRequest['remote'],
  signal: AbortSignal,
): Promise<string | undefined> {
  const parts = branch.split('/');
  const above = parts.slice(1).map((_, index) => `refs/heads/${parts.slice(0, index + 1).join('/')}`);
  const below = `refs/heads/${branch}/`;
  try {
    const call = { gitDirectory: mirror, access: remote, signal };
    const { stdout } = await runGit(['ls-remote', '--', remote.url, ...above, `${below}*`], call);
    const refs = stdout
      .toString('utf8')
      .split('\n')
      .map((line) => line.split('\t')[1] ?? '');
    return refs.find((ref) => above.includes(ref) || ref.startsWith(below))?.replace('refs/heads/', '');
  } catch (error) {
    throw readRemoteFailure(error, remote.url);
  }
}
