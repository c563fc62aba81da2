import type { Link } from '../pages/page-facts.ts';
import { isForgeFile } from '../site/forge-files.ts';
import type { LinkTarget } from '../site/link-target.ts';
import { isPicture } from '../site/file-endings.ts';
import { extensionOf, folderOf, foldersAbove, joinPath, normaliseRoute, within } from '../site/paths.ts';
import { lacksScheme, resolveLink } from '../site/resolve-link.ts';
import type { Site } from '../site/site.ts';
import { readingsOf } from '../site/usual-readings.ts';
import type { CheckContext, PageCheck } from './check-context.ts';

/** Addresses that look like ones of this site and are nearly right, where a lenient reading passes over what is wrong with them. */
export const addressSlips: PageCheck = function* (context, path, { links }) {
  const targets = context.targetsOf(path);
  const previews = previewsIn(links);
  for (const [index, link] of links.entries()) {
    const target = targets[index];
    if (target === undefined) continue;
    const why =
      withoutScheme(link, target) ??
      ofPreview(link, previews) ??
      onDisk(link) ??
      behindTwoSlashes(link) ??
      numberBehindHash(link) ??
      withQuote(link) ??
      withoutPictureEnding(context, path, link, target) ??
      pageForPicture(context, path, link) ??
      otherSlipOf(context, path, link, target);
    if (why === undefined) continue;
    const message = `The link ${link.url} leads to no page: ${why}`;
    yield { path, line: link.line, column: link.column, rule: 'broken-link', severity: 'warning', message };
  }
};

function otherSlipOf(context: CheckContext, path: string, link: Link, target: LinkTarget): string | undefined {
  if (target.kind === 'missing') return undefined;
  return link.kind === 'file'
    ? (aboveRepository(context, path, link) ?? pictureAbove(context, path, link, target))
    : slipOf(context, path, link, target);
}

function slipOf(context: CheckContext, path: string, link: Link, target: LinkTarget): string | undefined {
  return (
    withoutEnding(context, path, link, target) ??
    ofTarget(link, target) ??
    ofSource(context, path, link, target) ??
    ofMail(link, target) ??
    inPlaceOfPage(link, target) ??
    behindHash(link) ??
    onOwnMachine(context, path, link, target) ??
    withTwoSlashes(context, link, target) ??
    withTwoHashes(context, link, target) ??
    withSign(context, path, link, target) ??
    aboveRepository(context, path, link)
  );
}

/** To a browser, the name of a host alone is that of a file beside the page. */
function withoutScheme({ url, element }: Link, target: LinkTarget): string | undefined {
  const isOpen = target.kind === 'unjudged' || (target.kind === 'missing' && target.unsure !== undefined);
  return isOpen && !byName.has(element) && lacksScheme(url) ? 'https:// is missing before it.' : undefined;
}

/** Roles of reStructuredText, shortcodes of Hugo and tags of Jekyll name pages and targets, and no addresses. */
export const byName = new Set(['doc', 'ref', 'relref', 'link tag', 'post_url']);

/**
 * Without an ending, what a cross reference names is an anchor of its own page.
 * https://docs.asciidoctor.org/asciidoc/latest/macros/inter-document-xref/
 */
function withoutEnding(
  { site, files }: CheckContext,
  path: string,
  link: Link,
  target: LinkTarget,
): string | undefined {
  const name =
    link.element === 'xref' && target.kind === 'page' ? /^#([^#]*\/[^#]*[^#/])\/?$/u.exec(link.url)?.[1] : undefined;
  if (name === undefined) return undefined;
  const meant = resolveLink(site, files, path, { ...link, url: `${name}.adoc` });
  return meant.kind === 'page' ? `without .adoc it is an anchor of this page. ${name}.adoc is there.` : undefined;
}

/** `<usage>` in reStructuredText is a file beside the page, and `<usage_>` a target of it. */
function ofTarget({ url, namesTarget }: Link, target: LinkTarget): string | undefined {
  return target.kind === 'unjudged' && namesTarget === true
    ? `a target of this page has that name, for which <${url}_> is written.`
    : undefined;
}

/** Sphinx makes no addresses of pages of those in reStructuredText, and publishes no `.rst` beside them. */
function ofSource({ site }: CheckContext, path: string, { element }: Link, target: LinkTarget): string | undefined {
  const isSource = target.kind === 'file' && extensionOf(target.path) === '.rst' && site.routeOf.has(target.path);
  return isSource && element === 'url' && site.routeOf.has(path)
    ? 'of a site of Sphinx its pages end in .html, and on a code host alone in .rst.'
    : undefined;
}

/** `[us](us@example.com)` is the name of a file to a browser. */
function ofMail({ url }: Link, target: LinkTarget): string | undefined {
  return target.kind === 'unjudged' && /^[\w.+-]+@(?:[a-z\d-]+\.)+[a-z]{2,}$/iu.test(url)
    ? 'an address of mail begins with mailto:.'
    : undefined;
}

/** As GitBook writes an address of which the page is gone from it: `/broken/pages/xYVjyE`, `/broken/spaces/aBc/pages/dEf`. */
const ofGoneInGitbook = /^\/broken\/(?:pages|spaces)\/[\w-]{10,}(?:[/?#]|$)/u;

function inPlaceOfPage({ url }: Link, target: LinkTarget): string | undefined {
  return target.kind === 'unjudged' && ofGoneInGitbook.test(url)
    ? 'GitBook writes it in place of an address of which it has no page any more.'
    : undefined;
}

/** `#https://example.com` is an anchor of its own page to a browser. */
function behindHash({ url }: Link): string | undefined {
  return /^#+https?:\/\//u.test(url) ? 'what stands behind # is an anchor of this page.' : undefined;
}

/** A picture on the machine of the author, who copied it from a preview with all else of its page that is named there. */
const picture = /^[^?#]+\.(?:png|jpe?g|gif|svg|webp)$/iu;

/** What shows a preview of a site to its author, as `http://localhost:3000`. */
function previewOf(url: string): string | undefined {
  return /^https?:\/\/(?:localhost|127\.0\.0\.1|0\.0\.0\.0):\d{1,5}(?=\/|$)/iu.exec(url)?.[0];
}

function previewsIn(links: readonly Link[]): ReadonlySet<string> {
  return new Set(
    links.flatMap(({ kind, url }) => (kind === 'file' && picture.test(url) ? (previewOf(url) ?? []) : [])),
  );
}

function ofPreview({ url }: Link, previews: ReadonlySet<string>): string | undefined {
  return previews.has(previewOf(url) ?? '') ? 'only whoever previews the site has it there.' : undefined;
}

/** A file on the disk of the author, which no reader has. */
function onDisk({ url }: Link): string | undefined {
  return /^(?:file:\/{2,3}(?:Users|home|[a-z]:)\/[^/]|[a-z]:[\\/](?:Users|home)[\\/])/iu.test(url)
    ? 'only whoever has this disk has the file.'
    : undefined;
}

/** What stands behind two slashes is the name of a host, and one of the web has a full stop. */
function behindTwoSlashes({ url }: Link): string | undefined {
  const host = /^\/\/([a-z][\w-]*)\//iu.exec(url)?.[1];
  return host === undefined || /^localhost$/iu.test(host)
    ? undefined
    : `${host} behind two slashes is the name of a host to a browser.`;
}

/** The list of issues has no anchor of that name: the number is a part of the path. https://docs.github.com/en/rest/issues/issues */
function numberBehindHash({ url }: Link): string | undefined {
  const [, list, number] =
    /^https?:\/\/(?:www\.)?github\.com\/[\w.-]+\/[\w.-]+\/(issues|pull|pulls|discussions)\/?#(\d+)$/iu.exec(url) ?? [];
  return list === undefined || number === undefined
    ? undefined
    : `what stands behind # is an anchor of the list. /${list.replace(/^pulls$/iu, 'pull')}/${number} is one of it.`;
}

/** A quotation mark that belongs to the text or to an attribute, of which no host has one at the end of a name. */
function withQuote({ url }: Link): string | undefined {
  return /^https?:\/\/[^\s"“”?#{]+["“”]$/u.test(url)
    ? 'it ends in a quotation mark, which is no part of it.'
    : undefined;
}

/** No program adds the ending to the address of a picture. */
function withoutPictureEnding(
  { site, files, names }: CheckContext,
  path: string,
  link: Link,
  target: LinkTarget,
): string | undefined {
  const isOpen = link.kind === 'file' && target.kind === 'unjudged' && ['markdown', 'img'].includes(link.element);
  if (!isOpen || !/^[\w./-]+[\w-]$/u.test(link.url) || extensionOf(link.url) !== '') return undefined;
  const [name = '', folder = ''] = link.url.split('/').toReversed();
  const ending = ['.png', '.jpg', '.jpeg', '.gif', '.svg', '.webp'].find(
    (one) =>
      resolveLink(site, files, path, { ...link, url: link.url + one }).kind === 'file' ||
      // Below a folder that a program adds.
      (/\w/u.test(folder) &&
        names
          .filesIn(folder.toLowerCase(), name.toLowerCase(), one)
          .some((file) => file.endsWith(`/${folder}/${name}${one}`))),
  );
  return ending === undefined ? undefined : `the picture ends in ${ending}.`;
}

const pictureOnCodeHost =
  /^https?:\/\/(?:www\.)?(?:github\.com\/[\w.-]+\/[\w.-]+|gitlab\.com\/[\w./-]{1,300}\/-)\/blob\/[^?#]+\.(?:png|jpe?g|gif|svg|webp)(?:#[^?]*)?$/iu;

/** `blob` is a page that shows the file. A code host reads it as `raw` on its own pages alone. */
function pageForPicture({ site, shown }: CheckContext, path: string, { kind, url }: Link): string | undefined {
  const isPublished = site.framework === 'html' || site.routeOf.has(path) || shown.has(path);
  return kind === 'file' && isPublished && pictureOnCodeHost.test(url)
    ? 'it is a page of the code host around the picture, whose own address has raw in place of blob.'
    : undefined;
}

/** Where a preview of the site is shown to its author alone; of one name alone, another program may be meant, unless it is that of a page. */
const previewed =
  /^https?:\/\/(?:localhost|127\.0\.0\.1|0\.0\.0\.0)(?::\d{1,5})?(\/[^/?#]+\/[^/?#][^?#]*|\/(?!index\.)[^/?#]+\.html?(?=[?#]|$))/iu;

const ofLanguage = /^\/[a-z]{2}(?:-[a-z]{2,4})?$/iu;

function onOwnMachine({ site, files }: CheckContext, path: string, link: Link, target: LinkTarget): string | undefined {
  const inside = previewed.exec(link.url)?.[1];
  if (inside === undefined || target.kind !== 'unjudged' || link.kind !== 'page' || site.framework === 'markdown')
    return undefined;
  const isPage =
    site.routes.size > 0
      ? resolveLink(site, files, path, { ...link, url: inside }).kind === 'page'
      : (readingsOf(site)(path, inside)?.pages.length ?? 0) > 0;
  const meant = isPage ? inside : inSomeLanguage(site, inside);
  return meant === undefined
    ? undefined
    : `only whoever previews the site has it there. ${meant} is the address of the page.`;
}

/** The address of a page without its language, to which a server may lead on: `/docs/first-steps` of `/docs/en/first-steps`. */
function inSomeLanguage({ routes, links }: Site, written: string): string | undefined {
  const base = normaliseRoute(links.base);
  const route = normaliseRoute(written.replace(/[?#].*$/su, ''));
  const inside = base === '/' ? route : within(base, route);
  if (inside === undefined) return undefined;
  const end = inside.startsWith('/') ? inside : `/${inside}`;
  const found = withoutLanguage(routes).get(end);
  return found === undefined ? undefined : `${base === '/' ? '' : base}${found}`;
}

const routesWithoutLanguage = new WeakMap<Site['routes'], ReadonlyMap<string, string>>();

/** Routes below a language, by what is left without it. */
function withoutLanguage(routes: Site['routes']): ReadonlyMap<string, string> {
  const before = routesWithoutLanguage.get(routes);
  if (before !== undefined) return before;
  const found = new Map<string, string>();
  for (const route of routes.keys()) {
    const [, first = '', ...rest] = route.split('/');
    const bare = `/${rest.join('/')}`;
    if (ofLanguage.test(`/${first}`) && rest.length > 0 && !found.has(bare)) found.set(bare, route);
  }
  routesWithoutLanguage.set(routes, found);
  return found;
}

/** Disks pass over a second slash; the address of a page has one, and most hosts answer no other. */
function withTwoSlashes({ site }: CheckContext, { url }: Link, target: LinkTarget): string | undefined {
  const path = url.replace(/[?#].*$/su, '');
  if (target.kind !== 'page' || site.routes.size === 0 || extensionOf(path) !== '') return undefined;
  return /[^:/]\/\/|^\.\/\//u.test(path)
    ? 'it has two slashes in a row, which most hosts do not pass over.'
    : undefined;
}

/** No id that a page is known to make begins with the sign. */
function withTwoHashes({ anchors }: CheckContext, { url }: Link, target: LinkTarget): string | undefined {
  if (target.kind !== 'page' || target.anchor === undefined || !/^[^#]*##[\p{L}\p{N}]/u.test(url)) return undefined;
  return anchors.lookup(target.path, target.anchor) !== 'missing'
    ? 'it has two # in a row, of which the second is looked for in the name of the anchor.'
    : undefined;
}

/** Signs that belong to the sentence or to the Markdown around it, and are no part of a name. */
function withSign({ site, files }: CheckContext, path: string, link: Link, target: LinkTarget): string | undefined {
  const [, bare, sign = ''] = /^(\.{0,2}[^?#.][^?#]*?[^?#.,;\])}]|\.{0,2}\/)([.,;\])}])$/u.exec(link.url) ?? [];
  // `./.` is a folder.
  const isFolder = /(?:^|\/)\.{1,2}$/u.test(link.url);
  if (bare === undefined || isFolder || target.kind === 'file' || target.kind === 'malformed') return undefined;
  const opens = { ')': '(', ']': '[', '}': '{' }[sign];
  if (opens !== undefined && bare.includes(opens)) return undefined;
  const isMeant = ['', '.md', '.mdx'].some(
    (ending) => resolveLink(site, files, path, { ...link, url: bare + ending }).kind === 'page',
  );
  // Where addresses are read by their names, one without the sign is among those, and the sign is in no name.
  const isNamed = target.kind === 'unjudged' && bare.startsWith('/') && site.links.byName(path);
  if (!isMeant && !isNamed) return undefined;
  if (sign === '.') return isMeant ? 'it ends in a full stop, and there is a page without it.' : undefined;
  return `it ends in ${sign}, which is probably no part of it.`;
}

/** What GitHub shows beside the files of a repository, none of which is the name of a branch. */
const besideFiles = /^(?:blob|tree|issues|pulls?|wiki|releases|actions|discussions|raw)\//u;

/**
 * GitHub reads a relative address of a page from `owner/name/blob/branch/`, so that one step above the repository the name of
 * a branch is looked for, and two steps above what stands beside `blob`.
 * https://github.blog/news-insights/product-news/relative-links-in-markup-files/
 */
function aboveRepository({ site, files }: CheckContext, path: string, { url }: Link): string | undefined {
  if (!isForgeFile(path) || !url.startsWith('..')) return undefined;
  const depth = folderOf(path).split('/').filter(Boolean).length;
  const [, steps = '', rest = ''] = /^((?:\.\.\/)+)(.*)$/u.exec(url) ?? [];
  const below = rest.replace(/[?#].*$/su, '').replace(/\/$/u, '');
  // One name alone may be that of a branch, of which none is called `LICENSE`.
  const isFile = extensionOf(below) !== '' || (/^[A-Z]{4,}$/u.test(below) && files.has(below));
  const isPath = below.includes('/') || rest.endsWith('/') || isFile;
  const isThere = isPath && (files.has(below) || files.hasFolder(below));
  // A browser goes no higher than the top of a host, so that it finds on a site what a code host does not.
  if (steps.length / '../'.length > depth && isThere && !site.routeOf.has(path))
    return `it has more ../ than there are folders above the page. ${below} is there.`;
  return steps.length / '../'.length === depth + 1 && besideFiles.test(rest)
    ? `one more ../ is needed to leave the branch that the page is shown of.`
    : undefined;
}

/** Where a program reads a picture by its file and no browser joins the address, what lies above the repository is nowhere. */
function pictureAbove(
  { site, files, shown }: CheckContext,
  path: string,
  link: Link,
  target: LinkTarget,
): string | undefined {
  const { links, routeOf } = site;
  const isLeft = links.leavesAddresses !== undefined && links.leavesAddresses.element === undefined;
  const isByFile = routeOf.has(path) && !links.relative(link).includes('route');
  if (target.kind !== 'unjudged' || !isByFile || isLeft || shown.has(path)) return undefined;
  const [, steps, below = ''] = /^((?:\.\.\/)+)([^?#]+)$/u.exec(link.url) ?? [];
  if (steps === undefined || !isPicture(below) || joinPath(folderOf(path), link.url) !== undefined) return undefined;
  const there = foldersAbove(path)
    .flatMap((folder) => joinPath(folder, below) ?? [])
    .find((file) => files.has(file));
  return there === undefined ? undefined : `it has more ../ than there are folders above the page. ${there} is there.`;
}
