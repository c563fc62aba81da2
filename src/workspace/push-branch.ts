import { setTimeout as sleep } from 'node:timers/promises';
import { GitFailed } from '../git/errors.ts';
import { runGit, type GitCall } from '../git/run-git.ts';
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
/** First pause for a locked branch, in milliseconds: longer than git holds such a lock. Later pauses are longer. */
const lockPause = 500;

/**
 * Pushes a commit to a branch, never over commits that this job does not know. If the branch moved, it rebases the commit
 * onto the new tip and pushes again. A branch that already has the commit is a success.
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

/** Pushes a commit that follows the expected tip; false if the branch moved or is locked. */
export async function pushNext(
  mirror: string,
  branch: string,
  request: PushRequest,
  signal: AbortSignal,
): Promise<boolean> {
  return (await pushOnce(mirror, branch, request.sha, request.expectedRemoteSha, request, signal)) === undefined;
}

/**
 * Dry-runs a push: throws if the credentials may not push. Locks, hooks and rules that the remote checks later do not show.
 * An existing branch is no error: `pushBranch` handles it.
 */
export async function tryPush(
  mirror: string,
  branch: string,
  { sha, remote }: Pick<PushRequest, 'sha' | 'remote'>,
  signal: AbortSignal,
): Promise<void> {
  try {
    await runPush(mirror, { branch, from: sha, expected: undefined, remote, options: ['--dry-run'], signal });
  } catch (error) {
    if (!(error instanceof GitFailed)) throw error;
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
  try {
    await runPush(mirror, { branch, from: '', expected: sha, remote, signal });
  } catch (error) {
    throw error instanceof GitFailed ? readPushFailure(error, remote.url) : error;
  }
}

interface RefPush extends Pick<PushRequest, 'remote'>, Pick<GitCall, 'signal' | 'timeoutSeconds'> {
  readonly branch: string;
  /** The new tip; empty deletes the branch. */
  readonly from: string;
  /** The tip that the remote must have; undefined if the branch must not exist. */
  readonly expected: string | undefined;
  readonly options?: readonly string[];
}

/** Throws `GitFailed`. */
async function runPush(
  mirror: string,
  { branch, from, expected = '', remote, options = [], ...call }: RefPush,
): Promise<void> {
  const ref = `refs/heads/${branch}`;
  const lease = `--force-with-lease=${ref}:${expected}`;
  await runGit(['push', ...options, '--no-verify', '--no-signed', lease, '--', remote.url, `${from}:${ref}`], {
    gitDirectory: mirror,
    access: remote,
    ...call,
  });
}

/** Undefined after a push. Otherwise the branch moved or is locked; `lock` is git's message about the lock. */
async function pushOnce(
  mirror: string,
  branch: string,
  sha: string,
  expected: string | undefined,
  { remote }: PushRequest,
  signal: AbortSignal,
): Promise<{ lock: string | undefined } | undefined> {
  try {
    await runPush(mirror, { branch, from: sha, expected, remote, signal, timeoutSeconds: pushTimeoutSeconds });
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
