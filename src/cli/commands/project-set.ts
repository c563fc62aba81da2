import type { Command } from 'commander';
import { addProjectArgument, chooseProject, type ProjectOption } from '../choose-project.ts';
import { CommandInputInvalid } from '../errors.ts';
import { print } from '../print.ts';
import { describeProject } from '../describe-project.ts';
import { addCredentialOptions, readCredentials, type CredentialOptions } from '../credential-options.ts';
import { commandLineActor, withDataDirectory } from '../with-data-directory.ts';

interface ProjectSetOptions extends CredentialOptions, ProjectOption {
  readonly name?: string;
  readonly docsFolder?: string;
  readonly branch?: string;
  readonly model?: string;
  readonly setting: readonly string[];
  readonly json?: true;
}

export function addProjectSetCommand(project: Command): void {
  const repeat = (value: string, before: readonly string[]) => [...before, value];
  addCredentialOptions(
    addProjectArgument(project.command('set').description('change a project'))
      .option('--name <name>', 'a new name')
      .option('--docs-folder <folder>', 'docs folder; "" for the whole repository')
      .option('--branch <branch>', `base branch; "" for the repository's default branch`)
      .option('--model <provider/name>', `model for its jobs; "" for the server's default`)
      .option(
        '--setting <path=value>',
        'a setting; the value is JSON or text, null restores the default; repeatable',
        repeat,
        [],
      ),
  )
    .option('--json', 'print the project object')
    .addHelpText(
      'after',
      `
Examples:
  $ docwright project set Docs --branch main --setting budgets.modelCalls=60
  $ docwright project set Docs --setting analytics.sites='["https://docs.acme.com"]' --setting jobsPerHour=null
  $ docwright project set Docs --setting pullRequests.mode=merge --setting pullRequests.labels='["documentation"]'
  $ docwright project set Docs --setting commands.format='npx prettier --write "$@"'
  $ docwright project set Docs --token-env GH_TOKEN`,
    )
    .action(async (position: string | undefined, options: ProjectSetOptions) => {
      const settings = readSettings(options.setting);
      const credentials = await readCredentials(options);
      await withDataDirectory(async (application) => {
        const { id } = await chooseProject(application.projects, options, position);
        const changed = await application.projects.update(
          id,
          {
            ...(options.name !== undefined && { name: options.name }),
            ...(options.docsFolder !== undefined && { docsFolder: options.docsFolder }),
            ...(options.branch !== undefined && { baseBranch: options.branch === '' ? null : options.branch }),
            ...(options.model !== undefined && { model: options.model === '' ? null : options.model }),
            settings,
            credentials,
          },
          commandLineActor,
        );
        const address = application.projects.describeAddress(changed);
        const shown = { ...address, secrets: await application.projects.secretNames(id) };
        print(options.json, changed, () => describeProject(changed, shown, Object.keys(settings)));
      });
    });
}

/** `a.b=1` and `a.c=x` become `{a: {b: 1, c: 'x'}}`. */
function readSettings(assignments: readonly string[]): Record<string, unknown> {
  const settings: Record<string, unknown> = {};
  for (const assignment of assignments) {
    const [, path, value] = /^([A-Za-z][\w-]*(?:\.[A-Za-z][\w-]*)*)=(.*)$/s.exec(assignment) ?? [];
    if (path === undefined || value === undefined) {
      throw new CommandInputInvalid('--setting', `use path=value, such as budgets.modelCalls=60, not ${assignment}.`);
    }
    const names = path.split('.');
    const last = names.pop() ?? '';
    let group = settings;
    for (const name of names) group = (group[name] ??= {}) as Record<string, unknown>;
    group[last] = jsonOrText(value);
  }
  return settings;
}

function jsonOrText(value: string): unknown {
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}
