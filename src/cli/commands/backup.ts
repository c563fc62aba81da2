import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import packageFile from '../../../package.json' with { type: 'json' };
import { readConfig } from '../../config/config.ts';
import { requireDataDirectory } from '../../data-directory/data-directory.ts';
import { systemClock } from '../../kernel/clock.ts';
import { CommandInputInvalid } from '../errors.ts';
import { examples } from '../examples.ts';
import { addPassphraseOptions, readPassphrase, type PassphraseOptions } from '../passphrase-options.ts';
import { print } from '../print.ts';
import { createShareLine, sizeOf } from '../share-line.ts';

interface BackupOptions extends PassphraseOptions {
  readonly keep?: string;
  readonly json?: true;
}

/** `docwright backup`. */
export function addBackupCommand(program: Command): void {
  addPassphraseOptions(
    program
      .command('backup')
      .description('write everything that cannot be fetched again to one archive, and read it back to prove it')
      .argument('<to>', 'a folder, in which it gets a name by the time, or a file that ends with .tar.zst'),
  )
    .option('--keep <count>', 'in a folder: remove all but the newest archives')
    .option('--json', 'print {"file", "bytes", "views", "rows", "hasKey", "removed"}')
    .addHelpText(
      'after',
      `
May run beside the server, which goes on reading and writing. Both databases are copied as they are at one moment. The
master key is in the archive only with a passphrase, which encrypts it (scrypt, AES-256-GCM); without it keep the key apart.
The archive is a tar compressed by zstd; \`tar --zstd -tf\` shows what is in it.
${examples(
  'docwright backup /srv/backups --keep 14',
  'docwright backup /srv/backups --passphrase-file /root/backup-passphrase',
  'docwright backup docwright.tar.zst',
)}`,
    )
    .action(async (to: string, { keep, json, ...options }: BackupOptions) => {
      const count = keep === undefined ? undefined : Number(keep);
      if (count !== undefined && (!Number.isInteger(count) || count < 1)) {
        throw new CommandInputInvalid('--keep', 'give a whole number from 1 on.');
      }
      const { dataDir, masterKey } = readConfig(process.env);
      await requireDataDirectory(dataDir);
      const passphrase = await readPassphrase(options);
      const { backUp, keepNewest } = await import('../../backup/back-up.ts');
      const line = createShareLine(process.stderr);
      const key = passphrase === undefined ? undefined : { passphrase, text: await textOfKey(dataDir, masterKey) };
      const { file, bytes, manifest } = await backUp({
        dataDirectory: dataDir,
        to: resolve(to),
        now: systemClock.now(),
        program: packageFile.version,
        key,
        onProgress: (progress) => {
          if (typeof progress === 'string') line.show(progress);
          else line.show(`copying ${progress.file}`, progress.donePages / progress.totalPages);
        },
      }).finally(() => {
        line.clear();
      });
      const removed = count === undefined || file === resolve(to) ? 0 : await keepNewest(resolve(to), count);
      const hasKey = key !== undefined;
      const { views, rows } = manifest;
      print(json, { file, bytes, views, rows, hasKey, removed }, () =>
        [
          `${file}: ${sizeOf(bytes)}, ${views.toLocaleString('en')} views, read back and found whole.`,
          hasKey
            ? 'The master key is in it, encrypted with the passphrase.'
            : `The master key is not in it: keep ${masterKey === undefined ? join(dataDir, 'master.key') : 'DOCWRIGHT_MASTER_KEY'} apart, or nobody can read the stored tokens.`,
          ...(removed > 0 ? [`Removed ${removed} older ones.`] : []),
        ].join('\n'),
      );
    });
}

function textOfKey(dataDirectory: string, fromEnvironment: string | undefined): Promise<string> {
  return fromEnvironment === undefined
    ? readFile(join(dataDirectory, 'master.key'), 'utf8')
    : Promise.resolve(`${fromEnvironment.trim()}\n`);
}
