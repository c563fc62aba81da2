import { createPrivateKey } from 'node:crypto';
import { z } from 'zod';
import type { GithubApp } from '../../contract/github-app.ts';
import type { Clock } from '../../kernel/clock.ts';
import { isPrivateLiteral } from '../../outgoing/public-lookup.ts';
import { createApiRequests } from '../api-requests.ts';
import { CodeHostAnswerUnexpected } from '../errors.ts';
import type { HostApps } from '../host-app.ts';
import { hostFields } from '../read-answer.ts';
import type { Patience } from '../repeat-request.ts';
import { appEvents, appPermissions, describePermissions, readGrants } from './app-permissions.ts';
import { createAppRequests, installUrl } from './app-requests.ts';
import { GithubAppCodeRefused } from './errors.ts';
import { webUrlOf } from './repository-address.ts';

/** What GitHub answers once, to whoever has the code. */
const createdAnswer = z.object({
  id: hostFields.number,
  slug: z.string().min(1),
  name: z.string(),
  owner: z.object({ login: z.string() }),
  html_url: hostFields.url,
  client_id: z.string(),
  pem: z.string().refine(isPrivateKey),
  webhook_secret: z.string().min(1).nullable(),
});

/** GitHub Apps by the manifest flow: https://docs.github.com/apps/sharing-github-apps/registering-a-github-app-from-a-manifest */
export function createGithubApps({
  apiUrl,
  clock,
  ...patience
}: Patience & { apiUrl: string; clock: Clock }): HostApps {
  const webUrl = webUrlOf(apiUrl);
  return {
    isOwn: (app) => app.apiUrl === apiUrl,
    installUrl,
    form({ publicUrl, returnPath, webhookPath, organization, state }) {
      const owner = organization === undefined ? '' : `/organizations/${encodeURIComponent(organization)}`;
      const name = nameOf(publicUrl);
      const manifest = {
        name,
        url: publicUrl,
        description: 'Edits the documentation and opens pull requests.',
        redirect_url: publicUrl + returnPath,
        setup_url: `${publicUrl}/server`,
        public: false,
        default_permissions: appPermissions,
        // GitHub refuses an App whose webhook it could never reach.
        ...(isReachable(publicUrl, webUrl) && {
          hook_attributes: { url: publicUrl + webhookPath, active: true },
          default_events: appEvents,
        }),
      };
      return {
        action: `${webUrl}${owner}/settings/apps/new?state=${encodeURIComponent(state)}`,
        fields: { manifest: JSON.stringify(manifest) },
        name,
        permissions: describePermissions(appPermissions),
      };
    },
    async exchange(code, signal): Promise<GithubApp> {
      const api = createApiRequests({ ...patience, apiUrl, authorization: {}, token: code });
      const answer = await api.send(
        {
          method: 'POST',
          path: `/app-manifests/${encodeURIComponent(code)}/conversions`,
          signal,
          repository: webUrl,
          action: 'create a GitHub App',
          refused: ({ status, message }) =>
            status === 404 || status === 422 ? new GithubAppCodeRefused(message) : undefined,
        },
        z.unknown(),
      );
      const created = createdAnswer.safeParse(answer);
      // Without the answer, which holds the key.
      if (!created.success) throw new CodeHostAnswerUnexpected(new URL(apiUrl).host, 201, 'not a GitHub App');
      const { id, slug, name, owner, html_url: url, client_id: clientId, pem, webhook_secret: secret } = created.data;
      return { apiUrl, id, slug, name, owner: owner.login, url, clientId, privateKey: pem, webhookSecret: secret };
    },
    webhookUrl: (app, signal) => createAppRequests({ ...patience, app, clock }).webhookUrl(signal),
    async installations(app, signal) {
      const installations = await createAppRequests({ ...patience, app, clock }).installations(signal);
      return installations.map((installation) => ({
        account: installation.account?.login ?? '',
        repositories: installation.repository_selection,
        suspended: typeof installation.suspended_at === 'string',
        missingPermissions: readGrants(installation.permissions).missing,
        url: installation.html_url,
      }));
    },
  };
}

/** Unique on all of GitHub, and at most 34 characters; whoever sends the form may change it. */
function nameOf(publicUrl: string): string {
  return `docwright ${new URL(publicUrl).hostname.replaceAll(/[^a-z0-9]+/gi, ' ')}`.trim().slice(0, 34).trim();
}

/** GitHub.com reaches no private address, and no host reaches our loopback. */
function isReachable(publicUrl: string, webUrl: string): boolean {
  const url = new URL(publicUrl);
  if (/^(?:localhost|.*\.localhost|127\..*|\[::1\])$/.test(url.hostname)) return false;
  return webUrl !== 'https://github.com' || !isPrivateLiteral(url);
}

function isPrivateKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}
