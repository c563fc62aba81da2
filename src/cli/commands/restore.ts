import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { readConfig } from '../../config/config.ts';
import { DatabaseKeptByPostgres } from '../../db/errors.ts';
import { counted } from '../../kernel/counted.ts';
import { nextCommand } from '../../kernel/next-command.ts';
import { VisitsKeptByClickHouse } from '../errors.ts';
import { examples } from '../examples.ts';
import { exitCodes } from '../exit-codes.ts';
import { addPassphraseOptions, readPassphrase, type PassphraseOptions } from '../passphrase-options.ts';
import { print } from '../print.ts';

interface RestoreOptions extends PassphraseOptions {
  readonly check?: true;
  readonly trust?: true;
  readonly json?: true;
}

/** `docwright restore`. */
export function addRestoreCommand(program: Command): void {
  addPassphraseOptions(
    program
      .command('restore')
      .description('create a data directory from a backup; refuses a directory in use')
      .argument('<from>', 'an archive, or a folder or s3://bucket/folder whose newest archive is used'),
  )
    .option('--check', 'only verify that the archive is complete; writes nothing')
    .option('--trust', 'restore an archive that this installation did not sign, such as one of an older version')
    .option(
      '--json',
      'print {"file", "createdAt", "views", "rows", "missingKey": id of the key to put there, or null, "damaged": damaged repositories, "erasures": deletions that the first start repeats}',
    )
    .addHelpText(
      'after',
      `
The data directory is DOCWRIGHT_DATA_DIR. Before any file is put in place, every file is compared
with its hash, SQLite checks both databases, and all rows are counted again. The archive must be
signed with the master key that is there or that its passphrase opens; \`--trust\` skips that. If a
restore is interrupted, run it again: it starts over.
${examples(
  'docwright restore /srv/backups --check',
  'DOCWRIGHT_DATA_DIR=/srv/docwright docwright restore /srv/backups --passphrase-file /root/backup-passphrase',
)}`,
    )
    .action(async (from: string, { check, trust, json, ...options }: RestoreOptions) => {
      const { dataDir, masterKey, backup, postgres, clickhouse } = readConfig(process.env);
      if (check !== true && postgres !== undefined) throw new DatabaseKeptByPostgres('`docwright restore`');
      if (check !== true && clickhouse !== undefined) throw new VisitsKeptByClickHouse('`docwright restore`');
      const { checkBackup, restore } = await import('../../backup/restore.ts');
      const { describeDamaged } = await import('../../backup/repositories.ts');
      const { withArchive } = await import('../../backup/backup-place.ts');
      const passphrase = check === true ? undefined : await readPassphrase(options);
      const { file, manifest, missingKey, damaged, erasures } = await withArchive(
        from.startsWith('s3://') ? from : resolve(from),
        {
          access: backup.bucket,
          work: async (archive, name) => {
            const archiveFile = { file: archive, place: name };
            const isThere = { file: name, missingKey: undefined, damaged: [], erasures: 0 };
            if (check === true) return { ...isThere, ...(await checkBackup(archiveFile)) };
            const to = { dataDirectory: dataDir, passphrase, keyFromEnvironment: masterKey, isTrusted: trust === true };
            return { ...isThere, ...(await restore({ ...archiveFile, ...to })) };
          },
        },
      );
      const { createdAt, views, rows } = manifest;
      print(json, { file, createdAt, views, rows, missingKey: missingKey ?? null, damaged, erasures }, () => {
        const summary = `${file}, made at ${createdAt}: ${views.toLocaleString('en')} views, ${counted(rows['docwright.sqlite']['projects'] ?? 0, 'project')}`;
        if (check === true) return [`${summary}; the archive is complete.`, ...describeDamaged(damaged)].join('\n');
        const lines = [`Restored to ${dataDir}: ${summary}.`];
        if (missingKey !== undefined) {
          lines.push(
            `This backup has no master key. Put your copy of the key with id ${missingKey} into ${join(dataDir, 'master.key')} before starting the server.`,
          );
        }
        if (erasures > 0) {
          lines.push(
            `The first start of the server repeats ${counted(erasures, 'deletion')} of visitors and pages. Until then this data may still contain them.`,
          );
        }
        return [...lines, ...describeDamaged(damaged), `Next: ${nextCommand('serve')}`].join('\n');
      });
      if (damaged.length > 0) process.exitCode = exitCodes.failed;
    });
}
