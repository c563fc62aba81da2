import type { Command } from 'commander';
import { describeProject } from '../describe-project.ts';
import { addProjectArgument, chooseNamedProject, chooseProject, type ProjectOption } from '../choose-project.ts';
import { examples } from '../examples.ts';
import { print, table } from '../print.ts';
import { addProjectCreateCommand } from './project-create.ts';
import { addProjectSetCommand } from './project-set.ts';
import { commandLineActor, withDataDirectory } from '../with-data-directory.ts';

interface Output {
  readonly json?: true;
}

/** `docwright project create|list|id|show|set|remove`. */
export function addProjectCommand(program: Command): void {
  const project = program.command('project').description('documentation projects, each a repository with settings');
  addProjectCreateCommand(project);

  project
    .command('list')
    .description('list all projects, oldest first')
    .option('--json', 'print an array of project objects')
    .addHelpText('after', examples('docwright project list', 'docwright project list --json | jq -r ".[].name"'))
    .action(async ({ json }: Output) => {
      const all = await withDataDirectory(({ projects }) => projects.list());
      const rows = all.map(({ id, name, repositoryUrl }) => [id, name, repositoryUrl]);
      print(json, all, () => (rows.length === 0 ? 'No projects yet.' : table(['id', 'name', 'repository'], rows)));
    });

  addProjectArgument(project.command('id').description("print only a project's id, for HTTP API URLs"))
    .option('--json', 'print {"id": id}')
    .addHelpText('after', examples('export DOCWRIGHT_PROJECT=$(docwright project id Docs)'))
    .action(async (name: string | undefined, { json, ...options }: ProjectOption & Output) => {
      const { id } = await withDataDirectory(({ projects }) => chooseProject(projects, options, name));
      print(json, { id }, () => id);
    });

  addProjectArgument(project.command('show').description('show a project with its settings'))
    .option('--json', 'print the project object')
    .addHelpText(
      'after',
      examples('docwright project show Docs', 'docwright project show Docs --json | jq .settings.analytics'),
    )
    .action(async (name: string | undefined, { json, ...options }: ProjectOption & Output) => {
      await withDataDirectory(async (application) => {
        const found = await chooseProject(application.projects, options, name);
        const secrets = await application.projects.secretNames(found.id);
        const { place } = application.projects.describeAddress(found);
        print(json, { ...found, secrets }, () => describeProject(found, { place, secrets }));
      });
    });

  addProjectSetCommand(project);

  addProjectArgument(
    project
      .command('remove')
      .description('delete a project with its jobs, keys, secrets and visits; the repository stays'),
  )
    .requiredOption('--yes', 'confirm; this cannot be undone')
    .option('--json', 'print {"removed": id}')
    .addHelpText('after', examples('docwright project remove Docs --yes'))
    .action(async (name: string | undefined, { json, ...options }: ProjectOption & Output) => {
      await withDataDirectory(async (application) => {
        const found = await chooseNamedProject(application.projects, options, name);
        await application.projects.remove(found.id, commandLineActor);
        print(json, { removed: found.id }, () => `Removed project ${found.name} (${found.id}).`);
      });
    });
}
