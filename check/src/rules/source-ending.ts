import { pathOfAddress } from '../site/parse-address.ts';
import { normaliseRoute } from '../site/paths.ts';
import { redirected } from '../site/redirects.ts';
import { linksOf, type Rule } from './rule.ts';

const source = /^[^?#]+\.mdx?(?=[?#]|$)/iu;

export const sourceEnding: Rule = {
  name: 'source-ending',
  severity: 'error',
  finds: 'a link with the ending of a source file, in a place where the framework does not replace it',
  fix: 'Link to the address of the page.',
  example: '`<a href="setup.md">` on a site that replaces `.md` in Markdown links only',
  source: 'https://docusaurus.io/docs/markdown-features/links',
  formerly: ['broken-link'],
  *onSite(context) {
    const { site } = context;
    const { leavesSources, leavesSource, rewritten, answered } = site.links;
    if (leavesSources === undefined) return;
    for (const { path, link, target } of linksOf(context)) {
      const { line, column, url, element } = link;
      if (target.kind !== 'page' || element === 'frontmatter' || !source.test(url) || !site.routeOf.has(path)) continue;
      const isLeft = leavesSources(link) || (!rewritten && leavesSource?.(link, path, target.path) === true);
      const route = normaliseRoute(pathOfAddress(url));
      const isAnswered = answered(route) || redirected(site.redirects, route) !== undefined;
      if (!isLeft || (url.startsWith('/') && isAnswered)) continue;
      const meant = site.routeOf.get(target.path);
      const message = `\`${url}\` does not resolve: ${site.framework} leaves this address as it is, and publishes no page with the ending of its source.`;
      yield { path, line, column, message, ...(meant === undefined ? {} : { meant }) };
    }
  },
};
