import { expect, it } from 'vitest';
import { WebhookUnreadable } from '../errors.ts';
import type { WebhookRequest } from '../webhook.ts';
import { azureWebhook } from './azure-webhook.ts';

const secret = 'whsec_test';

function deliver(payload: unknown, authorization?: string): WebhookRequest {
  const rawBody = Buffer.from(JSON.stringify(payload));
  return { rawBody, header: (name) => (name === 'authorization' ? authorization : undefined) };
}

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

it('holds the secret as its password, with any user name', () => {
  const isSigned = (authorization?: string) => azureWebhook.isSigned(deliver({}, authorization), secret);
  expect(isSigned(basic(`anyone:${secret}`))).toBe(true);
  expect(isSigned(basic(`:${secret}`))).toBe(true);
  for (const other of [undefined, basic(secret), basic(`${secret}:`), basic(`a:${secret}x`), `Bearer ${secret}`])
    expect(isSigned(other)).toBe(false);
  const { headers, body } = azureWebhook.ping(secret);
  const ping = { rawBody: Buffer.from(body), header: (name: string) => headers[name] };
  expect([azureWebhook.isSigned(ping, secret), azureWebhook.read(ping)]).toEqual([true, { kind: 'ping' }]);
});

it.each([
  ['git.pullrequest.updated', 'abandoned', 'closed'],
  ['git.pullrequest.updated', 'active', 'open'],
  ['git.pullrequest.merged', 'completed', 'merged'],
])('tells by %s with %s that a pull request is %s', (eventType, status, state) => {
  const repository = { remoteUrl: 'https://fabrikam.visualstudio.com/DefaultCollection/_git/docs' };
  const read = azureWebhook.read(deliver({ eventType, resource: { pullRequestId: 7, status, repository } }));
  const repositoryUrl = 'https://dev.azure.com/fabrikam/docs/_git/docs';
  expect(read).toEqual({ kind: 'pull-request', repositoryUrl, number: 7, state });
});

it('leaves other events alone, and says what it cannot read', () => {
  expect(azureWebhook.read(deliver({ eventType: 'git.push', resource: {} }))).toBeUndefined();
  expect(() => azureWebhook.read(deliver({ eventType: 'git.pullrequest.updated', resource: {} }))).toThrow(
    WebhookUnreadable,
  );
  expect(() => azureWebhook.read(deliver({}))).toThrow(WebhookUnreadable);
});
