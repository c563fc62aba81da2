import { z } from 'zod';
import type { PullRequest, PullRequestQuery, PullRequestWanted } from '../code-host.ts';
import { CodeHostUnavailable, PermissionMissing, PullRequestRefused } from '../errors.ts';
import { fitBody } from '../fit-body.ts';
import { pullAnswer, type GithubPull } from './github-answers.ts';
import { GithubRefusal, type GithubRequests } from './github-requests.ts';
import type { GithubRepository } from './repository-address.ts';

/** GitHub's own limit is 65,536; it counts some characters more than once. */
const bodyLimit = 58_000;
const attempts = 3;
const draftNotice = "This repository's plan has no draft pull requests, so a regular one was opened.";

export async function findGithubPull(
  requests: GithubRequests,
  { owner, repo }: GithubRepository,
  { headBranch }: Pick<PullRequestQuery, 'headBranch'>,
  signal: AbortSignal,
): Promise<GithubPull | undefined> {
  const { data } = await requests.send(
    (octokit) =>
      octokit.rest.pulls.list({
        owner,
        repo,
        head: `${owner}:${headBranch}`,
        state: 'all',
        sort: 'created',
        direction: 'desc',
      }),
    z.array(pullAnswer),
    { signal, repository: `${owner}/${repo}`, isRead: true, action: 'list pull requests' },
  );
  // GitHub ignores a `head` that it cannot read and then lists everything.
  return data.filter(({ head }) => head.ref === headBranch).sort((a, right) => right.number - a.number)[0];
}

/** Finds or opens; whatever a lost answer or a rival leaves behind, the next round finds it. */
export async function ensureGithubPull(
  requests: GithubRequests,
  repository: GithubRepository,
  request: PullRequestWanted,
  signal: AbortSignal,
): Promise<PullRequest> {
  const body = fitBody(request.body, bodyLimit);
  let draft = request.draft;
  for (let attempt = 1; ; attempt += 1) {
    const existing = await findGithubPull(requests, repository, request, signal);
    if (existing !== undefined) return refresh(requests, repository, existing, body, signal);
    try {
      const notice = draft === request.draft ? undefined : draftNotice;
      const bodyWithNotice =
        notice === undefined ? body : fitBody(`> **Not ready to merge.** ${notice}\n\n${body}`, bodyLimit);
      const pull = await create(requests, repository, { ...request, draft, body: bodyWithNotice }, signal);
      return { ...presentPull(pull), ...(notice === undefined ? {} : { notice }) };
    } catch (error) {
      if (draft && error instanceof GithubRefusal && /draft pull requests are not supported/i.test(error.said)) {
        draft = false;
        continue;
      }
      if (!mayExistNow(error) || attempt === attempts) throw readRefusal(error, repository, request);
    }
  }
}

export function presentPull(pull: GithubPull): PullRequest {
  const state = pull.merged_at !== null ? 'merged' : pull.state === 'open' ? 'open' : 'closed';
  return { number: pull.number, url: pull.html_url, state, draft: pull.draft ?? false };
}

async function create(
  requests: GithubRequests,
  { owner, repo }: GithubRepository,
  { headBranch, baseBranch, title, body, draft }: PullRequestWanted,
  signal: AbortSignal,
): Promise<GithubPull> {
  const { data } = await requests.send(
    (octokit) => octokit.rest.pulls.create({ owner, repo, head: headBranch, base: baseBranch, title, body, draft }),
    pullAnswer,
    { signal, repository: `${owner}/${repo}`, isRead: false, action: 'open pull requests' },
  );
  return data;
}

/** An open one gets the body of this run; one that a person closed or merged is left alone. */
async function refresh(
  requests: GithubRequests,
  { owner, repo }: GithubRepository,
  pull: GithubPull,
  body: string,
  signal: AbortSignal,
): Promise<PullRequest> {
  const shown = presentPull(pull);
  if (shown.state !== 'open' || pull.body?.replace(/\r\n/g, '\n') === body) return shown;
  await requests.send(
    (octokit) => octokit.rest.pulls.update({ owner, repo, pull_number: pull.number, body }),
    pullAnswer,
    {
      signal,
      repository: `${owner}/${repo}`,
      // Setting a text twice is harmless.
      isRead: true,
      action: 'change pull requests',
    },
  );
  return shown;
}

function mayExistNow(error: unknown): boolean {
  if (error instanceof CodeHostUnavailable) return true;
  return error instanceof GithubRefusal && (error.status === 409 || /already exists/i.test(error.said));
}

function readRefusal(error: unknown, { owner, repo }: GithubRepository, { headBranch }: PullRequestWanted): unknown {
  if (!(error instanceof GithubRefusal)) return error;
  if (error.status === 404) return new PermissionMissing(`${owner}/${repo}`, 'open pull requests');
  return new PullRequestRefused(headBranch, error.said);
}
