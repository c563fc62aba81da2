import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { WebhookUnreadable } from '../errors.ts';
import type { WebhookEvent, WebhookReader } from '../webhook.ts';

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

export const githubWebhook: WebhookReader = {
  events: ['Pull requests'],

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
    if (name !== 'pull_request') return undefined;
    const { repository: of, pull_request: pull } = parse(name, pullRequestEvent, request.rawBody);
    const state = pull.merged ? 'merged' : pull.state;
    return { kind: 'pull-request', repositoryUrl: of.html_url, number: pull.number, state };
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
