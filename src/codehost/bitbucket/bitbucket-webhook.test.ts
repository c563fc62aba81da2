import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { WebhookUnreadable } from '../errors.ts';
import type { WebhookRequest } from '../webhook.ts';
import { bitbucketWebhook } from './bitbucket-webhook.ts';

const secret = 'whsec_test';

function deliver(event: string, payload: unknown): WebhookRequest {
  const rawBody = Buffer.from(JSON.stringify(payload));
  const signature = `sha256=${createHmac('sha256', secret).update(rawBody).digest('hex')}`;
  const headers: Record<string, string> = { 'x-event-key': event, 'x-hub-signature': signature };
  return { rawBody, header: (name) => headers[name] };
}

const repository = { links: { html: { href: 'https://bitbucket.org/acme/docs' } } };
const pullrequest = { id: 7, state: 'MERGED', author: { type: 'app_user', uuid: '{b0b}', nickname: 'docwright' } };
const comment = {
  id: 42,
  user: { type: 'user', uuid: '{ada}', nickname: 'ada' },
  created_on: '2026-11-30T09:00:00.123456+00:00',
  content: { raw: '/docwright go' },
  inline: { path: 'docs/index.md', to: 3, from: null },
};

it('is signed over the whole body', () => {
  const request = deliver('repo:push', {});
  expect(bitbucketWebhook.isSigned(request, secret)).toBe(true);
  expect(bitbucketWebhook.isSigned({ ...request, rawBody: Buffer.from('{ }') }, secret)).toBe(false);
  expect(bitbucketWebhook.isSigned(request, 'whsec_other')).toBe(false);
  expect(bitbucketWebhook.isSigned({ ...request, header: () => undefined }, secret)).toBe(false);
  const { headers, body } = bitbucketWebhook.ping(secret);
  const ping = { rawBody: Buffer.from(body), header: (name: string) => headers[name] };
  expect([bitbucketWebhook.isSigned(ping, secret), bitbucketWebhook.read(ping)]).toEqual([true, { kind: 'ping' }]);
});

it.each([
  ['pullrequest:fulfilled', 'MERGED', 'merged'],
  ['pullrequest:rejected', 'DECLINED', 'closed'],
  ['pullrequest:updated', 'OPEN', 'open'],
  ['pullrequest:updated', 'SUPERSEDED', 'closed'],
])('tells by %s with %s that a pull request is %s', (event, state, shown) => {
  const read = bitbucketWebhook.read(deliver(event, { repository, pullrequest: { ...pullrequest, state } }));
  const repositoryUrl = 'https://bitbucket.org/acme/docs';
  expect(read).toEqual({ kind: 'pull-request', repositoryUrl, number: 7, state: shown });
});

it('tells what people write on a pull request, and by whom', () => {
  const payload = { repository, pullrequest, comment };
  expect(bitbucketWebhook.read(deliver('pullrequest:comment_created', payload))).toMatchObject({
    kind: 'comment',
    number: 7,
    id: '42',
    author: 'ada',
    accountId: '{ada}',
    pullRequestAuthor: 'docwright',
    text: '/docwright go',
    path: 'docs/index.md',
    line: 3,
    thread: { kind: 'line', id: '42' },
    isByBot: false,
  });
  expect(bitbucketWebhook.read(deliver('pullrequest:approved', payload))).toBeUndefined();
  const broken = deliver('pullrequest:comment_created', { ...payload, comment: {} });
  expect(() => bitbucketWebhook.read(broken)).toThrow(WebhookUnreadable);
});
