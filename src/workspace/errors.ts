import { AppError, defineError, type ErrorFacts } from '../kernel/app-error.ts';
import { withRemedy, type ConnectionFault } from '../outgoing/connection-fault.ts';

/** The remote is not an address that a job may hand to git. */
export const UnsafeRemote = defineError(
  {
    code: 'git_remote_unsafe',
    status: 422,
    title: 'Repository URL not allowed',
    remedy: 'Use an https:// URL without credentials, or import the repository into the data directory.',
  },
  (why: string) => `The repository URL is not allowed: ${why}.`,
);

/** A branch name or job id that git would read as something else. */
export const UnsafeName = defineError(
  {
    code: 'git_name_unsafe',
    status: 422,
    title: 'Invalid name',
    remedy: 'Use a branch name that `git check-ref-format --branch` accepts.',
  },
  (role: string, name: string) => `${JSON.stringify(name)} cannot be used as ${role}.`,
);

/** Name resolution, connection or transfer failed. */
export class GitUnreachable extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'git_network_failed',
    status: 502,
    title: 'Code host unreachable',
    remedy: "Check the URL, and this machine's DNS, proxy and firewall. It is retried automatically.",
    retryable: true,
    away: true,
  };
  constructor(why: ConnectionFault | string) {
    if (typeof why === 'string') super(GitUnreachable.facts, `The connection to the code host failed: ${why}`);
    else super(withRemedy(GitUnreachable.facts, why), why.message);
  }
}

/** The code host answered with a fault of its own (5xx, 429). */
export const GitServerFailed = defineError(
  {
    code: 'git_server_failed',
    status: 502,
    title: 'Code host error',
    remedy: "Check the code host's status page. It is retried automatically.",
    retryable: true,
    away: true,
  },
  (status: number, message: string) => `The code host answered git with ${status}: ${message}`,
);

/** Code host certificate not trusted here. */
export class GitCertificateRefused extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'git_certificate_untrusted',
    status: 502,
    title: 'Code host certificate not trusted',
    remedy: "Set DOCWRIGHT_CA_FILE to your organisation's certificate authorities.",
    away: true,
    retryable: false,
  };
  constructor(fault: ConnectionFault) {
    super(withRemedy(GitCertificateRefused.facts, fault), fault.message);
  }
}

/** 401: the token is missing, wrong, revoked or expired. */
export const GitCredentialsRefused = defineError(
  {
    code: 'git_authentication_failed',
    status: 422,
    title: 'Code host rejected the token',
    remedy: 'The token is missing, wrong, revoked or expired. Store a new one for the project.',
  },
  (message: string) => `The code host did not accept the credentials: ${message}`,
);

/** 403: the token is valid but may not do this. */
export const GitForbidden = defineError(
  {
    code: 'git_forbidden',
    status: 422,
    title: 'Token lacks permissions',
    remedy: "Give the token write access to this repository's contents. A read-only token cannot push.",
  },
  (message: string) => `The code host refused the operation: ${message}`,
);

/** 404, which hosts also answer when the token may not see a private repository. */
export const GitRepositoryNotFound = defineError(
  {
    code: 'git_repository_not_found',
    status: 422,
    title: 'Repository not found',
    remedy:
      'Check the URL, and that the token can access the repository. Code hosts report "not found" for repositories the token cannot access.',
  },
  (message: string) => `These credentials give access to no such repository: ${message}`,
);

/** The code host redirects; redirects are not followed, because the token would travel with them. */
export const GitRepositoryMoved = defineError(
  {
    code: 'git_repository_moved',
    status: 422,
    title: 'Repository moved',
    remedy: "Set the project's repository to the new URL.",
  },
  (message: string) => `The code host redirects this URL: ${message}`,
);

export const GitBranchNotFound = defineError(
  {
    code: 'git_branch_not_found',
    status: 422,
    title: 'Branch not found',
    remedy: 'Choose an existing base branch for the project, or push a first commit to it.',
  },
  (branch: string) => `The repository has no branch ${JSON.stringify(branch)}.`,
);

/** A rule of the repository protects the branch. */
export const GitBranchProtected = defineError(
  {
    code: 'git_branch_protected',
    status: 422,
    title: 'Push blocked by a branch rule',
    remedy: "In the repository's branch rules, allow this token to create branches named docwright/* and docwright-*.",
  },
  (message: string) => `A rule of the repository blocks the push: ${message}`,
);

/** The repository has a branch of whose name the wanted one is a part, or the other way round. */
export const GitBranchBlocked = defineError(
  {
    code: 'git_branch_blocked',
    status: 422,
    title: 'Branch name not available',
    remedy: 'Rename or delete the branch in the way.',
  },
  (branch: string, inTheWay: string) =>
    `The branch ${branch} cannot be created, because the repository has a branch ${inTheWay}.`,
);

/** The other side cannot take the lock of the branch, try after try. */
export const GitBranchLocked = defineError(
  {
    code: 'git_branch_locked',
    status: 409,
    title: 'Branch locked on the code host',
    remedy: "Read git's message. A git process that was killed leaves a lock file: remove it on the code host.",
  },
  (branch: string, message: string) => `The branch ${branch} is locked on the code host: ${message}`,
);

/** A server-side hook declined the push. */
export const GitPushDeclined = defineError(
  {
    code: 'git_push_declined',
    status: 422,
    title: 'Push rejected by the code host',
    remedy: "Read the hook's message. The usual reasons are secret scanning, file size and commit rules.",
  },
  (message: string) => `Push rejected by the code host: ${message}`,
);

/** Somebody pushes to the head branch faster than we can rebase. */
export const GitHeadMoved = defineError(
  {
    code: 'git_head_moved',
    status: 409,
    title: 'Branch keeps changing',
    remedy: "Someone else pushes to this job's branch. It is retried automatically.",
    retryable: true,
  },
  (branch: string, attempts: number) => `The branch ${branch} changed during each of ${attempts} pushes.`,
);

/** Others changed the same lines on the head branch. */
export const GitHeadConflict = defineError(
  {
    code: 'git_head_conflict',
    status: 409,
    title: 'Conflict with commits on the branch',
    remedy: 'Send the job a message. It then starts from the current branch and keeps those commits.',
  },
  (branch: string, paths: readonly string[]) =>
    `Commits that others pushed to ${branch} changed the same lines in ${paths.slice(0, 10).join(', ')}.`,
);

/** The tree would add or retarget a symbolic link or a submodule. */
export const UnsafeChange = defineError(
  {
    code: 'git_change_unsafe',
    status: 422,
    title: 'Symbolic link or submodule changed',
    remedy: "Only people may change links and submodules. Change the link's target file instead.",
  },
  (paths: readonly string[]) =>
    `The change would add or redirect symbolic links or submodules: ${paths.slice(0, 10).join(', ')}.`,
);

/** Git refuses to write this tree to disk (`..` or `.git` as a name, and the like). */
export const UnsafeTree = defineError(
  {
    code: 'git_tree_unsafe',
    status: 422,
    title: 'Unsupported file names',
    remedy: 'Rename the named files in the repository.',
  },
  (message: string) => `The repository cannot be checked out: ${message}`,
);

/** A stored snapshot needs commits that the repository no longer has. */
export const SnapshotUnusable = defineError(
  {
    code: 'snapshot_unusable',
    status: 409,
    title: 'Stored work cannot be resumed',
    remedy: "The base branch's history was rewritten. Start the job again.",
  },
  (commit: string, message: string) => `The snapshot ${commit} cannot be restored: ${message}`,
);
