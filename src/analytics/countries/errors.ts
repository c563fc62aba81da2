import { defineError } from '../../kernel/app-error.ts';

export const CountryDatabaseUnusable = defineError(
  {
    code: 'country_database_unusable',
    status: 500,
    title: 'Invalid country database',
    remedy:
      'Set DOCWRIGHT_COUNTRY_DATABASE to a readable file in MaxMind’s format (.mmdb), or unset it to use the supplied one.',
  },
  (file: string, cause: unknown) => ({ message: `${JSON.stringify(file)} is not a country database.`, cause }),
);
