import { z } from 'zod';
import type { PullRequest, PullRequestWanted } from '../code-host.ts';
import { PullRequestRefused } from '../errors.ts';
import { AlreadyOpen, findOrOpen } from '../find-or-open.ts';
import { fitBody } from '../fit-body.ts';
import type { OpenedRepository } from '../server-connection.ts';
import { commitAnswer, mergeAnswer, type GitlabMerge } from './gitlab-answers.ts';
import { projectPath } from './project-path.ts';

/** GitLab's own limit is 1,048,576 characters. */
const bodyLimit = 1_000_000;
const draftPrefix = 'Draft: ';
const draftTitle = /^(?:Draft:|\[Draft\]|\(Draft\))\s*/i;

/** The newest from this branch of the project; forks may have branches of the same name. */
export async function findGitlabMerge(
  repository: OpenedRepository,
  headBranch: string,
): Promise<GitlabMerge | undefined> {
  const merges = await repository.api.send(
    {
      ...repository.about('list merge requests'),
      path: `${projectPath(repository)}/merge_requests`,
      query: { source_branch: headBranch, state: 'all', order_by: 'created_at', sort: 'desc', per_page: 100 },
    },
    z.array(mergeAnswer),
  );
  return merges
    .filter((merge) => merge.source_branch === headBranch && merge.source_project_id === merge.target_project_id)
    .sort((one, other) => other.iid - one.iid)[0];
}

export async function ensureGitlabMerge(
  repository: OpenedRepository,
  request: PullRequestWanted,
): Promise<PullRequest> {
  const body = fitBody(withoutQuickActions(request.body), bodyLimit);
  return findOrOpen({
    find: () => findGitlabMerge(repository, request.headBranch),
    refresh: (merge) => refresh(repository, merge, body),
    async open() {
      await requireCommits(repository, request);
      return presentMerge(await create(repository, { ...request, body }));
    },
  });
}

export function presentMerge({ iid: number, web_url: url, state, draft }: GitlabMerge): PullRequest {
  // A merge request is `locked` while it is being merged.
  return { number, url, state: state === 'opened' || state === 'locked' ? 'open' : state, draft };
}

/** The title without its draft prefix. */
export function plainTitle({ title }: GitlabMerge): string {
  return title.replace(draftTitle, '');
}

/** Escapes lines such as `/merge`, which GitLab would run as commands of the token's user. */
export function withoutQuickActions(markdown: string): string {
  return markdown.replace(/^([ \t]{0,20})\/(?=[a-z_]{1,40}(?:\s|$))/gim, String.raw`$1\/`);
}

/** GitLab would open a merge request without commits or without a branch. A comparison would send the whole diff, so this reads one commit. */
async function requireCommits(
  repository: OpenedRepository,
  { headBranch, baseBranch }: PullRequestWanted,
): Promise<void> {
  const commits = await repository.api.send(
    {
      ...repository.about('read commits'),
      path: `${projectPath(repository)}/repository/commits`,
      query: { ref_name: `${baseBranch}..${headBranch}`, per_page: 1 },
      refused: ({ status, message }) => (status === 404 ? new PullRequestRefused(headBranch, message) : undefined),
    },
    z.array(commitAnswer),
  );
  if (commits.length === 0)
    throw new PullRequestRefused(headBranch, `There are no commits between ${baseBranch} and ${headBranch}.`);
}

async function create(
  repository: OpenedRepository,
  { headBranch, baseBranch, title, body, draft }: PullRequestWanted,
): Promise<GitlabMerge> {
  return repository.api.send(
    {
      ...repository.about('open merge requests'),
      method: 'POST',
      path: `${projectPath(repository)}/merge_requests`,
      body: {
        source_branch: headBranch,
        target_branch: baseBranch,
        title: draft ? draftPrefix + title : title,
        description: body,
      },
      refused: ({ status, message }) =>
        status === 409
          ? new AlreadyOpen(message)
          : [400, 404, 422].includes(status)
            ? new PullRequestRefused(headBranch, message)
            : undefined,
    },
    mergeAnswer,
  );
}

/** Updates the description if the merge request is open; leaves a closed or merged one alone. */
async function refresh(repository: OpenedRepository, merge: GitlabMerge, body: string): Promise<PullRequest> {
  const shown = presentMerge(merge);
  if (shown.state !== 'open' || merge.description?.replace(/\r\n/g, '\n') === body) return shown;
  await repository.api.send(
    {
      ...repository.about('change merge requests'),
      method: 'PUT',
      path: `${projectPath(repository)}/merge_requests/${merge.iid}`,
      body: { description: body },
      isRepeatable: true,
    },
    mergeAnswer,
  );
  return shown;
}
