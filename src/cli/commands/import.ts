import { InvalidArgumentError, type Command } from 'commander';
import { findLogFormat, logFormats, type ImportedLogs, type LogPlace } from '../../analytics/import-logs.ts';
import type { Analytics } from '../../analytics/analytics.ts';
import type { AnalyticsSettings, Project } from '../../contract/project.ts';
import type { Projects } from '../../projects/projects.ts';
import { chooseProject, type ProjectOption } from '../choose-project.ts';
import { CommandInputInvalid } from '../errors.ts';
import { filesOf, findLogFiles } from '../find-log-files.ts';
import { describeDryRun, describeImport, importAsJson } from '../import-report.ts';
import { print } from '../print.ts';
import { createProgressBar } from '../progress-bar.ts';
import { withDataDirectory } from '../with-data-directory.ts';
import { liveTerminal } from '../terminal.ts';

interface ImportOptions extends ProjectOption {
  readonly format?: string;
  readonly host?: string;
  readonly follow?: true;
  readonly dryRun?: true;
  readonly json?: true;
}

/** `docwright import`: page views out of the access logs of a web server or CDN. */
export function addImportCommand(program: Command): void {
  const width = Math.max(...logFormats.map(({ name }) => name.length));
  const formats = logFormats.map(({ name, description }) => `  ${name.padEnd(width)}  ${description}`).join('\n');
  program
    .command('import')
    .description('import page views from access logs; repeated imports count nothing twice')
    .argument(
      '<files...>',
      'log files, patterns such as "/var/log/nginx/access.log*", or - for standard input; may start with the project',
    )
    .option('--project <project>', 'project id or name; default: DOCWRIGHT_PROJECT, or the only project')
    .option(
      '--format <format>',
      'a name below, or the log_format, LogFormat, log-format, #Fields: or JSON keys of your server; default: detected',
      readFormat,
    )
    .option('--host <name>', 'host for lines that have none')
    .option('--follow', 'keep importing the last file as it grows and is rotated, until interrupted')
    .option('--dry-run', 'show what would be kept or dropped, and why; store nothing')
    .option('--json', 'print the report as a JSON object')
    .addHelpText(
      'after',
      `
Formats, plain or compressed with gzip or Zstandard:
${formats}

Examples:
  $ docwright import access.log --dry-run
  $ docwright import access.log --project Docs
  $ docwright import Docs '/var/log/nginx/access.log*'
  $ zcat logs.gz | docwright import Docs - --format combined --host docs.acme.com
  $ docwright import Docs access.log --format '$remote_addr [$time_local] "$request" $status "$http_user_agent"'
  $ docwright import Docs access.log --format '%h %l %u %t "%r" %>s %b "%{Referer}i" "%{User-Agent}i"'
  $ docwright import Docs app.log --format '{"time":"ts","ip":"client","url":"path","status":"code"}'
  $ docwright import Docs /var/log/caddy/access.log --follow

By default, people count from logs only on days without tracker data; analytics.humanSource changes
that.`,
    )
    .action((words: string[], options: ImportOptions) => runImport(words, options));
}

function readFormat(name: string): string {
  if (findLogFormat(name) !== undefined) return name;
  const names = logFormats.map((format) => format.name);
  throw new InvalidArgumentError(
    `One of ${names.join(', ')}, or a format with at least three values, such as '$remote_addr [$time_local] "$request" $status'.`,
  );
}

/** `import Docs access.log` and `import access.log`: the first word names a project if it does not name a file. */
async function readWords(
  projects: Projects,
  words: readonly string[],
  options: ImportOptions,
): Promise<{ project: Project; patterns: readonly string[] }> {
  const [first = '', ...laterWords] = words;
  const isProject = options.project === undefined && laterWords.length > 0 && (await meansProject(projects, first));
  if (isProject) return { project: await chooseProject(projects, options, first), patterns: laterWords };
  return { project: await chooseProject(projects, options), patterns: words };
}

async function meansProject(projects: Projects, word: string): Promise<boolean> {
  const isNamed = (await projects.list()).some(({ id, name }) => id === word || name === word);
  return isNamed || (word !== '-' && (await filesOf(word)).length === 0);
}

async function runImport(words: readonly string[], options: ImportOptions): Promise<void> {
  await withDataDirectory(async ({ projects, analytics }) => {
    const { project, patterns } = await readWords(projects, words, options);
    await importFiles(await findLogFiles(patterns), project, await analytics(), options);
  });
}

async function importFiles(
  files: readonly string[],
  project: Project,
  analytics: Analytics,
  options: ImportOptions,
): Promise<void> {
  const last = files.at(-1);
  if (options.follow && (options.dryRun || last === undefined || last === '-')) {
    throw new CommandInputInvalid('--follow', 'needs a file and cannot be combined with --dry-run.');
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

  const bar = createProgressBar(liveTerminal);
  const imported = await analytics.importLogs(project, {
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
