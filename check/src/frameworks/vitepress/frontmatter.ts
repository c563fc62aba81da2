import type { FrontmatterLink } from '../../page/page-facts.ts';
import { documentedFields, type FrontmatterField } from '../../site/site.ts';

/** Those that have one kind in every theme. https://vitepress.dev/reference/frontmatter-config */
export const vitepressFrontmatter: readonly FrontmatterField[] = [
  ...documentedFields('string', ['title', 'description', 'pageClass']),
  ...documentedFields('boolean', ['navbar', 'editLink']),
  ...documentedFields('list', ['head']),
];

/** https://vitepress.dev/reference/default-theme-home-page and https://vitepress.dev/reference/default-theme-prev-next-links */
export const vitepressFrontmatterLinks: readonly FrontmatterLink[] = [
  { at: 'hero.actions.*.link', kind: 'page' },
  { at: 'hero.image', kind: 'file' },
  { at: 'hero.image.src', kind: 'file' },
  { at: 'hero.image.light', kind: 'file' },
  { at: 'hero.image.dark', kind: 'file' },
  { at: 'features.*.link', kind: 'page' },
  { at: 'features.*.icon.src', kind: 'file' },
  { at: 'prev.link', kind: 'page' },
  { at: 'next.link', kind: 'page' },
];
