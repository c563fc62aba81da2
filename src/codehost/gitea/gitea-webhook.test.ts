import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { WebhookUnreadable } from '../errors.ts';
import type { WebhookRequest } from '../webhook.ts';
import { giteaWebhook } from './gitea-webhook.ts';

const secret = 'whsec_test';

function deliver(event: string, payload: unknown): WebhookRequest {
  const rawBody = Buffer.from(JSON.stringify(payload));
  const signature = createHmac('sha256', secret).update(rawBody).digest('hex');
  const headers: Record<string, string> = { 'x-gitea-event': event, 'x-gitea-signature': signature };
  return { rawBody, header: (name) => headers[name] };
}

const repository = { html_url: 'https://git.example/acme/docs' };
const pull = { number: 7, state: 'closed', merged: true };
const comment = {
  id: 42,
  user: { login: 'ada', email: 'ada@noreply.example' },
  body: '/docwright go',
  created_at: '2026-11-30T09:00:00+01:00',
};
const issue = { number: 7, user: { login: 'bot' } };

it('is signed over the whole body', () => {
  const request = deliver('push', {});
  expect(giteaWebhook.isSigned(request, secret)).toBe(true);
  expect(giteaWebhook.isSigned({ ...request, rawBody: Buffer.from('{ }') }, secret)).toBe(false);
  expect(giteaWebhook.isSigned(request, 'whsec_other')).toBe(false);
  expect(giteaWebhook.isSigned({ ...request, header: () => undefined }, secret)).toBe(false);
  const { headers, body } = giteaWebhook.ping(secret);
  const ping = { rawBody: Buffer.from(body), header: (name: string) => headers[name] };
  expect([giteaWebhook.isSigned(ping, secret), giteaWebhook.read(ping)]).toEqual([true, { kind: 'ping' }]);
});

it('tells what became of a pull request', () => {
  const read = (fields: object) => giteaWebhook.read(deliver('pull_request', { repository, pull_request: fields }));
  expect(read(pull)).toMatchObject({
    kind: 'pull-request',
    repositoryUrl: repository.html_url,
    number: 7,
    state: 'merged',
  });
  expect(read({ ...pull, merged: false })).toMatchObject({ state: 'closed' });
  expect(read({ ...pull, merged: false, state: 'open' })).toMatchObject({ state: 'open' });
  expect(() => read({ ...pull, number: 'x' })).toThrow(WebhookUnreadable);
});

it('tells what was opened or pushed to', () => {
  const open = { number: 7, state: 'open', merged: false, head: { ref: 'guide', sha: 'abc' } };
  const read = (action: string) =>
    giteaWebhook.read(deliver('pull_request', { action, repository, pull_request: open }));
  for (const action of ['opened', 'reopened', 'synchronized'])
    expect(read(action)).toMatchObject({ pushed: { headBranch: 'guide', headSha: 'abc', draft: false } });
  for (const action of ['edited', 'assigned', 'label_updated'])
    expect(read(action)).toMatchObject({ pushed: undefined });
});

it('tells what people write below a pull request, and not below an issue', () => {
  const payload = { action: 'created', is_pull: true, repository, issue, comment };
  expect(giteaWebhook.read(deliver('issue_comment', payload))).toMatchObject({
    kind: 'comment',
    number: 7,
    id: 'comment-42',
    author: 'ada',
    authorEmail: 'ada@noreply.example',
    pullRequestAuthor: 'bot',
    text: '/docwright go',
    thread: { kind: 'conversation' },
  });
  for (const other of [{ is_pull: false }, { action: 'edited' }])
    expect(giteaWebhook.read(deliver('issue_comment', { ...payload, ...other }))).toBeUndefined();
  expect(giteaWebhook.read(deliver('release', {}))).toBeUndefined();
});

it('tells that checks ended and that others pushed', () => {
  const change = { kind: 'change', repositoryUrl: repository.html_url };
  const read = (event: string, fields: object) => giteaWebhook.read(deliver(event, { repository, ...fields }));
  expect(read('status', { state: 'failure' })).toEqual(change);
  expect(read('status', { state: 'pending' })).toBeUndefined();
  expect(read('push', { ref: 'refs/heads/main' })).toEqual(change);
  expect(read('push', { ref: 'refs/heads/docwright/a' })).toBeUndefined();
  expect(() => read('push', {})).toThrow(WebhookUnreadable);
});
