import { redirected, targetRoute } from '../site/redirects.ts';
import type { Redirect, Site } from '../site/site.ts';
import type { Rule } from './rule.ts';

export const redirectLoop: Rule = {
  name: 'redirect-loop',
  severity: 'error',
  finds: 'a redirect loop',
  fix: 'Point the redirect to the page.',
  example: '`/a` → `/b` and `/b` → `/a`',
  source: 'https://www.rfc-editor.org/rfc/rfc9110#name-redirection-3xx',
  *onSite({ site }) {
    for (const redirect of plainRedirects(site)) {
      const { path, line, column } = redirect;
      if (follow(site, redirect) === 'loop')
        yield { path, line, column, message: `The redirect from ${redirect.from} is a loop.` };
    }
  },
};

export const redirectToNowhere: Rule = {
  name: 'redirect-to-nowhere',
  severity: 'error',
  finds: 'a redirect to a page that does not exist',
  fix: 'Point the redirect to a page of the site, or remove it.',
  example: '`/old` → `/gone`',
  source: 'https://www.rfc-editor.org/rfc/rfc9110#name-redirection-3xx',
  *onSite({ site, files, madeByBuild }) {
    const { links } = site;
    for (const redirect of plainRedirects(site)) {
      const { path, line, column, from, to } = redirect;
      const end = follow(site, redirect);
      if (end === undefined || end === 'loop' || site.routes.has(end)) continue;
      if (links.unknown(end) !== undefined || madeByBuild(end.slice(1))) continue;
      if (links.publicFolders.some((folder) => files.has(folder === '' ? end.slice(1) : folder + end))) continue;
      const message = `The redirect from ${from} points to ${end}, which is not a page of this site.`;
      yield { path, line, column, message, sought: { kind: 'redirect', written: to, at: end } };
    }
  },
};

/** Those that name one address, and do lead somewhere. */
function plainRedirects({ redirects }: Site): readonly Redirect[] {
  return redirects.filter(
    (plainRedirect) => !/[:*(]/u.test(plainRedirect.from) && plainRedirect.apply(plainRedirect.from) !== undefined,
  );
}

/** The route at the end of a chain of redirects; undefined when it leaves the site. */
function follow(site: Site, start: Redirect): string | undefined {
  const visited = new Set([start.from]);
  let route = targetRoute(start.to);
  while (route !== undefined) {
    if (visited.has(route)) return 'loop';
    if (site.routes.has(route)) return route;
    visited.add(route);
    const next: string | undefined = redirected(site.redirects, route);
    if (next === undefined) return route;
    route = targetRoute(next);
  }
  return undefined;
}
