import { z } from 'zod';
import type { PullRequestDetails, PullRequestSummary } from '../code-host.ts';
import { PullRequestNotFound } from '../errors.ts';
import type { OpenedRepository } from '../server-connection.ts';
import { ownBranches } from '../own-branches.ts';
import type { Refusal } from '../api-requests.ts';
import { commitsAnswer, pullAnswer, type GiteaPull } from './gitea-answers.ts';
import { plainTitle, presentPull } from './gitea-pull-requests.ts';

const mostListed = 100;
const mostCommits = 250;
/** Gitea lists the newest first, so older commits than these are not read. */
const mostCommitsRead = 1_000;

export const asMissing =
  (number: number) =>
  ({ status }: Refusal): Error | undefined =>
    status === 404 ? new PullRequestNotFound(number) : undefined;

/** Docwright's own among the repository's newest 100. */
export async function listGiteaPulls({ api, about, path: name }: OpenedRepository): Promise<PullRequestSummary[]> {
  const pulls = await api.list(
    { ...about('list pull requests'), path: `/repos/${name}/pulls`, query: { state: 'all', limit: 50 } },
    z.array(pullAnswer),
    { most: mostListed },
  );
  return pulls
    .filter(({ head, base }) => ownBranches.test(head.label) && head.repo_id === base.repo_id)
    .map(summarise)
    .sort((one, other) => other.number - one.number);
}

export async function readGiteaPull(
  { api, about, path: name }: OpenedRepository,
  number: number,
): Promise<PullRequestDetails> {
  const asked = { ...about('read pull requests'), refused: asMissing(number) };
  const path = `/repos/${name}/pulls/${number}`;
  const pull = await api.send({ ...asked, path }, pullAnswer);
  const query = { limit: 50, verification: 'false', files: 'false' };
  const commits = await api.list({ ...asked, path: `${path}/commits`, query }, commitsAnswer, {
    most: mostCommitsRead,
  });
  return {
    ...summarise(pull),
    author: pull.user?.login ?? '',
    body: pull.body,
    headSha: pull.head.sha,
    commits: commits
      .reverse()
      .slice(0, mostCommits)
      .map(({ sha, commit }) => ({
        sha,
        subject: commit.message.split('\n', 1)[0] ?? '',
        author: commit.author.name,
        date: commit.committer.date,
      })),
  };
}

export async function readGiteaDiff({ api, about, path: name }: OpenedRepository, number: number): Promise<string> {
  const path = `/repos/${name}/pulls/${number}.diff`;
  return api.diff({ ...about('read pull requests'), path, refused: asMissing(number) });
}

function summarise(pull: GiteaPull): PullRequestSummary {
  return {
    ...presentPull(pull),
    title: plainTitle(pull),
    headBranch: pull.head.label,
    baseBranch: pull.base.label,
    headSha: pull.head.sha,
    createdAt: pull.created_at,
    updatedAt: pull.updated_at,
  };
}
