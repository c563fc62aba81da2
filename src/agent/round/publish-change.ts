import type { CodeHost, PullRequest, RepositoryFacts, RepositoryRef } from '../../codehost/code-host.ts';
import type { StagedTree, Workspace } from '../../workspace/workspace.ts';
import type { JobRun } from '../jobs/job-run.ts';
import type { ClosingStep } from '../jobs/job-turns.ts';
import type { PullRequestWords } from './pull-request-words.ts';

/**
 * Commit, push, pull request. Safe to repeat from any point: the commit has the same sha each time, a branch that has it
 * already is a success, and a pull request is looked for before one is opened. None for an empty change. `isRebased` says that
 * others pushed meanwhile.
 */
export async function publishChange({
  run,
  workspace,
  staged,
  codeHost,
  headBranch,
  formerEnded,
  repository,
  facts,
  expectedRemoteSha,
  dateSeconds,
  words,
  draft,
  signal,
}: {
  run: JobRun;
  workspace: Pick<Workspace, 'push'>;
  /** The tree that was checked, so that exactly this is published. */
  staged: StagedTree;
  codeHost: CodeHost;
  headBranch: string;
  /** Whether the pull request that the job has is of another branch and has ended. */
  formerEnded: boolean;
  repository: RepositoryRef;
  facts: RepositoryFacts;
  /** Tip of the head branch when this round began. */
  expectedRemoteSha: string | undefined;
  /** Date of the commit; fixed when the round began. */
  dateSeconds: number;
  words: PullRequestWords;
  draft: boolean;
  signal: AbortSignal;
}): Promise<{ pullRequest: PullRequest | undefined; isRebased: boolean }> {
  const openPullRequest = () =>
    run.step('pull-request', () =>
      codeHost.ensurePullRequest(
        { repository, headBranch, baseBranch: facts.baseBranch, title: words.title, body: words.body, draft },
        signal,
      ),
    );
  const commit = await staged.commit({ message: words.commitMessage, dateSeconds });
  if (commit.empty) {
    // A follow-up that changed nothing leaves the pull request of the rounds before it as it is.
    const isPublished = run.job.pull_request_url !== null && !formerEnded;
    const find = async () => {
      if (isPublished) return codeHost.findPullRequest({ repository, headBranch }, signal);
      // A round before this one may have ended between its push and its pull request.
      return (await staged.diff()) === '' ? undefined : openPullRequest();
    };
    return { pullRequest: await find(), isRebased: false };
  }
  const pushed = await run.step('push' satisfies ClosingStep, async () => {
    const remote = await codeHost.gitRemote(repository, signal);
    // Proves the lease right before the one call that others can see.
    await run.update({});
    return workspace.push({ sha: commit.sha, remote, expectedRemoteSha }, signal);
  });
  // Proves the lease again, right before the pull request.
  await run.update({ head_sha: pushed.headSha });
  return { pullRequest: await openPullRequest(), isRebased: pushed.headSha !== commit.sha };
}
