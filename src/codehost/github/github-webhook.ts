import { z } from 'zod';
import type { CommentThread } from '../code-host.ts';
import { commentId, type GithubCommentKind } from './comment-id.ts';
import { isSignedBy, readEvent, signatureOf } from '../signed-event.ts';
import type { CommentEvent, WebhookEvent, WebhookReader } from '../webhook.ts';

const repository = z.object({ html_url: z.string() });

/** The fields of the `pull_request` event that are used: https://docs.github.com/webhooks/webhook-events-and-payloads */
const pullRequestEvent = z.object({
  repository,
  pull_request: z.object({
    number: z.number().int().positive(),
    state: z.enum(['open', 'closed']),
    merged: z.boolean(),
  }),
});

const account = z.object({ login: z.string(), type: z.string() });
const comment = z.object({ id: z.number(), user: account, body: z.string(), created_at: z.iso.datetime() });
const pull = z.object({ number: z.number().int().positive(), user: z.object({ login: z.string() }) });

/** Events of words that people write. Their `action` says whether they are new: an edit is not taken a second time. */
const commentEvents = {
  issue_comment: z
    .object({ repository, action: z.string(), issue: pull.extend({ pull_request: z.object({}).optional() }), comment })
    .transform(({ issue, ...event }) =>
      event.action === 'created' && issue.pull_request !== undefined
        ? commentOf('comment', { ...event, pull: issue, thread: { kind: 'conversation', id: '' } })
        : undefined,
    ),
  pull_request_review_comment: z
    .object({
      repository,
      action: z.string(),
      pull_request: pull,
      comment: comment.extend({
        path: z.string(),
        line: z.number().nullable().optional(),
        in_reply_to_id: z.number().optional(),
      }),
    })
    .transform(({ pull_request: of, comment: said, ...event }) =>
      event.action === 'created'
        ? commentOf('line', {
            ...event,
            pull: of,
            comment: said,
            thread: { kind: 'line', id: String(said.in_reply_to_id ?? said.id) },
            place: { path: said.path, line: said.line ?? undefined },
          })
        : undefined,
    ),
  pull_request_review: z
    .object({
      repository,
      action: z.string(),
      pull_request: pull,
      review: comment
        .omit({ created_at: true })
        .extend({ body: z.string().nullable(), submitted_at: z.iso.datetime() }),
    })
    .transform(({ pull_request: of, review, ...event }) =>
      event.action === 'submitted' && review.body !== null
        ? commentOf('review', {
            ...event,
            pull: of,
            comment: { ...review, body: review.body, created_at: review.submitted_at },
            thread: { kind: 'conversation', id: '' },
          })
        : undefined,
    ),
};

function commentOf(
  kind: GithubCommentKind,
  {
    repository: of,
    pull: { number, user },
    comment: said,
    thread,
    place = { path: undefined, line: undefined },
  }: {
    repository: z.infer<typeof repository>;
    pull: z.infer<typeof pull>;
    comment: z.infer<typeof comment>;
    thread: CommentThread;
    place?: { path: string | undefined; line: number | undefined };
  },
): CommentEvent {
  return {
    kind: 'comment',
    repositoryUrl: of.html_url,
    number,
    id: commentId(kind, said.id),
    author: said.user.login,
    pullRequestAuthor: user.login,
    isByProgram: said.user.type === 'Bot',
    text: said.body,
    ...place,
    thread,
    createdAt: said.created_at,
  };
}

export const githubWebhook: WebhookReader = {
  events: ['Issue comments', 'Pull requests', 'Pull request reviews', 'Pull request review comments'],

  // `X-Hub-Signature-256` is `sha256=` and the hexadecimal HMAC-SHA256 of the raw body.
  isSigned(request, secret) {
    const signature = /^sha256=(.*)$/i.exec(request.header('x-hub-signature-256') ?? '')?.[1];
    return isSignedBy(signature, request.rawBody, secret);
  },

  read(request): WebhookEvent | undefined {
    const name = request.header('x-github-event') ?? '';
    if (name === 'ping') return { kind: 'ping' };
    const commentEvent = Object.entries(commentEvents).find(([each]) => each === name)?.[1];
    if (commentEvent !== undefined) return readEvent(name, commentEvent, request.rawBody);
    if (name !== 'pull_request') return undefined;
    const { repository: of, pull_request: reported } = readEvent(name, pullRequestEvent, request.rawBody);
    const state = reported.merged ? 'merged' : reported.state;
    return { kind: 'pull-request', repositoryUrl: of.html_url, number: reported.number, state };
  },

  ping(secret) {
    const body = JSON.stringify({ zen: 'Keep it logically awesome.', hook: { events: ['pull_request'] } });
    const headers = {
      'content-type': 'application/json',
      'x-github-event': 'ping',
      'x-hub-signature-256': `sha256=${signatureOf(body, secret)}`,
    };
    return { headers, body };
  },
};
