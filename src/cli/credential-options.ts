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
export type CredentialOptions<Name extends string = Field> = { readonly [Each in Name as `${Each}Stdin`]?: true } & {
  readonly [Each in Name as `${Each}Env`]?: string;
};

const everyField = [...new Set(Object.values(codeHostCredentials).flatMap(({ shape }) => Object.keys(shape)))];

/**
 * Adds two ways to hand over each credential of a code host, such as `--token-stdin` and `--token-env`. There is none by
 * argument: arguments are seen by every user of a machine.
 */
export function addCredentialOptions(command: Command, fields: readonly string[] = everyField): Command {
  const alone = fields.length > 1 ? '; only one credential, so pass the others by variable' : '';
  for (const name of fields.map(credentialName)) {
    const description = `the ${name.replaceAll('-', ' ')} of the code host`;
    command
      .option(`--${name}-stdin`, `read ${description} from standard input${alone}`)
      .option(`--${name}-env <name>`, `environment variable that contains ${description}`);
  }
  return command;
}

/**
 * The credentials that were handed over, by field. Throws `CommandInputInvalid` when one is empty or handed over twice,
 * and when two are to be read from standard input, which holds one.
 */
export async function readCredentials<Name extends string = Field>(
  givenOptions: CredentialOptions<Name>,
  fields: readonly string[] = everyField,
): Promise<Record<string, string>> {
  const options: Readonly<Record<string, string | true | undefined>> = givenOptions;
  const fromStdin = fields.filter((field) => options[`${field}Stdin`] === true);
  const [first, ...laterOptions] = fromStdin.map((field) => `--${credentialName(field)}`);
  if (laterOptions.length > 0) {
    const named = [first, ...laterOptions].map((option) => `${option}-stdin`).join(', ');
    const instead = laterOptions.map((option) => `${option}-env`).join(' and ');
    throw new CommandInputInvalid(
      named,
      `standard input can contain only one credential; pass the others with ${instead}.`,
    );
  }
  if (first !== undefined && fromStdin.some((field) => options[`${field}Env`] !== undefined)) {
    throw new CommandInputInvalid(`${first}-stdin`, `conflicts with ${first}-env; give only one.`);
  }
  const credentials: Record<string, string> = {};
  for (const field of fields) {
    const variable = options[`${field}Env`];
    const option = `--${credentialName(field)}`;
    if (options[`${field}Stdin`] === true) {
      credentials[field] = present(`${option}-stdin`, await text(process.stdin), 'standard input is empty');
    } else if (typeof variable === 'string') {
      credentials[field] = present(
        `${option}-env`,
        process.env[variable] ?? '',
        `the variable ${variable} is not set, or empty`,
      );
    }
  }
  return credentials;
}

function present(option: string, value: string, otherwise: string): string {
  const secret = value.trim();
  if (secret === '') throw new CommandInputInvalid(option, `${otherwise}.`);
  return secret;
}
