import { runGit, type GitCall } from '../git/run-git.ts';
import type { Mirror } from './mirror.ts';
import { pushNext } from './push-branch.ts';
import { commitIdentity } from './rebase-commit.ts';
import { readRemoteFailure } from './remote-failure.ts';
import type { BaseMerge, MergeBaseRequest, WorkspaceRequest } from './workspace.ts';

/** The tip of a branch of the remote; undefined if there is no such branch. */
export async function readTip(
  { directory }: Mirror,
  { remote, branch }: { remote: WorkspaceRequest['remote']; branch: string },
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    const call = { gitDirectory: directory, access: remote, signal };
    const { stdout } = await runGit(['ls-remote', '--', remote.url, `refs/heads/${branch}`], call);
    return /^[0-9a-f]{40,64}/.exec(stdout.toString('utf8'))?.[0];
  } catch (error) {
    throw readRemoteFailure(error, remote.url);
  }
}

/** See `Workspaces.mergeBase`. Makes the merge in the mirror, without a working copy. */
export async function mergeBase(
  mirror: Mirror,
  request: MergeBaseRequest,
  author: { readonly name: string; readonly email: string },
  signal: AbortSignal,
): Promise<BaseMerge> {
  const { remote, baseBranch, headBranch, headSha, trailer, dateSeconds } = request;
  const gitDirectory = mirror.directory;
  const text = async (args: readonly [string, ...string[]], call: Partial<GitCall> = {}): Promise<string> =>
    (await runGit(args, { gitDirectory, signal, ...call })).stdout.toString('utf8').trim();
  const tips = await mirror.fetch({ base: baseBranch, head: headBranch }, remote, signal);
  if (tips.headSha !== headSha) return { kind: 'moved' };
  const missing = await text(['rev-list', '--count', `${headSha}..${tips.baseSha}`]);
  if (missing === '0') return { kind: 'current' };
  const messages = await text(['log', '--format=%B%x00', `${tips.baseSha}..${headSha}`]);
  const isOurs = (message: string) => message.split('\n').includes(trailer);
  if (
    !messages
      .split('\0')
      .filter((message) => message.trim() !== '')
      .every(isOurs)
  )
    return { kind: 'foreign' };

  const options = ['--write-tree', '--name-only', '--no-messages', '-z'] as const;
  const merged = await runGit(['merge-tree', ...options, headSha, tips.baseSha], {
    gitDirectory,
    signal,
    answers: [0, 1],
  });
  const [tree = '', ...paths] = merged.stdout.toString('utf8').split('\0').filter(Boolean);
  if (merged.exitCode === 1) return { kind: 'conflict', paths };
  const sha = await text(['commit-tree', tree, '-p', headSha, '-p', tips.baseSha], {
    input: `Merge branch '${baseBranch}' into ${headBranch}\n\n${trailer}\n`,
    environment: commitIdentity(author, dateSeconds),
  });
  const isPushed = await pushNext(gitDirectory, headBranch, { sha, remote, expectedRemoteSha: headSha }, signal);
  return isPushed ? { kind: 'merged', headSha: sha } : { kind: 'moved' };
}
