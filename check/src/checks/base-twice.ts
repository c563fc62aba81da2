import type { Link } from '../pages/page-facts.ts';
import { normaliseRoute, within } from '../site/paths.ts';
import type { SiteCheck } from './check-context.ts';

/** Different addresses without the base that lead to pages, before those with it are slips. */
const fewestWithout = 3;

/** Addresses of Markdown with the base of the site, where the program puts it before them once more, as others have none. */
export const baseTwice: SiteCheck = function* (context) {
  const { site } = context;
  const base = normaliseRoute(site.links.base);
  if (site.links.addsBase !== 'goes on' || base === '/') return;
  const without = new Set<string>();
  const twice: { readonly path: string; readonly link: Link }[] = [];
  for (const [path, { links }] of site.pages) {
    const targets = context.targetsOf(path);
    for (const [index, link] of links.entries()) {
      const isFromTop = link.element === 'markdown' && link.kind === 'page' && /^\/(?!\/)/u.test(link.url);
      if (!isFromTop || targets[index]?.kind !== 'page' || !site.routeOf.has(path)) continue;
      const route = normaliseRoute(link.url.replace(/[?#].*$/su, ''));
      const hasBase = within(base.slice(1), route.slice(1)) !== undefined && !site.routes.has(route);
      if (hasBase) twice.push({ path, link });
      else without.add(link.url);
    }
  }
  const different = new Set(twice.map(({ link }) => link.url)).size;
  if (without.size < Math.max(fewestWithout, different)) return;
  for (const { path, link } of twice) {
    const { line, column, url } = link;
    const message = `The link ${url} leads to no page: the program puts the base of the site, ${base}, before it once more.`;
    yield { path, line, column, rule: 'broken-link', severity: 'warning', message };
  }
};
