import { AppError, type ErrorFacts } from '../kernel/app-error.ts';

function facts(
  code: string,
  status: number,
  title: string,
  remedy: string,
  options: { retryable: boolean } = { retryable: false },
): ErrorFacts {
  return { code, status, title, remedy, retryable: options.retryable };
}
const transient = { retryable: true };

/** The remote is not an address that a job may hand to git. */
export class UnsafeRemote extends AppError {
  static readonly facts = facts(
    'git_remote_unsafe',
    422,
    'This repository address is not allowed',
    'Use an https:// URL without credentials in it, or import the repository into the data directory.',
  );
  constructor(why: string) {
    super(UnsafeRemote.facts, `The repository address is refused: ${why}.`);
  }
}

/** A branch name or job id that git would read as something else. */
export class UnsafeName extends AppError {
  static readonly facts = facts(
    'git_name_unsafe',
    422,
    'This name is not allowed',
    'Use a branch name that `git check-ref-format --branch` accepts.',
  );
  constructor(what: string, name: string) {
    super(UnsafeName.facts, `${JSON.stringify(name)} is not usable as ${what}.`);
  }
}

/** Name resolution, connection or transfer failed. */
export class GitUnreachable extends AppError {
  static readonly facts = facts(
    'git_network_failed',
    502,
    'The code host cannot be reached',
    'Check the URL, DNS, proxy and firewall of this machine. It is tried again by itself.',
    transient,
  );
  constructor(said: string) {
    super(GitUnreachable.facts, `The connection to the code host failed: ${said}`);
  }
}

/** The code host answered with a fault of its own (5xx, 429). */
export class GitServerFailed extends AppError {
  static readonly facts = facts(
    'git_server_failed',
    502,
    'The code host failed',
    'Look at the status page of the code host. It is tried again by itself.',
    transient,
  );
  constructor(status: number, said: string) {
    super(GitServerFailed.facts, `The code host answered git with ${status}: ${said}`);
  }
}

/** The certificate of the code host is not trusted here. */
export class GitCertificateRefused extends AppError {
  static readonly facts = facts(
    'git_certificate_untrusted',
    502,
    'The certificate of the code host is not trusted',
    'Set SSL_CERT_FILE (or GIT_SSL_CAINFO) of the server to the certificates of your organisation.',
  );
  constructor(said: string) {
    super(GitCertificateRefused.facts, `Git does not trust the code host: ${said}`);
  }
}

/** 401: the token is missing, wrong, revoked or expired. */
export class GitCredentialsRefused extends AppError {
  static readonly facts = facts(
    'git_authentication_failed',
    422,
    'The code host refused the token',
    'The token is missing, wrong, revoked or expired: store a new one for the project.',
  );
  constructor(said: string) {
    super(GitCredentialsRefused.facts, `The code host did not accept the credentials: ${said}`);
  }
}

/** 403: the token is valid but may not do this. */
export class GitForbidden extends AppError {
  static readonly facts = facts(
    'git_forbidden',
    422,
    'The token may not do this',
    'Give the token write access to the contents of this repository; a read-only token cannot push.',
  );
  constructor(said: string) {
    super(GitForbidden.facts, `The code host refused the operation: ${said}`);
  }
}

/** 404, which hosts also answer when the token may not see a private repository. */
export class GitRepositoryNotFound extends AppError {
  static readonly facts = facts(
    'git_repository_not_found',
    422,
    'The repository was not found',
    'Check the URL, and that the token may see the repository: hosts say "not found" for what a token may not see.',
  );
  constructor(said: string) {
    super(GitRepositoryNotFound.facts, `There is no such repository for these credentials: ${said}`);
  }
}

/** The code host redirects; redirects are not followed, because the token would travel with them. */
export class GitRepositoryMoved extends AppError {
  static readonly facts = facts(
    'git_repository_moved',
    422,
    'The repository has moved',
    'Set the project to the new URL of the repository.',
  );
  constructor(said: string) {
    super(GitRepositoryMoved.facts, `The code host redirects this address: ${said}`);
  }
}

export class GitBranchNotFound extends AppError {
  static readonly facts = facts(
    'git_branch_not_found',
    422,
    'The branch was not found',
    'Set the base branch of the project to one that exists, or push a first commit to it.',
  );
  constructor(branch: string) {
    super(GitBranchNotFound.facts, `The repository has no branch ${JSON.stringify(branch)}.`);
  }
}

/** A rule of the repository protects the branch. */
export class GitBranchProtected extends AppError {
  static readonly facts = facts(
    'git_branch_protected',
    422,
    'A branch rule blocks the push',
    'Allow this token to create branches named docwright/* in the branch rules of the repository.',
  );
  constructor(said: string) {
    super(GitBranchProtected.facts, `A rule of the repository blocks the push: ${said}`);
  }
}

/** A server-side hook declined the push. */
export class GitPushDeclined extends AppError {
  static readonly facts = facts(
    'git_push_declined',
    422,
    'The code host declined the push',
    'Read what its hook says; secret scanning, file size and commit rules are the usual reasons.',
  );
  constructor(said: string) {
    super(GitPushDeclined.facts, `The code host declined the push: ${said}`);
  }
}

/** Somebody pushes to the head branch faster than we can rebase. */
export class GitHeadMoved extends AppError {
  static readonly facts = facts(
    'git_head_moved',
    409,
    'The branch keeps moving',
    'Somebody else pushes to the branch of this job. It is tried again by itself.',
    transient,
  );
  constructor(branch: string, attempts: number) {
    super(GitHeadMoved.facts, `The branch ${branch} moved during each of ${attempts} pushes.`);
  }
}

/** Others changed the same lines on the head branch. */
export class GitHeadConflict extends AppError {
  static readonly facts = facts(
    'git_head_conflict',
    409,
    'The change conflicts with commits on its branch',
    'Send the job a message: it then starts from the branch as it stands now and keeps those commits.',
  );
  constructor(branch: string, paths: readonly string[]) {
    super(
      GitHeadConflict.facts,
      `Commits that others pushed to ${branch} changed the same lines in ${paths.slice(0, 10).join(', ')}.`,
    );
  }
}

/** The tree would add or retarget a symbolic link or a submodule. */
export class UnsafeChange extends AppError {
  static readonly facts = facts(
    'git_change_unsafe',
    422,
    'The change touches a symbolic link or a submodule',
    'Links and submodules are left to people: change the file that the link points to.',
  );
  constructor(paths: readonly string[]) {
    super(
      UnsafeChange.facts,
      `The change would add or redirect symbolic links or submodules: ${paths.slice(0, 10).join(', ')}.`,
    );
  }
}

/** Git refuses to write this tree to disk (`..` or `.git` as a name, and the like). */
export class UnsafeTree extends AppError {
  static readonly facts = facts(
    'git_tree_unsafe',
    422,
    'The repository has file names that cannot be checked out',
    'Rename the named files in the repository.',
  );
  constructor(said: string) {
    super(UnsafeTree.facts, `The tree of the repository is refused: ${said}`);
  }
}

/** A stored snapshot needs commits that the repository no longer has. */
export class SnapshotUnusable extends AppError {
  static readonly facts = facts(
    'snapshot_unusable',
    409,
    'The stored work cannot be resumed',
    'The history of the base branch was rewritten meanwhile: start the job again.',
  );
  constructor(commit: string, said: string) {
    super(SnapshotUnusable.facts, `The snapshot ${commit} cannot be restored: ${said}`);
  }
}
