import { documentedFields, type FrontmatterField } from '../../site/site.ts';

/** https://nextra.site/docs/guide/markdown#frontmatter and https://nextra.site/docs/file-conventions/index-page */
export const nextraFrontmatter: readonly FrontmatterField[] = [
  ...documentedFields('string', ['title', 'description', 'sidebarTitle']),
  ...documentedFields('boolean', ['asIndexPage']),
];
