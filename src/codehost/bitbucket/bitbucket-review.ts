import type { Refusal } from '../api-requests.ts';
import type { PullRequestDetails, PullRequestSummary } from '../code-host.ts';
import { PullRequestNotFound } from '../errors.ts';
import { ownBranches } from '../own-branches.ts';
import type { OpenedRepository } from '../server-connection.ts';
import { commitDetails, nameOf, pageOf, pullAnswer, type BitbucketPull } from './bitbucket-answers.ts';
import { anyState, bodyOf, isFromFork, presentPull, pullPage } from './bitbucket-pull-requests.ts';

const mostCommits = 250;
/** Older commits than these are not read. */
const mostCommitsRead = 1_000;

/** Docwright's own among the repository's newest 100. */
export async function listBitbucketPulls({ api, about, path: name }: OpenedRepository): Promise<PullRequestSummary[]> {
  const asked = { ...about('list pull requests'), path: `/repositories/${name}/pullrequests`, query: anyState };
  const pulls = await api.list(asked, pageOf(pullAnswer), { most: 2 * pullPage });
  return pulls
    .filter((pull) => ownBranches.test(pull.source.branch.name) && !isFromFork(pull))
    .map(summarise)
    .sort((one, other) => other.number - one.number);
}

export async function readBitbucketPull(repository: OpenedRepository, number: number): Promise<PullRequestDetails> {
  const asked = aboutPull(repository, number);
  const pull = await repository.api.send(asked, pullAnswer);
  const commits = await repository.api.list(
    { ...asked, path: `${asked.path}/commits`, query: { pagelen: 100 } },
    pageOf(commitDetails),
    { most: mostCommitsRead },
  );
  const head = pull.source.commit?.hash ?? '';
  const headSha = commits.find(({ hash }) => hash.startsWith(head))?.hash ?? head;
  // Documented as oldest first, sent as newest first.
  if (commits.at(-1)?.hash !== headSha) commits.reverse();
  return {
    ...summarise(pull),
    body: bodyOf(pull),
    headSha,
    commits: commits.slice(0, mostCommits).map(({ hash: sha, message, author, date }) => ({
      sha,
      subject: message.split('\n', 1)[0] ?? '',
      author: author.raw.replace(/ <[^<>]*>$/, ''),
      date,
    })),
  };
}

/** The diff of a pull request is a redirect, which is not followed, so this asks for its target. */
export async function readBitbucketDiff(repository: OpenedRepository, number: number): Promise<string> {
  const asked = aboutPull(repository, number);
  const { source, destination } = await repository.api.send(asked, pullAnswer);
  const commits = `${source.commit?.hash ?? ''}..${destination.commit?.hash ?? ''}`;
  const path = `/repositories/${repository.path}/diff/${encodeURIComponent(commits)}`;
  return repository.api.diff({ ...asked, path, query: { topic: 'true' } });
}

/** A request about one pull request, which may be missing. */
export function aboutPull({ about, path }: OpenedRepository, number: number) {
  return {
    ...about('read pull requests'),
    path: `/repositories/${path}/pullrequests/${number}`,
    refused: ({ status }: Refusal) => (status === 404 ? new PullRequestNotFound(number) : undefined),
  };
}

function summarise(pull: BitbucketPull): PullRequestSummary {
  return {
    ...presentPull(pull),
    title: pull.title,
    headBranch: pull.source.branch.name,
    baseBranch: pull.destination.branch.name,
    ...(pull.author && { author: nameOf(pull.author) }),
    createdAt: pull.created_on,
    updatedAt: pull.updated_on,
  };
}
