import { documentedFields, type FrontmatterField } from '../../site/site.ts';

/** https://www.mintlify.com/docs/organize/pages */
export const mintlifyFrontmatter: readonly FrontmatterField[] = [
  ...documentedFields('string', ['title', 'description', 'sidebarTitle', 'iconType', 'tag', 'mode', 'url']),
  ...documentedFields('boolean', ['hidden', 'noindex', 'deprecated', 'timestamp']),
  ...documentedFields('list', ['groups']),
];
