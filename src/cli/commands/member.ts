import type { Command } from 'commander';
import { printAccountLink } from '../print-account-link.ts';
import { commandLineActor, withDataDirectory } from '../with-data-directory.ts';

/** `docwright member`. */
export function addMemberCommand(program: Command): void {
  const member = program.command('member').description('members of the dashboard');
  member
    .command('reset')
    .description("create a one-time link to reset a member's password, valid for an hour")
    .argument('<email>', 'email address of the member')
    .option('--json', 'print {"link": ...}')
    .addHelpText(
      'after',
      `
Setting the new password ends all sessions of the member.

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
