import { z } from 'zod';
import type { Refusal } from '../api-requests.ts';
import type { CommitSummary, PullRequestDetails, PullRequestSummary } from '../code-host.ts';
import { PullRequestNotFound } from '../errors.ts';
import { ownBranches } from '../own-branches.ts';
import type { OpenedRepository } from '../server-connection.ts';
import { commitsAnswer, reviewedPullAnswer, type ReviewedGithubPull } from './github-answers.ts';
import { presentPull } from './github-pull-requests.ts';

const mostCommits = 250;

export const asMissing =
  (number: number) =>
  ({ status }: Refusal): Error | undefined =>
    status === 404 ? new PullRequestNotFound(number) : undefined;

/** Docwright's own among the repository's newest 100. */
export async function listGithubPulls({ api, about, path: name }: OpenedRepository): Promise<PullRequestSummary[]> {
  const query = { state: 'all', sort: 'created', direction: 'desc', per_page: 100 };
  const asked = { ...about('list pull requests'), path: `/repos/${name}/pulls`, query };
  const pulls = await api.send(asked, z.array(reviewedPullAnswer));
  return pulls
    .filter(({ head }) => ownBranches.test(head.ref))
    .map(summarise)
    .sort((one, other) => other.number - one.number);
}

export async function readGithubPull(
  { api, about, path: name }: OpenedRepository,
  number: number,
): Promise<PullRequestDetails> {
  const asked = { ...about('read pull requests'), refused: asMissing(number) };
  const path = `/repos/${name}/pulls/${number}`;
  const pull = await api.send({ ...asked, path }, reviewedPullAnswer);
  const commits = await api.list({ ...asked, path: `${path}/commits`, query: { per_page: 100 } }, commitsAnswer, {
    most: mostCommits,
  });
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
}

export async function readGithubDiff({ api, about, path: name }: OpenedRepository, number: number): Promise<string> {
  const path = `/repos/${name}/pulls/${number}`;
  const accept = 'application/vnd.github.diff';
  return api.diff({ ...about('read pull requests'), path, accept, refused: asMissing(number) });
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
