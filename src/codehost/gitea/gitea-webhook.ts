import { z } from 'zod';
import { isSignedBy, readEvent, signatureOf } from '../signed-event.ts';
import type { CommentEvent, WebhookEvent, WebhookReader } from '../webhook.ts';

const repository = z.object({ html_url: z.string() });
const user = z.object({ login: z.string() });

/** https://docs.gitea.com/usage/webhooks; Forgejo sends the same under both names. */
const pullRequestEvent = z.object({
  repository,
  pull_request: z.object({
    number: z.number().int().positive(),
    state: z.enum(['open', 'closed']),
    merged: z.boolean(),
  }),
});

const commentEvent = z.object({
  repository,
  action: z.string(),
  is_pull: z.boolean(),
  issue: z.object({ number: z.number().int().positive(), user }),
  comment: z.object({ id: z.number(), user, body: z.string(), created_at: z.iso.datetime({ offset: true }) }),
});

/** Without reviews: Gitea does not send the comments on lines. */
export const giteaWebhook: WebhookReader = {
  events: ['Pull Request', 'Pull Request Comment'],

  // `X-Gitea-Signature` is the hexadecimal HMAC-SHA256 of the raw body.
  isSigned: (request, secret) => isSignedBy(request.header('x-gitea-signature'), request.rawBody, secret),

  read(request): WebhookEvent | undefined {
    const name = request.header('x-gitea-event') ?? '';
    // What the button Test Push Event sends.
    if (name === 'push') return { kind: 'ping' };
    if (name === 'issue_comment') return commentOf(readEvent(name, commentEvent, request.rawBody));
    if (name !== 'pull_request') return undefined;
    const { repository: of, pull_request: reported } = readEvent(name, pullRequestEvent, request.rawBody);
    const state = reported.merged ? 'merged' : reported.state;
    return { kind: 'pull-request', repositoryUrl: of.html_url, number: reported.number, state };
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

function commentOf(event: z.infer<typeof commentEvent>): CommentEvent | undefined {
  const { repository: of, issue, comment } = event;
  if (event.action !== 'created' || !event.is_pull) return undefined;
  return {
    kind: 'comment',
    repositoryUrl: of.html_url,
    number: issue.number,
    id: `comment-${comment.id}`,
    author: comment.user.login,
    pullRequestAuthor: issue.user.login,
    isByProgram: false,
    text: comment.body,
    path: undefined,
    line: undefined,
    thread: { kind: 'conversation', id: '' },
    createdAt: comment.created_at,
  };
}
