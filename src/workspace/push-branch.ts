import { setTimeout as sleep } from 'node:timers/promises';
import { GitFailed } from '../git/errors.ts';
import { runGit } from '../git/run-git.ts';
import {
  GitBranchBlocked,
  GitBranchLocked,
  GitBranchProtected,
  GitForbidden,
  GitHeadConflict,
  GitHeadMoved,
  GitPushDeclined,
} from './errors.ts';
import { importantLines, readRemoteFailure } from './remote-failure.ts';
import { rebaseCommit } from './rebase-commit.ts';
import type { PushRequest } from './workspace.ts';

const attempts = 3;
const pushTimeoutSeconds = 15 * 60;
/** Longer than any git holds the lock of a branch, in milliseconds, for the first pause; the next ones are longer. */
const lockPause = 500;

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
  let lock: string | undefined;
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const refusal = await pushOnce(mirror, branch, sha, expected, request, signal);
    if (refusal === undefined) return { headSha: sha };
    const tip = await remoteTip(mirror, branch, request, signal);
    lock = tip === expected ? refusal.lock : undefined;
    if (lock !== undefined && attempt < attempts) await sleep(lockPause * attempt, undefined, { signal });
    if (tip === expected) continue;
    expected = tip;
    if (expected === undefined) continue;
    const rebased = await rebaseCommit(mirror, sha, expected, signal);
    if (rebased.conflicts.length > 0) throw new GitHeadConflict(branch, rebased.conflicts);
    sha = rebased.sha;
  }
  throw lock === undefined ? new GitHeadMoved(branch, attempts) : new GitBranchLocked(branch, lock);
}

/**
 * Asks the remote for a push without sending one: whether it may be pushed to, and whether the branch is free. A lock, a hook
 * or a rule that the remote looks at later does not show.
 */
export async function tryPush(
  mirror: string,
  branch: string,
  { sha, remote }: Pick<PushRequest, 'sha' | 'remote'>,
  signal: AbortSignal,
): Promise<void> {
  const ref = `refs/heads/${branch}`;
  const options = ['--dry-run', '--no-verify', '--no-signed', `--force-with-lease=${ref}:`] as const;
  try {
    await runGit(['push', ...options, '--', remote.url, `${sha}:${ref}`], {
      gitDirectory: mirror,
      access: remote,
      signal,
    });
  } catch (error) {
    if (!(error instanceof GitFailed)) throw error;
    // A push knows what to do about a branch that is new since.
    if (!isMoved(error.stderr)) throw readPushFailure(error, remote.url);
  }
}

/** Removes a branch that is still at this commit. */
export async function removeBranch(
  mirror: string,
  branch: string,
  { sha, remote }: Pick<PushRequest, 'sha' | 'remote'>,
  signal: AbortSignal,
): Promise<void> {
  const ref = `refs/heads/${branch}`;
  const args = [
    'push',
    '--no-verify',
    '--no-signed',
    `--force-with-lease=${ref}:${sha}`,
    '--',
    remote.url,
    `:${ref}`,
  ] as const;
  try {
    await runGit(args, { gitDirectory: mirror, access: remote, signal });
  } catch (error) {
    throw error instanceof GitFailed ? readPushFailure(error, remote.url) : error;
  }
}

/** Why the branch is not where it was expected, or locked, with what git says of the lock; undefined once it is pushed. */
async function pushOnce(
  mirror: string,
  branch: string,
  sha: string,
  expected: string | undefined,
  { remote }: PushRequest,
  signal: AbortSignal,
): Promise<{ lock: string | undefined } | undefined> {
  const ref = `refs/heads/${branch}`;
  const lease = `--force-with-lease=${ref}:${expected ?? ''}`;
  try {
    await runGit(['push', '--no-verify', '--no-signed', lease, '--', remote.url, `${sha}:${ref}`], {
      gitDirectory: mirror,
      access: remote,
      signal,
      timeoutSeconds: pushTimeoutSeconds,
    });
    return undefined;
  } catch (error) {
    if (!(error instanceof GitFailed)) throw error;
    const inTheWay = /'refs\/heads\/([^']+)' exists; cannot create/i.exec(error.stderr)?.[1];
    if (inTheWay !== undefined) throw new GitBranchBlocked(branch, inTheWay);
    const isLocked = /cannot lock ref|failed to update ref|\.lock'/i.test(error.stderr);
    if (isMoved(error.stderr)) return { lock: isLocked ? importantLines(error.stderr) : undefined };
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
