import { AppError, defineError, type ErrorFacts } from '../kernel/app-error.ts';
import { withRemedy, type ConnectionFault } from '../outgoing/connection-fault.ts';

/** The remote is not an address that a job may hand to git. */
export const UnsafeRemote = defineError(
  {
    code: 'git_remote_unsafe',
    status: 422,
    title: 'This repository address is not allowed',
    remedy: 'Use an https:// URL without credentials in it, or import the repository into the data directory.',
  },
  (why: string) => `The repository address is refused: ${why}.`,
);

/** A branch name or job id that git would read as something else. */
export const UnsafeName = defineError(
  {
    code: 'git_name_unsafe',
    status: 422,
    title: 'This name is not allowed',
    remedy: 'Use a branch name that `git check-ref-format --branch` accepts.',
  },
  (what: string, name: string) => `${JSON.stringify(name)} is not usable as ${what}.`,
);

/** Name resolution, connection or transfer failed. */
export class GitUnreachable extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'git_network_failed',
    status: 502,
    title: 'The code host cannot be reached',
    remedy: 'Check the URL, DNS, proxy and firewall of this machine. It is tried again by itself.',
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
    title: 'The code host failed',
    remedy: 'Look at the status page of the code host. It is tried again by itself.',
    retryable: true,
    away: true,
  },
  (status: number, said: string) => `The code host answered git with ${status}: ${said}`,
);

/** The certificate of the code host is not trusted here. */
export class GitCertificateRefused extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'git_certificate_untrusted',
    status: 502,
    title: 'The certificate of the code host is not trusted',
    remedy: 'Let DOCWRIGHT_CA_FILE name the certificates of the authorities of your organisation.',
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
    title: 'The code host refused the token',
    remedy: 'The token is missing, wrong, revoked or expired: store a new one for the project.',
  },
  (said: string) => `The code host did not accept the credentials: ${said}`,
);

/** 403: the token is valid but may not do this. */
export const GitForbidden = defineError(
  {
    code: 'git_forbidden',
    status: 422,
    title: 'The token may not do this',
    remedy: 'Give the token write access to the contents of this repository; a read-only token cannot push.',
  },
  (said: string) => `The code host refused the operation: ${said}`,
);

/** 404, which hosts also answer when the token may not see a private repository. */
export const GitRepositoryNotFound = defineError(
  {
    code: 'git_repository_not_found',
    status: 422,
    title: 'The repository was not found',
    remedy:
      'Check the URL, and that the token may see the repository: hosts say "not found" for what a token may not see.',
  },
  (said: string) => `There is no such repository for these credentials: ${said}`,
);

/** The code host redirects; redirects are not followed, because the token would travel with them. */
export const GitRepositoryMoved = defineError(
  {
    code: 'git_repository_moved',
    status: 422,
    title: 'The repository has moved',
    remedy: 'Set the project to the new URL of the repository.',
  },
  (said: string) => `The code host redirects this address: ${said}`,
);

export const GitBranchNotFound = defineError(
  {
    code: 'git_branch_not_found',
    status: 422,
    title: 'The branch was not found',
    remedy: 'Set the base branch of the project to one that exists, or push a first commit to it.',
  },
  (branch: string) => `The repository has no branch ${JSON.stringify(branch)}.`,
);

/** A rule of the repository protects the branch. */
export const GitBranchProtected = defineError(
  {
    code: 'git_branch_protected',
    status: 422,
    title: 'A branch rule blocks the push',
    remedy: 'Allow this token to create branches named docwright/* in the branch rules of the repository.',
  },
  (said: string) => `A rule of the repository blocks the push: ${said}`,
);

/** A server-side hook declined the push. */
export const GitPushDeclined = defineError(
  {
    code: 'git_push_declined',
    status: 422,
    title: 'The code host declined the push',
    remedy: 'Read what its hook says; secret scanning, file size and commit rules are the usual reasons.',
  },
  (said: string) => `The code host declined the push: ${said}`,
);

/** Somebody pushes to the head branch faster than we can rebase. */
export const GitHeadMoved = defineError(
  {
    code: 'git_head_moved',
    status: 409,
    title: 'The branch keeps moving',
    remedy: 'Somebody else pushes to the branch of this job. It is tried again by itself.',
    retryable: true,
  },
  (branch: string, attempts: number) => `The branch ${branch} moved during each of ${attempts} pushes.`,
);

/** Others changed the same lines on the head branch. */
export const GitHeadConflict = defineError(
  {
    code: 'git_head_conflict',
    status: 409,
    title: 'The change conflicts with commits on its branch',
    remedy: 'Send the job a message: it then starts from the branch as it stands now and keeps those commits.',
  },
  (branch: string, paths: readonly string[]) =>
    `Commits that others pushed to ${branch} changed the same lines in ${paths.slice(0, 10).join(', ')}.`,
);

/** The tree would add or retarget a symbolic link or a submodule. */
export const UnsafeChange = defineError(
  {
    code: 'git_change_unsafe',
    status: 422,
    title: 'The change touches a symbolic link or a submodule',
    remedy: 'Links and submodules are left to people: change the file that the link points to.',
  },
  (paths: readonly string[]) =>
    `The change would add or redirect symbolic links or submodules: ${paths.slice(0, 10).join(', ')}.`,
);

/** Git refuses to write this tree to disk (`..` or `.git` as a name, and the like). */
export const UnsafeTree = defineError(
  {
    code: 'git_tree_unsafe',
    status: 422,
    title: 'The repository has file names that cannot be checked out',
    remedy: 'Rename the named files in the repository.',
  },
  (said: string) => `The tree of the repository is refused: ${said}`,
);

/** A stored snapshot needs commits that the repository no longer has. */
export const SnapshotUnusable = defineError(
  {
    code: 'snapshot_unusable',
    status: 409,
    title: 'The stored work cannot be resumed',
    remedy: 'The history of the base branch was rewritten meanwhile: start the job again.',
  },
  (commit: string, said: string) => `The snapshot ${commit} cannot be restored: ${said}`,
);
