import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import packageFile from '../../../package.json' with { type: 'json' };
import { readConfig } from '../../config/config.ts';
import { requireDataDirectory } from '../../data-directory/data-directory.ts';
import { DatabaseKeptByPostgres } from '../../db/errors.ts';
import { noteBackup, type LastBackup } from '../../data-directory/last-backup.ts';
import { AppError } from '../../kernel/app-error.ts';
import { duration, systemClock } from '../../kernel/clock.ts';
import { CommandInputInvalid, VisitsKeptByClickHouse } from '../errors.ts';
import { examples } from '../examples.ts';
import { exitCodes } from '../exit-codes.ts';
import { addPassphraseOptions, readPassphrase, type PassphraseOptions } from '../passphrase-options.ts';
import { print } from '../print.ts';
import { createShareLine, sizeOf } from '../share-line.ts';
import { liveTerminal, terminal } from '../terminal.ts';

interface BackupOptions extends PassphraseOptions {
  readonly keep?: string;
  readonly incremental?: true;
  readonly json?: true;
}

/** `docwright backup`. */
export function addBackupCommand(program: Command): void {
  addPassphraseOptions(
    program
      .command('backup')
      .description('write one archive of everything that cannot be fetched again, and verify it')
      .argument(
        '<to>',
        'folder or s3://bucket/folder, where the time names the archive; or a full name ending in .tar.zst',
      ),
  )
    .option('--keep <count>', 'keep only the newest archives in the folder')
    .option('--incremental', 'store the databases as chunks in chunks/; unchanged chunks are stored once')
    .option('--json', 'print {"file", "bytes", "views", "rows", "hasKey", "removed", "damaged": damaged repositories}')
    .addHelpText(
      'after',
      `
Can run while the server reads and writes. Both databases are copied from the same moment. The
archive contains the master key only if you give a passphrase, which encrypts it (scrypt,
AES-256-GCM). Without one, keep a separate copy of the key. The archive is a zstd-compressed tar;
\`tar --zstd -tf\` lists it. Buckets need AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION and,
outside Amazon, AWS_ENDPOINT_URL.
${examples(
  'docwright backup /srv/backups --keep 14',
  'docwright backup /srv/backups --passphrase-file /root/backup-passphrase',
  'docwright backup /srv/backups --incremental --keep 48',
  'docwright backup docwright.tar.zst',
  'docwright backup s3://acme-backups/docwright --keep 14',
)}`,
    )
    .action(async (to: string, { keep, incremental, json, ...options }: BackupOptions) => {
      const count = keep === undefined ? undefined : Number(keep);
      if (count !== undefined && (!Number.isInteger(count) || count < 1)) {
        throw new CommandInputInvalid('--keep', 'give a whole number of at least 1.');
      }
      const { dataDir, masterKey, backup, postgres, clickhouse } = readConfig(process.env);
      const place = to.startsWith('s3://') ? to : resolve(to);
      if (incremental === true && to.endsWith('.tar.zst'))
        throw new CommandInputInvalid('--incremental', 'needs a folder or s3://bucket/folder.');
      if (postgres !== undefined) throw new DatabaseKeptByPostgres('`docwright backup`');
      if (clickhouse !== undefined) throw new VisitsKeptByClickHouse('`docwright backup`');
      await requireDataDirectory(dataDir);
      const passphrase = await readPassphrase(options);
      const { describeDamaged } = await import('../../backup/repositories.ts');
      const { backUpTo } = await import('../../backup/backup-place.ts');
      const started = systemClock.now();
      const line = createShareLine(liveTerminal);
      const { file, bytes, manifest, removed, damaged, isClockTrusted } = await backUpTo({
        dataDirectory: dataDir,
        to: place,
        keep: count,
        isIncremental: incremental === true,
        access: backup.bucket,
        now: started,
        program: packageFile.version,
        passphrase,
        keyFromEnvironment: masterKey,
        onProgress: (progress) => {
          if (typeof progress === 'string') line.show(progress);
          else line.show(`copying ${progress.file}`, progress.donePages / progress.totalPages);
        },
      })
        .catch(async (error: unknown) => {
          const message = error instanceof Error ? error.message : String(error);
          // What was asked for wrongly says nothing of how backups fare.
          const isMistake = error instanceof AppError && error.facts.status < 500;
          if (!isMistake) await note(dataDir, { failure: { at: timeNow(), to: place, message } });
          throw error;
        })
        .finally(() => {
          line.clear();
        });
      const seconds = (systemClock.now() - started) / duration.second;
      await note(dataDir, {
        success: { at: timeNow(), to: place, place: file, bytes, views: manifest.views, seconds },
      });
      const hasKey = passphrase !== undefined;
      const { views, rows } = manifest;
      print(json, { file, bytes, views, rows, hasKey, removed, damaged }, () =>
        [
          `${file}: ${sizeOf(bytes)}, ${views.toLocaleString('en')} views; verified.`,
          hasKey
            ? 'It contains the master key, encrypted with the passphrase.'
            : `It does not contain the master key. Keep a copy of ${masterKey === undefined ? join(dataDir, 'master.key') : 'DOCWRIGHT_MASTER_KEY'}: without it, stored tokens cannot be read.`,
          ...(count === undefined || isClockTrusted
            ? []
            : ['Kept all older archives: the clock is not trusted. See `docwright clock`.']),
          ...(removed > 0 ? [`Removed ${removed} older archives.`] : []),
          ...describeDamaged(damaged),
        ].join('\n'),
      );
      if (damaged.length > 0) process.exitCode = exitCodes.failed;
    });
}

const timeNow = (): string => new Date(systemClock.now()).toISOString();

/** A backup is none the worse where it cannot be noted, such as on a full disk. */
async function note(dataDirectory: string, outcome: LastBackup): Promise<void> {
  await noteBackup(dataDirectory, outcome).catch((error: unknown) => {
    terminal.say(
      `The backup could not be recorded in ${dataDirectory}: ${error instanceof Error ? error.message : String(error)}`,
    );
  });
}
