import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import { CommandInputInvalid } from './errors.ts';

export interface SecretOptions {
  readonly tokenStdin?: true;
  readonly tokenEnv?: string;
}

/** Adds the two ways to hand over a token. There is none by argument: arguments are seen by every user of a machine. */
export function addTokenOptions(command: Command): Command {
  return command
    .option('--token-stdin', 'read the token of the code host from standard input')
    .option('--token-env <name>', 'read the token of the code host from this environment variable');
}

/** The token, or undefined when neither option was given. Throws `CommandInputInvalid` when it is empty. */
export async function readToken({ tokenStdin, tokenEnv }: SecretOptions): Promise<string | undefined> {
  if (tokenStdin === true) return present('--token-stdin', await text(process.stdin), 'standard input is empty');
  if (tokenEnv !== undefined) return present('--token-env', process.env[tokenEnv] ?? '', `${tokenEnv} is not set`);
  return undefined;
}

function present(option: string, value: string, otherwise: string): string {
  const secret = value.trim();
  if (secret === '') throw new CommandInputInvalid(option, `${otherwise}.`);
  return secret;
}
