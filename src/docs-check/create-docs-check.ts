import { checkTree, type CheckedTree } from './check-tree.ts';
import type { CheckReport, DocsCheck, Finding } from './docs-check.ts';
import { createBaseTree } from './base-tree.ts';
import { dialectOfFile } from './dialect-of-file.ts';
import { markIntroduced } from './mark-introduced.ts';
import { createPacer } from './pacer.ts';
import { createPageCache } from './pages/page-cache.ts';
import { createPageParser } from './pages/parse-page.ts';
import { parseJson } from './site/parse-json.ts';
import type { SiteProblem } from './site/site.ts';

/** Makes a checker. It keeps what it learned of every page content, so one per process serves best. */
export function createDocsCheck(): DocsCheck {
  const parse = createPageCache(createPageParser());
  return {
    async check(request) {
      const pace = createPacer(request.signal);
      const folder = request.docsFolder?.replace(/^\.?\/+|\/+$/gu, '') ?? '';
      const now = await checkTree(request.tree, folder, parse, pace);
      if (request.base === undefined)
        return reportOf(
          now,
          now.problems.map((problem) => findingOf(problem, undefined)),
        );
      const before = await checkTree(createBaseTree(request), folder, parse, pace);
      return reportOf(
        now,
        markIntroduced(now, before).map(({ problem, introduced }) => findingOf(problem, introduced)),
      );
    },
    checkFile(path, content) {
      const dialect = dialectOfFile(path);
      if (dialect !== undefined) {
        return Promise.resolve(
          parse(content, dialect).problems.map((problem) => findingOf({ path, ...problem }, undefined)),
        );
      }
      if (!path.endsWith('.json')) return Promise.resolve([]);
      const json = parseJson(content, path);
      return Promise.resolve('problem' in json ? [findingOf(json.problem, undefined)] : []);
    },
  };
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
