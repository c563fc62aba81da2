import type { FrontmatterField } from '../../site/site.ts';
import type { FrontmatterLink } from '../../page/page-facts.ts';

/** Docusaurus refuses to build a page with another kind. https://docusaurus.io/docs/api/plugins/@docusaurus/plugin-content-docs#markdown-front-matter */
export const docusaurusFrontmatter: readonly FrontmatterField[] = [
  ...enforced('string', ['id', 'title', 'sidebar_label', 'description', 'slug', 'image']),
  ...enforced('boolean', ['draft', 'unlisted', 'hide_title', 'hide_table_of_contents']),
  ...enforced('number', ['sidebar_position', 'toc_min_heading_level', 'toc_max_heading_level']),
];

function enforced(kind: FrontmatterField['kind'], names: readonly string[]): FrontmatterField[] {
  return names.map((field) => ({ field, kind, required: false, converts: true, stated: 'enforced' }));
}

/** The picture that is shown where a page is shared; other than links it may only be absolute. */
export const docusaurusFrontmatterLinks: readonly FrontmatterLink[] = [{ at: 'image', kind: 'file', absolute: true }];
