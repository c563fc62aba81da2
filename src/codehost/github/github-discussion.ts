import type { z } from 'zod';
import type { ApiRequest, Refusal } from '../api-requests.ts';
import type { Comment, CommentThread, IssueDetails } from '../code-host.ts';
import { noreplyEmail } from './noreply-email.ts';
import { IssueNotFound } from '../errors.ts';
import { fitBody } from '../fit-body.ts';
import { mostComments, sortComments } from '../order-comments.ts';
import type { OpenedRepository } from '../server-connection.ts';
import { commentId, type GithubCommentKind } from './comment-id.ts';
import { commentsAnswer, issueAnswer, permissionAnswer, reviewsAnswer, writtenAnswer } from './github-answers.ts';
import { asMissing } from './github-review.ts';

const pageSize = 100;
/** GitHub's limit is 65,536, but it counts some characters more than once. */
const longestComment = 58_000;

/** What was said below a pull request, with its reviews, and on lines of its change. */
export async function readGithubComments(repository: OpenedRepository, number: number): Promise<Comment[]> {
  const { about, path: name } = repository;
  const asked = { ...about('read pull requests'), refused: asMissing(number) };
  const path = `/repos/${name}/pulls/${number}`;
  const onLines = await newestOf(repository, { ...asked, path: `${path}/comments` }, commentsAnswer);
  const reviews = await newestOf(repository, { ...asked, path: `${path}/reviews` }, reviewsAnswer);
  return sortComments([
    ...(await commentsBelow(repository, { ...asked, number })),
    ...onLines.map((comment) => presentComment('line', comment)),
    ...reviews.map((review) => presentComment('review', { ...review, created_at: review.submitted_at ?? '' })),
  ]);
}

class UnknownAccount extends Error {}

/** Whether an account may push; GitHub answers 404 for accounts that are no collaborators. */
export async function mayWriteToGithub(
  { api, about, path: name }: OpenedRepository,
  account: string,
): Promise<boolean> {
  const path = `/repos/${name}/collaborators/${encodeURIComponent(account)}/permission`;
  const refused = ({ status }: Refusal) => (status === 404 ? new UnknownAccount() : undefined);
  try {
    const asked = { ...about('read the permissions of collaborators'), path, refused };
    const { permission } = await api.send(asked, permissionAnswer);
    return permission === 'admin' || permission === 'write';
  } catch (error) {
    if (error instanceof UnknownAccount) return false;
    throw error;
  }
}

export async function replyOnGithub(
  { api, about, path: name }: OpenedRepository,
  { number, thread, body }: { number: number; thread: CommentThread; body: string },
): Promise<void> {
  const path =
    thread.kind === 'line'
      ? `/repos/${name}/pulls/${number}/comments/${encodeURIComponent(thread.id)}/replies`
      : `/repos/${name}/issues/${number}/comments`;
  const asked = { ...about('write comments'), refused: asMissing(number), method: 'POST' } as const;
  await api.send({ ...asked, path, body: { body: fitBody(body, longestComment) } }, writtenAnswer);
}

export async function readGithubIssue(repository: OpenedRepository, number: number): Promise<IssueDetails> {
  const { api, about, path: name } = repository;
  const refused = ({ status }: Refusal) => {
    if (status === 404 || status === 410) return new IssueNotFound(number);
    // To where it was transferred, which nobody allowed to be read.
    return status === 301 ? new IssueNotFound(number, { hasMoved: true }) : undefined;
  };
  const asked = { ...about('read issues'), refused };
  const issue = await api.send({ ...asked, path: `/repos/${name}/issues/${number}` }, issueAnswer);
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
    comments: await commentsBelow(repository, { ...asked, number }),
  };
}

async function commentsBelow(
  repository: OpenedRepository,
  { number, ...asked }: Omit<ApiRequest, 'path'> & { number: number },
): Promise<Comment[]> {
  const path = `/repos/${repository.path}/issues/${number}/comments`;
  const comments = await newestOf(repository, { ...asked, path }, commentsAnswer);
  return comments.map((comment) => presentComment('comment', comment));
}

/** GitHub lists the oldest first and says which page is the last. */
async function newestOf<Item>(
  { api }: OpenedRepository,
  request: ApiRequest,
  schema: z.ZodType<Item[]>,
): Promise<Item[]> {
  const ask = (page: number) => api.exchange({ ...request, query: { page, per_page: pageSize } }, schema);
  const { data, headers } = await ask(1);
  const toLast =
    headers
      .get('link')
      ?.split(',')
      .find((link) => link.includes('>; rel="last"')) ?? '';
  const last = Number(/[?&]page=(\d{1,9})/.exec(toLast)?.[1] ?? 1);
  const next = Math.max(2, last - mostComments / pageSize + 1);
  const items = next === 2 ? [...data] : [];
  for (let page = next; page <= last; page += 1) items.push(...(await ask(page)).data);
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
