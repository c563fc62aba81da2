import type { Comment, CommentThread, IssueDetails } from '../code-host.ts';
import { commentId, type GithubCommentKind } from './comment-id.ts';
import { noreplyEmail } from './noreply-email.ts';
import { IssueNotFound } from '../errors.ts';
import { fitBody } from '../fit-body.ts';
import { sortComments, mostComments } from '../order-comments.ts';
import {
  commentsAnswer,
  issueAnswer,
  permissionAnswer,
  repositoryNameAnswer,
  reviewsAnswer,
  writtenAnswer,
} from './github-answers.ts';
import { readRefusal } from './github-review.ts';
import { GithubRefusal, type GithubRequests } from './github-requests.ts';
import type { GithubRepository } from './repository-address.ts';

const pageSize = 100;
/** GitHub's limit is 65,536, but it counts some characters more than once. */
const longestComment = 58_000;

interface Asked {
  readonly number: number;
  readonly signal: AbortSignal;
}

/** What was said below a pull request, with its reviews, and on lines of its change. */
export async function readGithubComments(
  requests: GithubRequests,
  repository: GithubRepository,
  { number, signal }: Asked,
): Promise<Comment[]> {
  const { owner, repo } = repository;
  const sending = { signal, repository: `${owner}/${repo}`, isRead: true, action: 'read pull requests' };
  const endpoint = { owner, repo, pull_number: number };
  try {
    const onLines = await newestOf((page) =>
      requests.send(
        (octokit) => octokit.rest.pulls.listReviewComments({ ...endpoint, ...page }),
        commentsAnswer,
        sending,
      ),
    );
    const reviews = await newestOf((page) =>
      requests.send((octokit) => octokit.rest.pulls.listReviews({ ...endpoint, ...page }), reviewsAnswer, sending),
    );
    const comments = [
      ...(await commentsBelow(requests, repository, { number, signal })),
      ...onLines.map((comment) => presentComment('line', comment)),
      ...reviews.map((review) => presentComment('review', { ...review, created_at: review.submitted_at ?? '' })),
    ];
    return sortComments(comments);
  } catch (error) {
    throw readRefusal(error, number);
  }
}

/** Whether an account may push; GitHub answers 404 for accounts that are no collaborators. */
export async function mayWriteToGithub(
  requests: GithubRequests,
  { owner, repo }: GithubRepository,
  { account, signal }: { account: string; signal: AbortSignal },
): Promise<boolean> {
  const sending = {
    signal,
    repository: `${owner}/${repo}`,
    isRead: true,
    action: 'read the permissions of collaborators',
  };
  try {
    const { data } = await requests.send(
      (octokit) => octokit.rest.repos.getCollaboratorPermissionLevel({ owner, repo, username: account }),
      permissionAnswer,
      sending,
    );
    return data.permission === 'admin' || data.permission === 'write';
  } catch (error) {
    if (error instanceof GithubRefusal && error.status === 404) return false;
    throw error;
  }
}

export async function replyOnGithub(
  requests: GithubRequests,
  { owner, repo }: GithubRepository,
  { number, thread, body, signal }: Asked & { thread: CommentThread; body: string },
): Promise<void> {
  const sending = { signal, repository: `${owner}/${repo}`, isRead: false, action: 'write comments' };
  const on = { owner, repo, body: fitBody(body, longestComment) };
  try {
    await requests.send(
      (octokit) =>
        thread.kind === 'line'
          ? octokit.rest.pulls.createReplyForReviewComment({
              ...on,
              pull_number: number,
              comment_id: Number(thread.id),
            })
          : octokit.rest.issues.createComment({ ...on, issue_number: number }),
      writtenAnswer,
      sending,
    );
  } catch (error) {
    throw readRefusal(error, number);
  }
}

export async function readGithubIssue(
  requests: GithubRequests,
  repository: GithubRepository,
  { number, signal }: Asked,
): Promise<IssueDetails> {
  const { owner, repo } = repository;
  const sending = { signal, repository: `${owner}/${repo}`, isRead: true, action: 'read issues' };
  try {
    const { data: issue } = await requests.send(
      (octokit) => octokit.rest.issues.get({ owner, repo, issue_number: number }),
      issueAnswer,
      sending,
    );
    if (!(await isOf(issue.repository_url, { requests, repository, signal })))
      throw new IssueNotFound(number, { hasMoved: true });
    // GitHub counts both together, and answers with either.
    if (issue.pull_request !== undefined) throw new IssueNotFound(number, { isPullRequest: true });
    return {
      number,
      url: issue.html_url,
      state: issue.state === 'open' ? 'open' : 'closed',
      title: issue.title,
      author: issue.user?.login ?? '',
      createdAt: issue.created_at,
      labels: issue.labels.map((label) => (typeof label === 'string' ? label : (label.name ?? ''))),
      body: issue.body ?? '',
      comments: await commentsBelow(requests, repository, { number, signal }),
    };
  } catch (error) {
    throw error instanceof GithubRefusal && error.status === 404 ? new IssueNotFound(number) : error;
  }
}

/**
 * Whether an issue is still in the repository: GitHub leads on to wherever one was transferred, which nobody allowed to be
 * read. The repository itself may have another name by now.
 */
async function isOf(
  address: string,
  { requests, repository, signal }: { requests: GithubRequests; repository: GithubRepository; signal: AbortSignal },
): Promise<boolean> {
  const { owner, repo } = repository;
  const isNamed = (name: string): boolean => address.toLowerCase().endsWith(`/repos/${name.toLowerCase()}`);
  if (isNamed(`${owner}/${repo}`)) return true;
  const sending = { signal, repository: `${owner}/${repo}`, isRead: true, action: 'read the repository' };
  const { data } = await requests.send(
    (octokit) => octokit.rest.repos.get({ owner, repo }),
    repositoryNameAnswer,
    sending,
  );
  return isNamed(data.full_name);
}

async function commentsBelow(
  requests: GithubRequests,
  { owner, repo }: GithubRepository,
  { number, signal }: Asked,
): Promise<Comment[]> {
  const comment = await newestOf((page) =>
    requests.send(
      (octokit) => octokit.rest.issues.listComments({ owner, repo, issue_number: number, ...page }),
      commentsAnswer,
      {
        signal,
        repository: `${owner}/${repo}`,
        isRead: true,
        action: 'read comments',
      },
    ),
  );
  return comment.map((comment) => presentComment('comment', comment));
}

/** GitHub lists the oldest first and says which page is the last. */
async function newestOf<Item>(
  ask: (page: {
    page: number;
    per_page: number;
  }) => Promise<{ data: Item[]; headers: Readonly<Record<string, unknown>> }>,
): Promise<Item[]> {
  const { data, headers } = await ask({ page: 1, per_page: pageSize });
  const last = Number(/[?&]page=(\d{1,9})[^>]*>; rel="last"/.exec(String(headers['link']))?.[1] ?? 1);
  const next = Math.max(2, last - mostComments / pageSize + 1);
  const items = next === 2 ? [...data] : [];
  for (let page = next; page <= last; page += 1) items.push(...(await ask({ page, per_page: pageSize })).data);
  return items.slice(-mostComments);
}

/** The members of GitHub's comments and reviews that are used. */
interface GithubComment {
  readonly id: number;
  readonly user: {
    readonly login: string;
    readonly id?: number | undefined;
    readonly type?: string | undefined;
  } | null;
  readonly created_at: string;
  readonly body?: string | null | undefined;
  readonly path?: string | undefined;
  readonly line?: number | null | undefined;
  readonly in_reply_to_id?: number | null | undefined;
}

function presentComment(
  kind: GithubCommentKind,
  { id, user, created_at: date, body, path, line, in_reply_to_id: first }: GithubComment,
): Comment {
  return {
    id: commentId(kind, id),
    author: user?.login ?? '',
    ...(user?.id !== undefined && { authorEmail: noreplyEmail({ id: user.id, login: user.login }) }),
    date,
    body: body ?? '',
    path,
    line: line ?? undefined,
    thread: kind === 'line' ? { kind, id: String(first ?? id) } : { kind: 'conversation', id: '' },
    isByBot: user?.type === 'Bot',
  };
}
