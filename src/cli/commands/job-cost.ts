import type { Command } from 'commander';
import { formatDollars } from '../describe-job.ts';
import { examples } from '../examples.ts';
import { facts, print } from '../print.ts';
import { addConnectionOptions, connect, type ConnectionOptions } from '../server-connection.ts';

/** `docwright job cost`, over the HTTP API. */
export function addJobCostCommand(job: Command): void {
  addConnectionOptions(job.command('cost').description("cost of this month's jobs, by the price table"))
    .option('--json', 'print a JSON object')
    .addHelpText('after', examples('docwright job cost', 'docwright job cost --json | jq .dollars'))
    .action(async (options: ConnectionOptions & { readonly json?: true }) => {
      const { client, projectId } = await connect(options);
      const cost = await client.getCost({ projectId });
      print(options.json, cost, () =>
        facts({
          month: cost.month,
          cost: formatDollars(cost.dollars),
          budget: cost.budgetDollars === null ? null : formatDollars(cost.budgetDollars),
          'calls without a known price': cost.unpricedCalls === 0 ? null : String(cost.unpricedCalls),
        }),
      );
    });
}
