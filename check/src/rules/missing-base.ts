import type { Rule } from './rule.ts';

export const missingBase: Rule = {
  name: 'missing-base',
  severity: 'error',
  finds: 'an address from the top of the host without the base path that the site is published under',
  fix: 'Write the base path before the address.',
  example: '`<img src="/logo.png">` on a site published under `/tool/`',
  source: 'https://vitepress.dev/guide/asset-handling#base-url',
  formerly: ['broken-link'],
  onLink({ site }, { path, link, target }) {
    const isFound = target.kind === 'page' || target.kind === 'file';
    if (!isFound || target.lacksBase !== true || !site.routeOf.has(path)) return undefined;
    const base = site.links.base.replace(/\/$/u, '');
    return {
      message: `\`${link.url}\` does not resolve: the base path of the site, ${base}, is missing before it.`,
      meant: `${base}${link.url}`,
    };
  },
};
