import type { Command } from 'commander';
import { addProjectArgument, chooseProject, type ProjectOption } from '../choose-project.ts';
import { print } from '../print.ts';
import { withDataDirectory } from '../with-data-directory.ts';

/** `docwright reclassify`: applies the catalogue of this version to views that older ones classified. */
export function addReclassifyCommand(program: Command): void {
  addProjectArgument(
    program
      .command('reclassify')
      .description('apply the current traffic catalogue to stored views; visitor ids do not change'),
  )
    .option('--json', 'print a JSON object')
    .addHelpText(
      'after',
      `
Views are classified again by their stored user agent and Accept header. Decisions by IP address,
signature, path or client hints stay. Running it twice changes nothing more.

Example:
  $ docwright reclassify Docs`,
    )
    .action(async (name: string | undefined, { json, ...options }: ProjectOption & { json?: true }) => {
      await withDataDirectory(async ({ projects, analytics }) => {
        const project = await chooseProject(projects, options, name);
        const { views, combinations, catalogue } = await (await analytics()).reclassify(project.id);
        print(
          json,
          { views, combinations, catalogue },
          () =>
            `${views.toLocaleString('en')} views have a new classification; ${combinations.toLocaleString('en')} kinds of client checked with catalogue ${catalogue}.`,
        );
      });
    });
}
