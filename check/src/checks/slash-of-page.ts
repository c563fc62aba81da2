import type { Link } from '../pages/page-facts.ts';
import type { LinkTarget } from '../site/link-target.ts';
import { extensionOf, folderOf, joinPath, normaliseRoute } from '../site/paths.ts';
import { redirected } from '../site/redirects.ts';
import type { AddressEnds } from '../site/site.ts';
import type { CheckContext, SiteCheck } from './check-context.ts';

/** Different addresses from which on the site lives with how they are read, or something else reads them. */
const most = 30;

/**
 * Relative links that only the other end of the page's own address would make right: `b` on `/a` means `/b`, and on `/a/` it
 * means `/a/b`. Programs that leave links to the browser look at neither.
 */
export const slashOfPage: SiteCheck = function* (context) {
  const { addressEnds, rewritten } = context.site.links;
  if (addressEnds === undefined || rewritten) return;
  const found = [...wrong(context, addressEnds)];
  if (new Set(found.map(({ path, link }) => `${folderOf(path)} ${link.url}`)).size > most) return;
  for (const { path, link, own, at } of found) {
    const message =
      `The link ${link.url} leads to no page: the address of this page is ${own}${addressEnds.slash ? '/' : ''}, ` +
      `${addressEnds.why}, so that a browser looks for ${at}.`;
    yield { path, line: link.line, column: link.column, rule: 'broken-link', severity: 'warning', message };
  }
};

interface Wrong {
  readonly path: string;
  readonly link: Link;
  readonly own: string;
  readonly at: string;
}

function* wrong(context: CheckContext, { slash }: AddressEnds): Iterable<Wrong> {
  const { site, shown } = context;
  for (const [path, { links }] of site.pages) {
    const own = site.routeOf.get(path);
    if (own === undefined || shown.has(path)) continue;
    const targets = context.targetsOf(path);
    for (const [index, link] of links.entries()) {
      const written = link.url.replace(/[?#].*$/su, '');
      if (link.kind !== 'page' || !isRelative(written) || !isFoundOtherwise(targets[index])) continue;
      const at = joinPath(slash ? own : folderOf(own), written);
      if (at !== undefined && !isThere(context, normaliseRoute(at))) yield { path, link, own, at: normaliseRoute(at) };
    }
  }
}

function isRelative(written: string): boolean {
  return written !== '' && !/^(?:\/|[@~]|[a-z][a-z\d+.-]*:)/iu.test(written) && extensionOf(written) === '';
}

function isFoundOtherwise(target: LinkTarget | undefined): boolean {
  return target?.kind === 'page' && target.redirected === undefined;
}

function isThere({ site, files }: CheckContext, at: string): boolean {
  return (
    site.routes.has(at) ||
    site.links.unknowable(at) ||
    site.links.answered(at) ||
    site.links.publicFolders.some((folder) => files.has(joinPath(folder, at) ?? '')) ||
    redirected(site.redirects, at) !== undefined
  );
}
