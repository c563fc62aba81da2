import { z } from 'zod';
import type { CommitSummary, PullRequestDetails, PullRequestSummary } from '../code-host.ts';
import { PullRequestNotFound } from '../errors.ts';
import { ownBranches } from '../own-branches.ts';
import { commitsAnswer, diffAnswer, reviewedPullAnswer, type ReviewedGithubPull } from './github-answers.ts';
import { presentPull } from './github-pull-requests.ts';
import { GithubRefusal, type GithubRequests } from './github-requests.ts';
import type { GithubRepository } from './repository-address.ts';

interface Asked {
  readonly number: number;
  readonly signal: AbortSignal;
}

/** Docwright's own among the repository's newest 100. */
export async function listGithubPulls(
  requests: GithubRequests,
  { owner, repo }: GithubRepository,
  signal: AbortSignal,
): Promise<PullRequestSummary[]> {
  const { data } = await requests.send(
    (octokit) =>
      octokit.rest.pulls.list({ owner, repo, state: 'all', sort: 'created', direction: 'desc', per_page: 100 }),
    z.array(reviewedPullAnswer),
    { signal, repository: `${owner}/${repo}`, isRead: true, action: 'list pull requests' },
  );
  return data
    .filter(({ head }) => ownBranches.test(head.ref))
    .map(summarise)
    .sort((a, right) => right.number - a.number);
}

export async function readGithubPull(
  requests: GithubRequests,
  { owner, repo }: GithubRepository,
  { number, signal }: Asked,
): Promise<PullRequestDetails> {
  const sending = { signal, repository: `${owner}/${repo}`, isRead: true, action: 'read pull requests' };
  const endpoint = { owner, repo, pull_number: number };
  try {
    const { data: pull } = await requests.send(
      (octokit) => octokit.rest.pulls.get(endpoint),
      reviewedPullAnswer,
      sending,
    );
    // GitHub lists at most 250.
    const commits: z.infer<typeof commitsAnswer> = [];
    for (let page = 1; page <= 3 && commits.length === (page - 1) * 100; page += 1) {
      const { data } = await requests.send(
        (octokit) => octokit.rest.pulls.listCommits({ ...endpoint, page, per_page: 100 }),
        commitsAnswer,
        sending,
      );
      commits.push(...data);
    }
    return {
      ...summarise(pull),
      author: pull.user?.login ?? '',
      body: pull.body ?? '',
      headSha: pull.head.sha,
      commits: commits.map(({ sha, commit }): CommitSummary => ({
        sha,
        subject: commit.message.split('\n', 1)[0] ?? '',
        author: commit.author?.name ?? '',
        date: commit.committer?.date ?? commit.author?.date ?? pull.created_at,
      })),
    };
  } catch (error) {
    throw readRefusal(error, number);
  }
}

export async function readGithubDiff(
  requests: GithubRequests,
  { owner, repo }: GithubRepository,
  { number, signal }: Asked,
): Promise<string> {
  const sending = { signal, repository: `${owner}/${repo}`, isRead: true, action: 'read pull requests' };
  const endpoint = { owner, repo, pull_number: number, mediaType: { format: 'diff' } };
  try {
    const { data } = await requests.send((octokit) => octokit.rest.pulls.get(endpoint), diffAnswer, {
      ...sending,
      contentType: /diff|^text\/plain/i,
    });
    return data;
  } catch (error) {
    throw readRefusal(error, number);
  }
}

function summarise(pull: ReviewedGithubPull): PullRequestSummary {
  return {
    ...presentPull(pull),
    title: pull.title,
    headBranch: pull.head.ref,
    baseBranch: pull.base.ref,
    headSha: pull.head.sha,
    createdAt: pull.created_at,
    updatedAt: pull.updated_at,
  };
}

export function readRefusal(error: unknown, number: number): unknown {
  return error instanceof GithubRefusal && error.status === 404 ? new PullRequestNotFound(number) : error;
}
