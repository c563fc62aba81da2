import type { Link } from '../pages/page-facts.ts';
import { pathOfAddress } from '../site/parse-address.ts';
import { normaliseRoute } from '../site/paths.ts';
import { redirected } from '../site/redirects.ts';
import type { SiteCheck } from './check-context.ts';

/** Different addresses from which on something that is not read makes them right. */
const most = 30;
const source = /^[^?#]+\.mdx?(?=[?#]|$)/iu;

/**
 * Addresses that name the source of a page, where the program leaves them as they are: most make the address of the page of one in
 * Markdown, look at no HTML, and know files of one part of the site only.
 */
export const sourcesLeft: SiteCheck = function* (context) {
  const { site } = context;
  const { leavesSources, leavesSource, rewritten } = site.links;
  if (leavesSources === undefined) return;
  const isLeftAlone = (path: string, link: Link, to: string): boolean =>
    leavesSources(link) || (!rewritten && leavesSource?.(link, path, to) === true);
  const isAnswered = (url: string): boolean => {
    const route = normaliseRoute(pathOfAddress(url));
    return url.startsWith('/') && (site.links.answered(route) || redirected(site.redirects, route) !== undefined);
  };
  const found = [...site.pages].flatMap(([path, { links }]) =>
    site.routeOf.has(path)
      ? links.flatMap((link, index) => {
          const target = context.targetsOf(path)[index];
          const isLeft =
            target?.kind === 'page' &&
            link.element !== 'frontmatter' &&
            source.test(link.url) &&
            isLeftAlone(path, link, target.path) &&
            !isAnswered(link.url);
          return isLeft ? [{ path, link, route: site.routeOf.get(target.path) }] : [];
        })
      : [],
  );
  if (new Set(found.map(({ path, link }) => `${path} ${link.url}`)).size > most) return;
  for (const { path, link, route } of found) {
    const { url, line, column } = link;
    const advice = route === undefined ? '' : ` The address of that page is ${route}.`;
    const message = `The link ${url} leads to no page: ${site.framework} leaves it as it is, and publishes no page with the ending of its source.${advice}`;
    yield { path, line, column, rule: 'broken-link', severity: 'warning', message };
  }
};
