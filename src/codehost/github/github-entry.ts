import { hostOfAddress } from '../address-host.ts';
import { defineCodeHost, type CodeHostEntry } from '../define-code-host.ts';
import { parseRepositoryAddress, webUrlOf } from './repository-address.ts';

export interface GithubSettings {
  /** `https://api.github.com` unless it is an Enterprise Server, such as `https://ghe.example.com/api/v3`. */
  readonly apiUrl: string;
  /** For projects that have none of their own. */
  readonly token: string | undefined;
}

/** GitHub, or the one GitHub Enterprise Server that the settings name. */
export function githubEntry({ apiUrl, token }: GithubSettings): CodeHostEntry<'github'> {
  const webUrl = webUrlOf(apiUrl);
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
    serverCredentials: token === undefined ? undefined : { token },
    tellAddress: (url) => ({ name: url, place: url }),
    recognises: (address) => hostOfAddress(address) === new URL(webUrl).hostname,
    isKept: () => true,
    editPage: ({ webUrl: repositoryUrl, branch, path }) =>
      path === undefined
        ? `${repositoryUrl}/new/${toUrlPath(branch)}?filename=AGENTS.md`
        : `${repositoryUrl}/edit/${toUrlPath(branch)}/${toUrlPath(path)}`,
    prepare: ({ address }) => {
      parseRepositoryAddress(address, webUrl);
      return Promise.resolve({ url: address, undo: () => Promise.resolve() });
    },
    webhook: async () => (await import('./github-webhook.ts')).githubWebhook,
    // Loaded here, with all that speaks to GitHub: many servers and most commands never do.
    async open({ credentials }) {
      const { createGithubCodeHost } = await import('./github-code-host.ts');
      return createGithubCodeHost({ apiUrl, token: credentials?.token });
    },
  });
}

function toUrlPath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
