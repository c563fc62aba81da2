import { defineError } from '../kernel/app-error.ts';

export const DataDirectoryMissing = defineError(
  {
    code: 'data_directory_missing',
    status: 404,
    title: 'There is no data directory here',
    remedy:
      'Go to the folder that the server was started in, or set DOCWRIGHT_DATA_DIR to its data directory; `docwright init` makes a new one.',
  },
  (folder: string) => `Looked in ${folder}, where there is no data directory of Docwright.`,
);

export const DataDirectoryUnusable = defineError(
  {
    code: 'data_directory_unusable',
    status: 500,
    title: 'The data directory cannot be used',
    remedy: 'Set DOCWRIGHT_DATA_DIR to a folder that this user may read and write, or change the rights of this one.',
  },
  /** `why` completes the sentence "The data directory ...". */
  (folder: string, why: string, cause?: unknown) => ({ message: `The data directory ${folder} ${why}.`, cause }),
);

export const RestoreUnfinished = defineError(
  {
    code: 'restore_unfinished',
    status: 500,
    title: 'A restore was interrupted',
    remedy: 'Run `docwright restore` again: it begins anew. Nothing can be opened before.',
  },
  (folder: string) => `The data directory ${folder} is restored in part only.`,
);
