import type { Fix, Link } from '../pages/page-facts.ts';
import { hasSuchPictures } from '../site/kept-files.ts';
import { extensionOf, folderOf } from '../site/paths.ts';
import { isForgeFile } from '../site/forge-files.ts';
import type { LinkTarget } from '../site/link-target.ts';
import {
  braceLeftOpen,
  bracketed,
  commaInHost,
  halfSlashed,
  hostless,
  isMistyped,
  linkForAddress,
  ofMacro,
  pastedTwice,
  quoted,
} from '../site/parse-address.ts';
import { hostAlone, lacksScheme, resolveLink } from '../site/resolve-link.ts';
import { routesByFile } from '../site/routes-by-file.ts';
import type { SiteProblem } from '../site/site.ts';
import type { CheckContext, PageCheck, SiteCheck } from './check-context.ts';
import { nearestAnchor, suggestTarget } from './suggest.ts';

/** Links, images and anchors that lead nowhere, and links that only a redirect saves. */
export const brokenLinks: PageCheck = function* (context, path, facts) {
  // What it shows is judged where it lies; a page that the site publishes by a link has links of its own there.
  if (context.files.isSymbolicLink(path) && !context.site.routeOf.has(path)) return;
  const targets = context.targetsOf(path);
  for (const [index, link] of facts.links.entries()) {
    const target = targets[index];
    if (target === undefined) continue;
    const found = judge(context, path, link, target);
    if (found !== undefined) yield { path, line: link.line, column: link.column, ...found };
  }
};

/** The same of addresses in settings, which every page shows. */
export const settingsLinks: SiteCheck = function* (context) {
  const { site, files } = context;
  for (const link of site.settingsLinks ?? []) {
    const { path, line, column } = link;
    const found = judge(context, path, link, resolveLink(site, files, path, link));
    if (found !== undefined) yield { path, line, column, ...found };
  }
};

/** No generator keeps the mark of a heading that asks, and none of its own programs asks nothing. */
const endsAsQuestion = /#[^/=&:?]+\?$/u;

/** Two full stops that a slash was to stand behind: `..a.png`. */
const withoutSlash = /(?:^|\/)\.\.[\p{L}\p{N}]/u;

/** What says itself that it leads nowhere is there to show what then happens: `/this-page-does-not-exist`. */
const meantToBeMissing = /(?:^|[/_-])(?:not|non|doesn?t)[_-]?exist(?:s|ent|ing)?(?:$|[/._?#-])/iu;

/** Targets of a project, such as `part:name`, what begins with the name of a host, and `..a.png` are made by no build. */
function isPath(looked: string): boolean {
  return !/^[a-z][\w-]*:/iu.test(looked) && !hostAlone.test(looked) && !withoutSlash.test(looked);
}

type Found = Pick<SiteProblem, 'rule' | 'severity' | 'message' | 'fix' | 'sought'>;
type Verdict = Found | undefined;

function malformed(url: string): Found {
  // From a page of https, a browser still finds the host of one of http. A host may take a second address for part of a name.
  const severity = /^http:\/?[^/]/iu.test(url) || (pastedTwice.test(url) && !isMistyped(url)) ? 'warning' : 'error';
  return { rule: 'malformed-link', severity, message: `The address ${url} ${faultOf(url)}.` };
}

function faultOf(url: string): string {
  if (bracketed.test(url)) return 'has the brackets of Markdown around it, which are signs of it here';
  if (quoted.test(url)) return 'begins with a sign that no address begins with';
  if (braceLeftOpen.test(url)) return 'begins with a brace that nothing closes';
  if (linkForAddress.test(url)) return 'is a link of Markdown, of which the address alone has to stand here';
  if (ofMacro.test(url)) return 'begins with a macro, of which an address has none';
  if (isMistyped(url)) return 'begins with a scheme that is mistyped';
  if (hostless.test(url)) return 'names no host';
  if (commaInHost.test(url)) return 'has a comma in the name of its host';
  if (halfSlashed.test(url)) return 'has fewer slashes behind its scheme than two';
  if (pastedTwice.test(url)) return 'has a second one behind it';
  return 'has a `%` that escapes nothing';
}

function judge(context: CheckContext, path: string, link: Link, target: LinkTarget): Verdict {
  if (target.kind === 'malformed') return malformed(link.url);
  if (target.kind === 'missing' && target.unsure !== undefined) return undefined;
  if (target.kind === 'missing') {
    if (meantToBeMissing.test(link.url)) return undefined;
    const isOfHost = link.url.includes('/') && hostAlone.test(link.url);
    if (isOfHost || link.element === 'ref' || !isPath(target.looked) || !context.madeByBuild(target.looked))
      return missing(context, path, link, target.looked);
    const isKept = link.kind === 'file' && hasSuchPictures(context.files, target.looked);
    return isKept || isShownByHost(context, path, link, target.looked)
      ? leftOut(context, path, link, target.looked)
      : undefined;
  }
  if (target.kind !== 'page') return undefined;
  if (target.redirected !== undefined) {
    const message = `${link.url} is only reached by a redirect; it leads to ${target.redirected}.`;
    return { rule: 'redirected-link', severity: 'notice', message, ...fixOf(link, target.redirected) };
  }
  const { anchor } = target;
  const own = link.url.startsWith('#');
  // What another page shows has its anchors there, unless readers are led to this page too.
  const isShown = context.shown.has(path) && context.site.navigation?.pages.has(path) !== true;
  if (
    anchor !== undefined &&
    own &&
    (isShown || (target.exact !== true && context.site.anchors.reachesElsewhere(anchor, context.site.pages.get(path))))
  )
    return undefined;
  if (anchor === undefined) return undefined;
  const found = context.anchors.lookup(target.path, anchor);
  if (endsAsQuestion.test(link.url) && found !== 'missing' && !context.anchors.anchorsOf(target.path).has(anchor))
    return brokenAnchor(context, path, link, target.path, anchor);
  if (found !== 'missing' || (own && isBesidePart(context, path, anchor))) return undefined;
  if (target.others?.some((page) => context.anchors.lookup(page, anchor) !== 'missing') === true) return undefined;
  return brokenAnchor(context, path, link, target.path, anchor);
}

/** Folders of parts, such as `docs/en/snippets`, with what stands before them. */
const ofParts = /^(?<beside>(?:.*?\/)?)_?(?:includes?|partials?|snippets?|shared|re-?us(?:e|able)s?)\//iu;

/** True for the anchor of a part that a page beside the folder of parts has, or another part: a page may show both. */
function isBesidePart({ site, anchors }: CheckContext, path: string, anchor: string): boolean {
  const beside = ofParts.exec(path)?.groups?.['beside'];
  if (beside === undefined || site.navigation?.pages.has(path) === true) return false;
  return anchors.anchorsBelow(beside).has(anchor);
}

/** A code host builds nothing, so that a picture, folder or page which git leaves out is on no README of it. */
function isShownByHost({ site, files }: CheckContext, path: string, { kind }: Link, looked: string): boolean {
  const mayBePage = /^(?:|\.mdx?)$/iu.test(extensionOf(looked));
  const isAmongFiles = mayBePage && folderOf(looked) !== '' && files.hasFolder(folderOf(looked));
  return site.framework === 'markdown' && isForgeFile(path) && (kind === 'file' || isAmongFiles);
}

function leftOut(context: CheckContext, path: string, link: Link, looked: string): Verdict {
  const { rule, message } = missing(context, path, link, looked);
  const why = 'git leaves such files out, so that a build may make it';
  return { rule, severity: 'warning', message: `${message} Not certain: ${why}.` };
}

export function missing(context: CheckContext, path: string, link: Link, looked: string): Found {
  if (link.element === 'ref') return brokenAnchor(context, path, link, path, looked);
  const image = link.kind === 'file' || /^\.(?:png|jpe?g|gif|svg|webp|avif|ico)$/u.test(extensionOf(looked));
  const byFile = image ? undefined : routesByFile(context.site).get(looked.replace(/\/$/u, ''));
  const suggestion = suggestTarget(context, path, link.url, looked);
  const meant = suggestion?.text ?? ownAnchor(context, path, link.url);
  const asked = lacksScheme(link.url)
    ? ' https:// is missing before it.'
    : meant === undefined
      ? ''
      : ` Did you mean ${meant}?`;
  const advice = byFile === undefined ? asked : ` The address of that page is ${byFile}.`;
  const what = `The ${image ? 'file' : 'link'} ${link.url}`;
  const isKept = context.files.has(looked);
  const said = image ? `${what} does not exist` : `${what} leads to no page and no file`;
  const message = isKept
    ? `${what} leads to ${looked}, which is in the repository and which this site does not publish.${advice}`
    : `${said} (looked for ${looked}).${advice}`;
  const fix = suggestion?.certain === true ? fixOf(link, suggestion.text) : {};
  const sought = { kind: link.kind, written: link.url, at: looked, ...(byFile === undefined ? {} : { byFile }) };
  return { rule: image ? 'missing-file' : 'broken-link', severity: 'error', message, sought, ...fix };
}

/** An anchor of the page itself before which `#` was forgotten: `5FAQ`. */
function ownAnchor({ anchors, site }: CheckContext, path: string, url: string): string | undefined {
  // In capitals it is the name of a file, which the section on it should lead to.
  if (!/^[\p{L}\p{N}_-]+$/u.test(url) || /^[A-Z]{4,}$/u.test(url) || !site.pages.has(path)) return undefined;
  const near = nearestAnchor(anchors.anchorsOf(path), url);
  return near === undefined ? undefined : `#${near.text}`;
}

function brokenAnchor(context: CheckContext, path: string, link: Link, page: string, anchor: string): Found {
  const near = nearestAnchor(context.anchors.anchorsOf(page), anchor);
  const where = page === path ? 'This page' : page;
  const advice = near === undefined ? '' : ` Did you mean #${near.text}?`;
  const message =
    link.element === 'ref'
      ? `No page of this project has the target ${link.url.slice(1)}.`
      : `${where} has no anchor #${anchor}.${advice}`;
  const fix = near?.certain === true ? fixOf(link, `${link.url.split('#', 1)[0] ?? ''}#${near.text}`) : {};
  const sought = { kind: 'anchor', written: anchor, at: page } as const;
  return { rule: 'broken-anchor', severity: 'error', message, sought, ...fix };
}

function fixOf(link: Link, text: string): { fix?: Fix } {
  return link.range === undefined ? {} : { fix: { range: link.range, text } };
}
