import type { PullRequest, PullRequestWanted } from '../code-host.ts';
import { PullRequestRefused } from '../errors.ts';
import { AlreadyOpen, findOrOpen, keepOldest } from '../find-or-open.ts';
import { fitBody } from '../fit-body.ts';
import type { OpenedRepository } from '../server-connection.ts';
import {
  commitAnswer,
  pageOf,
  pullAnswer,
  pullState,
  reviewedPullAnswer,
  type BitbucketPull,
} from './bitbucket-answers.ts';
import { readMarkers, storeMarkers } from './hidden-markers.ts';

/** In characters. Bitbucket documents no limit. */
const bodyLimit = 50_000;
/** The most that Bitbucket lists of pull requests in one answer. */
export const pullPage = 50;
export const anyState = { state: pullState.options, sort: '-created_on', pagelen: pullPage } as const;

/** The oldest open one from this branch of the repository, else the newest; forks may have branches of the same name. */
export async function findBitbucketPull(
  { api, about, path: name }: OpenedRepository,
  headBranch: string,
): Promise<BitbucketPull | undefined> {
  const { values } = await api.send(
    {
      ...about('list pull requests'),
      path: `/repositories/${name}/pullrequests`,
      query: { ...anyState, q: `source.branch.name = "${headBranch.replace(/["\\]/g, String.raw`\$&`)}"` },
    },
    pageOf(pullAnswer),
  );
  const pulls = values
    .filter((pull) => pull.source.branch.name === headBranch && !isFromFork(pull))
    .sort((one, other) => other.id - one.id);
  return pulls.findLast(({ state }) => state === 'OPEN') ?? pulls[0];
}

export function isFromFork({ source, destination }: BitbucketPull): boolean {
  return source.repository?.full_name !== destination.repository?.full_name;
}

export async function ensureBitbucketPull(
  repository: OpenedRepository,
  request: PullRequestWanted,
): Promise<PullRequest> {
  const body = storeMarkers(fitBody(request.body, bodyLimit));
  const find = () => findBitbucketPull(repository, request.headBranch);
  return findOrOpen({
    find,
    refresh: (pull) => refresh(repository, pull, body),
    async open() {
      await requireCommits(repository, request);
      const opened = presentPull(await create(repository, { ...request, body }));
      return keepOldest(opened, {
        findOldest: async () => {
          const oldest = await find();
          return oldest && presentPull(oldest);
        },
        close: () => decline(repository, opened.number),
      });
    },
  });
}

const states = { OPEN: 'open', MERGED: 'merged', DECLINED: 'closed', SUPERSEDED: 'closed' } as const;

export function presentPull({ id: number, links, state, draft = false }: BitbucketPull): PullRequest {
  return { number, url: links.html.href, state: states[state], draft };
}

export function bodyOf({ description }: BitbucketPull): string {
  return readMarkers(description ?? '');
}

async function requireCommits(
  { api, about, path: name }: OpenedRepository,
  { headBranch, baseBranch }: PullRequestWanted,
): Promise<void> {
  const { values } = await api.send(
    {
      ...about('read commits'),
      path: `/repositories/${name}/commits`,
      query: { include: headBranch, exclude: baseBranch, pagelen: 1 },
      refused: ({ status, message }) => (status === 404 ? new PullRequestRefused(headBranch, message) : undefined),
    },
    pageOf(commitAnswer),
  );
  if (values.length === 0)
    throw new PullRequestRefused(headBranch, `There are no commits between ${baseBranch} and ${headBranch}.`);
}

async function create(
  { api, about, path: name }: OpenedRepository,
  { headBranch, baseBranch, title, body, draft }: PullRequestWanted,
): Promise<BitbucketPull> {
  return api.send(
    {
      ...about('open pull requests'),
      method: 'POST',
      path: `/repositories/${name}/pullrequests`,
      body: {
        title,
        description: body,
        source: { branch: { name: headBranch } },
        destination: { branch: { name: baseBranch } },
        draft,
      },
      refused: ({ status, message }) => {
        if (status === 409) return new AlreadyOpen(message);
        return status === 400 || status === 404 ? new PullRequestRefused(headBranch, message) : undefined;
      },
    },
    pullAnswer,
  );
}

async function decline({ api, about, path: name }: OpenedRepository, number: number): Promise<void> {
  const path = `/repositories/${name}/pullrequests/${number}/decline`;
  await api.send({ ...about('decline pull requests'), method: 'POST', path }, pullAnswer);
}

/** Updates the description if the pull request is open; leaves a closed or merged one alone. */
async function refresh(
  { api, about, path: name }: OpenedRepository,
  pull: BitbucketPull,
  body: string,
): Promise<PullRequest> {
  const shown = presentPull(pull);
  if (shown.state !== 'open' || pull.description?.replace(/\r\n/g, '\n') === body) return shown;
  const asked = { ...about('change pull requests'), path: `/repositories/${name}/pullrequests/${pull.id}` };
  // Bitbucket removes what a change does not repeat. Lists leave the reviewers out.
  const { title, draft = false, reviewers } = await api.send(asked, reviewedPullAnswer);
  const change = { title, description: body, draft, reviewers: reviewers.map(({ uuid }) => ({ uuid })) };
  await api.send({ ...asked, method: 'PUT', body: change, isRepeatable: true }, pullAnswer);
  return shown;
}
