import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import {
  codeHostCredentials,
  credentialName,
  type CodeHostCredentials,
  type CodeHostKind,
} from '../contract/code-host.ts';
import { CommandInputInvalid } from './errors.ts';

/** A field of the credentials of any kind of code host. */
type Field = { [Kind in CodeHostKind]: keyof CodeHostCredentials<Kind> }[CodeHostKind];

/** `tokenStdin`, `tokenEnv` and such, as Commander names the options that `addCredentialOptions` adds. */
export type CredentialOptions = { readonly [Name in Field as `${Name}Stdin`]?: true } & {
  readonly [Name in Field as `${Name}Env`]?: string;
};

const fields = [...new Set(Object.values(codeHostCredentials).flatMap(({ shape }) => Object.keys(shape)))];

/**
 * Adds two ways to hand over each credential of a code host, such as `--token-stdin` and `--token-env`. There is none by
 * argument: arguments are seen by every user of a machine.
 */
export function addCredentialOptions(command: Command): Command {
  for (const name of fields.map(credentialName)) {
    const what = `the ${name.replaceAll('-', ' ')} of the code host`;
    command
      .option(`--${name}-stdin`, `read ${what} from standard input`)
      .option(`--${name}-env <name>`, `read ${what} from this environment variable`);
  }
  return command;
}

/** The credentials that were handed over, by field. Throws `CommandInputInvalid` when one is empty. */
export async function readCredentials(options: CredentialOptions): Promise<Record<string, string>> {
  const credentials: Record<string, string> = {};
  for (const field of fields) {
    const variable = options[`${field}Env`];
    const option = `--${credentialName(field)}`;
    if (options[`${field}Stdin`] === true) {
      credentials[field] = present(`${option}-stdin`, await text(process.stdin), 'standard input is empty');
    } else if (variable !== undefined) {
      credentials[field] = present(`${option}-env`, process.env[variable] ?? '', `${variable} is not set`);
    }
  }
  return credentials;
}

function present(option: string, value: string, otherwise: string): string {
  const secret = value.trim();
  if (secret === '') throw new CommandInputInvalid(option, `${otherwise}.`);
  return secret;
}
