import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import { readConfig } from '../config/config.ts';
import { CommandInputInvalid } from './errors.ts';

export interface PassphraseOptions {
  readonly passphraseFile?: string;
  readonly passphraseStdin?: true;
}

/** There is no option with the passphrase itself: everyone on the machine can see arguments. */
export function addPassphraseOptions(command: Command): Command {
  return command
    .option(
      '--passphrase-file <file>',
      'file with the passphrase for the master key; or set DOCWRIGHT_BACKUP_PASSPHRASE',
    )
    .option('--passphrase-stdin', 'read the passphrase from standard input');
}

/** The passphrase from the options or the environment; undefined if there is none. */
export async function readPassphrase({
  passphraseFile,
  passphraseStdin,
}: PassphraseOptions): Promise<string | undefined> {
  if (passphraseFile !== undefined && passphraseStdin === true) {
    throw new CommandInputInvalid('--passphrase-stdin', 'cannot be used together with --passphrase-file.');
  }
  if (passphraseStdin === true) return parsePassphrase('--passphrase-stdin', await text(process.stdin));
  if (passphraseFile === undefined) return readConfig(process.env).backup.passphrase;
  const content = await readFile(passphraseFile, 'utf8').catch(() => {
    throw new CommandInputInvalid('--passphrase-file', `${passphraseFile} cannot be read.`);
  });
  return parsePassphrase('--passphrase-file', content);
}

const minimumLength = 12;

function parsePassphrase(option: string, input: string): string {
  const passphrase = input.trim();
  if (passphrase.length >= minimumLength) return passphrase;
  throw new CommandInputInvalid(option, `the passphrase must have at least ${minimumLength} characters.`);
}
