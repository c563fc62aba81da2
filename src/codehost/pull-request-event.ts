import { z } from 'zod';
import type { WebhookEvent } from './webhook.ts';

/** The `pull_request` event of GitHub, which Gitea and Forgejo send with the same fields. */
export const pullRequestEvent = z
  .object({
    repository: z.object({ html_url: z.string() }),
    pull_request: z.object({
      number: z.number().int().positive(),
      state: z.enum(['open', 'closed']),
      merged: z.boolean(),
    }),
  })
  .transform(({ repository, pull_request: { number, state, merged } }): WebhookEvent => ({
    kind: 'pull-request',
    repositoryUrl: repository.html_url,
    number,
    state: merged ? 'merged' : state,
  }));
