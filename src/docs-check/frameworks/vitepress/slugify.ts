import { numberedSlugs } from '../../site/slugs.ts';

// eslint-disable-next-line no-control-regex -- control characters are what is taken out
const control = /[\u0000-\u001f]/gu;
const special = /[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'“”‘’<>,.?/]+/gu;

/** VitePress makes anchors with `slugify` of @mdit-vue/shared and numbers repeated ones from 1 (markdown-it-anchor). */
export const vitepressSlugs = numberedSlugs(
  (text) =>
    text
      .normalize('NFKD')
      .replace(/[\u0300-\u036F]/gu, '')
      .replace(control, '')
      .replace(special, '-')
      .replace(/-{2,}/gu, '-')
      .replace(/^-+|-+$/gu, '')
      .replace(/^(\d)/u, '_$1')
      .toLowerCase(),
  '-',
  1,
);
