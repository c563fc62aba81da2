import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { WebhookUnreadable } from '../errors.ts';
import type { CommentThread } from '../code-host.ts';
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

const signatureOf = (body: Uint8Array | string, secret: string) => createHmac('sha256', secret).update(body).digest();

const account = z.object({ login: z.string(), type: z.string() });
const comment = z.object({ id: z.number(), user: account, body: z.string(), created_at: z.iso.datetime() });
const pull = z.object({ number: z.number().int().positive(), user: z.object({ login: z.string() }) });

/** Events of words that people write. Their `action` says whether they are new: an edit is not taken a second time. */
const commentEvents = {
  issue_comment: z
    .object({ repository, action: z.string(), issue: pull.extend({ pull_request: z.object({}).optional() }), comment })
    .transform(({ issue, ...event }) =>
      event.action === 'created' && issue.pull_request !== undefined
        ? commentOf({ ...event, pull: issue, thread: { kind: 'conversation', id: '' } })
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
        ? commentOf({
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
        ? commentOf({
            ...event,
            pull: of,
            comment: { ...review, body: review.body, created_at: review.submitted_at },
            thread: { kind: 'conversation', id: '' },
          })
        : undefined,
    ),
};

function commentOf({
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
}): CommentEvent {
  return {
    kind: 'comment',
    repositoryUrl: of.html_url,
    number,
    id: String(said.id),
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
    const signature = /^sha256=([0-9a-f]{64})$/i.exec(request.header('x-hub-signature-256') ?? '')?.[1];
    return (
      signature !== undefined && timingSafeEqual(Buffer.from(signature, 'hex'), signatureOf(request.rawBody, secret))
    );
  },

  read(request): WebhookEvent | undefined {
    const name = request.header('x-github-event') ?? '';
    if (name === 'ping') return { kind: 'ping' };
    const commentEvent = Object.entries(commentEvents).find(([each]) => each === name)?.[1];
    if (commentEvent !== undefined) return parse(name, commentEvent, request.rawBody);
    if (name !== 'pull_request') return undefined;
    const { repository: of, pull_request: reported } = parse(name, pullRequestEvent, request.rawBody);
    const state = reported.merged ? 'merged' : reported.state;
    return { kind: 'pull-request', repositoryUrl: of.html_url, number: reported.number, state };
  },

  ping(secret) {
    const body = JSON.stringify({ zen: 'Keep it logically awesome.', hook: { events: ['pull_request'] } });
    const signature = `sha256=${signatureOf(body, secret).toString('hex')}`;
    const headers = {
      'content-type': 'application/json',
      'x-github-event': 'ping',
      'x-hub-signature-256': signature,
    };
    return { headers, body };
  },
};

function parse<Schema extends z.ZodType>(name: string, schema: Schema, rawBody: Uint8Array): z.infer<Schema> {
  let payload: unknown;
  try {
    payload = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(rawBody));
  } catch {
    throw new WebhookUnreadable(name, 'the body is not JSON; choose the content type application/json');
  }
  const read = schema.safeParse(payload);
  if (read.success) return read.data;
  const field = read.error.issues[0]?.path.join('.') ?? '';
  throw new WebhookUnreadable(name, `${field === '' ? 'the body' : `\`${field}\``} is missing or has another type`);
}
