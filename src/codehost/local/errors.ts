import { defineError } from '../../kernel/app-error.ts';

/** Somebody else writes to the same refs all the time. */
export const RepositoryBusy = defineError(
  {
    code: 'repository_busy',
    status: 409,
    title: 'The repository is being changed',
    remedy: 'Try again.',
    retryable: true,
  },
  (what: string) => `The repository changed while ${what}.`,
);

/** It may lie on another machine that works over the same database; there, or once the folder is shared, it goes on. */
export const LocalRepositoryElsewhere = defineError(
  {
    code: 'local_repository_elsewhere',
    status: 503,
    title: 'The repository is not on this machine',
    remedy:
      'Run the API and the workers on the machine that has it, share its folder `repositories` between all machines, restore it from a backup, or set the project to a repository of a code host.',
    retryable: true,
    away: true,
  },
  (address: string) =>
    `There is no repository ${JSON.stringify(address)} in the data directory of this machine; another one over the same database may have it.`,
);

export const LocalRepositoryNameInvalid = defineError(
  {
    code: 'local_repository_name_invalid',
    status: 422,
    title: 'This name cannot be used for a repository',
    remedy: 'Use letters, digits, dots, dashes and underscores, starting with a letter or digit, at most 100.',
  },
  (name: string) => `${JSON.stringify(name)} is not a name for a repository.`,
);

export const LocalRepositoryExists = defineError(
  {
    code: 'local_repository_exists',
    status: 409,
    title: 'There is a repository of this name already',
    remedy: 'Use the existing repository, or choose another name. Push to it with git to bring in newer commits.',
  },
  (name: string) => `The local repository ${name} exists already.`,
);

/** What a server that others reach must not copy; whoever stands at the machine may. */
export const LocalRepositorySourceForbidden = defineError(
  {
    code: 'local_repository_source_forbidden',
    status: 422,
    title: 'This folder is not copied',
    remedy:
      'Copy the documentation below a folder that DOCWRIGHT_LOCAL_ROOTS names, or run `docwright project create` on the machine of the server.',
  },
  (path: string, why: string) => `${JSON.stringify(path)} is not copied: ${why}.`,
);

/** What is documentation nowhere, or too much of it, whoever names it. */
export const LocalRepositorySourceUnfit = defineError(
  {
    code: 'local_repository_source_unfit',
    status: 422,
    title: 'This folder cannot be documentation',
    remedy: 'Name the folder that holds the documentation alone, or copy the documentation to a folder of its own.',
  },
  (path: string, why: string) => `${JSON.stringify(path)} is not copied: ${why}.`,
);

export const LocalRepositorySourceInvalid = defineError(
  {
    code: 'local_repository_source_invalid',
    status: 422,
    title: 'There is nothing to import',
    remedy: 'Name a folder with files in it, or a git repository with at least one commit that this user may read.',
  },
  (path: string, why: string) => `${JSON.stringify(path)} cannot be imported: ${why}`,
);
