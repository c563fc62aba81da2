import { AppError, type ErrorFacts } from '../kernel/app-error.ts';

export class DatabaseBusy extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'database_busy',
    status: 503,
    title: 'Another program holds the database',
    remedy: 'Wait until it is done, or stop it: a backup, or a program that looks into the file.',
    retryable: true,
  };
  constructor(file: string, cause: unknown) {
    super(DatabaseBusy.facts, `${file} has been locked by another program for too long.`, { cause });
  }
}

export class DatabaseUnusable extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'database_unusable',
    status: 500,
    title: 'The database cannot be used',
    remedy:
      'Look at the rights of the file and of those beside it, and at the space on the disk; a damaged file is replaced by the last backup, see docs/guide/back-up.md.',
    retryable: false,
  };
  constructor(file: string, said: string, cause: unknown) {
    super(DatabaseUnusable.facts, `${file} cannot be used: ${said}.`, { cause });
  }
}

export class DatabaseTooNew extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'database_too_new',
    status: 500,
    title: 'The data is of a newer version of Docwright',
    remedy: 'Start that version or a later one, or restore the backup that was made before the upgrade.',
    retryable: false,
  };
  constructor(file: string, unknown: readonly string[]) {
    super(DatabaseTooNew.facts, `${file} has been changed by a newer version, which knows ${unknown.join(', ')}.`);
  }
}
