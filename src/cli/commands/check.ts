import { stat, readFile, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { applyFixes } from '../../../check/src/apply-fixes.ts';
import { createDocsCheckApart } from '../../../check/src/apart/create-docs-check-apart.ts';
import type { CheckReport, Finding } from '../../../check/src/docs-check.ts';
import { createHttpAsk } from '../../../check/src/external/ask-over-http.ts';
import type { ProbeLinks } from '../../../check/src/external/link-answer.ts';
import { createLinkProbe } from '../../../check/src/external/link-probe.ts';
import { createFolderTree } from '../../../check/src/folder-tree.ts';
import { readFormerPaths } from '../../../check/src/git-history.ts';
import { readMissingAt, readRevisionNames } from '../../../check/src/git-revisions.ts';
import { readRepository } from '../../../check/src/git-repository.ts';
import { createGitBase } from '../../../check/src/git-tree.ts';
import { explainRule, ruleNames } from '../../../check/src/reports/explain-rule.ts';
import { githubReport } from '../../../check/src/reports/github-report.ts';
import { sarifReport } from '../../../check/src/reports/sarif-report.ts';
import { summaryReport } from '../../../check/src/reports/summary-report.ts';
import { textReport } from '../../../check/src/reports/text-report.ts';
import { CommandInputInvalid } from '../errors.ts';

type FailOn = Finding['severity'] | 'never';

interface CheckOptions {
  readonly base?: string;
  readonly docs?: string;
  readonly format: 'text' | 'json' | 'sarif' | 'github';
  readonly json?: boolean;
  readonly failOn: FailOn;
  readonly summary?: boolean;
  readonly explain?: string;
  readonly baseline?: string;
  readonly fix?: boolean;
  readonly all?: boolean;
  readonly external?: boolean;
  readonly allowPrivate?: boolean;
  readonly withBuild?: boolean;
}

/** `docwright check [dir]`. */
export function addCheckCommand(program: Command): void {
  program
    .command('check')
    .description('find what is broken in documentation: syntax, links, anchors, images, navigation, redirects, OpenAPI')
    .argument('[dir]', 'the repository or folder', '.')
    .option('--base <ref>', 'tell what the change since this branch, tag or commit brought; only that makes it fail')
    .option('--docs <folder>', 'folder of the documentation inside <dir>, when only that is to be checked')
    .addOption(
      new Option('--format <format>', 'how to report').choices(['text', 'json', 'sarif', 'github']).default('text'),
    )
    .option('--json', 'the same as --format json')
    .addOption(
      new Option('--fail-on <severity>', 'exit with 1 from this severity on')
        .choices(['error', 'warning', 'notice', 'never'])
        .default('error'),
    )
    .option('--summary', 'Markdown for a comment of CI: by rule, with the commonest causes, an example and what to do')
    .option('--explain <rule>', 'tell what a rule finds and how to put it right, and check nothing')
    .option('--baseline <file>', 'what this file lists does not count; it is written if it is not there')
    .option('--fix', 'put right what has only one right answer, and report the rest')
    .option('--all', 'with --base: show also what stood before')
    .option('--external', 'ask the hosts of links that leave the site, politely; with --base only about new links')
    .option('--allow-private', 'with --external: ask also hosts that are not on the public internet')
    .option(
      '--with-build',
      "run also the framework's own build or validator, where it is installed in <dir>, in a sandbox, and merge what it says",
    )
    .addHelpText(
      'after',
      `
Knows Mintlify, Docusaurus, VitePress, MkDocs, Starlight, Nextra, Fumadocs, Sphinx with MyST, Antora, AsciiDoc, Hugo, Jekyll,
mdBook, Docsify, Eleventy, Quarto, DocFX, plain Markdown and plain HTML from their files. Never runs anything of the repository, unless --with-build\nis given: bubblewrap then keeps the build from the network and from everything outside a copy of the folder. Rules are set in .docwright/check.yml; see docs/docs-check.md.

Examples:
  $ docwright check
  $ docwright check website --base origin/main
  $ docwright check --baseline .docwright/baseline.json
  $ docwright check --explain broken-anchor
  $ docwright check --external
  $ docwright check --with-build
  $ docwright check --format github --fail-on warning`,
    )
    .action(async (dir: string, options: CheckOptions) => {
      process.exitCode = await check(resolve(dir), options);
    });
}

function explain(rule: string): number {
  const explained = explainRule(rule);
  if (explained === undefined)
    throw new CommandInputInvalid('--explain', `there is no rule ${rule}; there are ${ruleNames.join(', ')}`);
  console.log(explained);
  return 0;
}

/** What the baseline knows is marked; a baseline that is not there yet is written first. */
async function compareWithBaseline(report: CheckReport, path: string): Promise<CheckReport> {
  const { withBaseline, writeBaseline } = await import('../../../check/src/reports/baseline.ts');
  let text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) {
    text = writeBaseline(report);
    await writeFile(path, text);
    console.error(`Written: ${path}`);
  }
  const compared = withBaseline(report, text);
  if (compared === undefined)
    throw new CommandInputInvalid('--baseline', `${path} is no baseline; remove it to have it written anew`);
  return compared;
}

async function check(folder: string, options: CheckOptions): Promise<number> {
  if (options.explain !== undefined) return explain(options.explain);
  if (options.baseline !== undefined && options.base !== undefined)
    throw new CommandInputInvalid('--baseline', 'it is for a site without --base, which compares with a commit');
  if (options.withBuild === true && (options.base ?? options.baseline ?? options.docs) !== undefined)
    throw new CommandInputInvalid(
      '--with-build',
      'it builds the whole folder as it stands; leave out --base, --baseline and --docs',
    );
  if (!(await isFolder(folder))) throw new CommandInputInvalid('[dir]', `${folder} is no folder`);
  if (options.allowPrivate === true && options.external !== true)
    throw new CommandInputInvalid('--allow-private', 'it means something only together with --external');
  const probeLinks = options.external === true ? createProbe(options.allowPrivate === true) : undefined;
  const docsCheck = createDocsCheckApart({ processes: 1, threads: 2 });
  const run = async (): Promise<CheckReport> => {
    const base = options.base === undefined ? undefined : await createGitBase(folder, options.base);
    const repository = await readRepository(folder);
    return docsCheck.check({
      tree: {
        ...createFolderTree(folder),
        formerPaths: () => readFormerPaths(folder),
        missingAt: (asked) => readMissingAt(folder, asked),
        revisionNames: () => readRevisionNames(folder),
      },
      ...(base === undefined ? {} : { base: base.tree, changed: base.changed }),
      ...(options.docs === undefined ? {} : { docsFolder: options.docs }),
      ...(repository === undefined ? {} : { repository }),
      ...(probeLinks === undefined ? {} : { probeLinks }),
    });
  };
  let report = await run();
  if (options.fix === true && (await fix(folder, report)) > 0) report = await run();
  await docsCheck.close();
  // A pipeline that looks into the wrong folder would be content for ever.
  if (report.pages === 0 && report.findings.length === 0) {
    const place = options.docs === undefined ? folder : join(folder, options.docs);
    throw new CommandInputInvalid(
      '[dir]',
      `${place} holds no pages that a check reads; name the folder of the documentation`,
    );
  }
  if (options.withBuild === true) report = await askBuilds(report, folder);
  if (options.baseline !== undefined) report = await compareWithBaseline(report, resolve(options.baseline));
  console.log(render(report, folder, options));
  return fails(report, options.failOn) ? 1 : 0;
}

/** Loaded only when it is asked for. */
async function askBuilds(report: CheckReport, folder: string): Promise<CheckReport> {
  const { withBuilds } = await import('../../check-builds.ts');
  return withBuilds(report, folder, (line) => {
    console.error(line);
  });
}

function createProbe(allowPrivate: boolean): ProbeLinks {
  const probe = createLinkProbe({ ask: createHttpAsk({ allowPrivate }) });
  return (urls, signal) => {
    const hosts = new Set(urls.map((url) => new URL(url).host)).size;
    console.error(`Asking about ${new Set(urls).size} external links on ${hosts} hosts (5 minutes at most)`);
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
  if (applied > 0) console.error(`Put right: ${applied}`);
  return applied;
}

function render(report: CheckReport, folder: string, { format, json, all, summary }: CheckOptions): string {
  if (summary === true) return summaryReport(report);
  if (json === true || format === 'json') return JSON.stringify(report, null, 2);
  if (format === 'sarif') return sarifReport(report);
  if (format === 'github') return githubReport(report, relative(process.env['GITHUB_WORKSPACE'] ?? folder, folder));
  return textReport(report, all === true);
}

const ranks = { error: 0, warning: 1, notice: 2, never: -1 };

function fails({ findings }: CheckReport, failOn: FailOn): boolean {
  return findings.some(({ severity, introduced }) => introduced !== false && ranks[severity] <= ranks[failOn]);
}
