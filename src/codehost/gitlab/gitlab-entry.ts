import type { CodeHostSettings } from '../../contract/code-host-settings.ts';
import { defineCodeHost, type CodeHostEntry } from '../define-code-host.ts';
import { addressMembers, readPlace, type PlaceRules } from '../repository-place.ts';
import { toUrlPath } from '../url-path.ts';

/** GitLab.com and GitLab on any server. */
export function gitlabEntry({ url, token }: CodeHostSettings['gitlab']): CodeHostEntry<'gitlab'> {
  // A server's base path looks like a group, so only the settings can name one.
  const rules: PlaceRules = { configured: url, names: { least: 2, most: 21 } };
  const { credentialsAt, ...places } = addressMembers(rules);
  return defineCodeHost({
    kind: 'gitlab',
    label: 'GitLab',
    about:
      'The agent opens merge requests on GitLab.com or your own GitLab server. You enter a token in the next step.',
    unavailable: undefined,
    address: { label: 'Repository URL', example: `${url}/acme/docs` },
    credentials: {
      token: {
        label: 'GitLab token',
        hint: 'A project, group or personal access token with the scope api and at least the role Developer. If empty, the Docwright server uses its own token, if it has one for this GitLab.',
      },
    },
    serverCredentials: (address) => credentialsAt(address, token),
    ...places,
    detect: async (address, signal) => {
      const { askServer } = await import('../ask-server.ts');
      const { server } = readPlace(address, rules);
      const isGitlab = (body: object, status: number) =>
        'revision' in body || (status === 401 && 'message' in body && body.message === '401 Unauthorized');
      return askServer(`${server}/api/v4/version`, isGitlab, signal);
    },
    editPage: ({ webUrl, branch, path }) =>
      path === undefined
        ? `${webUrl}/-/new/${toUrlPath(branch)}?file_name=AGENTS.md`
        : `${webUrl}/-/edit/${toUrlPath(branch)}/${toUrlPath(path)}`,
    webhook: async () => (await import('./gitlab-webhook.ts')).gitlabWebhook,
    async open({ repositoryUrl, credentials }) {
      const { createGitlabCodeHost } = await import('./gitlab-code-host.ts');
      return createGitlabCodeHost({ rules, repositoryUrl, token: credentials?.token });
    },
  });
}
