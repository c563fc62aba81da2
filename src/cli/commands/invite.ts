import type { Command } from 'commander';
import { roleSchema } from '../../contract/account.ts';
import { readConfig } from '../../config/config.ts';
import { findRunningServer } from '../../data-directory/running-server.ts';
import { CommandInputInvalid } from '../errors.ts';
import { print } from '../print.ts';
import { commandLineActor, withDataDirectory } from '../with-data-directory.ts';

/** `docwright invite`. */
export function addInviteCommand(program: Command): void {
  program
    .command('invite')
    .description('make a link that creates one account of the dashboard, for seven days')
    .requiredOption('--role <role>', roleSchema.options.join(', '))
    .option('--json', 'print {"link": ...}')
    .addHelpText(
      'after',
      `
The way back in for an owner who forgot the password: join anew as an owner, then remove the old account.

Example:
  $ docwright invite --role owner`,
    )
    .action(async ({ role: wanted, json }: { role: string; json?: true }) => {
      const role = roleSchema.safeParse(wanted).data;
      if (role === undefined) throw new CommandInputInvalid('--role', `is one of ${roleSchema.options.join(', ')}.`);
      const { publicUrl, host, port, dataDir } = readConfig(process.env);
      const { token } = await withDataDirectory(async ({ accounts }) =>
        (await accounts()).invitations.create({ role, by: commandLineActor }),
      );
      const running = await findRunningServer(dataDir);
      const url = publicUrl ?? running?.url ?? `http://${host}:${port}`;
      const link = `${url}/invitation#${token}`;
      print(json, { link }, () => link);
      if (running === undefined) {
        console.error(`No server runs on this data directory now; the link works once one is reached at ${url}.`);
      }
    });
}
