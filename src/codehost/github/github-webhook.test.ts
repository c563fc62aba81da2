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

it('tells that checks ended and that others pushed', () => {
  const change = { kind: 'change', repositoryUrl: repository.html_url };
  const read = (event: string, fields: object) => githubWebhook.read(deliver(event, { repository, ...fields }));
  expect(read('check_run', { action: 'completed' })).toEqual(change);
  expect(read('check_run', { action: 'created' })).toBeUndefined();
  expect(read('status', { state: 'failure' })).toEqual(change);
  expect(read('status', { state: 'pending' })).toBeUndefined();
  expect(read('push', { ref: 'refs/heads/main' })).toEqual(change);
  expect(read('push', { ref: 'refs/heads/docwright/a' })).toBeUndefined();
  expect(() => read('push', {})).toThrow(WebhookUnreadable);
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
    ['opened', false],
    ['synchronize', false],
    ['reopened', false],
    ['ready_for_review', false],
    ['opened', true],
  ])('%s, draft: %s, brings something to review', (action, draft) => {
    const open = { number: 7, state: 'open', merged: false, draft, head: { ref: 'guide', sha: 'abc' } };
    const payload = { action, repository, pull_request: open };
    const pushed = { headBranch: 'guide', headSha: 'abc', draft };
    expect(githubWebhook.read(deliver('pull_request', payload))).toMatchObject({ pushed });
    const edited = { ...payload, action: 'edited' };
    expect(githubWebhook.read(deliver('pull_request', edited))).toMatchObject({ pushed: undefined });
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

describe('what people write', () => {
  const user = { login: 'ada', id: 9, type: 'User' };
  const pull = { number: 7, user: { login: 'acme-bot' } };
  const said = { id: 42, user, body: '/docwright go', created_at: '2026-11-30T08:00:00Z' };
  const expected = { kind: 'comment', number: 7, author: 'ada', pullRequestAuthor: 'acme-bot' };
  const authorEmail = '9+ada@users.noreply.github.com';

  it('below a pull request is read, and not below an issue', () => {
    const payload = { action: 'created', repository, issue: { ...pull, pull_request: {} }, comment: said };
    expect(githubWebhook.read(deliver('issue_comment', payload))).toMatchObject({
      ...expected,
      id: 'comment-42',
      authorEmail,
      isByBot: false,
      thread: { kind: 'conversation' },
    });
    expect(githubWebhook.read(deliver('issue_comment', { ...payload, issue: pull }))).toBeUndefined();
    expect(githubWebhook.read(deliver('issue_comment', { ...payload, action: 'edited' }))).toBeUndefined();
  });

  it('on a line is read with its place, and belongs to the first comment there', () => {
    const comment = { ...said, path: 'docs/a.md', line: 3 };
    const payload = { action: 'created', repository, pull_request: pull, comment };
    const event = 'pull_request_review_comment';
    const place = { path: 'docs/a.md', line: 3 };
    expect(githubWebhook.read(deliver(event, payload))).toMatchObject({
      ...expected,
      ...place,
      id: 'line-42',
      thread: { kind: 'line', id: '42' },
    });
    const reply = { ...payload, comment: { ...comment, line: null, in_reply_to_id: 40 } };
    expect(githubWebhook.read(deliver(event, reply))).toMatchObject({ line: undefined, thread: { id: '40' } });
  });

  it('in a review is read, and programs are told apart', () => {
    const { created_at: date, ...review } = { ...said, user: { login: 'ci[bot]', type: 'Bot' } };
    const payload = { action: 'submitted', repository, pull_request: pull, review: { ...review, submitted_at: date } };
    expect(githubWebhook.read(deliver('pull_request_review', payload))).toMatchObject({
      id: 'review-42',
      author: 'ci[bot]',
      isByBot: true,
      createdAt: date,
    });
    const silent = { ...payload, review: { ...payload.review, body: null } };
    expect(githubWebhook.read(deliver('pull_request_review', silent))).toBeUndefined();
  });
});
