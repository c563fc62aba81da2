import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import { addProjectArgument, chooseProject, type ProjectOption } from '../choose-project.ts';
import { CommandInputInvalid } from '../errors.ts';
import { examples } from '../examples.ts';
import { print, table } from '../print.ts';
import { addConnectionOptions, connect, type ConnectionOptions } from '../server-connection.ts';

type Options = ConnectionOptions & { readonly json?: true };

/** `docwright mail list|add|remove|test`, over the HTTP API, and `mail password`, on the data directory. */
export function addMailCommand(program: Command): void {
  const mail = program.command('mail').description("last week's analytics by mail, every Monday");

  addConnectionOptions(mail.command('list').description('list the recipients, and whether mail can be sent'))
    .option('--json', 'print {"missing", "nextAt", "recipients"}')
    .addHelpText('after', examples('docwright mail list'))
    .action(async ({ json, ...options }: Options) => {
      const { client, projectId } = await connect(options);
      const weeklyMail = await client.weeklyMail({ projectId });
      print(json, weeklyMail, () => {
        const lines = weeklyMail.recipients.map(({ id, address, lastWeek, fault }) => [
          id,
          address,
          lastWeek ?? 'not sent yet',
          fault ?? '',
        ]);
        const list = lines.length === 0 ? 'No recipients yet.' : table(['id', 'address', 'last week', 'fault'], lines);
        const next = `Next mail: ${weeklyMail.nextAt.slice(0, 16).replace('T', ' ')} UTC.`;
        return `${list}\n${weeklyMail.missing.length === 0 ? next : `No mail is sent until ${weeklyMail.missing.join(' and ')} is set.`}`;
      });
    });

  addConnectionOptions(mail.command('add').description('add a recipient'))
    .argument('<address>', 'such as ada@example.com')
    .option('--json', 'print the recipient')
    .addHelpText('after', examples('docwright mail add ada@example.com'))
    .action(async (address: string, { json, ...options }: Options) => {
      const { client, projectId } = await connect(options);
      const added = await client.addMailRecipient({ projectId, address });
      print(json, added, () => `Added ${added.address}.`);
    });

  addConnectionOptions(mail.command('remove').description('remove a recipient'))
    .argument('<id>', 'recipient id from `mail list`')
    .option('--json', 'print {"removed": id}')
    .addHelpText('after', examples('docwright mail remove rcp_01m7yk4ampm1qn47dpwt7c3w2m'))
    .action(async (id: string, { json, ...options }: Options) => {
      const { client, projectId } = await connect(options);
      await client.removeMailRecipient({ projectId, id });
      print(json, { removed: id }, () => `Removed ${id}.`);
    });

  addConnectionOptions(
    mail.command('test').description("send last week's mail to an address now, to test the settings"),
  )
    .argument('<address>', 'such as ada@example.com')
    .option('--json', 'print {"sentTo": address}')
    .addHelpText(
      'after',
      examples(
        'docwright project set Docs --setting weeklyMail.host=smtp.example.com --setting weeklyMail.from=docs@example.com',
        'docwright mail test ada@example.com',
      ),
    )
    .action(async (address: string, { json, ...options }: Options) => {
      const { client, projectId } = await connect(options);
      await client.sendTestMail({ projectId, address });
      print(json, { sentTo: address }, () => `The mail server accepted a mail to ${address}.`);
    });

  addProjectArgument(
    mail.command('password').description("store the mail server's password, encrypted; read from standard input"),
  )
    .option('--remove', 'remove the stored password instead')
    .option('--json', 'print {"stored": true or false}')
    .addHelpText(
      'after',
      examples('docwright mail password Docs < password.txt', 'docwright mail password Docs --remove'),
    )
    .action(
      async (
        name: string | undefined,
        { remove, json, ...options }: ProjectOption & { remove?: true; json?: true },
      ) => {
        const password = remove === true ? undefined : (await text(process.stdin)).trim();
        if (password === '') throw new CommandInputInvalid('standard input', 'is empty; it must contain the password.');
        // Loaded here: the others ask a server.
        const [{ mailPasswordSecret }, { commandLineActor, withDataDirectory }] = await Promise.all([
          import('../../contract/weekly-mail.ts'),
          import('../with-data-directory.ts'),
        ]);
        await withDataDirectory(async ({ projects }) => {
          const { id } = await chooseProject(projects, options, name);
          await projects.setSecret(id, mailPasswordSecret, password, commandLineActor);
        });
        print(json, { stored: password !== undefined }, () => (password === undefined ? 'Removed.' : 'Stored.'));
      },
    );
}
