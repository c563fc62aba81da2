import { z } from 'zod';
import type { WebhookEvent } from './webhook.ts';

const pushes = ['opened', 'reopened', 'synchronize', 'synchronized', 'ready_for_review'];

/** The `pull_request` event of GitHub, which Gitea and Forgejo send with the same fields. */
export const pullRequestEvent = z
  .object({
    action: z.string().optional(),
    repository: z.object({ html_url: z.string() }),
    pull_request: z.object({
      number: z.number().int().positive(),
      state: z.enum(['open', 'closed']),
      merged: z.boolean(),
      /** Gitea sends it since 1.22. */
      draft: z.boolean().optional(),
      head: z.object({ ref: z.string(), sha: z.string() }).optional(),
    }),
  })
  .transform(({ action = '', repository, pull_request: pull }): WebhookEvent => {
    const { number, state, merged, draft = false, head } = pull;
    const pushed = head && { headBranch: head.ref, headSha: head.sha, draft };
    return {
      kind: 'pull-request',
      repositoryUrl: repository.html_url,
      number,
      state: merged ? 'merged' : state,
      pushed: pushes.includes(action) ? pushed : undefined,
    };
  });
