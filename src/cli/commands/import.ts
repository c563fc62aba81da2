import { stat } from 'node:fs/promises';
import { InvalidArgumentError, type Command } from 'commander';
import { logFormats } from '../../analytics/collect/formats/log-formats.ts';
import type { LogFormat } from '../../analytics/collect/formats/log-format.ts';
import { followFile } from '../../analytics/collect/log-files/follow-file.ts';
import { importLog, type LogReport } from '../../analytics/collect/log-files/import-log.ts';
import { openLogFile, openLogStream, type OpenLog } from '../../analytics/collect/log-files/open-log.ts';
import { createDryRun, type DryRun } from '../../analytics/dry-run.ts';
import { CommandInputInvalid } from '../errors.ts';
import { requireProjectNamed } from '../../projects/require-project.ts';
import { findLogFiles } from '../find-log-files.ts';
import { describeDryRun, describeImport, importAsJson } from '../import-report.ts';
import { print } from '../print.ts';
import { createProgressBar } from '../progress-bar.ts';
import { withApplication } from '../with-application.ts';

interface ImportOptions {
  readonly format?: LogFormat;
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

A project counts people from its tracker unless told otherwise; to count them from logs:
  $ docwright project set Docs --setting analytics.humanSource='"server"'`,
    )
    .action((idOrName: string, patterns: string[], options: ImportOptions) => runImport(idOrName, patterns, options));
}

function readFormat(name: string): LogFormat {
  const format = logFormats.find((candidate) => candidate.name === name);
  if (format) return format;
  throw new InvalidArgumentError(`One of ${logFormats.map((candidate) => candidate.name).join(', ')}.`);
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

  await withApplication(async (application) => {
    const project = await requireProjectNamed(application.projects, idOrName);
    const dryRun = options.dryRun ? createDryRun(project) : undefined;
    const bar = createProgressBar(process.stderr);
    const total = await totalBytes(files);
    const reports: LogReport[] = [];
    let before = { bytes: 0, lines: 0 };

    const read = async (log: OpenLog, prompt: boolean) => {
      const report = await importLog(log, {
        format: options.format,
        host: options.host,
        prompt,
        deliver: dryRun ? (hits) => dryRun.deliver(hits) : (hits) => application.analytics.recordHits(project, hits),
        onProgress: ({ lines }) => {
          bar.show({
            label: log.name,
            done: before.bytes + log.readBytes(),
            total: prompt ? undefined : total,
            items: before.lines + lines,
          });
        },
      });
      before = { bytes: before.bytes + log.readBytes(), lines: before.lines + report.lines };
      reports.push(report);
    };
    for (const file of files) {
      if (options.follow && file === last) {
        await read(
          { name: file, bytes: followFile(file, stop.signal), totalBytes: undefined, readBytes: () => 0 },
          true,
        );
      } else await read(file === '-' ? openLogStream('standard input', process.stdin) : await openLogFile(file), false);
    }
    bar.clear();
    printReport(reports, dryRun, options);
  });
}

function printReport(reports: readonly LogReport[], dryRun: DryRun | undefined, { json }: ImportOptions): void {
  print(json, importAsJson(reports, dryRun), () =>
    [describeImport(reports, dryRun !== undefined), dryRun && describeDryRun(dryRun)].filter(Boolean).join('\n\n'),
  );
  if (reports.some((report) => report.failure !== undefined)) process.exitCode = 1;
}

/** Undefined where standard input is among them. */
async function totalBytes(files: readonly string[]): Promise<number | undefined> {
  if (files.includes('-')) return undefined;
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}
