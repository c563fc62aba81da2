import type { LineComment, ReviewWanted } from '../code-host.ts';
import { ReviewRefused } from '../errors.ts';
import { fenced } from '../fenced.ts';
import { writtenAnswer } from './github-answers.ts';
import { readRefusal } from './github-review.ts';
import { GithubRefusal, type GithubRequests } from './github-requests.ts';
import type { GithubRepository } from './repository-address.ts';

/** One request, so that all of it is posted or nothing. */
export async function postGithubReview(
  requests: GithubRequests,
  { owner, repo }: GithubRepository,
  { number, headSha, body, comments }: ReviewWanted,
  signal: AbortSignal,
): Promise<void> {
  const endpoint = { owner, repo, pull_number: number, commit_id: headSha, event: 'COMMENT', body } as const;
  try {
    await requests.send(
      (octokit) => octokit.rest.pulls.createReview({ ...endpoint, comments: comments.map(present) }),
      writtenAnswer,
      { signal, repository: `${owner}/${repo}`, isRead: false, action: 'write reviews' },
    );
  } catch (error) {
    const isRefused = error instanceof GithubRefusal && error.status !== 404;
    throw isRefused ? new ReviewRefused(number, error.said) : readRefusal(error, number);
  }
}

function present({ path, firstLine, lastLine, body, replacement }: LineComment) {
  return {
    path,
    ...(firstLine < lastLine && { start_line: firstLine, start_side: 'RIGHT' }),
    line: lastLine,
    side: 'RIGHT',
    body: replacement === undefined ? body : `${body}\n\n${fenced('suggestion', replacement)}`,
  };
}
