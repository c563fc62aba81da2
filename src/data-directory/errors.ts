import { defineError } from '../kernel/app-error.ts';

export const DataDirectoryMissing = defineError(
  {
    code: 'data_directory_missing',
    status: 404,
    title: 'Data directory not found',
    remedy:
      'Go to the folder where the server was started, or set DOCWRIGHT_DATA_DIR to its data directory. `docwright init` creates a new one.',
  },
  (folder: string) => `${folder} is not a Docwright data directory.`,
);

export const DataDirectoryUnusable = defineError(
  {
    code: 'data_directory_unusable',
    status: 500,
    title: 'Data directory not usable',
    remedy:
      "Set DOCWRIGHT_DATA_DIR to a folder that this user can read and write, or change this folder's permissions.",
  },
  /** `why` completes the sentence "The data directory ...". */
  (folder: string, why: string, cause?: unknown) => ({ message: `The data directory ${folder} ${why}.`, cause }),
);

export const RestoreUnfinished = defineError(
  {
    code: 'restore_unfinished',
    status: 500,
    title: 'Interrupted restore',
    remedy: 'Run `docwright restore` again. It starts over, and nothing can be opened before.',
  },
  (folder: string) => `The data directory ${folder} is only partly restored.`,
);
