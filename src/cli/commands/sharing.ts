import type { Command } from 'commander';
import { examples } from '../examples.ts';
import { print, table } from '../print.ts';
import { addConnectionOptions, connect, type ConnectionOptions } from '../server-connection.ts';
import { terminal } from '../terminal.ts';

type Options = ConnectionOptions & { readonly json?: true };

const aboutAddress = 'the part after "?" in the URL of the analytics page';

/** `docwright view list|save|remove` and `docwright share list|create|revoke`, over the HTTP API. */
export function addSharingCommands(program: Command): void {
  addViewCommand(program.command('view').description('saved views of the analytics page'));
  addShareCommand(program.command('share').description("links that let anyone read a project's analytics"));
}

function addViewCommand(view: Command): void {
  addConnectionOptions(view.command('list').description('list the saved views of a project'))
    .option('--json', 'print an array of saved views')
    .addHelpText('after', examples('docwright view list'))
    .action(async ({ json, ...options }: Options) => {
      const { client, projectId } = await connect(options);
      const views = await client.savedViews({ projectId });
      const lines = views.map(({ id, name, url }) => [id, name, url]);
      print(json, views, () => (views.length === 0 ? 'No saved views yet.' : table(['id', 'name', 'address'], lines)));
    });

  addConnectionOptions(view.command('save').description('save a view under a name'))
    .argument('<name>', 'name of the view')
    .argument('<address>', aboutAddress)
    .option('--json', 'print the saved view')
    .addHelpText('after', examples('docwright view save "Guide, Germany" "range=7d&country=DE&path=/guide/*"'))
    .action(async (name: string, search: string, { json, ...options }: Options) => {
      const { client, projectId } = await connect(options);
      const saved = await client.saveView({ projectId, name, search });
      print(json, saved, () => saved.url);
    });

  addConnectionOptions(view.command('remove').description('remove a saved view'))
    .argument('<id>', 'view id from `view list`')
    .option('--json', 'print {"removed": id}')
    .addHelpText('after', examples('docwright view remove view_01m7yk4ampm1qn47dpwt7c3w2m'))
    .action(async (id: string, { json, ...options }: Options) => {
      const { client, projectId } = await connect(options);
      await client.removeSavedView({ projectId, id });
      print(json, { removed: id }, () => `Removed ${id}.`);
    });
}

function addShareCommand(share: Command): void {
  addConnectionOptions(share.command('list').description("list a project's share links, without their URLs"))
    .option('--json', 'print an array of share links')
    .addHelpText('after', examples('docwright share list'))
    .action(async ({ json, ...options }: Options) => {
      const { client, projectId } = await connect(options);
      const links = await client.shareLinks({ projectId });
      const lines = links.map(({ id, name, createdBy, createdAt }) => [id, name, createdBy, createdAt.slice(0, 10)]);
      print(json, links, () =>
        links.length === 0 ? 'No share links yet.' : table(['id', 'name', 'created by', 'created'], lines),
      );
    });

  addConnectionOptions(share.command('create').description('create a link; it is shown only once'))
    .argument('<name>', 'name, such as who it is for')
    .argument('[address]', `${aboutAddress}, which the link opens`)
    .option('--json', 'print {"shareLink": {...}, "url": ...}')
    .addHelpText('after', examples('docwright share create "Board meeting" "range=90d"'))
    .action(async (name: string, search: string | undefined, { json, ...options }: Options) => {
      const { client, projectId } = await connect(options);
      const created = await client.createShareLink({ projectId, name, ...(search !== undefined && { search }) });
      print(json, created, () => created.url);
      if (json !== true) terminal.say("Anyone with this link can read the project's analytics until you revoke it.");
    });

  addConnectionOptions(share.command('revoke').description('revoke a link at once'))
    .argument('<id>', 'link id from `share list`')
    .option('--json', 'print {"revoked": id}')
    .addHelpText('after', examples('docwright share revoke shr_01m7yk4ampm1qn47dpwt7c3w2m'))
    .action(async (id: string, { json, ...options }: Options) => {
      const { client, projectId } = await connect(options);
      await client.revokeShareLink({ projectId, id });
      print(json, { revoked: id }, () => `Revoked ${id}.`);
    });
}
