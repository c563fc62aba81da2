import { runGit, type GitCall } from '../git/run-git.ts';

export interface Rebased {
  readonly sha: string;
  /** Paths that both sides changed in the same lines; when there are any, `sha` is the commit as it was. */
  readonly conflicts: readonly string[];
}

/**
 * Replays what `sha` changed since it parted from `onto` as one commit on top of `onto`, with the author, dates and
 * message of `sha`, without a working copy. When one of them contains the other, the longer one is the answer.
 */
export async function rebaseCommit(mirror: string, sha: string, onto: string, signal: AbortSignal): Promise<Rebased> {
  const call: GitCall = { gitDirectory: mirror, signal };
  const text = async (args: readonly [string, ...string[]], more: Partial<GitCall> = {}): Promise<string> =>
    (await runGit(args, { ...call, ...more })).stdout.toString('utf8').trim();

  const parted = await text(['merge-base', sha, onto], { answers: [0, 1] });
  if (parted === onto) return { sha, conflicts: [] };
  if (parted === sha) return { sha: onto, conflicts: [] };

  // `merge-tree --merge-base` came only with git 2.40; three throwaway commits say the same to older ones.
  const commit = (tree: string, ...parents: string[]): Promise<string> =>
    text(['commit-tree', tree, ...parents.flatMap((parent) => ['-p', parent]), '-m', 'merge'], {
      environment: throwawayIdentity,
    });
  const base = await commit(parted === '' ? await emptyTree(text) : `${parted}^{tree}`);
  const [theirs, ours] = await Promise.all([commit(`${onto}^{tree}`, base), commit(`${sha}^{tree}`, base)]);
  const merged = await runGit(['merge-tree', '--write-tree', '--name-only', '--no-messages', '-z', theirs, ours], {
    ...call,
    answers: [0, 1],
  });
  const [tree = '', ...conflicts] = merged.stdout.toString('utf8').split('\0').filter(Boolean);
  if (merged.exitCode === 1) return { sha, conflicts };

  const [name = '', email = '', date = ''] = (await text(['show', '-s', '--format=%an%n%ae%n%at', sha])).split('\n');
  const message = await text(['show', '-s', '--format=%B', sha]);
  const replayed = await text(['commit-tree', tree, '-p', onto], {
    input: `${message}\n`,
    environment: commitIdentity({ name, email }, Number(date)),
  });
  return { sha: replayed, conflicts: [] };
}

function emptyTree(
  text: (args: readonly [string, ...string[]], more: Partial<GitCall>) => Promise<string>,
): Promise<string> {
  return text(['mktree'], { input: '' });
}

/** Author and committer with a fixed date, so that the same commit made twice has the same sha. */
export function commitIdentity(person: { name: string; email: string }, dateSeconds: number): Record<string, string> {
  return {
    GIT_AUTHOR_NAME: person.name,
    GIT_AUTHOR_EMAIL: person.email,
    GIT_AUTHOR_DATE: `@${dateSeconds} +0000`,
    GIT_COMMITTER_NAME: person.name,
    GIT_COMMITTER_EMAIL: person.email,
    GIT_COMMITTER_DATE: `@${dateSeconds} +0000`,
  };
}

const throwawayIdentity = commitIdentity({ name: 'Docwright', email: 'docwright@localhost' }, 0);
