import type { Command } from 'commander';
import type { ConnectedApp } from '../../contract/github-app.ts';
import { examples } from '../examples.ts';
import { print, table } from '../print.ts';
import { terminal } from '../terminal.ts';
import { commandLineActor, withDataDirectory } from '../with-data-directory.ts';

interface Json {
  readonly json?: true;
}

/** `docwright github connect|status|disconnect`. */
export function addGithubCommand(program: Command): void {
  const github = program
    .command('github')
    .description('the GitHub App with which projects without a token open pull requests');

  github
    .command('connect')
    .description('print the URL at which a browser creates the App and installs it')
    .option('--organization <name>', 'owner of the App; default: the account that is signed in there')
    .option('--json', 'print {"url"}')
    .addHelpText(
      'after',
      `
The server must run, at the address in DOCWRIGHT_PUBLIC_URL. The URL works once, for an hour. For GitHub
Enterprise Server, set GITHUB_API_URL first.
${examples('docwright github connect', 'docwright github connect --organization acme')}`,
    )
    .action(async ({ json, organization }: Json & { organization?: string }) => {
      const url = await withDataDirectory(({ projects }) =>
        projects.githubApp.begin({ organization, actor: commandLineActor }),
      );
      print(json, { url }, () => url);
      if (json !== true) terminal.say('Open the URL in a browser, within an hour.');
    });

  github
    .command('status')
    .description('show where the App is installed, and the projects that use it')
    .option('--json', 'print the App, or null')
    .addHelpText('after', examples('docwright github status'))
    .action(async ({ json }: Json) => {
      const app = await withDataDirectory(({ projects }) => projects.githubApp.describe('cli'));
      print(json, app ?? null, () => (app === undefined ? 'No GitHub App is connected.' : describe(app)));
    });

  github
    .command('disconnect')
    .description('delete the key of the App from this server')
    .option('--json', 'print {"disconnected": true or false}')
    .addHelpText('after', examples('docwright github disconnect'))
    .action(async ({ json }: Json) => {
      const disconnected = await withDataDirectory(({ projects }) => projects.githubApp.disconnect(commandLineActor));
      print(json, { disconnected }, () =>
        disconnected
          ? 'Disconnected. Delete the App on GitHub too, in its settings under Advanced.'
          : 'No GitHub App is connected.',
      );
    });
}

function describe({ name, owner, installUrl, installations, problem, projects }: ConnectedApp): string {
  const rows = installations.map(({ account, repositories, suspended, missingPermissions, url }) => [
    account,
    repositories,
    suspended ? 'suspended' : missingPermissions.length > 0 ? `lacks ${missingPermissions.join(', ')}` : 'ok',
    url,
  ]);
  const installed =
    rows.length === 0 ? 'It is installed nowhere.' : table(['account', 'repositories', 'state', 'url'], rows);
  return [
    `${name}, owned by ${owner}.`,
    problem === null ? installed : `${problem.message}\n${problem.remedy}`,
    `Install it: ${installUrl}`,
    projects.length === 0 ? 'No project uses it.' : `Used by: ${projects.map((project) => project.name).join(', ')}.`,
  ].join('\n');
}
