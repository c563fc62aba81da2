import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { WebhookUnreadable } from '../errors.ts';
import type { WebhookRequest } from '../webhook.ts';
import { githubWebhook } from './github-webhook.ts';

const secret = 'whsec_test';

function deliver(event: string, payload: unknown, headers: Record<string, string> = {}): WebhookRequest {
  const rawBody = Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload));
  const signature = `sha256=${createHmac('sha256', secret).update(rawBody).digest('hex')}`;
  const all: Record<string, string> = { 'x-github-event': event, 'x-hub-signature-256': signature, ...headers };
  return { rawBody, header: (name) => all[name] };
}

const repository = { html_url: 'https://github.com/acme/docs', private: true };

describe('a signature', () => {
  it('is that of the documentation of GitHub', () => {
    // https://docs.github.com/webhooks/using-webhooks/validating-webhook-deliveries#testing-the-webhook-payload-validation
    const signature = 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17';
    const request = { rawBody: Buffer.from('Hello, World!'), header: () => signature };
    expect(githubWebhook.isSigned(request, "It's a Secret to Everybody")).toBe(true);
    expect(githubWebhook.isSigned(request, "It's a Secret to Nobody")).toBe(false);
  });

  it.each([
    '',
    'sha256=',
    'sha256=00',
    `sha1=${'0'.repeat(40)}`,
    `sha256=${'g'.repeat(64)}`,
    `sha256=${'0'.repeat(64)}`,
  ])('%j is none', (signature) => {
    const request = deliver('ping', '{}', { 'x-hub-signature-256': signature });
    expect(githubWebhook.isSigned(request, secret)).toBe(false);
  });

  it('of the test event is right', () => {
    const { headers, body } = githubWebhook.ping(secret);
    const request = { rawBody: Buffer.from(body), header: (name: string) => headers[name] };
    expect(githubWebhook.isSigned(request, secret)).toBe(true);
    expect(githubWebhook.read(request)).toEqual({ kind: 'ping' });
  });
});

describe('the event pull_request', () => {
  it.each([
    ['open', false, 'open'],
    ['closed', false, 'closed'],
    ['closed', true, 'merged'],
  ] as const)('%s, merged: %s', (state, merged, expected) => {
    const payload = { action: 'any', repository, pull_request: { number: 7, state, merged, title: 'x' } };
    const repositoryUrl = repository.html_url;
    expect(githubWebhook.read(deliver('pull_request', payload))).toEqual({
      kind: 'pull-request',
      repositoryUrl,
      number: 7,
      state: expected,
    });
  });

  it.each([
    ['no JSON', 'payload=%7B%7D', 'the body is not JSON'],
    ['a list', [], 'the body'],
    ['no number', { repository, pull_request: { state: 'open', merged: false } }, '`pull_request.number`'],
    [
      'an unknown state',
      { repository, pull_request: { number: 1, state: 'x', merged: false } },
      '`pull_request.state`',
    ],
  ])('with %s is refused by the field', (_name, payload, named) => {
    const read = () => githubWebhook.read(deliver('pull_request', payload));
    expect(read).toThrow(WebhookUnreadable);
    expect(read).toThrow(named);
  });

  it('is one of few that are followed', () => {
    expect(githubWebhook.read(deliver('star', 'not looked at'))).toBeUndefined();
  });
});
