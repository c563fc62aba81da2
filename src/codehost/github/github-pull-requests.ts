import { z } from 'zod';
import type { PullRequest, PullRequestWanted } from '../code-host.ts';
import { PermissionMissing, PullRequestRefused } from '../errors.ts';
import { AlreadyOpen, findOrOpen } from '../find-or-open.ts';
import { fitBody } from '../fit-body.ts';
import type { OpenedRepository } from '../server-connection.ts';
import { pullAnswer, type GithubPull } from './github-answers.ts';

/** GitHub's own limit is 65,536; it counts some characters more than once. */
const bodyLimit = 58_000;
const draftNotice = "This repository's plan has no draft pull requests, so a regular one was opened.";

export async function findGithubPull(
  { api, about, path: name }: OpenedRepository,
  headBranch: string,
): Promise<GithubPull | undefined> {
  const owner = name.split('/', 1)[0] ?? '';
  const query = { head: `${owner}:${headBranch}`, state: 'all', sort: 'created', direction: 'desc' };
  const asked = { ...about('list pull requests'), path: `/repos/${name}/pulls`, query };
  const pulls = await api.send(asked, z.array(pullAnswer));
  // GitHub ignores a `head` that it cannot read and then lists everything.
  return pulls.filter(({ head }) => head.ref === headBranch).sort((one, other) => other.number - one.number)[0];
}

export async function ensureGithubPull(repository: OpenedRepository, request: PullRequestWanted): Promise<PullRequest> {
  const body = fitBody(request.body, bodyLimit);
  return findOrOpen({
    find: () => findGithubPull(repository, request.headBranch),
    refresh: (pull) => refresh(repository, pull, body),
    async open() {
      try {
        return presentPull(await create(repository, { ...request, body }));
      } catch (error) {
        if (!(error instanceof DraftsMissing)) throw error;
        const notReady = fitBody(`> **Not ready to merge.** ${draftNotice}\n\n${body}`, bodyLimit);
        const pull = await create(repository, { ...request, draft: false, body: notReady });
        return { ...presentPull(pull), notice: draftNotice };
      }
    },
  });
}

export function presentPull(pull: GithubPull): PullRequest {
  const state = pull.merged_at !== null ? 'merged' : pull.state === 'open' ? 'open' : 'closed';
  return { number: pull.number, url: pull.html_url, state, draft: pull.draft ?? false };
}

class DraftsMissing extends Error {}

async function create(
  { api, about, path: name }: OpenedRepository,
  { headBranch, baseBranch, title, body, draft }: PullRequestWanted,
): Promise<GithubPull> {
  return api.send(
    {
      ...about('open pull requests'),
      method: 'POST',
      path: `/repos/${name}/pulls`,
      body: { head: headBranch, base: baseBranch, title, body, draft },
      refused({ status, message }) {
        if (status === 404) return new PermissionMissing(name, 'open pull requests');
        if (status !== 409 && status !== 422) return undefined;
        if (draft && /draft pull requests are not supported/i.test(message)) return new DraftsMissing();
        const mayExist = status === 409 || /already exists/i.test(message);
        return mayExist ? new AlreadyOpen(message) : new PullRequestRefused(headBranch, message);
      },
    },
    pullAnswer,
  );
}

/** An open one gets the body of this run; one that a person closed or merged is left alone. */
async function refresh(
  { api, about, path: name }: OpenedRepository,
  pull: GithubPull,
  body: string,
): Promise<PullRequest> {
  const shown = presentPull(pull);
  if (shown.state !== 'open' || pull.body?.replace(/\r\n/g, '\n') === body) return shown;
  const path = `/repos/${name}/pulls/${pull.number}`;
  await api.send(
    { ...about('change pull requests'), method: 'PATCH', path, body: { body }, isRepeatable: true },
    pullAnswer,
  );
  return shown;
}
