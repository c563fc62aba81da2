import { z } from 'zod';
import { pushEvent, statusEvent } from '../change-events.ts';
import { pullRequestEvent } from '../pull-request-event.ts';
import { isSignedBy, readEvent, signatureOf } from '../signed-event.ts';
import type { CommentEvent, WebhookEvent, WebhookReader } from '../webhook.ts';

const user = z.object({ login: z.string(), email: z.string().optional() });

/** https://docs.gitea.com/usage/webhooks */
const commentEvent = z.object({
  repository: z.object({ html_url: z.string() }),
  action: z.string(),
  is_pull: z.boolean(),
  issue: z.object({ number: z.number().int().positive(), user }),
  comment: z.object({ id: z.number(), user, body: z.string(), created_at: z.iso.datetime({ offset: true }) }),
});

/** Our own test event has no repository. */
const pushOrPing = z.union([
  z.object({ repository: z.undefined().optional() }).transform((): WebhookEvent => ({ kind: 'ping' })),
  pushEvent,
]);

/** Forgejo sends the same events and headers. Review events are left out: Gitea sends them without comments on lines. */
export const giteaWebhook: WebhookReader = {
  events: ['Pull Request', 'Pull Request Synchronized', 'Pull Request Comment', 'Push', 'Statuses'],

  // `X-Gitea-Signature` is the hexadecimal HMAC-SHA256 of the raw body.
  isSigned: (request, secret) => isSignedBy(request.header('x-gitea-signature'), request.rawBody, secret),

  read(request): WebhookEvent | undefined {
    const name = request.header('x-gitea-event') ?? '';
    if (name === 'push') return readEvent(name, pushOrPing, request.rawBody);
    if (name === 'status') return readEvent(name, statusEvent, request.rawBody);
    if (name === 'issue_comment') return commentOf(readEvent(name, commentEvent, request.rawBody));
    return name === 'pull_request' ? readEvent(name, pullRequestEvent, request.rawBody) : undefined;
  },

  ping(secret) {
    const body = JSON.stringify({ ref: 'refs/heads/main', commits: [] });
    const headers = {
      'content-type': 'application/json',
      'x-gitea-event': 'push',
      'x-gitea-signature': signatureOf(body, secret),
    };
    return { headers, body };
  },
};

/** Gitea shows an account's address, or the one that it made up to keep that private. */
function authorEmailOf({ email = '' }: z.infer<typeof user>): Pick<CommentEvent, 'authorEmail'> {
  return email === '' ? {} : { authorEmail: email };
}

function commentOf(event: z.infer<typeof commentEvent>): CommentEvent | undefined {
  const { repository, issue, comment } = event;
  if (event.action !== 'created' || !event.is_pull) return undefined;
  return {
    kind: 'comment',
    repositoryUrl: repository.html_url,
    number: issue.number,
    id: `comment-${comment.id}`,
    author: comment.user.login,
    ...authorEmailOf(comment.user),
    pullRequestAuthor: issue.user.login,
    isByBot: false,
    text: comment.body,
    path: undefined,
    line: undefined,
    thread: { kind: 'conversation', id: '' },
    createdAt: comment.created_at,
  };
}
