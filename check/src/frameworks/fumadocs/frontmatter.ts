import type { FrontmatterField } from '../../site/site.ts';

/** What `defineDocs` demands of a page by itself. https://fumadocs.dev/docs/mdx/collections */
const fields: readonly FrontmatterField[] = [
  { field: 'title', kind: 'string', required: true, stated: 'enforced' },
  { field: 'description', kind: 'string', required: false, stated: 'enforced' },
  { field: 'icon', kind: 'string', required: false, stated: 'enforced' },
  { field: 'full', kind: 'boolean', required: false, stated: 'enforced' },
];

/** None where `source.config.*` has a schema of its own, or collections that are checked only by one. */
export function fumadocsFrontmatter(config: string): readonly FrontmatterField[] {
  return /\bdefineDocs\(/u.test(config) && !/schema|defineCollections/iu.test(config) ? fields : [];
}
