import { checkTree } from './check-tree.ts';
import type { CheckedTree } from './checked-tree.ts';
import type { CheckReport, CheckRequest, DocsCheck, DocsTree, Finding } from './docs-check.ts';
import { doubt } from './doubt/doubt.ts';
import type { MarkedProblem } from './doubt/marked-problem.ts';
import { dialectOfFile } from './dialect-of-file.ts';
import { findSites } from './find-sites.ts';
import { createFileIndex } from './site/file-index.ts';
import { lostAnchors } from './former/lost-anchors.ts';
import { historyOf } from './former/history-of.ts';
import { folderOf } from './site/paths.ts';
import { externalLinks } from './external/external-links.ts';
import { keepBase } from './kept-base.ts';
import { markIntroduced } from './mark-introduced.ts';
import { createPacer } from './pacer.ts';
import { createPageReader } from './pages/page-reader.ts';
import { createPageParser } from './pages/parse-page.ts';
import { createParsePool, longestParse } from './pages/parse-pool.ts';
import { findSyntaxProblem } from './settings/parse-settings.ts';
import { lostTargets } from './former/lost-targets.ts';
import { movedPages } from './moved-pages.ts';
import { readRedirects } from './read-redirects.ts';
import type { CheckSettings } from './rules/check-settings.ts';
import { projectSettings } from './rules/project-settings.ts';
import type { SiteProblem } from './site/site.ts';
import { unlistedPages } from './unlisted-pages.ts';

/**
 * Makes a checker that works in this process: what it checks can hold it up and use up its memory, so a server has one
 * apart. It keeps what it learned of every page content, so one per process serves best. `threads` parse the pages of
 * larger sites. `onStep` is told what is begun.
 */
export function createDocsCheck({
  threads = 1,
  longestPage = longestParse,
  onStep = () => undefined,
}: {
  readonly threads?: number;
  /** Milliseconds for parsing one page of a larger site. */
  readonly longestPage?: number;
  readonly onStep?: (about: string) => void;
} = {}): DocsCheck {
  const read = createPageReader(createPageParser(), createParsePool({ threads, longest: longestPage }));
  const bases = keepBase(folderIn);
  return {
    async check(request) {
      const pace = createPacer(request.signal, onStep);
      const folder = folderIn(request);
      const history = historyOf(request);
      const checkBeside = (tree: DocsTree, other: CheckedTree | undefined): Promise<CheckedTree> => {
        const relative = request.changed && other && { tree: other, changed: new Set(request.changed) };
        const { repository } = request;
        const missingAt = request.tree.missingAt?.bind(request.tree);
        const revisionNames = request.tree.revisionNames?.bind(request.tree);
        return checkTree(
          { tree: tellReads(tree, onStep), docsFolder: folder, repository, history, missingAt, revisionNames },
          read,
          pace,
          relative,
        );
      };
      const known = bases.find(request);
      const now = await checkBeside(request.tree, known);
      const external = async (settings: CheckSettings, before?: CheckedTree): Promise<readonly SiteProblem[]> => {
        const { probeLinks: probe, signal } = request;
        return probe === undefined ? [] : externalLinks({ now, before, docsFolder: folder, settings, probe, signal });
      };
      if (request.base === undefined) {
        const settings = await projectSettings(now.files);
        const found = [...now.problems, ...(await external(settings))];
        const marked = found.map((problem) => ({ problem, introduced: undefined }));
        return reportOf(now, [
          ...settings.problems.map((problem) => findingOf(problem, undefined)),
          ...(await reported(marked, settings, now, now)),
        ]);
      }
      const before = known ?? (await bases.check(request, (base) => checkBeside(base, now)));
      // The settings of the base are in force, so that a change cannot silence what it breaks.
      const settings = await projectSettings(before.files);
      const asked = await external(settings, before);
      const found = [
        ...markIntroduced(now, before),
        ...movedPages(now, before),
        ...lostTargets(now, before),
        ...lostAnchors(now, before),
        ...unlistedPages(now, before),
        ...asked.map((problem) => ({ problem, introduced: true })),
      ];
      const marked = await reported(found, settings, now, before);
      const own = (await projectSettings(now.files)).problems;
      return reportOf(now, [...marked, ...own.map((problem) => findingOf(problem, settings.problems.length === 0))]);
    },
    readRedirects: (request) => readRedirects(tellReads(request.tree, onStep), folderIn(request)),
    async checkFile(path, content, tree) {
      const sites =
        tree === undefined ? [] : await findSites(await createFileIndex(tellReads(tree, onStep)), folderOf(path));
      onStep(path);
      const dialect = sites.flatMap(({ dialects }) => dialects.get(path) ?? [])[0] ?? dialectOfFile(path);
      if (dialect !== undefined) {
        const { problems } = await read(content, dialect);
        return problems.map((problem) => findingOf({ path, ...problem }, undefined));
      }
      const problem = findSyntaxProblem(content, path);
      return problem === undefined ? [] : [findingOf(problem, undefined)];
    },
  };
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

/** Findings as the project wants to see them: what it silences is not there to be doubted. */
async function reported(
  found: readonly MarkedProblem[],
  settings: CheckSettings,
  now: CheckedTree,
  evidence: CheckedTree,
): Promise<readonly Finding[]> {
  const wanted = found.filter(({ problem }) => settings.apply(problem) !== undefined);
  return (await doubt(wanted, now, evidence)).flatMap(({ problem, introduced }) => {
    const applied = settings.apply(problem);
    return applied === undefined ? [] : [findingOf(applied, introduced)];
  });
}

function reportOf({ sites }: CheckedTree, findings: readonly Finding[]): CheckReport {
  return {
    frameworks: [...new Set(sites.map(({ framework }) => framework))],
    pages: sites.reduce((sum, { pages }) => sum + pages.size, 0),
    findings: findings.toSorted(byPlace),
  };
}

const ranks = { error: 0, warning: 1, notice: 2 };

function byPlace(one: Finding, other: Finding): number {
  return (
    ranks[one.severity] - ranks[other.severity] ||
    (one.path < other.path ? -1 : one.path > other.path ? 1 : 0) ||
    (one.line ?? 0) - (other.line ?? 0) ||
    (one.column ?? 0) - (other.column ?? 0)
  );
}

function findingOf(problem: SiteProblem, introduced: boolean | undefined): Finding {
  const { rule, severity, path, line, column, message, fix } = problem;
  return { rule, severity, path, line, column, message, introduced, ...(fix === undefined ? {} : { fix }) };
}
