import { documentedFields, type FrontmatterField } from '../../site/site.ts';

/** https://www.mkdocs.org/user-guide/writing-your-docs/#meta-data */
const everyTheme = documentedFields('string', ['title', 'template']);
/** https://squidfunk.github.io/mkdocs-material/reference/ and https://squidfunk.github.io/mkdocs-material/setup/setting-up-tags/ */
const material = [
  ...documentedFields('string', ['description', 'icon', 'status', 'subtitle']),
  ...documentedFields('list', ['hide', 'tags']),
  ...documentedFields('map', ['search', 'social']),
];

export function mkdocsFrontmatter(theme: string): readonly FrontmatterField[] {
  return theme === 'material' ? [...everyTheme, ...material] : everyTheme;
}
