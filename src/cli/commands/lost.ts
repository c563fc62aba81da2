import type { Command } from 'commander';
import { Argument } from 'commander';
import type { LostPart } from '../../open-data.ts';
import { examples } from '../examples.ts';
import { print } from '../print.ts';
import { withDataDirectory } from '../with-data-directory.ts';

/** What going on without it means, told when it is done. */
const outcomes: Readonly<Record<LostPart, string>> = {
  'master-key':
    'Stored tokens and keys of projects are gone: store them anew with `docwright project set`. Visitors of before count as new ones. Processes over one PostgreSQL all need the new key.',
  visits:
    'The visits that are there now belong to this data. `docwright import` brings past ones back from access logs.',
};

/** `docwright lost`: the deliberate way on after a loss that the server refuses to start with. */
export function addLostCommand(program: Command): void {
  program
    .command('lost')
    .description('go on without a file of the data directory that is lost for good; a backup is the better way')
    .addArgument(new Argument('<what>', 'what is lost').choices(Object.keys(outcomes)))
    .requiredOption('--yes', 'do it; there is no way back')
    .option('--json', 'print {"lost": what was given up}')
    .addHelpText(
      'after',
      `
master-key gives up what the key encrypted: stored tokens, and the link between past and coming visits of a person. It does
nothing while the key is there.
visits takes the visits.sqlite that is there, whosever it was, or begins a new one. Stop the server first.
${examples('docwright lost visits --yes', 'docwright lost master-key --yes')}`,
    )
    .action(async (what: LostPart, { json }: { json?: true }) => {
      await withDataDirectory(() => Promise.resolve(), { lost: what });
      print(json, { lost: what }, () => outcomes[what]);
    });
}
