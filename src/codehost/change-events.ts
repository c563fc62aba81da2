import { z } from 'zod';
import { ownBranches } from './own-branches.ts';
import type { WebhookEvent } from './webhook.ts';

const repository = z.object({ html_url: z.string() });

/** The `push` event of GitHub, Gitea and Forgejo. Pushes to our own branches change nothing that we do not know. */
export const pushEvent = z
  .object({ repository, ref: z.string() })
  .transform(({ repository: { html_url: url }, ref }) => changeOf(url, ref));

/** The `status` event of GitHub, Gitea and Forgejo: a commit status. */
export const statusEvent = z
  .object({ repository, state: z.string() })
  .transform(({ repository: { html_url: url }, state }): WebhookEvent | undefined =>
    state === 'pending' ? undefined : { kind: 'change', repositoryUrl: url },
  );

export function changeOf(repositoryUrl: string, ref: string): WebhookEvent | undefined {
  return ownBranches.test(ref.replace(/^refs\/heads\//, '')) ? undefined : { kind: 'change', repositoryUrl };
}
