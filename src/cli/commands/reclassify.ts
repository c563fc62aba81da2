import type { Command } from 'commander';
import { loadCatalogue } from '../../analytics/traffic/catalogue.ts';
import { createTrafficClassifier } from '../../analytics/traffic/classify.ts';
import { createReclassifier } from '../../analytics/traffic/reclassifier.ts';
import { requireProjectNamed } from '../../projects/require-project.ts';
import { print } from '../print.ts';
import { withApplication } from '../with-application.ts';

/** `docwright reclassify`: applies the catalogue of this version to views that older ones classified. */
export function addReclassifyCommand(program: Command): void {
  program
    .command('reclassify')
    .description('apply the current traffic catalogue to stored views; visitor ids stay as they are')
    .argument('<project>', 'id or name')
    .option('--json', 'print an object')
    .addHelpText(
      'after',
      `
Views keep their user agent and Accept header, and are decided by these anew. What an address, a signature, a path or
client hints decided stays. Running it again changes nothing more.

Example:
  $ docwright reclassify Docs`,
    )
    .action(async (idOrName: string, { json }: { json?: true }) => {
      await withApplication(async (application) => {
        const project = await requireProjectNamed(application.projects, idOrName);
        const classifier = createTrafficClassifier(loadCatalogue());
        const { views, combinations } = await application.analytics.visits.reclassify(
          project.id,
          createReclassifier(classifier),
        );
        const answer = { views, combinations, catalogue: classifier.catalogueVersion };
        print(
          json,
          answer,
          () =>
            `${views.toLocaleString('en')} views have another classification; ${combinations.toLocaleString('en')} kinds of client were looked at with catalogue ${answer.catalogue}.`,
        );
      });
    });
}
