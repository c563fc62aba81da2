import { defineError } from '../../kernel/app-error.ts';

/** Also of a repository that does not exist; GitHub does not tell the two apart. */
export const GithubAppNotInstalled = defineError(
  {
    code: 'github_app_not_installed',
    status: 422,
    title: 'GitHub App not installed',
    remedy: 'Open the URL in the message and select the repository, or give the project a token.',
  },
  (repository: string, app: string, installUrl: string) =>
    `The GitHub App ${app} is not installed on ${repository}: ${installUrl}`,
);

export const GithubAppSuspended = defineError(
  {
    code: 'github_app_suspended',
    status: 422,
    title: 'GitHub App suspended',
    remedy: 'Open the URL in the message and unsuspend the installation, or give the project a token.',
  },
  (account: string, app: string, settingsUrl: string) => `${account} suspended the GitHub App ${app}: ${settingsUrl}`,
);

/** Permissions that were added later count once the account approves them. */
export const GithubAppPermissionsMissing = defineError(
  {
    code: 'github_app_permissions_missing',
    status: 422,
    title: 'GitHub App lacks permissions',
    remedy: 'Open the URL in the message and approve the requested permissions.',
  },
  (account: string, permissions: readonly string[], settingsUrl: string) =>
    `${account} has not granted the GitHub App ${permissions.join(', ')}: ${settingsUrl}`,
);

/** The key was deleted on GitHub, or the App itself. */
export const GithubAppKeyRefused = defineError(
  {
    code: 'github_app_key_refused',
    status: 422,
    title: "GitHub rejected the App's private key",
    remedy: {
      cli: 'The key or the App was deleted on GitHub. Run `docwright github disconnect`, then `docwright github connect`.',
      otherwise:
        'The key or the App was deleted on GitHub. Disconnect the App on the Server page, then connect a new one.',
    },
  },
  (app: string, message: string) => `GitHub does not accept the private key of the App ${app}: ${message}`,
);

/** The time in the signed request is more than a minute ahead of GitHub's, or more than eight behind. */
export const GithubAppClockWrong = defineError(
  {
    code: 'github_app_clock_wrong',
    status: 502,
    title: "GitHub rejected this server's clock",
    remedy: "Set this machine's clock, for example with NTP.",
    away: true,
  },
  (now: Date, message: string) => `This server's clock says ${now.toISOString()}, which GitHub refuses: ${message}`,
);

/** Used before, older than an hour, or of another server. */
export const GithubAppCodeRefused = defineError(
  {
    code: 'github_app_code_refused',
    status: 422,
    title: 'GitHub App not created',
    remedy: 'Connect the App again. GitHub accepts the code in its link once, within an hour.',
  },
  (message: string) => `GitHub does not know the code in the link: ${message}`,
);
