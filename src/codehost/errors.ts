import { AppError, type ErrorFacts } from '../kernel/app-error.ts';
import { withRemedy, type ConnectionFault } from '../outgoing/connection-fault.ts';

/** What a person wrote as the repository is not an address of this code host. */
export class RepositoryAddressInvalid extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'repository_address_invalid',
    status: 422,
    title: 'This is not the address of a repository',
    remedy: 'Use the https URL of the repository, or for the local host a path; credentials do not belong in it.',
    retryable: false,
  };
  constructor(address: string, why: string) {
    super(
      RepositoryAddressInvalid.facts,
      `${JSON.stringify(withoutCredentials(address))} is not a repository: ${why}.`,
    );
  }
}

function withoutCredentials(address: string): string {
  return address.replace(/\/\/[^/@]*@/, '//[redacted]@').slice(0, 300);
}

/** Absent, or invisible to these credentials; hosts do not tell the two apart. */
export class RepositoryNotFound extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'repository_not_found',
    status: 422,
    title: 'The repository was not found',
    remedy:
      'Check the address, and that the token may see this repository: hosts say "not found" for what a token may not see.',
    retryable: false,
  };
  constructor(repository: string) {
    super(RepositoryNotFound.facts, `There is no repository ${repository} for these credentials.`);
  }
}

export class RepositoryArchived extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'repository_archived',
    status: 422,
    title: 'The repository is read-only',
    remedy: 'Unarchive the repository on the code host, or set the project to another one.',
    retryable: false,
  };
  constructor(repository: string) {
    super(RepositoryArchived.facts, `The repository ${repository} is archived or disabled: nothing can be pushed.`);
  }
}

/** The repository was renamed or transferred. */
export class RepositoryMoved extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'repository_moved',
    status: 422,
    title: 'The repository has moved',
    remedy: 'Set the project to the new address of the repository.',
    retryable: false,
  };
  constructor(from: string, to: string | undefined) {
    super(RepositoryMoved.facts, `The repository ${from} has moved${to === undefined ? '' : ` to ${to}`}.`);
  }
}

export class BaseBranchNotFound extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'base_branch_not_found',
    status: 422,
    title: 'The base branch was not found',
    remedy: 'Set the base branch of the project to one that exists, or push a first commit to it.',
    retryable: false,
  };
  constructor(repository: string, branch: string) {
    super(BaseBranchNotFound.facts, `The repository ${repository} has no branch ${JSON.stringify(branch)}.`);
  }
}

/** Nothing else was said, and the address is of no host that the server knows. */
export class CodeHostUnclear extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'code_host_unclear',
    status: 400,
    title: 'The code host cannot be told from the address',
    remedy:
      'Name the code host, on the command line with --code-host. The address of a server of your own stands in the settings of this one, such as GITHUB_API_URL; docs/configuration.md lists them.',
    retryable: false,
  };
  constructor(address: string, known: readonly string[]) {
    super(
      CodeHostUnclear.facts,
      `It is not clear which code host ${JSON.stringify(withoutCredentials(address))} is on; known are ${known.join(' and ')}.`,
      { details: [{ field: 'codeHost', message: 'missing' }] },
    );
  }
}

export class CredentialsMissing extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'code_host_credentials_missing',
    status: 422,
    title: 'The project has no token for its code host',
    remedy:
      'Store a token with write access to contents and pull requests of the repository: in the settings of the project, or on the command line with --token-env or --token-stdin of `docwright project create` and `docwright project set`.',
    retryable: false,
  };
  constructor(host: string) {
    super(CredentialsMissing.facts, `Pull requests on ${host} need a token, and the project has none.`);
  }
}

/** Stored by a version that did not look, or by hand: what a project has of its own is not enough. */
export class CredentialsIncomplete extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'code_host_credentials_incomplete',
    status: 422,
    title: 'What the project has for its code host cannot be used',
    remedy:
      'Store all of it anew, or remove it so that what the server has counts: in the settings of the project, or with `docwright project set`.',
    retryable: false,
  };
  constructor(host: string, fields: readonly string[]) {
    super(
      CredentialsIncomplete.facts,
      `${host} is reached with ${fields.join(' and ')}; the project has only a part of it, or something that cannot be one.`,
    );
  }
}

export class CredentialsRefused extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'code_host_credentials_refused',
    status: 422,
    title: 'The code host refused the token',
    remedy: 'The token is wrong, revoked or expired: store a new one for the project.',
    retryable: false,
  };
  constructor(host: string, said: string) {
    super(CredentialsRefused.facts, `${host} did not accept the token: ${said}`);
  }
}

/** The token is valid and lacks a right that the job will need. */
export class PermissionMissing extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'code_host_permission_missing',
    status: 422,
    title: 'The token may not do what a job needs',
    remedy:
      'Give the token write access to contents and to pull requests of this repository; organisations may also have to approve it.',
    retryable: false,
  };
  constructor(repository: string, missing: string) {
    super(PermissionMissing.facts, `The token may not ${missing} in ${repository}.`);
  }
}

export class CodeHostRateLimited extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'code_host_rate_limited',
    status: 503,
    title: 'The code host limits our requests',
    remedy: 'Wait, or give the project a token of its own. A job tries it again by itself.',
    retryable: true,
    away: true,
  };
  constructor(host: string, retryAfterSeconds: number) {
    super(CodeHostRateLimited.facts, `${host} wants no more requests for ${retryAfterSeconds} seconds.`, {
      retryAfterSeconds,
    });
  }
}

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
export class CodeHostAnswerUnexpected extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'code_host_answer_unexpected',
    status: 502,
    title: 'The code host gave an unexpected answer',
    remedy: 'Check that the base URL leads to the interface of the code host, and not to a proxy or a login page.',
    retryable: false,
  };
  constructor(host: string, status: number, said: string) {
    super(CodeHostAnswerUnexpected.facts, `${host} answered ${status}: ${said}`);
  }
}

/** The host will not open this pull request, and will not tomorrow. */
export class PullRequestRefused extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'pull_request_refused',
    status: 422,
    title: 'The code host refused the pull request',
    remedy: 'Read what the code host says; a branch without commits of its own is the usual reason.',
    retryable: false,
  };
  constructor(headBranch: string, said: string) {
    super(PullRequestRefused.facts, `No pull request can be opened from ${headBranch}: ${said}`);
  }
}

/** A branch that an open pull request stands on was deleted, and with it where the change starts or ends. */
export class PullRequestBranchGone extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'pull_request_branch_gone',
    status: 409,
    title: 'A branch of the pull request is gone',
    remedy: 'Push the branch again; what the pull request brings in is then shown, and can be merged or closed.',
    retryable: false,
  };
  constructor(number: number, branch: string) {
    super(PullRequestBranchGone.facts, `Pull request #${number} needs the branch ${branch}, which was deleted.`);
  }
}

export class PullRequestNotFound extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'pull_request_not_found',
    status: 404,
    title: 'There is no such pull request',
    remedy: 'List the pull requests of the project to find its number.',
    retryable: false,
  };
  constructor(number: number) {
    super(PullRequestNotFound.facts, `There is no pull request #${number}.`);
  }
}

export class IssueNotFound extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'issue_not_found',
    status: 404,
    title: 'There is no such issue',
    remedy: 'Look up its number at the code host; pull requests are counted with issues on some hosts, and are none.',
    retryable: false,
  };
  constructor(number: number, { isPullRequest = false, hasMoved = false } = {}) {
    const message = isPullRequest
      ? `#${number} is a pull request, not an issue.`
      : hasMoved
        ? `The issue #${number} was moved to another repository.`
        : `There is no issue #${number}.`;
    super(IssueNotFound.facts, message);
  }
}

/** The operation does not fit the state of the pull request. */
export class PullRequestStateWrong extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'pull_request_state',
    status: 409,
    title: 'The pull request is not in the right state',
    remedy: 'Reload the pull request: somebody has merged, closed or reopened it.',
    retryable: false,
  };
  constructor(number: number, state: string, wanted: string) {
    super(PullRequestStateWrong.facts, `Pull request #${number} is ${state}; it cannot be ${wanted}.`);
  }
}

/** Its code host has pages of its own for it. */
export class PullRequestDecidedElsewhere extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'pull_request_decided_elsewhere',
    status: 409,
    title: 'This pull request is decided at its code host',
    remedy: 'Open it at the code host, and merge or close it there.',
    retryable: false,
  };
  constructor(number: number) {
    super(PullRequestDecidedElsewhere.facts, `Pull request #${number} is not merged or closed here.`);
  }
}

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
