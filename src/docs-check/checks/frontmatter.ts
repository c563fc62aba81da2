import type { PageCheck } from './check-context.ts';

/** Fields that the framework cannot do without, or that are of a kind that it refuses. */
export const frontmatterFields: PageCheck = function* ({ site }, path, { frontmatter, parsed, problems }) {
  if (!parsed || !site.routeOf.has(path) || problems.some(({ rule }) => rule === 'frontmatter-syntax')) return;
  for (const { field, kind, required } of site.frontmatter) {
    const value = frontmatter[field];
    const missing = value === undefined || value === null;
    if (missing ? !required : typeof value === kind) continue;
    const message = missing
      ? `The frontmatter needs \`${field}\`: ${site.framework} does not build a page without it.`
      : `\`${field}\` in the frontmatter must be a ${kind}, not ${Array.isArray(value) ? 'a list' : `a ${typeof value}`}.`;
    yield { path, rule: 'frontmatter-field', severity: 'error', line: 1, column: 1, message };
  }
};
