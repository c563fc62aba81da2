import type { Command } from 'commander';
import { addProjectArgument, chooseProject, type ProjectOption } from '../choose-project.ts';
import { print } from '../print.ts';
import { withDataDirectory } from '../with-data-directory.ts';

/** `docwright reclassify`: applies the catalogue of this version to views that older ones classified. */
export function addReclassifyCommand(program: Command): void {
  addProjectArgument(
    program
      .command('reclassify')
      .description('apply the current traffic catalogue to stored views; visitor ids stay as they are'),
  )
    .option('--json', 'print an object')
    .addHelpText(
      'after',
      `
Views keep their user agent and Accept header, and are decided by these anew. What an address, a signature, a path or
client hints decided stays. Running it again changes nothing more.

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
            `${views.toLocaleString('en')} views have another classification; ${combinations.toLocaleString('en')} kinds of client were looked at with catalogue ${catalogue}.`,
        );
      });
    });
}
