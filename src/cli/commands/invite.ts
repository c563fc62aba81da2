import type { Command } from 'commander';
import { roleSchema } from '../../contract/account.ts';
import { CommandInputInvalid } from '../errors.ts';
import { printAccountLink } from '../print-account-link.ts';
import { commandLineActor, withDataDirectory } from '../with-data-directory.ts';

/** `docwright invite`. */
export function addInviteCommand(program: Command): void {
  program
    .command('invite')
    .description('create a link, valid for seven days, for one new dashboard account')
    .requiredOption('--role <role>', roleSchema.options.join(', '))
    .option('--json', 'print {"link": ...}')
    .addHelpText(
      'after',
      `
For a forgotten password, use docwright member reset.

Example:
  $ docwright invite --role owner`,
    )
    .action(async ({ role: requestedRole, json }: { role: string; json?: true }) => {
      const role = roleSchema.safeParse(requestedRole).data;
      if (role === undefined)
        throw new CommandInputInvalid('--role', `must be one of ${roleSchema.options.join(', ')}.`);
      const { token } = await withDataDirectory(async ({ accounts }) =>
        (await accounts()).invitations.create({ role, by: commandLineActor }),
      );
      await printAccountLink(json, `/invitation#${token}`);
    });
}
