import { AppError, defineError, type ErrorFacts } from './app-error.ts';

/** Wrong master key, wrong context, or damaged. */
export const StoredSecretUnreadable = defineError(
  {
    code: 'stored_secret_unreadable',
    status: 500,
    title: 'Stored secret not readable',
    remedy: 'Restore the master key that the secret was stored with, or store the secret again.',
  },
  (context: string) =>
    `The stored secret of ${context} cannot be decrypted: the master key differs from the one it was stored with.`,
);

/** Another process changed the master key. */
export const MasterKeyUnknown = defineError(
  {
    code: 'master_key_unknown',
    status: 503,
    title: 'New master key not known',
    remedy:
      'Give this process the new key: copy it to master.key.next in its data directory, or restart it with DOCWRIGHT_NEXT_MASTER_KEY.',
    retryable: true,
  },
  (keyId: string) => `The master key was changed to the one with id ${keyId}, which this process does not have.`,
);

/** What is stored needs two keys at the moment. */
export const KeyRotationUnfinished = defineError(
  {
    code: 'key_rotation_unfinished',
    status: 409,
    title: 'Master key rotation unfinished',
    remedy: 'Run `docwright key rotate-master` again, which finishes it, then try again.',
    retryable: true,
  },
  () => 'The master key is being changed, and a copy made now would need both keys.',
);

/** Seconds until it is worth a look whether somebody made room. */
const retryAfterSeconds = 30;

export const StorageFull = defineError(
  {
    code: 'storage_full',
    status: 503,
    title: 'Disk full',
    remedy:
      "Enlarge the data directory's disk or free space on it: delete old backups and logs, or, while the server is stopped, `mirrors/`. Nothing was lost. Writing resumes automatically, and reading continues.",
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
    title: 'Disk read-only',
    remedy:
      "First check the system log and the disk, because systems switch to read-only after a fault. Then mount the data directory's disk for writing.",
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
    title: 'Disk failure',
    remedy:
      "Check the system log, and the data directory's disk and quota. If the disk is broken, restore a backup on another one; see docs/guide/back-up.md.",
    retryable: true,
  },
  (place: string, cause: unknown) => ({
    message: `${place} cannot be read or written: its disk answers with an error.`,
    cause,
    retryAfterSeconds,
  }),
);

export const TooManyOpenFiles = defineError(
  {
    code: 'too_many_open_files',
    status: 503,
    title: 'Too many open files',
    remedy:
      'Raise the limit of open files: `LimitNOFILE=` of systemd, `ulimits` of compose, `ulimit -n` in a shell. Nothing was lost. Work resumes automatically.',
    retryable: true,
  },
  (place: string, cause: unknown) => ({
    message: `${place} cannot be read or written: this process or machine has too many files open.`,
    cause,
    retryAfterSeconds,
  }),
);

/** The database is another machine's affair: it restarts, is moved or cannot be reached, and comes back. */
export class DatabaseAway extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'database_away',
    status: 503,
    title: 'Database unavailable',
    remedy:
      "Try again after the number of seconds in `Retry-After`. If it persists, check the server's log for the reason, the host and port in DOCWRIGHT_DATABASE_URL, and PostgreSQL.",
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
