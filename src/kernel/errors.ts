import { AppError, defineError, type ErrorFacts } from './app-error.ts';

/** Wrong master key, wrong context, or damaged. */
export const StoredSecretUnreadable = defineError(
  {
    code: 'stored_secret_unreadable',
    status: 500,
    title: 'A stored secret cannot be decrypted',
    remedy: 'Bring back the master key that the secret was stored with, or store the secret anew.',
  },
  (context: string, cause: unknown) => ({
    message: `The stored secret of ${context} cannot be decrypted: the master key differs from the one it was stored with.`,
    cause,
  }),
);

/** Seconds until it is worth a look whether somebody made room. */
const retryAfterSeconds = 30;

export const StorageFull = defineError(
  {
    code: 'storage_full',
    status: 503,
    title: 'The disk is full',
    remedy:
      'Free space on the disk of the data directory, or enlarge it: old backups, logs, `mirrors/` while the server is stopped. Nothing was lost; writing goes on by itself, and reading never stopped.',
    retryable: true,
  },
  /** `place` begins the sentence "... cannot be written to". */
  (place: string, cause: unknown) => ({
    message: `${place} cannot be written to: no space is left on its disk.`,
    cause,
    retryAfterSeconds,
  }),
);

export const StorageReadOnly = defineError(
  {
    code: 'storage_read_only',
    status: 503,
    title: 'The disk is read-only',
    remedy:
      'Mount the disk of the data directory for writing; a system makes it read-only by itself after a fault, so look at its log and check the disk first.',
    retryable: true,
  },
  (place: string, cause: unknown) => ({
    message: `${place} cannot be written to: its disk is read-only.`,
    cause,
    retryAfterSeconds,
  }),
);

export const StorageFailing = defineError(
  {
    code: 'storage_failing',
    status: 503,
    title: 'The disk fails',
    remedy:
      'Look at the log of the system and check the disk of the data directory and its quota; restore a backup on another one if it is broken, see docs/guide/back-up.md.',
    retryable: true,
  },
  (place: string, cause: unknown) => ({
    message: `${place} cannot be read or written: its disk answers with an error.`,
    cause,
    retryAfterSeconds,
  }),
);

/** The database is another machine's affair: it restarts, is moved or cannot be reached, and comes back. */
export class DatabaseAway extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'database_away',
    status: 503,
    title: 'The database does not answer',
    remedy:
      'Try again after the number of seconds in `Retry-After`. If it lasts, look at the log of the server, which has the reason, at host and port in DOCWRIGHT_DATABASE_URL, and at PostgreSQL.',
    retryable: true,
    away: true,
  };
  /** True when the connection was lost while a transaction was committed: nobody knows whether it was. */
  readonly isInDoubt: boolean;
  /** `reason` ends the sentence "The database ...". */
  constructor(reason: string, { cause, isInDoubt = false }: { cause: unknown; isInDoubt?: boolean }) {
    super(DatabaseAway.facts, `The database ${reason}.`, { cause, retryAfterSeconds: 5 });
    this.isInDoubt = isInDoubt;
  }
}
