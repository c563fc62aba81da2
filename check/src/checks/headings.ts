import type { PageCheck } from './check-context.ts';

/** Headings that leave a level out, which breaks the outline that screen readers and tables of contents show. */
export const skippedHeadings: PageCheck = function* (_context, path, facts) {
  let previous: number | undefined;
  for (const { depth, line, column, text } of facts.headings) {
    if (previous !== undefined && depth > previous + 1) {
      const message = `The heading "${text}" is of level ${depth} directly under one of level ${previous}.`;
      yield { path, line, column, rule: 'heading-skips-level', severity: 'notice', message };
    }
    previous = depth;
  }
};

/** The same anchor given twice by the author: a link reaches only the first. */
export const duplicateAnchors: PageCheck = function* (_context, path, facts) {
  const seen = new Set<string>();
  const headings = facts.headings.flatMap(({ id, line, column }) => (id === undefined ? [] : [{ id, line, column }]));
  const ofElements = facts.ids.filter(({ ofComponent }) => ofComponent !== true);
  const all = [...headings, ...ofElements].sort((one, other) => one.line - other.line || one.column - other.column);
  for (const { id, line, column } of all) {
    if (seen.has(id)) {
      const message = `The anchor #${id} is given twice on this page; links reach only the first.`;
      yield { path, line, column, rule: 'duplicate-anchor', severity: 'warning', message };
    }
    seen.add(id);
  }
};
