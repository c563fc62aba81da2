import { setImmediate } from 'node:timers/promises';
import { checkTree, keepBase, type CheckedTree } from './check-tree.ts';
import type { Check, CheckReport, CheckRequest, Finding, DocsTree } from './finding.ts';
import { compare, markAll, sayFormer, withHistory } from './compare.ts';
import { judge } from './confidence.ts';
import { externalLinks } from './external/external-links.ts';
import { findSites, readRedirects } from './find-sites.ts';
import type { Pace, SiteProblem } from './site/site.ts';
import type { Dialect } from './page/page-facts.ts';
import { createPageReader, createParsePool, longestParse } from './page/page-reader.ts';
import { createPageParser } from './page/markdown.ts';
import { severityOf } from './rules/rules.ts';
import { settingsPath, type CheckSettings } from './rules/rule.ts';
import type { Severity } from './finding.ts';
import { findSyntaxProblem } from './settings/parse-settings.ts';
import { createFileIndex, type FileIndex } from './site/file-index.ts';
import { extensionOf, folderOf } from './site/paths.ts';

/**
 * Makes a checker that works in this process: what it checks can hold it up and use up its memory, so a server has one
 * apart. It keeps what it learned of every page content, so one per process serves best. `threads` parse the pages of
 * larger sites. `onStep` is told what is begun.
 */
export function createCheck({
  threads = 1,
  longestPage = longestParse,
  onStep = () => undefined,
}: {
  readonly threads?: number;
  /** Milliseconds for parsing one page of a larger site. */
  readonly longestPage?: number;
  readonly onStep?: (about: string) => void;
} = {}): Check {
  const read = createPageReader(createPageParser(), createParsePool({ threads, longest: longestPage }));
  const bases = keepBase(folderIn);
  return {
    async check(request) {
      const pace = createPacer(request.signal, onStep);
      const docsFolder = folderIn(request);
      const { repository, probeLinks: probe, signal } = request;
      const checkBeside = (tree: DocsTree, otherTree: CheckedTree | undefined): Promise<CheckedTree> => {
        const relative = request.changed && otherTree && { tree: otherTree, changed: new Set(request.changed) };
        return checkTree({ tree: tellReads(tree, onStep), docsFolder, repository }, read, pace, relative);
      };
      const cachedBase = bases.find(request);
      const now = await checkBeside(request.tree, cachedBase);
      const before =
        request.base === undefined
          ? undefined
          : (cachedBase ?? (await bases.check(request, (base) => checkBeside(base, now))));
      // The settings of the base are in force, so that a change cannot silence what it breaks.
      const settings = await projectSettings((before ?? now).files);
      const external =
        probe === undefined ? [] : await externalLinks({ now, before, docsFolder, settings, probe, signal });
      const problems = [
        ...(before === undefined ? markAll(now) : compare(now, before)),
        ...external.map((problem) => ({ problem, introduced: before && true, site: undefined })),
      ].filter(({ problem }) => settings.apply(problem, severityOf(problem.rule)) !== undefined);
      const judged = judge(await withHistory(problems, request, now, before), before ?? now);
      const settingsProblems = before === undefined ? settings.problems : (await projectSettings(now.files)).problems;
      const areNew = before === undefined ? undefined : settings.problems.length === 0;
      return reportOf(now, [
        ...judged.flatMap(({ problem, introduced, severity }) => {
          const chosenSeverity = settings.apply(problem, severity);
          return chosenSeverity === undefined ? [] : [findingOf(problem, chosenSeverity, introduced)];
        }),
        ...settingsProblems.map((problem) => findingOf(problem, severityOf(problem.rule), areNew)),
      ]);
    },
    readRedirects: (request) => readRedirects(tellReads(request.tree, onStep), folderIn(request)),
    async checkFile(path, content, tree) {
      const sites =
        tree === undefined ? [] : await findSites(await createFileIndex(tellReads(tree, onStep)), folderOf(path));
      onStep(path);
      const dialect = sites.flatMap(({ dialects }) => dialects.get(path) ?? [])[0] ?? dialectOfFile(path);
      const problems =
        dialect === undefined
          ? [findSyntaxProblem(content, path)].filter((problem) => problem !== undefined)
          : (await read(content, dialect)).problems.map((problem) => ({ path, ...problem }));
      return judge(
        problems.map((problem) => ({ problem, introduced: undefined, site: undefined })),
        undefined,
      ).map(({ problem, severity }) => findingOf(problem, severity, undefined));
    },
  };
}

/** How to read a file whose site is not known: by its ending, and lenient where frameworks differ. */
function dialectOfFile(path: string): Dialect | undefined {
  const lenient = { indentedCode: true, headingId: 'braces' } as const;
  const extension = extensionOf(path);
  if (extension === '.mdx') return { ...lenient, syntax: 'mdx', masks: ['math', 'directive-attributes'] };
  return extension === '.md' ? { ...lenient, syntax: 'markdown', masks: [] } : undefined;
}

function folderIn({ docsFolder = '' }: Pick<CheckRequest, 'docsFolder'>): string {
  return docsFolder.replace(/^\.?\/+|\/+$/gu, '');
}

/** Told once a file is read: what works on it comes next. */
function tellReads(tree: DocsTree, onStep: (about: string) => void): DocsTree {
  return {
    list: () => tree.list(),
    symbolicLinks: async () => (await tree.symbolicLinks?.()) ?? [],
    async read(path) {
      const bytes = await tree.read(path);
      onStep(path);
      return bytes;
    },
  };
}

function reportOf({ checked }: CheckedTree, findings: readonly Finding[]): CheckReport {
  return {
    frameworks: [...new Set(checked.map(({ site }) => site.framework))],
    pages: checked.reduce((sum, { site }) => sum + site.pages.size, 0),
    findings: findings.toSorted(byPlace),
  };
}

const ranks = { error: 0, warning: 1, notice: 2 };

function byPlace(a: Finding, b: Finding): number {
  return (
    ranks[a.severity] - ranks[b.severity] ||
    (a.path < b.path ? -1 : a.path > b.path ? 1 : 0) ||
    (a.line ?? 0) - (b.line ?? 0) ||
    (a.column ?? 0) - (b.column ?? 0)
  );
}

function findingOf(problem: SiteProblem, severity: Severity, introduced: boolean | undefined): Finding {
  const { rule, path, line, column, fix, former, meant, unsure } = problem;
  const message = [
    problem.message,
    ...(former === undefined ? [] : [sayFormer(former)]),
    ...(meant === undefined ? [] : [`Did you mean \`${meant}\`?`]),
    ...(unsure === undefined ? [] : [`Not certain: ${unsure}.`]),
  ].join(' ');
  return { rule, severity, path, line, column, message, introduced, ...(fix === undefined ? {} : { fix }) };
}

/** The schema takes 20 MB, and most projects have no settings. */
async function projectSettings(files: FileIndex): Promise<CheckSettings> {
  const text = await files.readText(settingsPath);
  if (text === undefined) return { apply: (_problem, severity) => severity, problems: [] };
  const { readCheckSettings } = await import('./rules/read-check-settings.ts');
  return readCheckSettings(text);
}

/** Milliseconds of work after which other work of the process gets its turn. */
const sliceMs = 15;

function createPacer(signal: AbortSignal | undefined, onStep: (about: string) => void): Pace {
  let since = performance.now();
  return async (about) => {
    signal?.throwIfAborted();
    if (performance.now() - since >= sliceMs) {
      await setImmediate();
      since = performance.now();
    }
    onStep(about);
  };
}
