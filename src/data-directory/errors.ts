import { AppError, type ErrorFacts } from '../kernel/app-error.ts';

export class DataDirectoryMissing extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'data_directory_missing',
    status: 404,
    title: 'There is no data directory here',
    remedy:
      'Go to the folder that the server was started in, or set DOCWRIGHT_DATA_DIR to its data directory; `docwright init` makes a new one.',
    retryable: false,
  };
  constructor(folder: string) {
    super(DataDirectoryMissing.facts, `Looked in ${folder}, where there is no data directory of Docwright.`);
  }
}

export class DataDirectoryUnusable extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'data_directory_unusable',
    status: 500,
    title: 'The data directory cannot be used',
    remedy: 'Set DOCWRIGHT_DATA_DIR to a folder that this user may read and write, or change the rights of this one.',
    retryable: false,
  };
  /** `why` completes the sentence "The data directory ...". */
  constructor(folder: string, why: string, cause?: unknown) {
    super(DataDirectoryUnusable.facts, `The data directory ${folder} ${why}.`, { cause });
  }
}

export class RestoreUnfinished extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'restore_unfinished',
    status: 500,
    title: 'A restore was interrupted',
    remedy: 'Run `docwright restore` again: it begins anew. Nothing can be opened before.',
    retryable: false,
  };
  constructor(folder: string) {
    super(RestoreUnfinished.facts, `The data directory ${folder} is restored in part only.`);
  }
}
