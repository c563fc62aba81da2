import type { CodeHostSettings } from '../../contract/code-host-settings.ts';
import { defineCodeHost, type CodeHostEntry } from '../define-code-host.ts';
import { RepositoryAddressInvalid } from '../errors.ts';
import { addressMembers, normalizeServer, readPlace, type PlaceRules } from '../repository-place.ts';
import { toUrlPath } from '../url-path.ts';

/** Bitbucket Cloud. Bitbucket Data Center has another API. */
export function bitbucketEntry({ url, token }: CodeHostSettings['bitbucket']): CodeHostEntry<'bitbucket'> {
  const rules: PlaceRules = {
    configured: url,
    read: (address) => {
      // Bitbucket's button "Clone" puts the account's name before the host.
      const withoutName = address.replace(/^(https:\/\/)[\w.-]+@/i, '$1');
      const place = readPlace(withoutName, { configured: url, names: { least: 2, most: 2 } });
      if (place.server !== normalizeServer(url))
        throw new RepositoryAddressInvalid(address, `Bitbucket Cloud is at ${url}, and Data Center is not supported`);
      return place;
    },
  };
  const { credentialsAt, ...places } = addressMembers(rules);
  return defineCodeHost({
    kind: 'bitbucket',
    label: 'Bitbucket Cloud',
    about: 'The agent opens pull requests on Bitbucket Cloud. You enter a token in the next step.',
    unavailable: undefined,
    address: { label: 'Repository URL', example: `${normalizeServer(url)}/acme/docs` },
    credentials: {
      token: {
        label: 'Bitbucket token',
        hint: 'An access token of the repository, project or workspace with repositories and pull requests, read and write. Or an API token of an Atlassian account, after its email: ada@example.com:ATATT… If empty, the Docwright server uses its own token, if it has one.',
      },
    },
    serverCredentials: (address) => credentialsAt(address, token),
    ...places,
    editPage: ({ webUrl, branch, path }) =>
      path === undefined
        ? `${webUrl}/create-file/?at=${encodeURIComponent(branch)}&filename=AGENTS.md`
        : `${webUrl}/src/${toUrlPath(branch)}/${toUrlPath(path)}?mode=edit&at=${encodeURIComponent(branch)}`,
    webhook: async () => (await import('./bitbucket-webhook.ts')).bitbucketWebhook,
    async open({ repositoryUrl, credentials }) {
      const { createBitbucketCodeHost } = await import('./bitbucket-code-host.ts');
      return createBitbucketCodeHost({ rules, repositoryUrl, token: credentials?.token });
    },
  });
}
