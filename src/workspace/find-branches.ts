import { runGit } from '../git/run-git.ts';
import { readRemoteFailure } from './remote-failure.ts';
import type { RemoteBranches, WorkspaceRequest } from './workspace.ts';

/** See `Workspaces.findBranches`. In the way is a branch that is a folder above the head branch, or lies below it. */
export async function findBranches(
  mirror: string,
  { remote, baseBranch, headBranch }: Pick<WorkspaceRequest, 'remote' | 'baseBranch' | 'headBranch'>,
  signal: AbortSignal,
): Promise<RemoteBranches> {
  const [base, head] = [`refs/heads/${baseBranch}`, `refs/heads/${headBranch}`];
  const parts = headBranch.split('/');
  const above = parts.slice(1).map((_, index) => `refs/heads/${parts.slice(0, index + 1).join('/')}`);
  try {
    const call = { gitDirectory: mirror, access: remote, signal };
    const { stdout } = await runGit(['ls-remote', '--', remote.url, base, head, ...above, `${head}/*`], call);
    const lines = stdout.toString('utf8').split('\n').filter(Boolean);
    const refs = new Map(lines.map((line) => line.split('\t')).map(([sha = '', ref = '']) => [ref, sha] as const));
    const inTheWay = [...refs.keys()].find((ref) => above.includes(ref) || ref.startsWith(`${head}/`));
    return { inTheWay: inTheWay?.replace('refs/heads/', ''), baseSha: refs.get(base), headSha: refs.get(head) };
  } catch (error) {
    throw readRemoteFailure(error, remote.url);
  }
}
