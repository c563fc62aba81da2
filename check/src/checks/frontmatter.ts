import type { FrontmatterField } from '../site/site.ts';
import type { PageCheck } from './check-context.ts';

/** Fields that the framework cannot do without, or that are of another kind than it takes. */
export const frontmatterFields: PageCheck = function* ({ site }, path, { frontmatter, parsed, problems }) {
  if (!parsed || !site.routeOf.has(path) || problems.some(({ rule }) => rule === 'frontmatter-syntax')) return;
  for (const declared of site.frontmatter(path)) {
    const { field, kind, required, stated } = declared;
    const value = frontmatter[field];
    const missing = value === undefined || value === null;
    if (missing ? !required : isTaken(value, declared)) continue;
    const message = missing
      ? `The frontmatter needs \`${field}\`: ${site.framework} does not build a page without it.`
      : `\`${field}\` in the frontmatter must be a ${kind}, not a ${kindOf(value)}.`;
    const severity = stated === 'enforced' ? 'error' : 'warning';
    yield { path, rule: 'frontmatter-field', severity, line: 1, column: 1, message };
  }
};

function isTaken(value: unknown, { kind, converts }: FrontmatterField): boolean {
  if (kindOf(value) === kind) return true;
  if (converts !== true) return false;
  if (typeof value === 'number') return kind === 'string';
  if (typeof value !== 'string') return false;
  return kind === 'boolean' ? /^(?:true|false)$/iu.test(value) : kind === 'number' && /^-?\d+(?:\.\d+)?$/u.test(value);
}

function kindOf(value: unknown): FrontmatterField['kind'] | 'date' {
  if (Array.isArray(value)) return 'list';
  if (value instanceof Date) return 'date';
  const kind = typeof value;
  return kind === 'string' || kind === 'number' || kind === 'boolean' ? kind : 'map';
}
