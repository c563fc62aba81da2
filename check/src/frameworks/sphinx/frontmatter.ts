import { documentedFields, type FrontmatterField } from '../../site/site.ts';

/**
 * https://myst-parser.readthedocs.io/en/latest/configuration.html#frontmatter-local-configuration and
 * https://www.sphinx-doc.org/en/master/usage/restructuredtext/field-lists.html#file-wide-metadata
 */
export const mystFrontmatter: readonly FrontmatterField[] = [
  ...documentedFields('map', ['myst', 'html_meta', 'substitutions']),
  ...documentedFields('number', ['tocdepth']),
];
