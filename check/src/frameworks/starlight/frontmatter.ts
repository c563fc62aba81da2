import type { FrontmatterLink } from '../../page/page-facts.ts';
import type { FrontmatterField } from '../../site/site.ts';

/** What `docsSchema()` demands; Astro refuses to build a page with another kind. https://starlight.astro.build/reference/frontmatter/ */
export const starlightFrontmatter: readonly FrontmatterField[] = [
  { field: 'title', kind: 'string', required: true, stated: 'enforced' },
  ...(['description', 'slug', 'template'] as const).map((field) => optional(field, 'string')),
  ...(['draft', 'pagefind'] as const).map((field) => optional(field, 'boolean')),
  ...(['hero', 'sidebar', 'banner'] as const).map((field) => optional(field, 'map')),
  optional('head', 'list'),
];

function optional(field: string, kind: FrontmatterField['kind']): FrontmatterField {
  return { field, kind, required: false, stated: 'enforced' };
}

/** https://starlight.astro.build/reference/frontmatter/#hero and #prev */
export const starlightFrontmatterLinks: readonly FrontmatterLink[] = [
  { at: 'hero.actions.*.link', kind: 'page' },
  { at: 'hero.image.file', kind: 'file' },
  { at: 'hero.image.dark', kind: 'file' },
  { at: 'hero.image.light', kind: 'file' },
  { at: 'prev.link', kind: 'page' },
  { at: 'next.link', kind: 'page' },
];
