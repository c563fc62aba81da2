import type { CodeHostSettings } from '../../contract/code-host-settings.ts';
import { defineCodeHost, type CodeHostEntry } from '../define-code-host.ts';
import { addressMembers, readPlace, type PlaceRules } from '../repository-place.ts';
import { toUrlPath } from '../url-path.ts';

/** Gitea and Forgejo, on any server. */
export function giteaEntry({ url, token }: CodeHostSettings['gitea']): CodeHostEntry<'gitea'> {
  const rules: PlaceRules = { configured: url, names: { least: 2, most: 2 } };
  const { credentialsAt, ...places } = addressMembers(rules);
  return defineCodeHost({
    kind: 'gitea',
    label: 'Gitea or Forgejo',
    about:
      'The agent opens pull requests on your own server, or on one such as Codeberg. You enter a token in the next step.',
    unavailable: undefined,
    address: { label: 'Repository URL', example: `${url ?? 'https://git.example.com'}/acme/docs` },
    credentials: {
      token: {
        label: 'Gitea token',
        hint: 'A token with repository (read and write) and issue (read; write for replies to comments). If empty, the Docwright server uses its own token, if it has one for this Gitea.',
      },
    },
    serverCredentials: (address) => credentialsAt(address, token),
    ...places,
    detect: async (address, signal) => {
      const { askServer } = await import('../ask-server.ts');
      const { server } = readPlace(address, rules);
      // A private server answers with Gitea's own error message.
      const isGitea = (body: object) =>
        'version' in body ? !('revision' in body) : 'message' in body && /signed in user/i.test(String(body.message));
      return askServer(`${server}/api/v1/version`, isGitea, signal);
    },
    editPage: ({ webUrl, branch, path }) =>
      path === undefined
        ? `${webUrl}/_new/${toUrlPath(branch)}/?filename=AGENTS.md`
        : `${webUrl}/_edit/${toUrlPath(branch)}/${toUrlPath(path)}`,
    webhook: async () => (await import('./gitea-webhook.ts')).giteaWebhook,
    async open({ repositoryUrl, credentials }) {
      const { createGiteaCodeHost } = await import('./gitea-code-host.ts');
      return createGiteaCodeHost({ rules, repositoryUrl, token: credentials?.token });
    },
  });
}
