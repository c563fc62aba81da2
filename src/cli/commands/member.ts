import type { Command } from 'commander';
import { printAccountLink } from '../print-account-link.ts';
import { commandLineActor, withDataDirectory } from '../with-data-directory.ts';

/** `docwright member`. */
export function addMemberCommand(program: Command): void {
  const member = program.command('member').description('members of the dashboard');
  member
    .command('reset')
    .description('make a link with which a member chooses a new password, once, within an hour')
    .argument('<email>', 'the address that the member signs in with')
    .option('--json', 'print {"link": ...}')
    .addHelpText(
      'after',
      `
When the new password is set, all sessions of the member end.

Example:
  $ docwright member reset ada@example.org`,
    )
    .action(async (email: string, { json }: { json?: true }) => {
      const token = await withDataDirectory(async ({ accounts }) => {
        const members = await accounts();
        members.requirePasswords();
        return members.passwordResets.create({ email, by: commandLineActor });
      });
      await printAccountLink(json, `/reset-password#${token}`);
    });
}
