import { z } from 'zod';
import type { PullRequest, PullRequestWanted } from '../code-host.ts';
import { PullRequestRefused } from '../errors.ts';
import { AlreadyOpen, findOrOpen, keepOldest } from '../find-or-open.ts';
import { fitBody } from '../fit-body.ts';
import type { OpenedRepository } from '../server-connection.ts';
import { toUrlPath } from '../url-path.ts';
import { commitAnswer, pullAnswer, type GiteaPull } from './gitea-answers.ts';

/** In characters; with default settings, MySQL accepts no longer text. */
const bodyLimit = 1_000_000;
const pageSize = 50;
/** Gitea cannot search by head branch, so we search the newest. */
const mostSearched = 1_000;
const draftPrefix = 'WIP: ';
const draftTitle = /^(?:WIP:|\[WIP\])\s*/i;

/** The oldest open one from this branch of the repository, else the newest; forks may have branches of the same name. */
export async function findGiteaPull(
  { api, about, path: name }: OpenedRepository,
  headBranch: string,
): Promise<GiteaPull | undefined> {
  const isFrom = ({ head, base }: GiteaPull) => head.label === headBranch && head.repo_id === base.repo_id;
  const listed = await api.list(
    { ...about('list pull requests'), path: `/repos/${name}/pulls`, query: { state: 'all', limit: pageSize } },
    z.array(pullAnswer),
    { most: mostSearched, isEnough: (page) => page.some(isFrom) },
  );
  const pulls = listed.filter(isFrom);
  return pulls.filter(({ state }) => state === 'open').at(-1) ?? pulls[0];
}

export async function ensureGiteaPull(repository: OpenedRepository, request: PullRequestWanted): Promise<PullRequest> {
  const body = fitBody(request.body, bodyLimit);
  return findOrOpen({
    find: () => findGiteaPull(repository, request.headBranch),
    refresh: (pull) => refresh(repository, pull, body),
    async open() {
      await requireCommits(repository, request);
      const opened = presentPull(await create(repository, { ...request, body }));
      return keepOldest(opened, {
        findOldest: async () => {
          const oldest = await findGiteaPull(repository, request.headBranch);
          return oldest && presentPull(oldest);
        },
        close: () => change(repository, opened.number, { state: 'closed' }),
      });
    },
    afterConflict: () => readOpen(repository, request),
  });
}

export function presentPull({ number, html_url: url, state, merged, title, draft }: GiteaPull): PullRequest {
  return { number, url, state: merged ? 'merged' : state, draft: draft ?? draftTitle.test(title) };
}

/** The title without its draft prefix. */
export function plainTitle({ title }: GiteaPull): string {
  return title.replace(draftTitle, '');
}

/** Gitea would open a pull request without commits. */
async function requireCommits(
  { api, about, path: name }: OpenedRepository,
  { headBranch, baseBranch }: PullRequestWanted,
): Promise<void> {
  const commits = await api.send(
    {
      ...about('read commits'),
      path: `/repos/${name}/commits`,
      query: { sha: headBranch, not: baseBranch, limit: 1, stat: 'false', verification: 'false', files: 'false' },
      refused: ({ status }) =>
        status === 404 ? new PullRequestRefused(headBranch, 'The branch does not exist.') : undefined,
    },
    z.array(commitAnswer),
  );
  if (commits.length === 0)
    throw new PullRequestRefused(headBranch, `There are no commits between ${baseBranch} and ${headBranch}.`);
}

async function create(
  { api, about, path: name }: OpenedRepository,
  { headBranch, baseBranch, title, body, draft }: PullRequestWanted,
): Promise<GiteaPull> {
  return api.send(
    {
      ...about('open pull requests'),
      method: 'POST',
      path: `/repos/${name}/pulls`,
      body: { head: headBranch, base: baseBranch, title: draft ? draftPrefix + title : title, body },
      refused: ({ status, message }) => {
        if (status === 409) return new AlreadyOpen(message);
        return [404, 422, 423].includes(status) ? new PullRequestRefused(headBranch, message) : undefined;
      },
    },
    pullAnswer,
  );
}

/** Reads an open pull request that is older than the search reaches. */
async function readOpen(
  { api, about, path: name }: OpenedRepository,
  { headBranch, baseBranch }: PullRequestWanted,
): Promise<GiteaPull> {
  const path = `/repos/${name}/pulls/${encodeURIComponent(baseBranch)}/${toUrlPath(headBranch)}`;
  return api.send({ ...about('read pull requests'), path }, pullAnswer);
}

/** Updates the body if the pull request is open; leaves a closed or merged one alone. */
async function refresh(repository: OpenedRepository, pull: GiteaPull, body: string): Promise<PullRequest> {
  const shown = presentPull(pull);
  if (shown.state === 'open' && pull.body.replace(/\r\n/g, '\n') !== body)
    await change(repository, pull.number, { body });
  return shown;
}

async function change({ api, about, path: name }: OpenedRepository, number: number, body: object): Promise<void> {
  const path = `/repos/${name}/pulls/${number}`;
  await api.send({ ...about('change pull requests'), method: 'PATCH', path, body, isRepeatable: true }, pullAnswer);
}
