import type { CodeHostSettings } from '../../contract/code-host-settings.ts';
import { hostOfAddress } from '../address-host.ts';
import { defineCodeHost, type CodeHostEntry } from '../define-code-host.ts';
import { addressMembers, type PlaceRules } from '../repository-place.ts';
import { azureServer, readAzurePlace } from './azure-place.ts';

/** Azure DevOps Services and Server. */
export function azureEntry({ url, token }: CodeHostSettings['azure']): CodeHostEntry<'azure'> {
  const configured = url === undefined ? undefined : azureServer(url);
  const rules: PlaceRules = { configured, read: (address) => readAzurePlace(address, configured) };
  const { credentialsAt, ...places } = addressMembers(rules);
  return defineCodeHost({
    kind: 'azure',
    label: 'Azure DevOps',
    about: 'The agent opens pull requests on Azure DevOps Services or Server. You enter a token in the next step.',
    unavailable: undefined,
    address: { label: 'Repository URL', example: `${configured ?? 'https://dev.azure.com/acme'}/project/_git/docs` },
    credentials: {
      token: {
        label: 'Azure DevOps token',
        hint: 'A personal access token of the organization with the scope Code (read and write). If empty, the Docwright server uses its own token, if it has one for this organization.',
      },
    },
    serverCredentials: (address) => credentialsAt(address, token),
    ...places,
    recognises: (address) =>
      /^https?:\/\/\S+\/_git\/[^/]+\/?$/i.test(address) ||
      /(?:^|\.)(?:dev\.azure|visualstudio)\.com$/i.test(hostOfAddress(address) ?? ''),
    editPage: ({ webUrl, branch, path }) =>
      path === undefined
        ? null
        : `${webUrl}?path=${encodeURIComponent(`/${path}`)}&version=GB${encodeURIComponent(branch)}`,
    webhook: async () => (await import('./azure-webhook.ts')).azureWebhook,
    async open({ repositoryUrl, credentials }) {
      const { createAzureCodeHost } = await import('./azure-code-host.ts');
      return createAzureCodeHost({ rules, repositoryUrl, token: credentials?.token });
    },
  });
}
