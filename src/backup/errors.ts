import { AppError, defineError, type ErrorFacts } from '../kernel/app-error.ts';
import { withRemedy, type ConnectionFault } from '../outgoing/connection-fault.ts';

export const BackupDamaged = defineError(
  {
    code: 'backup_damaged',
    status: 500,
    title: 'The backup is not whole',
    remedy: 'Use another backup, and check the disk or the transfer that this one came from.',
  },
  (place: string, what: string, cause?: unknown) => ({ message: `${place}: ${what}.`, cause }),
);

export const BackupPlaceUnusable = defineError(
  {
    code: 'backup_place_unusable',
    status: 500,
    title: 'No backup can be written here',
    remedy: 'Name a folder that this user may write, or one that is not there yet in such a folder.',
  },
  (folder: string, cause: unknown) => {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
    return { message: `The folder ${folder} cannot be made or is none (${code}).`, cause };
  },
);

export const BackupInsideData = defineError(
  {
    code: 'backup_inside_data',
    status: 422,
    title: 'The backup would lie in the data that it is of',
    remedy: 'Name a folder outside of the data directory, best on another disk, or a bucket.',
  },
  (folder: string, dataDirectory: string) =>
    `${folder} is or lies in the data directory ${dataDirectory}. Nothing was written.`,
);

export const BackupNeedsRoom = defineError(
  {
    code: 'backup_needs_room',
    status: 503,
    title: 'There is no room for the backup',
    remedy:
      'Free some space there, keep fewer archives (`--keep`), or name another place. A backup needs room for the archive and two copies of the data, a restore for one; for buckets and `--check` that is in the temporary folder, which TMPDIR names.',
    retryable: true,
  },
  (folder: string, cause: unknown) => ({
    message: `No space is left on the disk of ${folder}. What was begun there is removed again.`,
    cause,
  }),
);

export const BackupNotFound = defineError(
  {
    code: 'backup_not_found',
    status: 404,
    title: 'There is no backup here',
    remedy: 'Name an archive that `docwright backup` wrote, or the folder or the s3:// address that it wrote to.',
  },
  (place: string) => `Looked for a backup in ${place} and found none.`,
);

export class BucketUnusable extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'backup_bucket_unusable',
    status: 502,
    title: 'The bucket cannot be used',
    remedy:
      'Check the address, AWS_ENDPOINT_URL, AWS_REGION, and that AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY may list, read, write and delete there.',
    retryable: true,
  };
  constructor(address: string, why: ConnectionFault | string, cause?: unknown) {
    if (typeof why === 'string') super(BucketUnusable.facts, `${address}: ${why}.`, { cause });
    else super(withRemedy(BucketUnusable.facts, why), `${address}: ${why.message}`, { cause });
  }
}

export const RestoreTargetUsed = defineError(
  {
    code: 'restore_target_used',
    status: 409,
    title: 'The data directory is used',
    remedy:
      'Set DOCWRIGHT_DATA_DIR to a folder that is empty or not there yet (a master.key may lie in it), or move this one away first.',
  },
  (folder: string, found: string) => `${folder} is not empty: there is ${found} in it. Nothing was changed.`,
);

export const BackupPassphraseNeeded = defineError(
  {
    code: 'backup_passphrase_needed',
    status: 400,
    title: 'The master key in the backup needs its passphrase',
    remedy:
      'Give it by --passphrase-file, --passphrase-stdin or DOCWRIGHT_BACKUP_PASSPHRASE; or put master.key into the data directory, or DOCWRIGHT_MASTER_KEY into the environment.',
  },
  () => 'The backup holds the master key, encrypted with a passphrase.',
);

export const BackupPassphraseWrong = defineError(
  {
    code: 'backup_passphrase_wrong',
    status: 400,
    title: 'This is not the passphrase of the backup',
    remedy: 'Give the passphrase that the backup was made with; only blanks and line ends around it do not count.',
  },
  (cause: unknown) => ({ message: 'The master key in the backup does not open with this passphrase.', cause }),
);

export const BackupKeyMissing = defineError(
  {
    code: 'backup_key_missing',
    status: 500,
    title: 'There is no master key to back up',
    remedy:
      'Bring the file back, or set DOCWRIGHT_MASTER_KEY if the key comes from there. Without a passphrase a backup is made without the key.',
  },
  (file: string, cause: unknown) => ({
    message: `A passphrase is given for the master key, and ${file} cannot be read.`,
    cause,
  }),
);

export const BackupKeyDiffers = defineError(
  {
    code: 'backup_key_differs',
    status: 409,
    title: 'This is not the master key of the data',
    remedy:
      'Put the key there that the data was encrypted with. To take the one in a backup, give its passphrase and leave no other key in the way.',
  },
  (source: string, found: string, wanted: string) =>
    `The key in ${source} has the id ${found}, and the one with the id ${wanted} encrypted the data. Nothing was changed.`,
);
