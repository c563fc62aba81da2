import { numberedSlugs, withoutEmoji, withOther } from './slugs.ts';

// eslint-disable-next-line no-control-regex -- control characters are what is taken out
const control = /[\u0000-\u001f]/gu;
const special = /[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'“”‘’<>,.?/]+/gu;

/** `slugify` of @mdit-vue/shared, by which VitePress and VuePress make the anchors of headings and of links alike. */
export function vueSlug(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036F]/gu, '')
    .replace(control, '')
    .replace(special, '-')
    .replace(/-{2,}/gu, '-')
    .replace(/^-+|-+$/gu, '')
    .replace(/^(\d)/u, '_$1')
    .toLowerCase();
}

/**
 * Repeated ones are numbered from 1 (markdown-it-anchor). Since the first version, `&amp;` counts as it is written, and a
 * picture such as `:rocket:` not at all: https://github.com/vuejs/vitepress/blob/main/src/node/markdown/plugins/restoreEntities.ts
 */
export const vitepressSlugs = withOther(numberedSlugs(vueSlug, '-', 1), ({ text, raw = text }) =>
  withoutEmoji(raw.replace(/\]\([^()]*\)|<[^<>]*>/gu, '')),
);
