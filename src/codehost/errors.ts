import { AppError, defineError, type ErrorFacts } from '../kernel/app-error.ts';
import { withRemedy, type ConnectionFault } from '../outgoing/connection-fault.ts';

/** What a person wrote as the repository is not an address of this code host. */
export const RepositoryAddressInvalid = defineError(
  {
    code: 'repository_address_invalid',
    status: 422,
    title: 'This is not the address of a repository',
    remedy: 'Use the https URL of the repository, or for the local host a path; credentials do not belong in it.',
  },
  (address: string, why: string) => `${JSON.stringify(withoutCredentials(address))} is not a repository: ${why}.`,
);

function withoutCredentials(address: string): string {
  return address.replace(/\/\/[^/@]*@/, '//[redacted]@').slice(0, 300);
}

/** Absent, or invisible to these credentials; hosts do not tell the two apart. */
export const RepositoryNotFound = defineError(
  {
    code: 'repository_not_found',
    status: 422,
    title: 'The repository was not found',
    remedy:
      'Check the address, and that the token may see this repository: hosts say "not found" for what a token may not see.',
  },
  (repository: string) => `There is no repository ${repository} for these credentials.`,
);

export const RepositoryArchived = defineError(
  {
    code: 'repository_archived',
    status: 422,
    title: 'The repository is read-only',
    remedy: 'Unarchive the repository on the code host, or set the project to another one.',
  },
  (repository: string) => `The repository ${repository} is archived or disabled: nothing can be pushed.`,
);

/** The repository was renamed or transferred. */
export const RepositoryMoved = defineError(
  {
    code: 'repository_moved',
    status: 422,
    title: 'The repository has moved',
    remedy: 'Set the project to the new address of the repository.',
  },
  (from: string, to: string | undefined) => `The repository ${from} has moved${to === undefined ? '' : ` to ${to}`}.`,
);

export const BaseBranchNotFound = defineError(
  {
    code: 'base_branch_not_found',
    status: 422,
    title: 'The base branch was not found',
    remedy: 'Set the base branch of the project to one that exists, or push a first commit to it.',
  },
  (repository: string, branch: string) => `The repository ${repository} has no branch ${JSON.stringify(branch)}.`,
);

/** Nothing else was said, and the address is of no host that the server knows. */
export const CodeHostUnclear = defineError(
  {
    code: 'code_host_unclear',
    status: 400,
    title: 'The code host cannot be told from the address',
    remedy: {
      cli: 'Name it with --code-host. For a server of your own, set its address, such as GITHUB_API_URL; docs/configuration.md lists them.',
      settings:
        'Choose the code host beside the address. For a server of your own, an operator sets its address, such as GITHUB_API_URL.',
      otherwise:
        'Name it in `codeHost`. For a server of your own, set its address, such as GITHUB_API_URL; docs/configuration.md lists them.',
    },
  },
  (address: string, known: readonly string[]) => ({
    message: `It is not clear which code host ${JSON.stringify(withoutCredentials(address))} is on; known are ${known.join(' and ')}.`,
    details: [{ field: 'codeHost', message: 'missing' }],
  }),
);

export const CredentialsMissing = defineError(
  {
    code: 'code_host_credentials_missing',
    status: 422,
    title: 'The project has no token for its code host',
    remedy: {
      cli: 'Give one that may write contents and pull requests of the repository, with --token-env or --token-stdin.',
      settings: 'Enter one that may write contents and pull requests of the repository.',
      otherwise:
        "Store a token that may write contents and pull requests of the repository, in the project's settings or with `docwright project set --token-stdin`.",
    },
  },
  (host: string) => `Pull requests on ${host} need a token, and the project has none.`,
);

/** Stored by a version that did not look, or by hand: what a project has of its own is not enough. */
export const CredentialsIncomplete = defineError(
  {
    code: 'code_host_credentials_incomplete',
    status: 422,
    title: 'What the project has for its code host cannot be used',
    remedy: {
      cli: 'Store all of it again with `docwright project set`.',
      settings: "Enter all of it again, or leave all of it empty to use the server's.",
      otherwise: "Store all of it again in the project's settings, or remove it to use the server's.",
    },
  },
  (host: string, fields: readonly string[]) =>
    `${host} is reached with ${fields.join(' and ')}; the project has only a part of it, or something that cannot be one.`,
);

export const CredentialsRefused = defineError(
  {
    code: 'code_host_credentials_refused',
    status: 422,
    title: 'The code host refused the token',
    remedy: {
      cli: 'The token is wrong, revoked or expired: give a new one with --token-env or --token-stdin.',
      settings: 'The token is wrong, revoked or expired: enter a new one.',
      otherwise: "The token is wrong, revoked or expired: store a new one in the project's settings.",
    },
  },
  (host: string, said: string) => `${host} did not accept the token: ${said}`,
);

/** The token is valid and lacks a right that the job will need. */
export const PermissionMissing = defineError(
  {
    code: 'code_host_permission_missing',
    status: 422,
    title: 'The token may not do what a job needs',
    remedy:
      'Give the token write access to contents and to pull requests of this repository; organisations may also have to approve it.',
  },
  (repository: string, missing: string) => `The token may not ${missing} in ${repository}.`,
);

export const CodeHostRateLimited = defineError(
  {
    code: 'code_host_rate_limited',
    status: 503,
    title: 'The code host limits our requests',
    remedy: 'Wait, or give the project a token of its own. A job tries it again by itself.',
    retryable: true,
    away: true,
  },
  (host: string, retryAfterSeconds: number) => ({
    message: `${host} wants no more requests for ${retryAfterSeconds} seconds.`,
    retryAfterSeconds,
  }),
);

/** The code host cannot be reached, or failed (5xx). */
export class CodeHostUnavailable extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'code_host_unavailable',
    status: 502,
    title: 'The code host cannot be reached or failed',
    remedy: 'Check the network of this machine and the status page of the code host. A job tries it again by itself.',
    retryable: true,
    away: true,
  };
  /** `why` is the fault of the connection, or what the host said. */
  constructor(host: string, why: ConnectionFault | string, cause?: unknown) {
    if (typeof why === 'string')
      super(CodeHostUnavailable.facts, `${host} did not answer as it should: ${why}`, { cause });
    else super(withRemedy(CodeHostUnavailable.facts, why), why.message, { cause });
  }
}

/** An answer that fits nothing we know of the host's interface. */
export const CodeHostAnswerUnexpected = defineError(
  {
    code: 'code_host_answer_unexpected',
    status: 502,
    title: 'The code host gave an unexpected answer',
    remedy: 'Check that the base URL leads to the interface of the code host, and not to a proxy or a login page.',
  },
  (host: string, status: number, said: string) => `${host} answered ${status}: ${said}`,
);

/** The host will not open this pull request, and will not tomorrow. */
export const PullRequestRefused = defineError(
  {
    code: 'pull_request_refused',
    status: 422,
    title: 'The code host refused the pull request',
    remedy: 'Read what the code host says; a branch without commits of its own is the usual reason.',
  },
  (headBranch: string, said: string) => `No pull request can be opened from ${headBranch}: ${said}`,
);

/** A branch that an open pull request stands on was deleted, and with it where the change starts or ends. */
export const PullRequestBranchGone = defineError(
  {
    code: 'pull_request_branch_gone',
    status: 409,
    title: 'A branch of the pull request is gone',
    remedy: 'Push the branch again; what the pull request brings in is then shown, and can be merged or closed.',
  },
  (number: number, branch: string) => `Pull request #${number} needs the branch ${branch}, which was deleted.`,
);

export const PullRequestNotFound = defineError(
  {
    code: 'pull_request_not_found',
    status: 404,
    title: 'There is no such pull request',
    remedy: 'List the pull requests of the project to find its number.',
  },
  (number: number) => `There is no pull request #${number}.`,
);

export const IssueNotFound = defineError(
  {
    code: 'issue_not_found',
    status: 404,
    title: 'There is no such issue',
    remedy: 'Look up its number at the code host; pull requests are counted with issues on some hosts, and are none.',
  },
  (number: number, { isPullRequest = false, hasMoved = false } = {}) => {
    const message = isPullRequest
      ? `#${number} is a pull request, not an issue.`
      : hasMoved
        ? `The issue #${number} was moved to another repository.`
        : `There is no issue #${number}.`;
    return message;
  },
);

/** The operation does not fit the state of the pull request. */
export const PullRequestStateWrong = defineError(
  {
    code: 'pull_request_state',
    status: 409,
    title: 'The pull request is not in the right state',
    remedy: 'Reload the pull request: somebody has merged, closed or reopened it.',
  },
  (number: number, state: string, wanted: string) => `Pull request #${number} is ${state}; it cannot be ${wanted}.`,
);

/** Its code host has pages of its own for it. */
export const PullRequestDecidedElsewhere = defineError(
  {
    code: 'pull_request_decided_elsewhere',
    status: 409,
    title: 'This pull request is decided at its code host',
    remedy: 'Open it at the code host, and merge or close it there.',
  },
  (number: number) => `Pull request #${number} is not merged or closed here.`,
);

export class MergeConflict extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'merge_conflict',
    status: 409,
    title: 'The pull request conflicts with its base branch',
    remedy: 'Merge the base branch into the head branch by hand, or ask the agent to do the change again.',
    retryable: false,
  };
  readonly paths: readonly string[];
  constructor(number: number, paths: readonly string[]) {
    super(MergeConflict.facts, `Pull request #${number} cannot be merged: both sides changed ${paths.join(', ')}.`);
    this.paths = paths;
  }
}
