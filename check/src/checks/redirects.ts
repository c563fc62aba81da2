import { redirected, targetRoute } from '../site/redirects.ts';
import type { Redirect, Site, SiteProblem } from '../site/site.ts';
import type { CheckContext, SiteCheck } from './check-context.ts';

/** So many that lead to nothing are no chance where they are most of what the site has. */
const several = 3;

/** Redirects that run in a circle or end where nothing is. Where most do, the site is published in a folder that is not known. */
export const redirects: SiteCheck = function* (context) {
  const found = [...judge(context)];
  const lost = found.filter(isLost).length;
  const areMost = lost >= several && 2 * lost > context.site.redirects.length;
  for (const problem of found) yield areMost && isLost(problem) ? asUnsure(problem) : problem;
};

function isLost({ rule, severity }: SiteProblem): boolean {
  return rule === 'redirect-to-nowhere' && severity === 'error';
}

function asUnsure(problem: SiteProblem): SiteProblem {
  const why = 'most redirects of this site lead to no page, so that it may be published in another folder';
  return { ...problem, severity: 'warning', message: `${problem.message} Not certain: ${why}.` };
}

function* judge({ site, files, madeByBuild }: CheckContext): Iterable<SiteProblem> {
  for (const redirect of site.redirects) {
    const { path, line, column } = redirect;
    if (/[:*(]/u.test(redirect.from)) continue;
    const end = redirect.apply(redirect.from) === undefined ? undefined : follow(site, redirect);
    if (end === 'loop') {
      const message = `The redirect from ${redirect.from} comes back to itself.`;
      yield { path, line, column, rule: 'redirect-loop', severity: 'error', message };
      continue;
    }
    if (targetRoute(site.links, redirect.to) === undefined && lacksBase(site, redirect)) {
      const message = `The redirect from ${redirect.from} leads to ${redirect.to}, which is no page of this site: its base, ${site.links.base}, is missing before it.`;
      yield { path, line, column, rule: 'redirect-to-nowhere', severity: 'warning', message };
      continue;
    }
    if (end === undefined || site.routes.has(end) || site.links.unknowable(end) || madeByBuild(end.slice(1))) continue;
    if (site.links.publicFolders.some((folder) => files.has(folder === '' ? end.slice(1) : folder + end))) continue;
    const message = `The redirect from ${redirect.from} leads to ${end}, which is no page of this site.`;
    const sought = { kind: 'redirect', written: redirect.to, at: end } as const;
    yield { path, line, column, rule: 'redirect-to-nowhere', severity: 'error', message, sought };
  }
}

/** True where the target is a page once the base stands before it. */
function lacksBase({ links, routes }: Site, { to }: Redirect): boolean {
  const route = targetRoute(links, `${links.base}/${to}`);
  return to.startsWith('/') && route !== undefined && routes.has(route);
}

/** The route at the end of a chain of redirects; undefined when it leaves the site. */
function follow(site: Site, start: Redirect): string | undefined {
  const seen = new Set([start.from]);
  let route = targetRoute(site.links, start.to);
  while (route !== undefined) {
    if (seen.has(route)) return 'loop';
    if (site.routes.has(route)) return route;
    seen.add(route);
    const next: string | undefined = redirected(site.redirects, route);
    if (next === undefined) return route;
    route = targetRoute(site.links, next);
  }
  return undefined;
}
