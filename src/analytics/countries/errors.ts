import { defineError } from '../../kernel/app-error.ts';

export const CountryDatabaseUnusable = defineError(
  {
    code: 'country_database_unusable',
    status: 500,
    title: 'The database of countries cannot be read',
    remedy:
      'Let DOCWRIGHT_COUNTRY_DATABASE name a file in MaxMind’s format (.mmdb) that this user may read, or leave it out to use the one that is supplied.',
  },
  (file: string, cause: unknown) => ({ message: `${JSON.stringify(file)} is no database of countries.`, cause }),
);
