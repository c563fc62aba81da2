import { parseAddress } from '../site/parse-address.ts';
import { folderOf, joinRoute, normaliseRoute, within } from '../site/paths.ts';
import { lookUpRoute } from '../site/resolve-link.ts';
import type { CheckContext, SiteCheck } from './check-context.ts';

/** Elements of HTML whose files a browser asks for. */
const shows: ReadonlySet<string> = new Set(['img', 'source', 'video', 'audio']);

/** Different addresses from which on something that is not read makes them right. */
const most = 30;

/**
 * Pictures and media in elements of HTML that lie beside the file of their page and not where a browser looks for them, beside its
 * address: programs that find those of Markdown leave an element as it is.
 */
export const filesOfHtml: SiteCheck = function* (context) {
  const { site } = context;
  const { leavesFilesOfHtml, rewritten } = site.links;
  if (leavesFilesOfHtml !== true || rewritten) return;
  const found = [...site.pages].flatMap(([path, { links }]) => {
    const route = site.routeOf.get(path);
    if (route === undefined || context.shown.has(path)) return [];
    const targets = context.targetsOf(path);
    return links.flatMap((link, index) => {
      const target = targets[index];
      if (target?.kind !== 'file' || link.kind !== 'file' || !shows.has(link.element)) return [];
      const address = parseAddress(link.url);
      if (address.kind !== 'internal' || /^(?:\/|@|~|$)/u.test(address.path)) return [];
      return isPublished(context, route, address.path) ? [] : [{ path, link, route, at: target.path }];
    });
  });
  if (new Set(found.map(({ path, link }) => `${folderOf(path)} ${link.url}`)).size > most) return;
  for (const { path, link, route, at } of found) {
    const { url, line, column } = link;
    const message =
      `The file ${url} does not exist for a browser, which looks for it beside the address of this page, ${route}: ${at} is there, but ` +
      `${site.framework} leaves the address of an element of HTML as it is. Not certain: a plugin may change it.`;
    yield { path, line, column, rule: 'missing-file', severity: 'warning', message };
  }
};

/** The address of a page may end in a slash, and its first step up may lead out of the base of the site. */
function isPublished({ site, files }: CheckContext, route: string, path: string): boolean {
  const base = normaliseRoute(site.links.base);
  return [route, folderOf(route)].some((folder) => {
    const whole = normaliseRoute(joinRoute(base, folder, path));
    const inside = base === '/' ? whole : within(base, whole);
    return inside === undefined || lookUpRoute(site, files, normaliseRoute(inside)) !== undefined;
  });
}
