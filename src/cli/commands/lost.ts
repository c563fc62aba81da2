import type { Command } from 'commander';
import { Argument } from 'commander';
import type { LostPart } from '../../open-data.ts';
import { examples } from '../examples.ts';
import { print } from '../print.ts';
import { withDataDirectory } from '../with-data-directory.ts';

/** Printed after the file was given up: what the loss means. */
const outcomes: Readonly<Record<LostPart, string>> = {
  'master-key':
    "The projects' stored tokens and keys are gone: store them again with `docwright project set`. Returning visitors count as new. All processes on one PostgreSQL database need the new key.",
  visits:
    'The current visits.sqlite now belongs to this data directory. `docwright import` can restore past visits from access logs.',
};

/** `docwright lost`: accepts the loss of a file without which the server refuses to start. */
export function addLostCommand(program: Command): void {
  program
    .command('lost')
    .description('continue without a lost file of the data directory; prefer a backup')
    .addArgument(new Argument('<what>', 'the lost file').choices(Object.keys(outcomes)))
    .requiredOption('--yes', 'confirm; this cannot be undone')
    .option('--json', 'print {"lost": the file given up}')
    .addHelpText(
      'after',
      `
master-key gives up everything the key encrypted: stored tokens, and the link between a visitor's past and future visits. It does nothing while the key exists. visits accepts the current visits.sqlite, even from another data directory, or creates a new one. Stop the server first.
${examples('docwright lost visits --yes', 'docwright lost master-key --yes')}`,
    )
    .action(async (part: LostPart, { json }: { json?: true }) => {
      await withDataDirectory(() => Promise.resolve(), { lost: part });
      print(json, { lost: part }, () => outcomes[part]);
    });
}
