import { z } from 'zod';
import { isSignedBy, readEvent, signatureOf } from '../signed-event.ts';
import type { WebhookEvent, WebhookReader } from '../webhook.ts';
import { account, commentAnswer, nameOf, pullState } from './bitbucket-answers.ts';
import { presentComment } from './bitbucket-discussion.ts';

/** https://support.atlassian.com/bitbucket-cloud/docs/event-payloads/ */
const pullRequestEvent = z.object({
  repository: z.object({ links: z.object({ html: z.object({ href: z.string() }) }) }),
  pullrequest: z.object({ id: z.int().positive(), state: pullState, author: account }),
});
const commentEvent = pullRequestEvent.extend({ comment: commentAnswer });

const states = { OPEN: 'open', MERGED: 'merged', DECLINED: 'closed', SUPERSEDED: 'closed' } as const;

export const bitbucketWebhook: WebhookReader = {
  events: ['Pull request: Merged', 'Pull request: Declined', 'Pull request: Comment created'],

  // `X-Hub-Signature` is `sha256=` and the hexadecimal HMAC-SHA256 of the raw body.
  isSigned: (request, secret) =>
    isSignedBy(/^sha256=(.*)$/.exec(request.header('x-hub-signature') ?? '')?.[1], request.rawBody, secret),

  read(request): WebhookEvent | undefined {
    const name = request.header('x-event-key') ?? '';
    // The button "Test connection" sends this.
    if (name === 'diagnostics:ping') return { kind: 'ping' };
    if (name === 'pullrequest:comment_created') {
      const { repository, pullrequest, comment } = readEvent(name, commentEvent, request.rawBody);
      const { body: text, date: createdAt, ...fields } = presentComment(comment);
      return {
        ...fields,
        kind: 'comment',
        repositoryUrl: repository.links.html.href,
        number: pullrequest.id,
        pullRequestAuthor: nameOf(pullrequest.author),
        text,
        createdAt,
      };
    }
    if (!/^pullrequest:(?:created|updated|fulfilled|rejected)$/.test(name)) return undefined;
    const { repository, pullrequest } = readEvent(name, pullRequestEvent, request.rawBody);
    const { id: number, state } = pullrequest;
    const repositoryUrl = repository.links.html.href;
    return { kind: 'pull-request', repositoryUrl, number, state: states[state], pushed: undefined };
  },

  ping(secret) {
    const body = JSON.stringify({ test: true });
    const headers = {
      'content-type': 'application/json',
      'x-event-key': 'diagnostics:ping',
      'x-hub-signature': `sha256=${signatureOf(body, secret)}`,
    };
    return { headers, body };
  },
};
