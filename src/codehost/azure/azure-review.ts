import type { Comment, PullRequestDetails, PullRequestSummary } from '../code-host.ts';
import { sortComments } from '../order-comments.ts';
import { ownBranches } from '../own-branches.ts';
import type { OpenedRepository } from '../server-connection.ts';
import { commitsAnswer, listOf, pullAnswer, threadsAnswer, type AzurePull } from './azure-answers.ts';
import { branchOf, isFromFork, presentPull } from './azure-pull-requests.ts';
import { aboutPull, aboutRepository } from './azure-requests.ts';

const mostCommits = 250;
/** Azure lists the newest first, so older commits than these are not read. */
const mostCommitsRead = 1_000;

/** Docwright's own among the repository's newest 100. */
export async function listAzurePulls(repository: OpenedRepository): Promise<PullRequestSummary[]> {
  const query = { 'searchCriteria.status': 'all', $top: 100 };
  const asked = aboutRepository(repository, 'list pull requests', { ending: '/pullrequests', query });
  const pulls = await repository.api.send(asked, listOf(pullAnswer));
  return pulls
    .filter((pull) => ownBranches.test(branchOf(pull.sourceRefName)) && !isFromFork(pull))
    .map((pull) => summarise(repository, pull))
    .sort((one, other) => other.number - one.number);
}

export async function readAzurePull(repository: OpenedRepository, number: number): Promise<PullRequestDetails> {
  const pull = await repository.api.send(aboutPull(repository, number), pullAnswer);
  const commits = await repository.api.list(aboutPull(repository, number, '/commits'), commitsAnswer, {
    most: mostCommitsRead,
  });
  return {
    ...summarise(repository, pull),
    body: pull.description ?? '',
    headSha: commits[0]?.commitId ?? pull.lastMergeSourceCommit?.commitId ?? '',
    commits: commits
      .reverse()
      .slice(0, mostCommits)
      .map(({ commitId: sha, comment, author, committer }) => ({
        sha,
        subject: comment.split('\n', 1)[0] ?? '',
        author: author.name,
        date: committer.date,
      })),
  };
}

/** Comments below a pull request and on lines of its change. */
export async function readAzureComments(repository: OpenedRepository, number: number): Promise<Comment[]> {
  const threads = await repository.api.send(aboutPull(repository, number, '/threads'), threadsAnswer);
  return sortComments(
    threads.flatMap(({ id, threadContext, comments }) => {
      const path = threadContext?.filePath?.replace(/^\//, '');
      const line = (threadContext?.rightFileStart ?? threadContext?.leftFileStart)?.line;
      return comments
        .filter(({ commentType, isDeleted }) => commentType !== 'system' && isDeleted !== true)
        .map(({ id: commentId, author, content, publishedDate: date }): Comment => ({
          id: `${id}-${commentId}`,
          author: author.displayName,
          date,
          body: content ?? '',
          path,
          line: path === undefined ? undefined : line,
          thread: path === undefined ? { kind: 'conversation', id: '' } : { kind: 'line', id: String(id) },
          isByBot: false,
        }));
    }),
  );
}

function summarise(repository: OpenedRepository, pull: AzurePull): PullRequestSummary {
  return {
    ...presentPull(repository, pull),
    title: pull.title,
    headBranch: branchOf(pull.sourceRefName),
    baseBranch: branchOf(pull.targetRefName),
    ...(pull.lastMergeSourceCommit && { headSha: pull.lastMergeSourceCommit.commitId }),
    ...(pull.createdBy && { author: pull.createdBy.displayName }),
    createdAt: pull.creationDate,
    // Azure does not say when one was last changed.
    updatedAt: pull.closedDate ?? pull.creationDate,
  };
}
