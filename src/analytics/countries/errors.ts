import { AppError, type ErrorFacts } from '../../kernel/app-error.ts';

export class CountryDatabaseUnusable extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'country_database_unusable',
    status: 500,
    title: 'The database of countries cannot be read',
    remedy:
      'Let DOCWRIGHT_COUNTRY_DATABASE name a file in MaxMind’s format (.mmdb) that this user may read, or leave it out to use the one that is supplied.',
    retryable: false,
  };
  constructor(file: string, cause: unknown) {
    super(CountryDatabaseUnusable.facts, `${JSON.stringify(file)} is no database of countries.`, { cause });
  }
}
