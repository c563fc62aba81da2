import { AppError, defineError, type ErrorFacts } from '../kernel/app-error.ts';
import { withRemedy, type ConnectionFault } from '../outgoing/connection-fault.ts';

/** What a person wrote as the repository is not an address of this code host. */
export const RepositoryAddressInvalid = defineError(
  {
    code: 'repository_address_invalid',
    status: 422,
    title: 'Invalid repository URL',
    remedy: 'Use the https URL of the repository, or a path for the local host, without credentials.',
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
    title: 'Repository not found',
    remedy:
      'Check the URL, and that the token can access this repository. Code hosts report "not found" for repositories the token cannot access.',
  },
  (repository: string) => `The repository ${repository} does not exist, or the token cannot access it.`,
);

export const RepositoryArchived = defineError(
  {
    code: 'repository_archived',
    status: 422,
    title: 'Repository read-only',
    remedy: 'Unarchive the repository on the code host, or choose another one for the project.',
  },
  (repository: string) => `The repository ${repository} is archived or disabled: nothing can be pushed.`,
);

/** The repository was renamed or transferred. */
export const RepositoryMoved = defineError(
  {
    code: 'repository_moved',
    status: 422,
    title: 'Repository moved',
    remedy: "Set the project's repository to the new URL.",
  },
  (from: string, to: string | undefined) => `The repository ${from} has moved${to === undefined ? '' : ` to ${to}`}.`,
);

export const BaseBranchNotFound = defineError(
  {
    code: 'base_branch_not_found',
    status: 422,
    title: 'Base branch not found',
    remedy: 'Choose an existing base branch for the project, or push a first commit to it.',
  },
  (repository: string, branch: string) => `The repository ${repository} has no branch ${JSON.stringify(branch)}.`,
);

/** Neither the address nor the server behind it shows the code host, and nobody named it. */
export const CodeHostUnclear = defineError(
  {
    code: 'code_host_unclear',
    status: 400,
    title: 'Unknown code host',
    remedy: {
      cli: 'Check the URL, or give the code host with --code-host. For GitHub Enterprise, set GITHUB_API_URL.',
      settings:
        'Check the URL, or choose the code host next to it. For GitHub Enterprise, the operator must set GITHUB_API_URL.',
      otherwise: 'Check the URL, or give the code host in `codeHost`. For GitHub Enterprise, set GITHUB_API_URL.',
    },
  },
  (address: string, knownHosts: readonly string[]) => ({
    message: `${JSON.stringify(withoutCredentials(address))} does not show its code host, and its server did not identify itself. Known code hosts are ${knownHosts.join(', ')}.`,
    details: [{ field: 'codeHost', message: 'missing' }],
  }),
);

export const CredentialsMissing = defineError(
  {
    code: 'code_host_credentials_missing',
    status: 422,
    title: 'Code host token missing',
    remedy: {
      cli: "Give a token that can write the repository's contents and pull requests, with --token-env or --token-stdin.",
      settings:
        "Enter a token that can write the repository's contents and pull requests. On GitHub, connecting a GitHub App on the Server page is enough.",
      otherwise:
        "Store a token that can write the repository's contents and pull requests, in the project's settings or with `docwright project set --token-stdin`. On GitHub, `docwright github connect` is enough.",
    },
  },
  (host: string) => `Pull requests on ${host} need a token, but the project has none.`,
);

/** Stored by a version that did not look, or by hand: what a project has of its own is not enough. */
export const CredentialsIncomplete = defineError(
  {
    code: 'code_host_credentials_incomplete',
    status: 422,
    title: 'Code host credentials incomplete',
    remedy: {
      cli: 'Store all credentials again with `docwright project set`.',
      settings: "Enter all credentials again, or leave all empty to use the server's.",
      otherwise: "Store all credentials again in the project's settings, or remove them to use the server's.",
    },
  },
  (host: string, fields: readonly string[]) =>
    `${host} needs ${fields.join(' and ')}. The project's credentials are incomplete or invalid.`,
);

export const CredentialsRefused = defineError(
  {
    code: 'code_host_credentials_refused',
    status: 422,
    title: 'Code host rejected the token',
    remedy: {
      cli: 'The token is wrong, revoked or expired. Give a new one with --token-env or --token-stdin. An existing project gets it with `docwright project set`.',
      settings: 'The token is wrong, revoked or expired. Enter a new one.',
      otherwise: "The token is wrong, revoked or expired. Store a new one in the project's settings.",
    },
  },
  (host: string, message: string) => `${host} did not accept the token: ${message}`,
);

/** The token is valid and lacks a right that the job will need. */
export const PermissionMissing = defineError(
  {
    code: 'code_host_permission_missing',
    status: 422,
    title: 'Token lacks permissions',
    remedy:
      "Give the token write access to this repository's contents and pull requests. An organisation may have to approve it.",
  },
  (repository: string, missing: string) => `The token cannot ${missing} in ${repository}.`,
);

export const CodeHostRateLimited = defineError(
  {
    code: 'code_host_rate_limited',
    status: 503,
    title: 'Code host rate limit reached',
    remedy: 'Wait, or give the project its own token. Jobs retry automatically.',
    retryable: true,
    away: true,
  },
  (host: string, retryAfterSeconds: number) => ({
    message: `${host} accepts no more requests for ${retryAfterSeconds} seconds.`,
    retryAfterSeconds,
  }),
);

/** The code host cannot be reached, or failed (5xx). */
export class CodeHostUnavailable extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'code_host_unavailable',
    status: 502,
    title: 'Code host unavailable',
    remedy: "Check this machine's network and the code host's status page. Jobs retry automatically.",
    retryable: true,
    away: true,
  };
  /** `why` is the fault of the connection, or what the host said. */
  constructor(host: string, why: ConnectionFault | string, cause?: unknown) {
    if (typeof why === 'string') super(CodeHostUnavailable.facts, `${host} failed: ${why}`, { cause });
    else super(withRemedy(CodeHostUnavailable.facts, why), why.message, { cause });
  }
}

/** An answer that fits nothing we know of the host's interface. */
export const CodeHostAnswerUnexpected = defineError(
  {
    code: 'code_host_answer_unexpected',
    status: 502,
    title: 'Unexpected answer from the code host',
    remedy: "Check that the base URL points to the code host's API, not to a proxy or login page.",
  },
  (host: string, status: number, message: string) => `${host} answered ${status}: ${message}`,
);

/** A rule of the repository keeps the token from making branches of this name. */
export const BranchNotAllowed = defineError(
  {
    code: 'branch_not_allowed',
    status: 422,
    title: 'Branch blocked by a rule',
    remedy: "In the repository's rulesets, allow this token to create branches named docwright/*.",
  },
  (repository: string, branch: string, ruleset: string) =>
    `The ruleset ${JSON.stringify(ruleset)} of ${repository} does not let this token create the branch ${branch}.`,
);

/** The host will not open this pull request, and will not tomorrow. */
export const PullRequestRefused = defineError(
  {
    code: 'pull_request_refused',
    status: 422,
    title: 'Code host rejected the pull request',
    remedy: "Read the code host's message. The usual reason is a branch without new commits.",
  },
  (headBranch: string, message: string) => `Cannot open a pull request from ${headBranch}: ${message}`,
);

/** A branch that an open pull request stands on was deleted, and with it where the change starts or ends. */
export const PullRequestBranchGone = defineError(
  {
    code: 'pull_request_branch_gone',
    status: 409,
    title: 'Branch deleted',
    remedy: 'Push the branch again. Then the pull request shows its changes and can be merged or closed.',
  },
  (number: number, branch: string) => `Pull request #${number} needs the branch ${branch}, which was deleted.`,
);

export const PullRequestNotFound = defineError(
  {
    code: 'pull_request_not_found',
    status: 404,
    title: 'Unknown pull request',
    remedy: "List the project's pull requests to find its number.",
  },
  (number: number) => `There is no pull request #${number}.`,
);

/** The host takes no comments on these lines, or none at all. */
export const ReviewRefused = defineError(
  {
    code: 'review_refused',
    status: 422,
    title: 'Code host rejected the review',
    remedy: "Read the code host's message. The usual reason is a branch that was rewritten meanwhile: review it again.",
  },
  (number: number, message: string) => `Cannot post a review of pull request #${number}: ${message}`,
);

export const IssueNotFound = defineError(
  {
    code: 'issue_not_found',
    status: 404,
    title: 'Unknown issue',
    remedy: 'Look up its number on the code host. Some hosts number pull requests and issues together.',
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
    title: 'Pull request state changed',
    remedy: 'Reload the pull request. Someone has merged, closed or reopened it.',
  },
  (number: number, state: string, action: string) => `Pull request #${number} is ${state}; it cannot be ${action}.`,
);

/** Its code host has pages of its own for it. */
export const PullRequestDecidedElsewhere = defineError(
  {
    code: 'pull_request_decided_elsewhere',
    status: 409,
    title: 'Pull request managed on the code host',
    remedy: 'Merge or close it on the code host.',
  },
  (number: number) => `Pull request #${number} cannot be merged or closed here.`,
);

export class MergeConflict extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'merge_conflict',
    status: 409,
    title: 'Merge conflict',
    remedy: 'Merge the base branch into the head branch by hand, or ask the agent to redo the change.',
    retryable: false,
  };
  readonly paths: readonly string[];
  constructor(number: number, paths: readonly string[]) {
    super(MergeConflict.facts, `Pull request #${number} cannot be merged: both sides changed ${paths.join(', ')}.`);
    this.paths = paths;
  }
}

/** Known before the merge is tried. */
export const ChecksFail = defineError(
  {
    code: 'checks_fail',
    status: 409,
    title: 'Checks fail',
    remedy: 'Ask the agent to repair the change, or merge it on the code host if the failure does not matter.',
  },
  (number: number, names: readonly string[]) =>
    `Pull request #${number} was not merged because these checks fail: ${names.join(', ')}.`,
);

/** The host did not merge, for a reason that may pass: a rule, a review, a conflict, a newer head. */
export const MergeRefused = defineError(
  {
    code: 'merge_refused',
    status: 409,
    title: 'Code host refused to merge',
    remedy: "Read the code host's message. Merge the pull request there once its rules allow it.",
  },
  (number: number, message: string) => `Pull request #${number} was not merged: ${message}`,
);

/** A signed event whose fields differ from the host's documentation. */
export const WebhookUnreadable = defineError(
  {
    code: 'webhook_unreadable',
    status: 400,
    title: 'Unreadable webhook',
    remedy:
      "Set the webhook's content type to application/json. If it already is, report a bug with the event and the field.",
  },
  (event: string, why: string) => `The webhook event ${JSON.stringify(event.slice(0, 64))} cannot be read: ${why}.`,
);
