import type { PullRequest, PullRequestWanted } from '../code-host.ts';
import { PullRequestRefused } from '../errors.ts';
import { AlreadyOpen, findOrOpen } from '../find-or-open.ts';
import { fitBody } from '../fit-body.ts';
import type { OpenedRepository } from '../server-connection.ts';
import type { z } from 'zod';
import { branchAnswer, listOf, pullAnswer, type AzurePull, type pullStatus } from './azure-answers.ts';
import { aboutPull, aboutRepository, versionQuery } from './azure-requests.ts';

/** In characters; Azure refuses longer descriptions. */
const bodyLimit = 4_000;
const heads = 'refs/heads/';

/** The newest from this branch of the repository; forks may have branches of the same name. */
export async function findAzurePull(repository: OpenedRepository, headBranch: string): Promise<AzurePull | undefined> {
  const query = { 'searchCriteria.sourceRefName': heads + headBranch, 'searchCriteria.status': 'all', $top: 100 };
  const asked = aboutRepository(repository, 'list pull requests', { ending: '/pullrequests', query });
  const pulls = await repository.api.send(asked, listOf(pullAnswer));
  return pulls
    .filter((pull) => branchOf(pull.sourceRefName) === headBranch && !isFromFork(pull))
    .sort((one, other) => other.pullRequestId - one.pullRequestId)[0];
}

export function isFromFork({ forkSource }: AzurePull): boolean {
  return forkSource !== null && forkSource !== undefined;
}

export function branchOf(ref: string): string {
  return ref.startsWith(heads) ? ref.slice(heads.length) : ref;
}

export async function ensureAzurePull(repository: OpenedRepository, request: PullRequestWanted): Promise<PullRequest> {
  const body = fitBody(request.body, bodyLimit);
  return findOrOpen({
    find: () => findAzurePull(repository, request.headBranch),
    refresh: (pull) => refresh(repository, pull, body),
    async open() {
      await requireCommits(repository, request);
      return presentPull(repository, await create(repository, { ...request, body }));
    },
  });
}

export function stateOf(status: z.infer<typeof pullStatus>): PullRequest['state'] {
  return status === 'completed' ? 'merged' : status === 'abandoned' ? 'closed' : 'open';
}

export function presentPull(
  { server, path }: OpenedRepository,
  { pullRequestId: number, status, isDraft = false }: AzurePull,
): PullRequest {
  return { number, url: `${server}/${path}/pullrequest/${number}`, state: stateOf(status), draft: isDraft };
}

/** Azure would open a pull request without commits. */
async function requireCommits(
  repository: OpenedRepository,
  { headBranch, baseBranch }: PullRequestWanted,
): Promise<void> {
  const query = { name: headBranch, ...versionQuery('branch', baseBranch, 'baseVersionDescriptor.version') };
  const { aheadCount } = await repository.api.send(
    {
      ...aboutRepository(repository, 'read branches', { ending: '/stats/branches', query }),
      refused: ({ status, message }) =>
        status === 404 || status === 400 ? new PullRequestRefused(headBranch, message) : undefined,
    },
    branchAnswer,
  );
  if (aheadCount === 0)
    throw new PullRequestRefused(headBranch, `There are no commits between ${baseBranch} and ${headBranch}.`);
}

async function create(
  repository: OpenedRepository,
  { headBranch, baseBranch, title, body: description, draft: isDraft }: PullRequestWanted,
): Promise<AzurePull> {
  return repository.api.send(
    {
      ...aboutRepository(repository, 'open pull requests', { ending: '/pullrequests' }),
      method: 'POST',
      body: { sourceRefName: heads + headBranch, targetRefName: heads + baseBranch, title, description, isDraft },
      refused: ({ status, message }) => {
        if (status === 409) return new AlreadyOpen(message);
        return status === 400 || status === 404 ? new PullRequestRefused(headBranch, message) : undefined;
      },
    },
    pullAnswer,
  );
}

/** Updates the description if the pull request is open; leaves a closed or merged one alone. */
async function refresh(repository: OpenedRepository, pull: AzurePull, body: string): Promise<PullRequest> {
  const shown = presentPull(repository, pull);
  if (shown.state !== 'open') return shown;
  const { description } = await repository.api.send(aboutPull(repository, shown.number), pullAnswer);
  if (description?.replace(/\r\n/g, '\n') === body) return shown;
  const asked = { ...aboutPull(repository, shown.number), ...repository.about('change pull requests') };
  await repository.api.send({ ...asked, method: 'PATCH', body: { description: body }, isRepeatable: true }, pullAnswer);
  return shown;
}
