import { z } from 'zod';
import type { CommentThread } from '../code-host.ts';
import { pushEvent, statusEvent } from '../change-events.ts';
import { pullRequestEvent } from '../pull-request-event.ts';
import { commentId, type GithubCommentKind } from './comment-id.ts';
import { noreplyEmail } from './noreply-email.ts';
import { isSignedBy, readEvent, signatureOf } from '../signed-event.ts';
import type { CommentEvent, WebhookEvent, WebhookReader } from '../webhook.ts';

/** https://docs.github.com/webhooks/webhook-events-and-payloads */
const repositorySchema = z.object({ html_url: z.string() });
const accountSchema = z.object({ login: z.string(), id: z.number().optional(), type: z.string() });
const commentSchema = z.object({ id: z.number(), user: accountSchema, body: z.string(), created_at: z.iso.datetime() });
const pullSchema = z.object({ number: z.number().int().positive(), user: z.object({ login: z.string() }) });
const eventFields = { repository: repositorySchema, action: z.string() };

/** Only new comments: edits and deletions have another `action`. */
const commentEvents = {
  issue_comment: z
    .object({
      ...eventFields,
      issue: pullSchema.extend({ pull_request: z.object({}).optional() }),
      comment: commentSchema,
    })
    .transform(({ issue, ...event }) =>
      event.action === 'created' && issue.pull_request !== undefined
        ? commentOf('comment', { ...event, pull: issue, thread: { kind: 'conversation', id: '' } })
        : undefined,
    ),
  pull_request_review_comment: z
    .object({
      ...eventFields,
      pull_request: pullSchema,
      comment: commentSchema.extend({
        path: z.string(),
        line: z.number().nullable().optional(),
        in_reply_to_id: z.number().optional(),
      }),
    })
    .transform(({ pull_request: pull, comment, ...event }) =>
      event.action === 'created'
        ? commentOf('line', {
            ...event,
            pull,
            comment,
            thread: { kind: 'line', id: String(comment.in_reply_to_id ?? comment.id) },
            place: { path: comment.path, line: comment.line ?? undefined },
          })
        : undefined,
    ),
  pull_request_review: z
    .object({
      ...eventFields,
      pull_request: pullSchema,
      review: commentSchema
        .omit({ created_at: true })
        .extend({ body: z.string().nullable(), submitted_at: z.iso.datetime() }),
    })
    .transform(({ pull_request: pull, review, ...event }) =>
      event.action === 'submitted' && review.body !== null
        ? commentOf('review', {
            ...event,
            pull,
            comment: { ...review, body: review.body, created_at: review.submitted_at },
            thread: { kind: 'conversation', id: '' },
          })
        : undefined,
    ),
};

const checkRunEvent = z
  .object(eventFields)
  .transform(({ repository, action }): WebhookEvent | undefined =>
    action === 'completed' ? { kind: 'change', repositoryUrl: repository.html_url } : undefined,
  );

const otherEvents = new Map<string, z.ZodType<WebhookEvent | undefined>>([
  ['check_run', checkRunEvent],
  ['pull_request', pullRequestEvent],
  ['push', pushEvent],
  ['status', statusEvent],
]);

function commentOf(
  kind: GithubCommentKind,
  {
    repository,
    pull: { number, user },
    comment,
    thread,
    place = { path: undefined, line: undefined },
  }: {
    repository: z.infer<typeof repositorySchema>;
    pull: z.infer<typeof pullSchema>;
    comment: z.infer<typeof commentSchema>;
    thread: CommentThread;
    place?: { path: string | undefined; line: number | undefined };
  },
): CommentEvent {
  return {
    kind: 'comment',
    repositoryUrl: repository.html_url,
    number,
    id: commentId(kind, comment.id),
    author: comment.user.login,
    ...(comment.user.id !== undefined && {
      authorEmail: noreplyEmail({ id: comment.user.id, login: comment.user.login }),
    }),
    pullRequestAuthor: user.login,
    isByBot: comment.user.type === 'Bot',
    text: comment.body,
    ...place,
    thread,
    createdAt: comment.created_at,
  };
}

export const githubWebhook: WebhookReader = {
  events: [
    'Check runs',
    'Issue comments',
    'Pull requests',
    'Pull request reviews',
    'Pull request review comments',
    'Pushes',
    'Statuses',
  ],

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
    const schema = otherEvents.get(name);
    return schema === undefined ? undefined : readEvent(name, schema, request.rawBody);
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
