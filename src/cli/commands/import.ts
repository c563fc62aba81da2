import { InvalidArgumentError, type Command } from 'commander';
import { logFormats, type ImportedLogs, type LogPlace } from '../../analytics/import-logs.ts';
import type { AnalyticsSettings } from '../../contract/project.ts';
import { CommandInputInvalid } from '../errors.ts';
import { findLogFiles } from '../find-log-files.ts';
import { describeDryRun, describeImport, importAsJson } from '../import-report.ts';
import { print } from '../print.ts';
import { createProgressBar } from '../progress-bar.ts';
import { withDataDirectory } from '../with-data-directory.ts';

interface ImportOptions {
  readonly format?: string;
  readonly host?: string;
  readonly follow?: true;
  readonly dryRun?: true;
  readonly json?: true;
}

/** `docwright import`: page views out of the access logs of a web server or CDN. */
export function addImportCommand(program: Command): void {
  const formats = logFormats.map(({ name, description }) => `  ${name.padEnd(12)}${description}`).join('\n');
  program
    .command('import')
    .description('import page views from access logs; running it again counts nothing twice')
    .argument('<project>', 'id or name')
    .argument('<files...>', 'log files, patterns such as "/var/log/nginx/access.log*", or - for standard input')
    .option('--format <name>', 'format of the files; recognised from their first lines otherwise', readFormat)
    .option('--host <name>', 'host of lines that name none')
    .option('--follow', 'keep reading the last file as it grows and is rotated, until interrupted')
    .option('--dry-run', 'show what would be kept and why the rest would not; keep nothing')
    .option('--json', 'print the report as an object')
    .addHelpText(
      'after',
      `
Formats, compressed with gzip or Zstandard or not at all:
${formats}

Examples:
  $ docwright import Docs access.log --dry-run
  $ docwright import Docs '/var/log/nginx/access.log*'
  $ zcat logs.gz | docwright import Docs - --format combined --host docs.acme.com
  $ docwright import Docs /var/log/caddy/access.log --follow

People count from logs on days on which the tracker does not report; analytics.humanSource says otherwise.`,
    )
    .action((idOrName: string, patterns: string[], options: ImportOptions) => runImport(idOrName, patterns, options));
}

function readFormat(name: string): string {
  const names = logFormats.map((format) => format.name);
  if (names.includes(name)) return name;
  throw new InvalidArgumentError(`One of ${names.join(', ')}.`);
}

async function runImport(idOrName: string, patterns: readonly string[], options: ImportOptions): Promise<void> {
  const files = await findLogFiles(patterns);
  const last = files.at(-1);
  if (options.follow && (options.dryRun || last === undefined || last === '-')) {
    throw new CommandInputInvalid('--follow', 'needs a file, and is not for --dry-run.');
  }
  const stop = new AbortController();
  const interrupt = () => {
    stop.abort();
  };
  if (options.follow) process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  const placeOf = (file: string): LogPlace => {
    if (file === '-') return { name: 'standard input', stream: process.stdin };
    return { file, follow: options.follow && file === last ? stop.signal : undefined };
  };

  await withDataDirectory(async ({ projects, analytics }) => {
    const project = await projects.requireNamed(idOrName);
    const bar = createProgressBar(process.stderr);
    const imported = await (
      await analytics()
    ).importLogs(project, {
      places: files.map(placeOf),
      format: options.format,
      host: options.host,
      dryRun: options.dryRun,
      onProgress: ({ name, bytesRead, bytesInAll, lines }) => {
        bar.show({ label: name, done: bytesRead, total: bytesInAll, items: lines });
      },
    });
    bar.clear();
    printReport(imported, project.settings.analytics, options);
  });
}

function printReport(
  { reports, dryRun }: ImportedLogs,
  { humanSource }: Pick<AnalyticsSettings, 'humanSource'>,
  { json }: ImportOptions,
): void {
  print(json, importAsJson(reports, dryRun), () =>
    [describeImport(reports, { dryRun: dryRun !== undefined, humanSource }), dryRun && describeDryRun(dryRun)]
      .filter(Boolean)
      .join('\n\n'),
  );
  if (reports.some((report) => report.failure !== undefined)) process.exitCode = 1;
}
