import { Command } from 'commander';
import { expect, it } from 'vitest';
import { addCredentialOptions, readCredentials, type CredentialOptions } from './credential-options.ts';

const fields = ['appId', 'privateKey'];

/** The credentials of a made-up kind with two fields, from a command line. */
async function handOver(...argv: string[]): Promise<Record<string, string>> {
  const command = addCredentialOptions(new Command().exitOverride(), fields);
  command.parse(argv, { from: 'user' });
  return readCredentials<'appId' | 'privateKey'>(command.opts<CredentialOptions<'appId' | 'privateKey'>>(), fields);
}

it('takes each credential by the name of its field', async () => {
  process.env['DOCWRIGHT_TEST_KEY'] = ' of-the-app\n';
  try {
    expect(await handOver('--private-key-env', 'DOCWRIGHT_TEST_KEY')).toEqual({ privateKey: 'of-the-app' });
  } finally {
    delete process.env['DOCWRIGHT_TEST_KEY'];
  }
});

it('never reads standard input twice: it names both options and what to do', async () => {
  await expect(handOver('--app-id-stdin', '--private-key-stdin')).rejects.toThrow(
    '--app-id-stdin, --private-key-stdin: standard input can contain only one credential; pass the others with --private-key-env.',
  );
});

it.each([
  ['handed over twice', ['--app-id-stdin', '--app-id-env', 'X'], /--app-id-stdin: conflicts with --app-id-env/],
  [
    'not there',
    ['--app-id-env', 'DOCWRIGHT_TEST_NOWHERE'],
    /--app-id-env: the variable DOCWRIGHT_TEST_NOWHERE is not set, or empty/,
  ],
])('refuses one that is %s', async (_fault, argv, message) => {
  await expect(handOver(...argv)).rejects.toThrow(message);
});

it('says in the help of options that exclude each other that they do', () => {
  const help = addCredentialOptions(new Command(), fields).helpInformation().replaceAll(/\s+/g, ' ');
  expect(help).toContain('only one credential, so pass the others by variable');
});
