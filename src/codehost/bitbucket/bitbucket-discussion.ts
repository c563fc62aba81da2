import type { ApiRequest } from '../api-requests.ts';
import type { Comment, CommentThread } from '../code-host.ts';
import { fitBody } from '../fit-body.ts';
import { mostComments, sortComments } from '../order-comments.ts';
import type { OpenedRepository } from '../server-connection.ts';
import {
  commentAnswer,
  madeCommentAnswer,
  nameOf,
  pageOf,
  permissionAnswer,
  type BitbucketComment,
} from './bitbucket-answers.ts';
import { aboutPull } from './bitbucket-review.ts';
import { readMarkers, storeMarkers } from './hidden-markers.ts';

/** In characters. Bitbucket documents no limit. */
const longestComment = 30_000;

/** Comments below a pull request and on lines of its change. */
export async function readBitbucketComments(repository: OpenedRepository, number: number): Promise<Comment[]> {
  const asked = aboutPull(repository, number);
  const comments = await repository.api.list(
    { ...asked, path: `${asked.path}/comments`, query: { sort: '-created_on', pagelen: 100 } },
    pageOf(commentAnswer),
    { most: mostComments },
  );
  return sortComments(comments.filter(({ deleted }) => deleted !== true).map(presentComment));
}

/** `account` is a `uuid`. Bitbucket shows the permissions of others only to administrators of the repository. */
export async function mayWriteToBitbucket({ api, about, path }: OpenedRepository, account: string): Promise<boolean> {
  const [workspace = '', slug = ''] = path.split('/');
  const { values } = await api.send(
    {
      ...about('read the permissions of others'),
      path: `/workspaces/${workspace}/permissions/repositories/${slug}`,
      query: { q: `user.uuid = "${account.replace(/["\\]/g, '')}"` },
    },
    pageOf(permissionAnswer),
  );
  return values.some(({ user, permission }) => user?.uuid === account && ['write', 'admin'].includes(permission));
}

export async function replyOnBitbucket(
  repository: OpenedRepository,
  { number, thread, body }: { number: number; thread: CommentThread; body: string },
): Promise<void> {
  const asked: ApiRequest = { ...aboutPull(repository, number), ...repository.about('write comments') };
  const content = { raw: storeMarkers(fitBody(body, longestComment)) };
  const parent = thread.id === '' ? {} : { parent: { id: Number(thread.id) } };
  await repository.api.send(
    { ...asked, method: 'POST', path: `${asked.path}/comments`, body: { content, ...parent } },
    madeCommentAnswer,
  );
}

/** A reply to a reply joins the thread of the first comment. */
export function presentComment({ id, user, created_on: date, content, inline, parent }: BitbucketComment): Comment {
  const onLine = inline !== null && inline !== undefined;
  return {
    id: String(id),
    author: nameOf(user),
    ...(user && { accountId: user.uuid }),
    date,
    body: readMarkers(content.raw),
    path: inline?.path,
    line: inline?.to ?? inline?.from ?? undefined,
    thread: onLine ? { kind: 'line', id: String(parent?.id ?? id) } : { kind: 'conversation', id: '' },
    isByBot: user?.type !== 'user',
  };
}
