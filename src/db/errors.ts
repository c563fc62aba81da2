import { AppError, defineError, type ErrorFacts } from '../kernel/app-error.ts';
import { withRemedy, type ConnectionFault } from '../outgoing/connection-fault.ts';

export const DatabaseBusy = defineError(
  {
    code: 'database_busy',
    status: 503,
    title: 'Another program holds the database',
    remedy: 'Wait until it is done, or stop it: a backup, or a program that looks into the file.',
    retryable: true,
  },
  (file: string, cause: unknown) => ({ message: `${file} has been locked by another program for too long.`, cause }),
);

export const DatabaseUnusable = defineError(
  {
    code: 'database_unusable',
    status: 500,
    title: 'The database cannot be used',
    remedy:
      'Look at the rights of the file and of those beside it, and at the space on the disk; a damaged file is replaced by the last backup, see docs/guide/back-up.md.',
  },
  (file: string, said: string, cause: unknown) => ({ message: `${file} cannot be used: ${said}.`, cause }),
);

export const DatabaseTooNew = defineError(
  {
    code: 'database_too_new',
    status: 500,
    title: 'The data is of a newer version of Docwright',
    remedy: 'Start that version or a later one, or restore the backup that was made before the upgrade.',
  },
  (file: string, unknown: readonly string[]) =>
    `${file} has been changed by a newer version, which knows ${unknown.join(', ')}.`,
);

export class DatabaseRefused extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'database_refused',
    status: 500,
    title: 'PostgreSQL does not let the server in',
    remedy:
      'Check user, password, database and TLS in DOCWRIGHT_DATABASE_URL: `sslmode=disable` where the server has no TLS, DOCWRIGHT_CA_FILE (or `sslrootcert`) with the file of an authority of your own, `sslmode=no-verify` to look at no certificate; every other mode wants one that is trusted and names the host. The user must own the database, or be allowed to create tables in its schema.',
    retryable: false,
  };
  constructor(place: string, said: string, cause: unknown, fault?: ConnectionFault) {
    super(withRemedy(DatabaseRefused.facts, fault), `PostgreSQL at ${place} refuses: ${said}.`, { cause });
  }
}

export const DatabaseUrlUnusable = defineError(
  {
    code: 'database_url_unusable',
    status: 500,
    title: 'The URL of PostgreSQL names what is not there',
    remedy:
      'Correct `sslrootcert`, `sslcert` and `sslkey` in DOCWRIGHT_DATABASE_URL: files on this machine that the user of the server may read.',
  },
  (place: string, cause: Error) => ({
    message: `The URL of PostgreSQL at ${place} cannot be used: ${cause.message}.`,
    cause,
  }),
);

export const DatabaseTooOld = defineError(
  {
    code: 'database_too_old',
    status: 500,
    title: 'This version of PostgreSQL is too old',
    remedy: 'Use PostgreSQL 15 or newer.',
  },
  (place: string, version: string) => `PostgreSQL at ${place} is of version ${version}; it must be 15 or newer.`,
);

export const DatabaseNotUtf8 = defineError(
  {
    code: 'database_not_utf8',
    status: 500,
    title: 'The database cannot hold every text',
    remedy: "Create the database with `ENCODING 'UTF8' TEMPLATE template0`.",
  },
  (place: string, encoding: string) => `The database at ${place} has the encoding ${encoding}; it must be UTF8.`,
);

/** What works on the file of the embedded database alone. */
export const DatabaseKeptByPostgres = defineError(
  {
    code: 'database_kept_by_postgres',
    status: 409,
    title: 'The main database is in PostgreSQL',
    remedy:
      'Back it up and restore it with the means of PostgreSQL, such as pg_dump and pg_restore or the snapshots of its service. What else is worth keeping lies in the data directory: copy visits.sqlite, or visits-waiting/ where visits are in ClickHouse, repositories/ and master.key while the server is stopped.',
  },
  (what: string) => `DOCWRIGHT_DATABASE_URL names PostgreSQL: ${what} is for the embedded database only.`,
);

export const EmbeddedDatabaseLeft = defineError(
  {
    code: 'embedded_database_left',
    status: 409,
    title: 'The data directory has a database of its own',
    remedy:
      'Unset DOCWRIGHT_DATABASE_URL to go on with it, move it with `docwright migrate`, or set DOCWRIGHT_DATA_DIR to a new folder to begin with PostgreSQL.',
  },
  (file: string) => `DOCWRIGHT_DATABASE_URL names PostgreSQL, and ${file} holds projects already.`,
);
