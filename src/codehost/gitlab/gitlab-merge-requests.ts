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

/** The newest from this branch of the project itself; none of a fork, whose branch has the same name. */
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
  // Locked is one that is being merged.
  return { number, url, state: state === 'opened' || state === 'locked' ? 'open' : state, draft };
}

/** As people read it beside a sign that it is a draft. */
export function plainTitle({ title }: GitlabMerge): string {
  return title.replace(draftTitle, '');
}

/** A line such as `/merge` in a description is a command, given in the name of the token's user. */
export function withoutQuickActions(markdown: string): string {
  return markdown.replace(/^([ \t]{0,20})\/(?=[a-z_]{1,40}(?:\s|$))/gim, String.raw`$1\/`);
}

/**
 * GitLab would open an empty merge request, or one from a branch that is not there. One commit is asked for: a comparison would
 * bring the whole diff.
 */
async function requireCommits(
  repository: OpenedRepository,
  { headBranch, baseBranch }: PullRequestWanted,
): Promise<void> {
  const commits = await repository.api.send(
    {
      ...repository.about('read commits'),
      path: `${projectPath(repository)}/repository/commits`,
      query: { ref_name: `${baseBranch}..${headBranch}`, per_page: 1 },
      refused: ({ status, said }) => (status === 404 ? new PullRequestRefused(headBranch, said) : undefined),
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
      refused: ({ status, said }) =>
        status === 409
          ? new AlreadyOpen(said)
          : [400, 404, 422].includes(status)
            ? new PullRequestRefused(headBranch, said)
            : undefined,
    },
    mergeAnswer,
  );
}

/** An open one gets the description of this run; one that a person closed or merged is left alone. */
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
