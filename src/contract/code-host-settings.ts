/**
 * The server's variables for each kind of code host: URL, and token for projects that have none of their own.
 * `config/variables.ts` and docs/configuration.md use this table.
 */
export const codeHostSettings = {
  github: {
    url: {
      variable: 'GITHUB_API_URL',
      default: 'https://api.github.com',
      about: 'The API of a GitHub Enterprise server: `https://<host>/api/v3`.',
    },
    token: {
      variable: 'GITHUB_TOKEN',
      expects: 'a personal access token with contents and pull requests, read and write',
      about: 'Token for GitHub projects that have no token of their own.',
    },
  },
  gitlab: {
    url: {
      variable: 'GITLAB_URL',
      default: 'https://gitlab.com',
      about: 'Your GitLab server. Needed for `GITLAB_TOKEN`, and if GitLab is served under a path.',
    },
    token: {
      variable: 'GITLAB_TOKEN',
      expects: 'a personal, group or project access token with the scope api',
      about: 'Token for projects on the server in `GITLAB_URL` that have no token of their own.',
    },
  },
  gitea: {
    url: {
      variable: 'GITEA_URL',
      default: undefined,
      about: 'Your Gitea or Forgejo server. Needed for `GITEA_TOKEN`.',
    },
    token: {
      variable: 'GITEA_TOKEN',
      expects: 'an access token with repository and issue, read and write',
      about: 'Token for projects on the server in `GITEA_URL` that have no token of their own. Needs `GITEA_URL`.',
    },
  },
  bitbucket: {
    url: {
      variable: 'BITBUCKET_URL',
      default: 'https://bitbucket.org',
      about: 'Bitbucket Cloud. Change it only to reach it through another host.',
    },
    token: {
      variable: 'BITBUCKET_TOKEN',
      expects:
        'an access token of a repository, project or workspace, or `email:token` for the API token of an Atlassian account',
      about: 'Token for Bitbucket projects that have no token of their own.',
    },
  },
  azure: {
    url: {
      variable: 'AZURE_DEVOPS_URL',
      default: undefined,
      about:
        'Your organization, such as `https://dev.azure.com/acme`, or your Azure DevOps Server or a collection of it. Needed for `AZURE_DEVOPS_TOKEN`.',
    },
    token: {
      variable: 'AZURE_DEVOPS_TOKEN',
      expects: 'a personal access token with the scope Code (read and write)',
      about: 'Token for projects in `AZURE_DEVOPS_URL` that have no token of their own. Needs `AZURE_DEVOPS_URL`.',
    },
  },
} as const satisfies Record<string, CodeHostVariables>;

interface CodeHostVariables {
  readonly url: { readonly variable: string; readonly default: string | undefined; readonly about: string };
  readonly token: { readonly variable: string; readonly expects: string; readonly about: string };
}

type All = typeof codeHostSettings;

/** Values of these variables, by kind. */
export type CodeHostSettings = {
  readonly [Kind in keyof All]: {
    readonly url: All[Kind]['url']['default'] extends string ? string : string | undefined;
    readonly token: string | undefined;
  };
};
export type UrlVariable = All[keyof All]['url']['variable'];
export type TokenVariable = All[keyof All]['token']['variable'];
