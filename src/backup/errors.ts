import { AppError, defineError, type ErrorFacts } from '../kernel/app-error.ts';
import { withRemedy, type ConnectionFault } from '../outgoing/connection-fault.ts';

export const BackupDamaged = defineError(
  {
    code: 'backup_damaged',
    status: 500,
    title: 'Damaged backup',
    remedy: 'Use another backup, and check the disk or transfer this one came from.',
  },
  (place: string, problem: string, cause?: unknown) => ({ message: `${place}: ${problem}.`, cause }),
);

/** The archive is intact but its database is damaged, so the damage is older than the backup. */
export class BackedUpDamage extends BackupDamaged {
  readonly database: string;
  readonly problem: string;
  constructor(place: string, database: string, problem: string) {
    super(place, `SQLite reports damage in ${database}: ${problem}`);
    this.database = database;
    this.problem = problem;
  }
}

export const DataDamaged = defineError(
  {
    code: 'data_damaged',
    status: 500,
    title: 'Damaged data, not backed up',
    remedy:
      'Check the disk. Restore the newest backup to another folder and start the server there; `docwright verify` names what is damaged here. No backup was written, and older ones were kept.',
  },
  (file: string, problem: string, cause: unknown) => ({
    message: `SQLite reports damage in ${file}: ${problem}.`,
    cause,
  }),
);

export const BackupPlaceUnusable = defineError(
  {
    code: 'backup_place_unusable',
    status: 500,
    title: 'Backup folder not writable',
    remedy: 'Use a folder that this user can write, or a new folder inside one.',
  },
  (folder: string, cause: unknown) => {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
    return { message: `${folder} is not a folder or cannot be created (${code}).`, cause };
  },
);

export const BackupInsideData = defineError(
  {
    code: 'backup_inside_data',
    status: 422,
    title: 'Backup folder inside the data directory',
    remedy: 'Use a folder outside the data directory, preferably on another disk, or a bucket.',
  },
  (folder: string, dataDirectory: string) =>
    `${folder} is inside the data directory ${dataDirectory}. Nothing was written.`,
);

export const BackupNeedsRoom = defineError(
  {
    code: 'backup_needs_room',
    status: 503,
    title: 'Not enough disk space',
    remedy:
      'Free some space there, keep fewer archives (`--keep`), or use another location. A backup needs space for the archive and two copies of the data; a restore needs one copy. Buckets and `--check` use the temporary folder, which TMPDIR sets.',
    retryable: true,
  },
  (folder: string, cause: unknown) => ({
    message: `No space is left on the disk of ${folder}. The partial files were removed.`,
    cause,
  }),
);

export const BackupNotFound = defineError(
  {
    code: 'backup_not_found',
    status: 404,
    title: 'No backup found',
    remedy: 'Give an archive written by `docwright backup`, or the folder or s3:// URL that it wrote to.',
  },
  (place: string) => `${place} contains no backup.`,
);

export class BucketUnusable extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'backup_bucket_unusable',
    status: 502,
    title: 'Bucket not usable',
    remedy:
      'Check the URL, AWS_ENDPOINT_URL and AWS_REGION. AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be allowed to list, read, write and delete there.',
    retryable: true,
  };
  /** `passes`: whether the service's own answer is temporary. */
  constructor(
    address: string,
    why: ConnectionFault | string,
    { cause, passes = false }: { cause?: unknown; passes?: boolean } = {},
  ) {
    if (typeof why === 'string')
      super({ ...BucketUnusable.facts, retryable: passes }, `${address}: ${why}.`, { cause });
    else super(withRemedy(BucketUnusable.facts, why), `${address}: ${why.message}`, { cause });
  }
}

export const RestoreTargetUsed = defineError(
  {
    code: 'restore_target_used',
    status: 409,
    title: 'Data directory not empty',
    remedy:
      'Set DOCWRIGHT_DATA_DIR to an empty or new folder (a master.key may be in it), or move this one away first.',
  },
  (folder: string, content: string) => `${folder} is not empty: it contains ${content}. Nothing was changed.`,
);

export const BackupPassphraseNeeded = defineError(
  {
    code: 'backup_passphrase_needed',
    status: 400,
    title: 'Passphrase required',
    remedy:
      'Give it with --passphrase-file, --passphrase-stdin or DOCWRIGHT_BACKUP_PASSPHRASE. Or provide the key itself: as master.key in the data directory, or as DOCWRIGHT_MASTER_KEY.',
  },
  () => 'The backup contains the master key, encrypted with a passphrase.',
);

export const BackupPassphraseWrong = defineError(
  {
    code: 'backup_passphrase_wrong',
    status: 400,
    title: 'Wrong passphrase',
    remedy: 'Use the passphrase that the backup was made with. Surrounding spaces and line breaks are ignored.',
  },
  (cause: unknown) => ({ message: 'This passphrase does not decrypt the master key in the backup.', cause }),
);

export const BackupUntrusted = defineError(
  {
    code: 'backup_untrusted',
    status: 422,
    title: 'Backup not signed by this installation',
    remedy:
      'If you made this backup and nobody else could change it, add --trust. Otherwise give the key that signed it: its passphrase, master.key in the data directory, or DOCWRIGHT_MASTER_KEY.',
  },
  (why: string) => `Nothing shows that this backup is yours: ${why}. Nothing was restored.`,
);

export const BackupKeyMissing = defineError(
  {
    code: 'backup_key_missing',
    status: 500,
    title: 'No master key to back up',
    remedy: 'Restore the file, or set DOCWRIGHT_MASTER_KEY if the key comes from there.',
  },
  (file: string, cause: unknown) => ({
    message: `The master key, which signs a backup, is needed, but ${file} cannot be read.`,
    cause,
  }),
);

export const BackupKeyDiffers = defineError(
  {
    code: 'backup_key_differs',
    status: 409,
    title: 'Wrong master key',
    remedy:
      'Use the key that encrypted the data. To use the key in a backup, give its passphrase and remove any other key.',
  },
  (source: string, actualId: string, expectedId: string) =>
    `The key in ${source} has the id ${actualId}, but the data is encrypted with the key ${expectedId}. Nothing was changed.`,
);
