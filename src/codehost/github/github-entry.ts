import type { CodeHostSettings } from '../../contract/code-host-settings.ts';
import { hostOfAddress } from '../address-host.ts';
import { createAnswerCache } from '../conditional-requests.ts';
import { defineCodeHost, type CodeHostEntry } from '../define-code-host.ts';
import { toUrlPath } from '../url-path.ts';
import { parseRepositoryAddress, webUrlOf } from './repository-address.ts';

/** GitHub, or the one GitHub Enterprise Server that the settings name. */
export function githubEntry({ url: apiUrl, token }: CodeHostSettings['github']): CodeHostEntry<'github'> {
  const webUrl = webUrlOf(apiUrl);
  const cache = createAnswerCache();
  return defineCodeHost({
    kind: 'github',
    label: 'GitHub',
    about: 'The agent opens pull requests there. You enter a token in the next step.',
    unavailable: undefined,
    address: { label: 'Repository URL', example: `${webUrl}/acme/docs` },
    credentials: {
      token: {
        label: 'GitHub token',
        hint: "A fine-grained token for this repository with read and write access to contents and pull requests. If empty, the server's token is used, if it has one.",
      },
    },
    serverCredentials: () => (token === undefined ? undefined : { token }),
    describeAddress: (url) => ({ name: url, place: url }),
    recognises: (address) => hostOfAddress(address) === new URL(webUrl).hostname,
    isKept: () => true,
    serverOf: () => webUrl,
    editPage: ({ webUrl: repositoryUrl, branch, path }) =>
      path === undefined
        ? `${repositoryUrl}/new/${toUrlPath(branch)}?filename=AGENTS.md`
        : `${repositoryUrl}/edit/${toUrlPath(branch)}/${toUrlPath(path)}`,
    prepare: ({ address }) => {
      const { owner, repo } = parseRepositoryAddress(address, webUrl);
      const url = /^https?:/i.test(address) ? address : `${webUrl}/${owner}/${repo}`;
      return Promise.resolve({ url, undo: () => Promise.resolve() });
    },
    webhook: async () => (await import('./github-webhook.ts')).githubWebhook,
    // Loaded here, with all that speaks to GitHub: many servers and most commands never do.
    async open({ credentials }) {
      const { createGithubCodeHost } = await import('./github-code-host.ts');
      return createGithubCodeHost({ apiUrl, token: credentials?.token, cache });
    },
  });
}
