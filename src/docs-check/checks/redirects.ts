import { parseAddress } from '../site/parse-address.ts';
import { normaliseRoute } from '../site/paths.ts';
import type { Redirect, Site } from '../site/site.ts';
import type { SiteCheck } from './check-context.ts';

/** Redirects that run in a circle or end where nothing is. */
export const redirects: SiteCheck = function* ({ site, files, madeByBuild }) {
  for (const redirect of site.redirects) {
    const { path, line, column } = redirect;
    if (/[:*(]/u.test(redirect.from)) continue;
    const end = redirect.apply(redirect.from) === undefined ? undefined : follow(site, redirect);
    if (end === 'loop') {
      const message = `The redirect from ${redirect.from} comes back to itself.`;
      yield { path, line, column, rule: 'redirect-loop', severity: 'error', message };
      continue;
    }
    if (end === undefined || site.routes.has(end) || site.links.unknowable(end) || madeByBuild(end.slice(1))) continue;
    if (site.links.publicFolders.some((folder) => files.has(folder === '' ? end.slice(1) : folder + end))) continue;
    const message = `The redirect from ${redirect.from} leads to ${end}, which is no page of this site.`;
    const sought = { kind: 'redirect', written: redirect.to, at: end } as const;
    yield { path, line, column, rule: 'redirect-to-nowhere', severity: 'error', message, sought };
  }
};

/** The route at the end of a chain of redirects; undefined when it leaves the site. */
function follow(site: Site, start: Redirect): string | undefined {
  const seen = new Set([start.from]);
  let route: string | undefined = routeIn(start.to);
  while (route !== undefined) {
    if (seen.has(route)) return 'loop';
    if (site.routes.has(route)) return route;
    seen.add(route);
    const at: string = route;
    const next: string | undefined = site.redirects
      .map((redirect) => redirect.apply(at))
      .find((to) => to !== undefined);
    if (next === undefined) return route;
    route = routeIn(next);
  }
  return undefined;
}

function routeIn(address: string): string | undefined {
  const parsed = parseAddress(address);
  return parsed.kind === 'internal' ? normaliseRoute(parsed.path) : undefined;
}
