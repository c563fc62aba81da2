import type { Command } from 'commander';
import type { Counts } from '../../../client/src/index.ts';
import { examples } from '../examples.ts';
import { addFilterOptions, wantedOf, type FilterOptions } from '../filter-options.ts';
import { print, table } from '../print.ts';
import { addConnectionOptions, connect, type ConnectionOptions } from '../server-connection.ts';

interface Options extends ConnectionOptions, FilterOptions {
  readonly json?: true;
}
type Row = Counts & { readonly conversion: { readonly total: number | null } };

/** `docwright goals|funnel`, over the HTTP API. */
export function addGoalCommands(program: Command): void {
  addFilterOptions(
    addConnectionOptions(
      program.command('goals').description('number of visitors who reached each goal of the project'),
    ),
  )
    .option('--json', 'print {"visitors", "goals"}')
    .addHelpText(
      'after',
      examples(
        `docwright project set Docs --setting analytics.goals='[{"name":"Signed up","events":["signup"]}]'`,
        'docwright goals --from 2026-10-01 --utm-source newsletter',
      ),
    )
    .action(async ({ json, ...options }: Options) => {
      const { client, projectId } = await connect(options);
      const answer = await client.goals({ projectId, ...wantedOf(options) });
      print(json, answer, () => {
        const rows = answer.goals.map((goal) => rowOf(goal.name, goal));
        return table(columns('goal'), [rowOf('all visitors', answer.visitors), ...rows]);
      });
    });
  addFilterOptions(
    addConnectionOptions(
      program
        .command('funnel')
        .description('number of visitors who completed each of two to eight steps in order')
        .argument('<steps...>', 'page such as "/guide/*", event:NAME, or goal:NAME for a goal of the project'),
    ),
  )
    .option('--json', 'print {"visitors", "steps"}')
    .addHelpText('after', examples('docwright funnel / "/pricing*" event:signup --from 2026-10-01'))
    .action(async (steps: string[], { json, ...options }: Options) => {
      const { client, projectId } = await connect(options);
      const answer = await client.funnel({ projectId, steps, ...wantedOf(options) });
      print(json, answer, () => {
        const rows = answer.steps.map((step) => rowOf(step.step, step));
        return table(columns('step'), [rowOf('all visitors', answer.visitors), ...rows]);
      });
    });
}

function columns(name: string): string[] {
  return ['total', 'human', 'ai', 'share', name];
}

function rowOf(name: string, { total, human, ai, ...row }: Counts | Row): string[] {
  const part = 'conversion' in row ? row.conversion.total : undefined;
  const percent = part === undefined || part === null ? '' : `${(part * 100).toFixed(1)} %`;
  return [...[total, human, ai].map((count) => count.toLocaleString('en')), percent, name];
}
