import { defineError } from '../../kernel/app-error.ts';

/** Somebody else writes to the same refs all the time. */
export const RepositoryBusy = defineError(
  {
    code: 'repository_busy',
    status: 409,
    title: 'Repository busy',
    remedy: 'Try again.',
    retryable: true,
  },
  (operation: string) => `The repository changed while ${operation}.`,
);

/** It may lie on another machine that works over the same database; there, or once the folder is shared, it goes on. */
export const LocalRepositoryElsewhere = defineError(
  {
    code: 'local_repository_elsewhere',
    status: 503,
    title: 'Repository not on this machine',
    remedy:
      'Run the API and workers on the machine that has it, share its folder `repositories` between all machines, or restore it from a backup. Or use a repository on a code host.',
    retryable: true,
    away: true,
  },
  (address: string) =>
    `This machine's data directory has no repository ${JSON.stringify(address)}. Another machine on the same database may have it.`,
);

export const LocalRepositoryNameInvalid = defineError(
  {
    code: 'local_repository_name_invalid',
    status: 422,
    title: 'Invalid repository name',
    remedy: 'Use at most 100 letters, digits, dots, dashes and underscores, starting with a letter or digit.',
  },
  (name: string) => `${JSON.stringify(name)} is not a valid repository name.`,
);

export const LocalRepositoryExists = defineError(
  {
    code: 'local_repository_exists',
    status: 409,
    title: 'Repository name already in use',
    remedy: 'Use the existing repository, or choose another name. To add newer commits, push to it with git.',
  },
  (name: string) => `The local repository ${name} already exists.`,
);

/** What a server that others reach must not copy; whoever stands at the machine may. */
export const LocalRepositorySourceForbidden = defineError(
  {
    code: 'local_repository_source_forbidden',
    status: 422,
    title: 'Folder not allowed',
    remedy:
      "Copy the docs into a folder listed in DOCWRIGHT_LOCAL_ROOTS, or run `docwright project create` on the server's machine.",
  },
  (path: string, why: string) => `${JSON.stringify(path)} is not copied: ${why}.`,
);

/** What is documentation nowhere, or too much of it, whoever names it. */
export const LocalRepositorySourceUnfit = defineError(
  {
    code: 'local_repository_source_unfit',
    status: 422,
    title: 'Not a docs folder',
    remedy: 'Give a folder that contains only the docs, or copy the docs to a separate folder.',
  },
  (path: string, why: string) => `${JSON.stringify(path)} is not copied: ${why}.`,
);

export const LocalRepositorySourceInvalid = defineError(
  {
    code: 'local_repository_source_invalid',
    status: 422,
    title: 'Nothing to import',
    remedy: 'Give a folder with files, or a git repository with at least one commit, that this user can read.',
  },
  (path: string, why: string) => `${JSON.stringify(path)} cannot be imported: ${why}`,
);
