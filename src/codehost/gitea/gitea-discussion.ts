import type { Refusal } from '../api-requests.ts';
import type { Comment, IssueDetails } from '../code-host.ts';
import { IssueNotFound, PermissionMissing } from '../errors.ts';
import { fitBody } from '../fit-body.ts';
import type { OpenedRepository } from '../server-connection.ts';
import { sortComments, mostComments } from '../order-comments.ts';
import {
  commentsAnswer,
  issueAnswer,
  lineCommentsAnswer,
  memberAnswer,
  madeCommentAnswer,
  permissionAnswer,
  pullAnswer,
  reviewsAnswer,
  teamsAnswer,
} from './gitea-answers.ts';
import { asMissing } from './gitea-review.ts';

const pageSize = 50;
/** Gitea has no limit, but its database may have one. */
const longestComment = 60_000;

const mostTeams = 100;

class UnknownAccount extends Error {}
class NothingShown extends Error {}
const asUnknown = ({ status }: Refusal) => (status === 404 ? new UnknownAccount() : undefined);

/** Comments below a pull request, in its reviews, and on lines of its change. */
export async function readGiteaComments(repository: OpenedRepository, number: number): Promise<Comment[]> {
  const { api, about, path: name } = repository;
  const asked = { ...about('read pull requests'), refused: asMissing(number) };
  const path = `/repos/${name}/pulls/${number}`;
  await api.send({ ...asked, path }, pullAnswer);
  const asReviews = { ...asked, path: `${path}/reviews`, query: { limit: pageSize } };
  const reviews = await api.list(asReviews, reviewsAnswer, { most: mostComments });
  const onLines: Comment[] = [];
  for (const { id, comments_count: count } of reviews) {
    if (count === 0 || onLines.length >= mostComments) continue;
    const comments = await api.send({ ...asked, path: `${path}/reviews/${id}/comments` }, lineCommentsAnswer);
    onLines.push(...comments.map((comment) => present('line', comment, comment)));
  }
  const bodies = reviews.map((review) => present('review', { ...review, created_at: review.submitted_at }));
  return sortComments([...(await commentsBelow(repository, number)), ...onLines, ...bodies]);
}

/** Gitea shows the permissions of others only to administrators of the repository. */
export async function mayWriteToGitea(repository: OpenedRepository, account: string): Promise<boolean> {
  const { api, about, path } = repository;
  const permissionPath = `/repos/${path}/collaborators/${encodeURIComponent(account)}/permission`;
  const asked = { ...about('read the permissions of others'), path: permissionPath, refused: asUnknown };
  try {
    const { permission } = await api.send(asked, permissionAnswer);
    return ['owner', 'admin', 'write'].includes(permission) || (await isInWritingTeam(repository, account));
  } catch (error) {
    if (error instanceof UnknownAccount) return false;
    throw error;
  }
}

/** Of teams with rights for each unit, the permission above says nothing. Only a token that may read organisations sees them. */
async function isInWritingTeam({ api, about, path }: OpenedRepository, account: string): Promise<boolean> {
  const refused = ({ status }: Refusal) => (status === 404 || status === 405 ? new NothingShown() : undefined);
  const asked = { ...about('read teams'), refused };
  // Gitea shows members only of teams of the token's account.
  const unlessHidden = async <T>(answer: Promise<T>): Promise<T | undefined> => {
    try {
      return await answer;
    } catch (error) {
      if (error instanceof NothingShown || error instanceof PermissionMissing) return undefined;
      throw error;
    }
  };
  const listing = api.list({ ...asked, path: `/repos/${path}/teams` }, teamsAnswer, { most: mostTeams });
  const writes = ({ units_map: units }: { units_map?: Readonly<Record<string, string>> | null | undefined }) =>
    /^(?:write|admin|owner)$/.test(units?.['repo.code'] ?? '');
  for (const { id } of ((await unlessHidden(listing)) ?? []).filter(writes)) {
    const membership = { ...asked, path: `/teams/${id}/members/${encodeURIComponent(account)}` };
    if ((await unlessHidden(api.send(membership, memberAnswer))) !== undefined) return true;
  }
  return false;
}

/** Comments below the pull request: Gitea's API cannot reply on a line. */
export async function replyOnGitea(
  { api, about, path }: OpenedRepository,
  { number, body }: { number: number; body: string },
): Promise<void> {
  const asked = { ...about('write comments'), refused: asMissing(number) };
  // Gitea answers 500 to a comment on a missing pull request.
  await api.send({ ...asked, path: `/repos/${path}/pulls/${number}` }, pullAnswer);
  const comment = { ...asked, method: 'POST', path: `/repos/${path}/issues/${number}/comments` } as const;
  await api.send({ ...comment, body: { body: fitBody(body, longestComment) } }, madeCommentAnswer);
}

export async function readGiteaIssue(repository: OpenedRepository, number: number): Promise<IssueDetails> {
  const { api, about, path: name } = repository;
  const issue = await api.send(
    {
      ...about('read issues'),
      path: `/repos/${name}/issues/${number}`,
      refused: ({ status }) => (status === 404 ? new IssueNotFound(number) : undefined),
    },
    issueAnswer,
  );
  // Gitea numbers issues and pull requests together, and this path serves both.
  if (issue.pull_request !== undefined && issue.pull_request !== null)
    throw new IssueNotFound(number, { isPullRequest: true });
  return {
    number,
    url: issue.html_url,
    state: issue.state,
    title: issue.title,
    author: issue.user?.login ?? '',
    createdAt: issue.created_at,
    labels: (issue.labels ?? []).map((label) => label.name),
    body: issue.body,
    comments: sortComments(await commentsBelow(repository, number)),
  };
}

async function commentsBelow({ api, about, path: name }: OpenedRepository, number: number): Promise<Comment[]> {
  const path = `/repos/${name}/issues/${number}/comments`;
  const comments = await api.send({ ...about('read comments'), path }, commentsAnswer);
  return comments.map((comment) => present('comment', comment));
}

/** Gitea's API neither replies on a line nor marks bots. */
function present(
  kind: 'comment' | 'line' | 'review',
  {
    id,
    user,
    created_at: date,
    body,
  }: { id: number; user: { login: string; email?: string | undefined } | null; created_at: string; body: string },
  place: { path?: string; position?: number | null | undefined } = {},
): Comment {
  return {
    id: `${kind}-${id}`,
    author: user?.login ?? '',
    ...(user?.email !== undefined && user.email !== '' && { authorEmail: user.email }),
    date,
    body,
    path: place.path,
    line: place.position ?? undefined,
    thread: { kind: 'conversation', id: '' },
    isByBot: false,
  };
}
