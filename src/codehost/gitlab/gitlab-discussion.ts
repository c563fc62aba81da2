import type { z } from 'zod';
import type { ApiRequest } from '../api-requests.ts';
import type { Comment, CommentThread, IssueDetails } from '../code-host.ts';
import { IssueNotFound } from '../errors.ts';
import { fitBody } from '../fit-body.ts';
import type { OpenedRepository } from '../opened-place.ts';
import { inOrder, mostComments } from '../order-comments.ts';
import { issueAnswer, madeNoteAnswer, membersAnswer, notesAnswer } from './gitlab-answers.ts';
import { withoutQuickActions } from './gitlab-merge-requests.ts';
import { aboutMerge } from './gitlab-review.ts';
import { projectPath } from './project-path.ts';

/** The users of project and group access tokens. */
export const botName = /^(?:project|group)_\d+_bot/;
/** https://docs.gitlab.com/api/members/#roles */
const developer = 30;
/** Of a million characters that GitLab takes; nobody reads more. */
const longestNote = 100_000;

/** What people said below a merge request and on lines of its change. */
export async function readGitlabComments(repository: OpenedRepository, number: number): Promise<Comment[]> {
  return readNotes(repository, aboutMerge(repository, number));
}

/** Developers and above may push to branches that are not protected, members of groups included. */
export async function mayWriteToGitlab(repository: OpenedRepository, account: string): Promise<boolean> {
  const asked = { ...repository.about('read members'), path: `${projectPath(repository)}/members/all` };
  const members = await repository.api.send({ ...asked, query: { query: account, per_page: 100 } }, membersAnswer);
  const name = account.toLowerCase();
  return members.some((each) => each.username.toLowerCase() === name && each.access_level >= developer);
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

async function readNotes({ api }: OpenedRepository, asked: ApiRequest): Promise<Comment[]> {
  const notes = await api.list(
    { ...asked, path: `${asked.path}/notes`, query: { sort: 'asc', order_by: 'created_at', per_page: 100 } },
    notesAnswer,
    { most: mostComments },
  );
  // What GitLab itself notes, such as a changed label, nobody said.
  return inOrder(notes.filter(({ system }) => !system).map(present));
}

/** The list of notes does not say which discussion each belongs to. */
function present({ id, author, created_at: date, body, position }: z.infer<typeof notesAnswer>[number]): Comment {
  return {
    id: String(id),
    author: author?.username ?? '',
    date,
    body,
    path: position?.new_path ?? position?.old_path ?? undefined,
    line: position?.new_line ?? position?.old_line ?? undefined,
    thread: { kind: 'conversation', id: '' },
    isByProgram: botName.test(author?.username ?? ''),
  };
}
