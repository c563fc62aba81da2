import { AppError, defineError, type ErrorFacts } from '../kernel/app-error.ts';
import { withRemedy, type ConnectionFault } from '../outgoing/connection-fault.ts';

export const DatabaseBusy = defineError(
  {
    code: 'database_busy',
    status: 503,
    title: 'Database locked',
    remedy: 'Wait until the other program finishes, or stop it. It may be a backup or a database viewer.',
    retryable: true,
  },
  (file: string, cause: unknown) => ({ message: `Another program has locked ${file} for too long.`, cause }),
);

export const DatabaseUnusable = defineError(
  {
    code: 'database_unusable',
    status: 500,
    title: 'Database not usable',
    remedy:
      'Check the permissions of the file and its neighbours, and the disk space. Replace a damaged file with the last backup; see docs/guide/back-up.md.',
  },
  (file: string, reason: string, cause: unknown) => ({ message: `${file} cannot be used: ${reason}.`, cause }),
);

export const DatabaseTooNew = defineError(
  {
    code: 'database_too_new',
    status: 500,
    title: 'Data from a newer version',
    remedy: 'Start that version or a later one, or restore the backup from before the upgrade.',
  },
  (file: string, unknown: readonly string[]) =>
    `A newer version changed ${file}: it has the migrations ${unknown.join(', ')}.`,
);

export class DatabaseRefused extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'database_refused',
    status: 500,
    title: 'PostgreSQL refused the connection',
    remedy:
      'Check user, password, database and TLS in DOCWRIGHT_DATABASE_URL. Use `sslmode=disable` for a server without TLS, DOCWRIGHT_CA_FILE (or `sslrootcert`) for your own certificate authority, and `sslmode=no-verify` to skip verification. All other modes need a trusted certificate that names the host. The user must own the database or be allowed to create tables in its schema.',
    retryable: false,
  };
  constructor(place: string, reason: string, cause: unknown, fault?: ConnectionFault) {
    super(withRemedy(DatabaseRefused.facts, fault), `PostgreSQL at ${place} refused: ${reason}.`, { cause });
  }
}

export const DatabaseUrlUnusable = defineError(
  {
    code: 'database_url_unusable',
    status: 500,
    title: 'File in the PostgreSQL URL not found',
    remedy:
      "Correct `sslrootcert`, `sslcert` and `sslkey` in DOCWRIGHT_DATABASE_URL. They must be files on this machine that the server's user can read.",
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
    title: 'PostgreSQL too old',
    remedy: 'Use PostgreSQL 15 or newer.',
  },
  (place: string, version: string) => `PostgreSQL at ${place} has version ${version}; it must be 15 or newer.`,
);

export const DatabaseNotUtf8 = defineError(
  {
    code: 'database_not_utf8',
    status: 500,
    title: 'Wrong database encoding',
    remedy: "Create the database with `ENCODING 'UTF8' TEMPLATE template0`.",
  },
  (place: string, encoding: string) => `The database at ${place} has the encoding ${encoding}; it must be UTF8.`,
);

/** What works on the file of the embedded database alone. */
export const DatabaseKeptByPostgres = defineError(
  {
    code: 'database_kept_by_postgres',
    status: 409,
    title: 'Main database in PostgreSQL',
    remedy:
      "Back up and restore it with PostgreSQL's own tools, such as pg_dump and pg_restore, or your provider's snapshots. For the rest, stop the server and copy repositories/, master.key, and visits.sqlite (with ClickHouse: visits-waiting/) from the data directory.",
  },
  (command: string) =>
    `DOCWRIGHT_DATABASE_URL points to PostgreSQL, but ${command} works only with the embedded database.`,
);

export const EmbeddedDatabaseLeft = defineError(
  {
    code: 'embedded_database_left',
    status: 409,
    title: 'Data directory already has a database',
    remedy:
      'Unset DOCWRIGHT_DATABASE_URL to keep using it, move it with `docwright migrate`, or set DOCWRIGHT_DATA_DIR to a new folder to start with PostgreSQL.',
  },
  (file: string) => `DOCWRIGHT_DATABASE_URL points to PostgreSQL, but ${file} already contains projects.`,
);
