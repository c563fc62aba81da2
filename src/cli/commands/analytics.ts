import { Argument, Option, type Command } from 'commander';
import type { Counts, DocwrightClient } from '../../../client/src/index.ts';
import { CommandInputInvalid } from '../errors.ts';
import { examples } from '../examples.ts';
import { addFilterOptions, filterNames, wantedOf, type FilterOptions } from '../filter-options.ts';
import { print, table } from '../print.ts';
import { addConnectionOptions, connect, type ConnectionOptions } from '../server-connection.ts';
import { terminal } from '../terminal.ts';

/** `value`: the page or program itself. */
const sortOrders = ['total', 'human', 'ai', 'value'] as const;

interface ReportOptions extends ConnectionOptions, FilterOptions {
  readonly limit: string;
  readonly sort: (typeof sortOrders)[number];
  readonly json?: true;
  readonly csv?: true;
}
type CsvReport = Parameters<DocwrightClient['exportCsv']>[0]['report'];
type Dimension = Parameters<DocwrightClient['breakdown']>[0]['dimension'];
type Query = Parameters<DocwrightClient['visitors']>[0];
interface Report {
  readonly totals: Counts;
  readonly rows: readonly (Counts &
    (
      | { readonly path: string; readonly nearest?: string | null; readonly redirected?: boolean | null }
      | { readonly value: string }
    ))[];
  readonly hasMore: boolean;
}

/** What visitors can be broken down by: whatever there is a filter for, but for the page. */
const dimensions = filterNames.filter((name): name is Dimension => name !== 'path');

/** `docwright visitors|views|missing|agents|breakdown`, over the HTTP API. */
export function addAnalyticsCommands(program: Command): void {
  addReport(program, {
    name: 'visitors',
    about: 'unique visitors of the site and of its pages, people and AI',
    column: 'page',
    csv: 'visitors',
    fetchPage: (client, query) => client.visitors(query),
  });
  addReport(program, {
    name: 'views',
    about: 'page views, by people and AI',
    column: 'page',
    csv: 'views',
    fetchPage: (client, query) => client.views(query),
  });
  addReport(program, {
    name: 'missing',
    about: 'pages that returned 404 or 410, with the closest existing page and whether a redirect covers them',
    column: 'missing page',
    csv: 'missing',
    fetchPage: (client, query) => client.missing(query),
  });
  addReport(program, {
    name: 'agents',
    about: 'AI products and browsers of the visitors',
    column: 'agent',
    csv: 'agent',
    fetchPage: (client, query) => client.breakdown({ ...query, dimension: 'agent' }),
  });
  const breakdown = program
    .command('breakdown')
    .addArgument(new Argument('<by>', 'what the rows show').choices(dimensions));
  addReportTo(breakdown, {
    name: 'breakdown browser',
    about: 'unique visitors by a dimension such as browser or entryPage',
    ofArgument: (argument) => {
      const by = dimensions.find((dimension) => dimension === argument) ?? 'agent';
      return { column: by, csv: by, fetchPage: (client, query) => client.breakdown({ ...query, dimension: by }) };
    },
  });
}

/** What a report asks for, and how it writes that. */
interface Asked {
  readonly column: string;
  readonly csv: CsvReport;
  readonly fetchPage: (client: DocwrightClient, query: Query) => Promise<Report>;
}

function addReport(program: Command, report: Asked & { readonly name: string; readonly about: string }): void {
  addReportTo(program.command(report.name), { ...report, ofArgument: () => report });
}

function addReportTo(
  newCommand: Command,
  {
    name,
    about,
    ofArgument: readArgument,
  }: { readonly name: string; readonly about: string; readonly ofArgument: (argument: unknown) => Asked },
): void {
  const command = addConnectionOptions(newCommand.description(about));
  addFilterOptions(command)
    .addOption(new Option('--sort <order>', 'sort order of the rows').choices(sortOrders).default('total'))
    .option('--limit <rows>', '1 to 250', '50')
    .option('--json', 'print {"totals", "rows", "hasMore"}')
    .option('--csv', 'write all rows as CSV, ignoring --limit')
    .addHelpText(
      'after',
      examples(
        `docwright ${name} --from 2026-10-01 --to 2026-11-01 --limit 10`,
        `docwright ${name} --path "/guide/*" --referrer google.com --referrer bing.com`,
        `docwright ${name} --csv > ${name.replace(' ', '-')}.csv`,
      ),
    )
    .action(async (...actionArguments: unknown[]) => {
      // Options and the command come after the arguments.
      const { limit, sort, json, csv, ...options } = actionArguments.at(-2) as ReportOptions;
      const report = readArgument(actionArguments[0]);
      if (json === true && csv === true) throw new CommandInputInvalid('--csv', 'cannot be used together with --json.');
      const { client, projectId } = await connect(options);
      const selection = wantedOf(options);
      if (csv === true) {
        const rows = await client.exportCsv({ projectId, report: report.csv, sort, ...selection });
        await terminal.pass(rows);
        return;
      }
      const { totals, rows, hasMore } = await report.fetchPage(client, {
        projectId,
        limit: Number(limit),
        sort,
        ...selection,
      });
      const lines = [{ ...totals, path: 'all' }, ...rows].map((row) => [
        ...[row.total, row.human, row.ai].map((count) => count.toLocaleString('en')),
        'path' in row ? row.path : row.value,
        ...(report.csv === 'missing'
          ? 'nearest' in row
            ? [row.nearest ?? '', covered(row.redirected)]
            : ['', '']
          : []),
      ]);
      print(json, { totals, rows, hasMore }, () => {
        const columns = [
          'total',
          'human',
          'ai',
          report.column,
          ...(report.csv === 'missing' ? ['meant', 'redirected'] : []),
        ];
        const text = table(columns, lines);
        return hasMore ? `${text}\nMore rows exist: raise --limit, or get all with --csv.` : text;
      });
    });
}

/** Empty where it is not known. */
function covered(redirected: boolean | null | undefined): string {
  return redirected === true ? 'yes' : redirected === false ? 'no' : '';
}
