import type { Link } from '../pages/page-facts.ts';
import { normaliseRoute, within } from '../site/paths.ts';
import type { SiteProblem } from '../site/site.ts';
import type { CheckContext, SiteCheck } from './check-context.ts';

/** Different addresses from which on the site lives with how they are read, or something else reads them. */
const most = 30;
/** Different addresses with the base that lead to something, before those without it are slips. */
const fewestWith = 3;
/** What writes the base by itself: tags and templates of Jekyll. */
const writesBase = new Set(['liquid', 'link tag', 'post_url']);

interface FromTop {
  readonly path: string;
  readonly link: Link;
}

/**
 * Addresses from the top of the host without the base that a site is published below, where the program leaves them as they are.
 * Others of the site have it, or it is known that the site lies there.
 */
export const baseLeftOut: SiteCheck = function* (context) {
  const { leavesAddresses } = context.site.links;
  const base = normaliseRoute(leavesAddresses?.base ?? '/');
  if (leavesAddresses === undefined || base === '/') return;
  const [withBase, without] = [new Set<string>(), [] as FromTop[]];
  for (const one of found(context)) {
    const { url, element } = one.link;
    if (writesBase.has(element) || normaliseRoute(url) === base || within(base.slice(1), url.slice(1)) !== undefined)
      withBase.add(url);
    else without.push(one);
  }
  const different = new Set(without.map(({ link }) => link.url)).size;
  const isKnown = leavesAddresses.isCertain || withBase.size >= Math.max(fewestWith, different);
  if (!isKnown || different > most) return;
  for (const one of without) yield problemOf(one, base);
};

function* found(context: CheckContext): Iterable<FromTop> {
  const { site } = context;
  const { element, isMade } = site.links.leavesAddresses ?? {};
  for (const [path, { links }] of site.pages) {
    const targets = context.targetsOf(path);
    for (const [index, link] of links.entries()) {
      const target = targets[index];
      const isFound =
        target?.kind === 'file' ||
        (target?.kind === 'page' && target.redirected === undefined) ||
        (target?.kind === 'unjudged' && isMade?.(normaliseRoute(link.url.replace(/[?#].*$/su, ''))) === true);
      if (element !== undefined && link.element !== element) continue;
      if (isFound && /^\/(?!\/)/u.test(link.url) && site.routeOf.has(path) && link.element !== 'frontmatter')
        yield { path, link };
    }
  }
}

function problemOf({ path, link }: FromTop, base: string): SiteProblem {
  const { line, column, url } = link;
  const message = `The link ${url} leads to no page: the base of the site, ${base}, is missing before it.`;
  return { path, line, column, rule: 'broken-link', severity: 'warning', message };
}
