import type { FrontmatterField } from '../site/site.ts';
import type { Rule } from './rule.ts';

export const frontmatterField: Rule = {
  name: 'frontmatter-field',
  severity: 'error',
  finds: 'a frontmatter field that the framework refuses or cannot do without',
  fix: 'Give the field the kind that the message names.',
  example: '`sidebar_position: first` where Docusaurus needs a number',
  source: 'https://docusaurus.io/docs/api/plugins/@docusaurus/plugin-content-docs#markdown-front-matter',
  *onPage({ site }, path, { frontmatter, parsed, problems }) {
    if (!parsed || !site.routeOf.has(path) || problems.some(({ rule }) => rule === 'frontmatter-syntax')) return;
    for (const declared of site.frontmatter(path)) {
      const { field, kind, required, stated } = declared;
      const value = frontmatter[field];
      const isMissing = value === undefined || value === null;
      if (isMissing ? !required : isTaken(value, declared)) continue;
      const message = isMissing
        ? `The frontmatter needs \`${field}\`: ${site.framework} does not build a page without it.`
        : `\`${field}\` in the frontmatter must be a ${kind}, not a ${kindOf(value)}.`;
      const unsure = stated === 'enforced' ? {} : { unsure: `${site.framework} builds the page all the same` };
      yield { path, line: 1, column: 1, message, ...unsure };
    }
  },
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
