import { readFile, stat, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { createCheckApart } from './apart/create-check-apart.ts';
import type { CheckReport, Finding } from './finding.ts';
import { CheckInputInvalid } from './errors.ts';
import { createHttpAsk } from './external/ask-over-http.ts';
import { createLinkProbe, type AskLink, type ProbeLinks } from './external/link-probe.ts';
import { summaryReport, textReport } from './report/text.ts';
import { explainRule, rules } from './rules/rules.ts';
import { createFolderTree } from './tree/folder.ts';
import { createGitBase, readFormerPaths, readRepository } from './tree/git.ts';

export { askBuilds, type RunApart } from './build/ask-builds.ts';
export { findBuilds, foldersOfRuntimes } from './build/ask-builds.ts';
export { CheckInputInvalid, GitRefUnknown } from './errors.ts';
export type { AskLink } from './external/link-probe.ts';
export { rules } from './rules/rules.ts';

interface CheckOptions {
  readonly base?: string;
  readonly docs?: string;
  readonly format: 'text' | 'json' | 'sarif' | 'github';
  readonly json?: boolean;
  readonly failOn: Finding['severity'] | 'never';
  readonly summary?: boolean;
  readonly explain?: string;
  readonly baseline?: string;
  readonly fix?: boolean;
  readonly all?: boolean;
  readonly external?: boolean;
  readonly allowPrivate?: boolean;
  readonly withBuild?: boolean;
}

type CreateAsk = (options: { readonly allowPrivate: boolean }) => AskLink;

/** Merges what the builds of the sites in a folder say into a report; `tell` says which are asked. */
export type WithBuilds = (report: CheckReport, folder: string, tell: (line: string) => void) => Promise<CheckReport>;

/**
 * Makes a command of `command`: that of this package, or `docwright check`, which has a sandbox for builds. Throws
 * `CheckInputInvalid` and `GitRefUnknown`.
 */
export function defineCheckCommand(
  command: Command,
  {
    withBuilds,
    createAsk = createHttpAsk,
    refusalOf = (error) => error,
  }: {
    readonly withBuilds?: WithBuilds;
    /** How links that leave the site are requested. */
    readonly createAsk?: CreateAsk;
    /** What is thrown in place of an error of this package. */
    readonly refusalOf?: (error: unknown) => unknown;
  } = {},
): void {
  const name = withBuilds === undefined ? 'npx @docwright/check' : 'docwright check';
  command
    .description('find what is broken in documentation: syntax, links, anchors, images, navigation, redirects, OpenAPI')
    .argument('[dir]', 'the repository or folder', '.')
    .option('--base <ref>', 'report only findings that the change since this branch, tag or commit introduced')
    .option('--docs <folder>', 'check only this docs folder inside <dir>')
    .addOption(
      new Option('--format <format>', 'report format').choices(['text', 'json', 'sarif', 'github']).default('text'),
    )
    .option('--json', 'same as --format json')
    .addOption(
      new Option('--fail-on <severity>', 'exit with 1 at this severity or above')
        .choices(['error', 'warning', 'notice', 'never'])
        .default('error'),
    )
    .option(
      '--summary',
      'print Markdown for a CI comment: findings by rule, with frequent causes, an example and the fix',
    )
    .option('--explain <rule>', 'explain a rule and how to fix its findings; checks nothing')
    .option('--baseline <file>', 'ignore findings listed in this file; creates the file if it does not exist')
    .option('--fix', 'fix findings that have only one solution, and report the rest')
    .option('--all', 'with --base: show existing findings too')
    .option('--external', 'request external links, rate-limited; with --base only new ones')
    .option('--allow-private', 'with --external: request hosts that are not on the public internet too');
  if (withBuilds !== undefined)
    command.option(
      '--with-build',
      "also run the framework's own build or validator in a sandbox, if installed in <dir>, and merge its findings",
    );
  command
    .addHelpText(
      'after',
      `
Reads the files and settings of Mintlify, Docusaurus, VitePress, MkDocs, Starlight, Nextra, Fumadocs, Sphinx with MyST, Antora, Hugo,
Jekyll, mdBook, other generators and plain Markdown. Runs no code of the repository${withBuilds === undefined ? '' : ', unless you pass --with-build'}.
.docwright/check.yml configures the rules; --explain describes each of them.

Examples:
  $ ${name}
  $ ${name} website --base origin/main
  $ ${name} --baseline .docwright/baseline.json
  $ ${name} --explain broken-anchor
  $ ${name} --external
  $ ${name} --format github --fail-on warning`,
    )
    .action(async (dir: string, options: CheckOptions) => {
      try {
        process.exitCode = await check(resolve(dir), options, { withBuilds, createAsk });
      } catch (error) {
        throw refusalOf(error);
      }
    });
}

async function check(
  folder: string,
  options: CheckOptions,
  { withBuilds, createAsk }: { withBuilds: WithBuilds | undefined; createAsk: CreateAsk },
): Promise<number> {
  if (options.explain !== undefined) return explain(options.explain);
  refuseTogether(options);
  if (!(await isFolder(folder))) throw new CheckInputInvalid('[dir]', `${folder} is not a folder`);
  const probeLinks =
    options.external === true ? createProbe(createAsk({ allowPrivate: options.allowPrivate === true })) : undefined;
  const checker = createCheckApart({ processes: 1, threads: 2 });
  const run = async (): Promise<CheckReport> => {
    const base = options.base === undefined ? undefined : await createGitBase(folder, options.base);
    const repository = await readRepository(folder);
    return checker.check({
      tree: { ...createFolderTree(folder), formerPaths: () => readFormerPaths(folder) },
      ...(base && { base: base.tree, changed: base.changed }),
      ...(options.docs !== undefined && { docsFolder: options.docs }),
      ...(repository && { repository }),
      ...(probeLinks && { probeLinks }),
    });
  };
  let report = await run();
  if (options.fix === true && (await fix(folder, report)) > 0) report = await run();
  await checker.close();
  // A pipeline that looks into the wrong folder would be content for ever.
  if (report.pages === 0 && report.findings.length === 0) {
    const place = options.docs === undefined ? folder : join(folder, options.docs);
    throw new CheckInputInvalid('[dir]', `${place} has no pages to check; give the docs folder`);
  }
  if (options.withBuild === true && withBuilds !== undefined)
    report = await withBuilds(report, folder, (line) => {
      console.error(line);
    });
  if (options.baseline !== undefined) report = await compareWithBaseline(report, resolve(options.baseline));
  console.log(await render(report, folder, options));
  return fails(report, options.failOn) ? 1 : 0;
}

function refuseTogether({ base, baseline, docs, withBuild, allowPrivate, external }: CheckOptions): void {
  if (baseline !== undefined && base !== undefined)
    throw new CheckInputInvalid('--baseline', 'use it without --base, which compares with a commit');
  if (withBuild === true && (base ?? baseline ?? docs) !== undefined)
    throw new CheckInputInvalid('--with-build', 'it builds the whole folder; leave out --base, --baseline and --docs');
  if (allowPrivate === true && external !== true)
    throw new CheckInputInvalid('--allow-private', 'it works only together with --external');
}

function explain(rule: string): number {
  const explained = explainRule(rule);
  if (explained === undefined)
    throw new CheckInputInvalid('--explain', `unknown rule ${rule}; known rules are ${[...rules.keys()].join(', ')}`);
  console.log(explained);
  return 0;
}

/** What the baseline lists is marked; a baseline that does not exist yet is written first. */
async function compareWithBaseline(report: CheckReport, path: string): Promise<CheckReport> {
  const { withBaseline, writeBaseline } = await import('./report/for-programs.ts');
  let text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) {
    text = writeBaseline(report);
    await writeFile(path, text);
    console.error(`Written: ${path}`);
  }
  const compared = withBaseline(report, text);
  if (compared === undefined)
    throw new CheckInputInvalid('--baseline', `${path} is not a baseline; delete it to create a new one`);
  return compared;
}

function createProbe(ask: AskLink): ProbeLinks {
  const probe = createLinkProbe({ ask });
  return (urls, signal) => {
    const hosts = new Set(urls.map((url) => new URL(url).host)).size;
    console.error(`Requesting ${new Set(urls).size} external links on ${hosts} hosts (at most 5 minutes)`);
    return probe(urls, signal);
  };
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}

async function fix(folder: string, report: CheckReport): Promise<number> {
  let applied = 0;
  for (const [path, findings] of Map.groupBy(report.findings, (finding) => finding.path)) {
    if (findings.every((finding) => finding.fix === undefined)) continue;
    const file = join(folder, path);
    const fixed = applyFixes(await readFile(file, 'utf8'), findings);
    await writeFile(file, fixed.text);
    applied += fixed.applied;
  }
  if (applied > 0) console.error(`Fixed: ${applied}`);
  return applied;
}

/** Puts the fixes of one file into its text, from the end so that offsets stay true. Of two that overlap the first stays. */
function applyFixes(text: string, findings: readonly Finding[]): { readonly text: string; readonly applied: number } {
  const fixes = findings.flatMap((finding) => finding.fix ?? []).toSorted((a, b) => a.range[0] - b.range[0]);
  let end = 0;
  const appliedFixes = fixes.filter(({ range }) => {
    const fits = range[0] >= end && range[1] <= text.length;
    if (fits) end = range[1];
    return fits;
  });
  const fixed = appliedFixes.reduceRight(
    (before, one) => before.slice(0, one.range[0]) + one.text + before.slice(one.range[1]),
    text,
  );
  return { text: fixed, applied: appliedFixes.length };
}

async function render(
  report: CheckReport,
  folder: string,
  { format, json, all, summary }: CheckOptions,
): Promise<string> {
  if (summary === true) return summaryReport(report);
  if (json === true || format === 'json') return JSON.stringify(report, null, 2);
  if (format === 'text') return textReport(report, all === true);
  // Loaded only when it is asked for.
  const { githubReport, sarifReport } = await import('./report/for-programs.ts');
  if (format === 'sarif') return sarifReport(report);
  return githubReport(report, relative(process.env['GITHUB_WORKSPACE'] ?? folder, folder));
}

const ranks = { error: 0, warning: 1, notice: 2, never: -1 };

function fails({ findings }: CheckReport, failOn: CheckOptions['failOn']): boolean {
  return findings.some(({ severity, introduced }) => introduced !== false && ranks[severity] <= ranks[failOn]);
}
