import { z } from 'zod';
import { basicAuthorization } from '../server-connection.ts';
import { equalsInConstantTime, readEvent } from '../signed-event.ts';
import type { WebhookEvent, WebhookReader } from '../webhook.ts';
import { pullStatus } from './azure-answers.ts';
import { readAzurePlace } from './azure-place.ts';
import { stateOf } from './azure-pull-requests.ts';

/** https://learn.microsoft.com/azure/devops/service-hooks/events */
const pullRequestEvent = z.object({
  eventType: z.string(),
  resource: z.object({
    pullRequestId: z.int().positive(),
    status: pullStatus,
    repository: z.object({ remoteUrl: z.string() }),
  }),
});

/** Comments are left out, because Azure's API does not say who may push. */
export const azureWebhook: WebhookReader = {
  events: ['Pull request updated', 'Pull request merge attempted'],

  // Azure signs nothing: the subscription's password is the secret. Its user name may be any.
  isSigned(request, secret) {
    const basic = /^Basic (.+)$/i.exec(request.header('authorization') ?? '')?.[1] ?? '';
    const password = /:(.*)$/s.exec(Buffer.from(basic, 'base64').toString('utf8'))?.[1] ?? '';
    return equalsInConstantTime(password, secret);
  },

  read(request): WebhookEvent | undefined {
    const { eventType } = readEvent('service hook', z.object({ eventType: z.string() }), request.rawBody);
    if (eventType === 'ping') return { kind: 'ping' };
    if (!/^git\.pullrequest\.(?:created|updated|merged)$/.test(eventType)) return undefined;
    const { resource } = readEvent(eventType, pullRequestEvent, request.rawBody);
    const { server, path } = readAzurePlace(resource.repository.remoteUrl, undefined);
    const { pullRequestId: number, status } = resource;
    return {
      kind: 'pull-request',
      repositoryUrl: `${server}/${path}`,
      number,
      state: stateOf(status),
      pushed: undefined,
    };
  },

  ping(secret) {
    const headers = { 'content-type': 'application/json', authorization: basicAuthorization('docwright', secret) };
    return { headers, body: JSON.stringify({ eventType: 'ping' }) };
  },
};
