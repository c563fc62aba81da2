import { GitFailed } from '../git/errors.ts';
import { runGit } from '../git/run-git.ts';
import { GitBranchProtected, GitForbidden, GitHeadConflict, GitHeadMoved, GitPushDeclined } from './errors.ts';
import { importantLines, readRemoteFailure } from './remote-failure.ts';
import { rebaseCommit } from './rebase-commit.ts';
import type { PushRequest } from './workspace.ts';

const attempts = 3;
const pushTimeoutSeconds = 15 * 60;

/**
 * Pushes one commit to a branch, never over commits that this job does not know. When the branch moved, the commit is
 * rebased onto its new tip and pushed again. A branch that has the commit already is a success.
 */
export async function pushBranch(
  mirror: string,
  branch: string,
  request: PushRequest,
  signal: AbortSignal,
): Promise<{ headSha: string }> {
  let sha = request.sha;
  let expected = request.expectedRemoteSha;
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    if (await pushOnce(mirror, branch, sha, expected, request, signal)) return { headSha: sha };
    expected = await remoteTip(mirror, branch, request, signal);
    if (expected === undefined) continue;
    const rebased = await rebaseCommit(mirror, sha, expected, signal);
    if (rebased.conflicts.length > 0) throw new GitHeadConflict(branch, rebased.conflicts);
    sha = rebased.sha;
  }
  throw new GitHeadMoved(branch, attempts);
}

/** False when the branch is not where it was expected. */
async function pushOnce(
  mirror: string,
  branch: string,
  sha: string,
  expected: string | undefined,
  { remote }: PushRequest,
  signal: AbortSignal,
): Promise<boolean> {
  const ref = `refs/heads/${branch}`;
  const lease = `--force-with-lease=${ref}:${expected ?? ''}`;
  try {
    await runGit(['push', '--no-verify', '--no-signed', lease, '--', remote.url, `${sha}:${ref}`], {
      gitDirectory: mirror,
      access: remote,
      signal,
      timeoutSeconds: pushTimeoutSeconds,
    });
    return true;
  } catch (error) {
    if (!(error instanceof GitFailed)) throw error;
    if (isMoved(error.stderr)) return false;
    throw readPushFailure(error, remote.url);
  }
}

function isMoved(stderr: string): boolean {
  const lines = stderr.split('\n');
  return (
    lines.some(
      (line) => line.includes('[rejected]') && /\((?:stale info|fetch first|non-fast-forward)\)/i.test(line),
    ) || /failed to update ref|cannot lock ref|reference already exists/i.test(stderr)
  );
}

function readPushFailure(error: GitFailed, url: string): unknown {
  const stderr = importantLines(error.stderr);
  if (
    /GH006|GH013|protected branch|repository rule violations|not allowed to (?:push|force push)/i.test(error.stderr)
  ) {
    return new GitBranchProtected(stderr);
  }
  const lines = error.stderr.split('\n');
  if (
    lines.some((line) => line.includes('remote rejected') && /permission/i.test(line)) ||
    /Write access to repository not granted|You are not allowed to push/i.test(error.stderr)
  ) {
    return new GitForbidden(stderr);
  }
  if (/\[remote rejected\]/i.test(error.stderr)) return new GitPushDeclined(stderr);
  return readRemoteFailure(error, url);
}

async function remoteTip(
  mirror: string,
  branch: string,
  { remote }: PushRequest,
  signal: AbortSignal,
): Promise<string | undefined> {
  const call = { gitDirectory: mirror, access: remote, signal };
  try {
    const listed = await runGit(['ls-remote', '--', remote.url, `refs/heads/${branch}`], call);
    const sha = /^[0-9a-f]{40,64}/.exec(listed.stdout.toString('utf8'))?.[0];
    if (sha === undefined) return undefined;
    const options = ['--quiet', '--no-tags', '--no-write-fetch-head', '--no-auto-maintenance'];
    await runGit(['fetch', ...options, '--', remote.url, `refs/heads/${branch}`], call);
    return sha;
  } catch (error) {
    throw readRemoteFailure(error, remote.url);
  }
}
