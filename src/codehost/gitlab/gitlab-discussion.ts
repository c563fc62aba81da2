import type { z } from 'zod';
import type { ApiRequest } from '../api-requests.ts';
import type { Comment, CommentThread, IssueDetails } from '../code-host.ts';
import { IssueNotFound } from '../errors.ts';
import { fitBody } from '../fit-body.ts';
import type { OpenedRepository } from '../server-connection.ts';
import { sortComments, mostComments } from '../order-comments.ts';
import { developerRole, issueAnswer, madeNoteAnswer, membersAnswer, notesAnswer, placeOf } from './gitlab-answers.ts';
import { withoutQuickActions } from './gitlab-merge-requests.ts';
import { aboutMerge } from './gitlab-review.ts';
import { projectPath } from './project-path.ts';

/** User names of project and group access tokens. */
export const botName = /^(?:project|group)_\d+_bot/;
/** GitLab's own private address of an account, as it is by default: https://docs.gitlab.com/user/profile/#use-an-automatically-generated-private-commit-email */
export function noreplyEmail({ id, username }: { id: number; username: string }, host: string): string {
  return `${id}-${username}@users.noreply.${host}`;
}
/** GitLab accepts a million characters, but nobody reads them. */
const longestNote = 100_000;

/** Comments below a merge request and on lines of its change. */
export async function readGitlabComments(repository: OpenedRepository, number: number): Promise<Comment[]> {
  return readNotes(repository, aboutMerge(repository, number));
}

/** Developers and above may push to unprotected branches. Includes members of the project's groups. */
export async function mayWriteToGitlab(repository: OpenedRepository, account: string): Promise<boolean> {
  const asked = { ...repository.about('read members'), path: `${projectPath(repository)}/members/all` };
  const members = await repository.api.send({ ...asked, query: { query: account, per_page: 100 } }, membersAnswer);
  const name = account.toLowerCase();
  return members.some((each) => each.username.toLowerCase() === name && each.access_level >= developerRole);
}

export async function replyOnGitlab(
  repository: OpenedRepository,
  { number, thread, body }: { number: number; thread: CommentThread; body: string },
): Promise<void> {
  const { path, refused } = aboutMerge(repository, number);
  const place = thread.id === '' ? '/notes' : `/discussions/${encodeURIComponent(thread.id)}/notes`;
  const asked: ApiRequest = { ...repository.about('write comments'), refused, path: path + place, method: 'POST' };
  await repository.api.send(
    { ...asked, body: { body: fitBody(withoutQuickActions(body), longestNote) } },
    madeNoteAnswer,
  );
}

export async function readGitlabIssue(repository: OpenedRepository, number: number): Promise<IssueDetails> {
  const asked: ApiRequest = {
    ...repository.about('read issues'),
    path: `${projectPath(repository)}/issues/${number}`,
    refused: ({ status, location }) =>
      status === 404 || status === 301 ? new IssueNotFound(number, { hasMoved: location !== undefined }) : undefined,
  };
  const issue = await repository.api.send(asked, issueAnswer);
  return {
    number,
    url: issue.web_url,
    state: issue.state === 'opened' ? 'open' : 'closed',
    title: issue.title,
    author: issue.author?.username ?? '',
    createdAt: issue.created_at,
    labels: issue.labels,
    body: issue.description ?? '',
    comments: await readNotes(repository, asked),
  };
}

async function readNotes({ api, server }: OpenedRepository, asked: ApiRequest): Promise<Comment[]> {
  const notes = await api.list(
    { ...asked, path: `${asked.path}/notes`, query: { sort: 'desc', order_by: 'created_at', per_page: 100 } },
    notesAnswer,
    { most: mostComments },
  );
  // System notes, such as a changed label, are no comments.
  return sortComments(notes.filter(({ system }) => !system).map((note) => present(note, new URL(server).hostname)));
}

/** The list of notes does not name their discussions, so replies go below the merge request. */
function present(
  { id, author, created_at: date, body, position }: z.infer<typeof notesAnswer>[number],
  host: string,
): Comment {
  const username = author?.username ?? '';
  return {
    id: String(id),
    author: username,
    ...(author?.id !== undefined && { authorEmail: noreplyEmail({ id: author.id, username }, host) }),
    date,
    body,
    ...placeOf(position),
    thread: { kind: 'conversation', id: '' },
    isByBot: botName.test(username),
  };
}
