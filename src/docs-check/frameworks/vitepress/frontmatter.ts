import { documentedFields, type FrontmatterField } from '../../site/site.ts';

/** Those that have one kind in every theme. https://vitepress.dev/reference/frontmatter-config */
export const vitepressFrontmatter: readonly FrontmatterField[] = [
  ...documentedFields('string', ['title', 'description', 'pageClass']),
  ...documentedFields('boolean', ['navbar', 'editLink']),
  ...documentedFields('list', ['head']),
];
