import { z } from 'zod';
import type { Refusal } from '../api-requests.ts';
import type { PullRequestDetails, PullRequestSummary } from '../code-host.ts';
import { PullRequestNotFound } from '../errors.ts';
import type { OpenedRepository } from '../server-connection.ts';
import { ownBranches } from '../own-branches.ts';
import { commitsAnswer, mergeAnswer, type GitlabMerge } from './gitlab-answers.ts';
import { plainTitle, presentMerge } from './gitlab-merge-requests.ts';
import { projectPath } from './project-path.ts';

const mostCommits = 250;
/** GitLab lists the newest first, so older commits than these are not read. */
const mostCommitsRead = 1_000;

/** Docwright's own among the project's newest 100. */
export async function listGitlabMerges(repository: OpenedRepository): Promise<PullRequestSummary[]> {
  const merges = await repository.api.send(
    {
      ...repository.about('list merge requests'),
      path: `${projectPath(repository)}/merge_requests`,
      query: { state: 'all', order_by: 'created_at', sort: 'desc', per_page: 100 },
    },
    z.array(mergeAnswer),
  );
  return merges
    .filter((merge) => ownBranches.test(merge.source_branch) && merge.source_project_id === merge.target_project_id)
    .map(summarise)
    .sort((one, other) => other.number - one.number);
}

export async function readGitlabMerge(repository: OpenedRepository, number: number): Promise<PullRequestDetails> {
  const asked = aboutMerge(repository, number);
  const merge = await repository.api.send(asked, mergeAnswer);
  const commits = await repository.api.list(
    { ...asked, path: `${asked.path}/commits`, query: { per_page: 100 } },
    commitsAnswer,
    { most: mostCommitsRead },
  );
  return {
    ...summarise(merge),
    author: merge.author?.username ?? '',
    body: merge.description ?? '',
    headSha: merge.sha ?? commits[0]?.id ?? '',
    commits: commits
      .reverse()
      .slice(0, mostCommits)
      .map(({ id: sha, title: subject, author_name: author, committed_date: date }) => ({
        sha,
        subject,
        author,
        date,
      })),
  };
}

export async function readGitlabDiff(repository: OpenedRepository, number: number): Promise<string> {
  const asked = aboutMerge(repository, number);
  return repository.api.diff({ ...asked, path: `${asked.path}/raw_diffs` });
}

/** A request about one merge request, which may be missing. */
export function aboutMerge(repository: OpenedRepository, number: number) {
  return {
    ...repository.about('read merge requests'),
    path: `${projectPath(repository)}/merge_requests/${number}`,
    refused: ({ status }: Refusal) => (status === 404 ? new PullRequestNotFound(number) : undefined),
  };
}

function summarise(merge: GitlabMerge): PullRequestSummary {
  return {
    ...presentMerge(merge),
    title: plainTitle(merge),
    headBranch: merge.source_branch,
    baseBranch: merge.target_branch,
    ...(merge.sha !== null && { headSha: merge.sha }),
    createdAt: merge.created_at,
    updatedAt: merge.updated_at,
  };
}
