import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import { readConfig } from '../config/config.ts';
import { CommandInputInvalid } from './errors.ts';

export interface PassphraseOptions {
  readonly passphraseFile?: string;
  readonly passphraseStdin?: true;
}

/** Never as an argument: those are seen by everybody on the machine. */
export function addPassphraseOptions(command: Command): Command {
  return command
    .option(
      '--passphrase-file <file>',
      'file with the passphrase for the master key; or set DOCWRIGHT_BACKUP_PASSPHRASE',
    )
    .option('--passphrase-stdin', 'read the passphrase from standard input');
}

/** The passphrase that the person gave; undefined where there is none. */
export async function readPassphrase({
  passphraseFile,
  passphraseStdin,
}: PassphraseOptions): Promise<string | undefined> {
  if (passphraseFile !== undefined && passphraseStdin === true) {
    throw new CommandInputInvalid('--passphrase-stdin', 'cannot be used together with --passphrase-file.');
  }
  if (passphraseStdin === true) return longEnough('--passphrase-stdin', await text(process.stdin));
  if (passphraseFile === undefined) return readConfig(process.env).backup.passphrase;
  const given = await readFile(passphraseFile, 'utf8').catch(() => {
    throw new CommandInputInvalid('--passphrase-file', `${passphraseFile} cannot be read.`);
  });
  return longEnough('--passphrase-file', given);
}

const fewest = 12;

function longEnough(option: string, given: string): string {
  const passphrase = given.trim();
  if (passphrase.length >= fewest) return passphrase;
  throw new CommandInputInvalid(option, `the passphrase must have at least ${fewest} characters.`);
}
