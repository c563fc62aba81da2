import type { PageFacts } from '../pages/page-facts.ts';
import { isForgeFile } from '../site/forge-files.ts';
import { isPartial, isSummary } from '../site/any-reading.ts';
import type { LinkTarget } from '../site/link-target.ts';
import { createFilesFromTop } from '../site/files-from-top.ts';
import { fileNameOf, folderOf, joinPath } from '../site/paths.ts';
import { redirected } from '../site/redirects.ts';
import { placeOf, type SiteProblem } from '../site/site.ts';
import { unreadPages } from '../site/unread-pages.ts';
import { namesNoFile, readingsOf, variable, type Readings } from '../site/usual-readings.ts';
import type { CheckContext, SiteCheck } from './check-context.ts';
import {
  habitsOfKind,
  isAbsolute,
  othersAsWritten,
  usualFromTop,
  waysOfSome,
  type Reference,
  type Strength,
} from './link-habits.ts';
import { pagesOfFolders } from './pages-of-folders.ts';
import { strayLinks } from './stray-links.ts';
import { suggestTarget } from './suggest.ts';
import { unsureLinks } from './unsure-links.ts';

/** Addresses otherwise read than others that are no slips: into one folder, into one that is not there, and on pages of the same. */
const usualLimits = { inFolder: 5, belowNothing: 3, pages: 8 };
/** The same where more of the site's links are read otherwise. */
const fewerLimits = { inFolder: 3, belowNothing: 3, pages: 3 };
/** Pages that move together and are not a site that is read otherwise as a whole. */
const mostMoved = 20;
/** Roles of reStructuredText, shortcodes of Hugo and tags of Jekyll name pages and targets, and no addresses. */
const named = new Set(['doc', 'ref', 'url', 'relref', 'link tag', 'post_url']);

/**
 * Links that are read otherwise than nearly all others of their site. Where a site does not say how it reads an address
 * without the ending of a file, each of several readings may be right; which one is, the site's own links show.
 */
export const unusualLinks: SiteCheck = function* (context) {
  const unsure = [...unsureLinks(context)];
  yield* unsure;
  if (!someMayBeTold(context)) return;
  const every = [...references(context)];
  const mostOthers = othersAsWritten(context.site);
  // Docsify reads every address from its top: https://docsify.js.org/#/configuration?id=relativepath
  if (context.site.framework !== 'docsify') yield* withoutSlash(every);
  const ofPages = every.filter(({ path }) => !isSummary(path));
  const kinds = Map.groupBy(ofPages, ({ link: { url } }) =>
    [
      url.startsWith('/') ? 'absolute' : 'relative',
      /\.html?(?:[?#]|$)/iu.test(url) ? 'html' : '',
      ...(url.match(variable) ?? []),
      url.search(variable) > 0 ? topOf(url) : '',
    ].join(' '),
  );
  const known = new Set(unsure.map(placeOf));
  const told = new Set<string>();
  for (const { all, habits, strength, isWhole } of [...kinds.values()].flatMap((all) =>
    habitsOfKind(all, mostOthers),
  )) {
    if (habits === undefined) continue;
    const usual = isAbsolute(all) ? usualFromTop(all, habits) : habits;
    const others = all.flatMap((one) => {
      if (strength !== 'sure' && !one.isNamedElsewhere) return [];
      if ((strength === 'weak' && one.ways.size > 0) || [...one.ways].some((way) => usual.has(way))) return [];
      if (!isWhole && one.ways.size === 0 && !one.isAmongPages(usual)) return [];
      if (!isOpen(context, one, strength) || isMade(context, one) || listing.test(one.at)) return [];
      return [{ ...one, gone: one.goneIn(usual) }];
    });
    const into = Map.groupBy(others, ({ at, gone }) => gone ?? folderOf(at));
    const uses = Map.groupBy(others, ({ same }) => same);
    const named = Map.groupBy(others, ({ at }) => fileNameOf(at));
    for (const one of others) {
      const beside = into.get(one.gone ?? folderOf(one.at)) ?? [];
      const alike = new Set(beside.map(({ same }) => same));
      const pages = new Set(uses.get(one.same)?.map(({ path }) => path));
      // A program that fills in parts of addresses may make a page of one name in many folders.
      if (one.link.url.search(variable) !== -1) {
        if (new Set(named.get(fileNameOf(one.at))?.map(({ at }) => at)).size >= usualLimits.belowNothing) continue;
      }
      // Several into one folder, and what many pages say, something else probably answers.
      const limits = strength === 'weak' ? fewerLimits : usualLimits;
      // One step too few or too many leads into a folder that is not there, as often as it is written.
      const isStep = mostOthers !== undefined && one.ways.size > 0 && !one.link.url.startsWith('/');
      const several = isStep ? Infinity : one.gone === undefined ? limits.inFolder : limits.belowNothing;
      if ((alike.size >= several && !haveMoved(beside, alike.size)) || pages.size > limits.pages) continue;
      const isLikely =
        one.gone === undefined || (one.isNamedElsewhere && strength !== 'weak') || one.gone.lastIndexOf('/') > 0;
      // Pages with the same text have the same links.
      const at = placeOf({ path: one.path, ...one.link });
      const place = `${at} ${one.link.url}`;
      if (!isLikely || told.has(place) || known.has(at)) continue;
      told.add(place);
      yield unusual(context, one);
    }
  }
  const isLeft = (one: Reference): boolean =>
    !isMade(context, one) && !listing.test(one.at) && !known.has(placeOf({ path: one.path, ...one.link }));
  const strays = [...strayLinks(context, every, isLeft, told)];
  yield* strays;
  const areTold = new Set(strays.map(placeOf));
  yield* pagesOfFolders(context, every, (one) => {
    const place = placeOf({ path: one.path, ...one.link });
    return isLeft(one) && !areTold.has(place) && !told.has(`${place} ${one.link.url}`);
  });
};

/** Addresses into one folder of each of which one page alone has the name: something else hardly answers all of those. */
function haveMoved(beside: readonly Reference[], different: number): boolean {
  return different <= mostMoved && beside.every(({ namesakes }) => namesakes() === 1);
}

/** Addresses that lead to a page with a slash at their beginning, and in no way that relative ones are read in. */
function* withoutSlash(every: readonly Reference[]): Iterable<SiteProblem> {
  const fromTop = waysOfSome(every.filter(({ link: { url } }) => url.startsWith('/')));
  const slips = every.filter(({ link: { url }, target, ways }) => {
    if (/^[./]/u.test(url) || (target.kind !== 'unjudged' && target.kind !== 'page')) return false;
    return ways.size > 0 && [...ways].every((way) => way.startsWith('from ')) && !fromTop.isDisjointFrom(ways);
  });
  if (new Set(slips.map(({ same }) => same)).size > mostWithoutSlash) return;
  for (const { path, link } of slips) {
    const message =
      `The link ${link.url} leads to no page: without a slash at its beginning it is read from this page. ` +
      `Not certain: the site may read it from its top.`;
    yield { path, line: link.line, column: link.column, rule: 'broken-link', severity: 'warning', message };
  }
}

/** False where rules decide on every link: then what the others are says no more of any. */
function someMayBeTold(context: CheckContext): boolean {
  const { pages, links: rules } = context.site;
  const mayBeTold = (path: string, url: string, target: LinkTarget | undefined): boolean => {
    if (target?.kind === 'missing') return target.unsure !== undefined;
    if (target?.kind !== 'page' && target?.kind !== 'unjudged') return false;
    if (target.exact === true) return false;
    return target.kind === 'unjudged' || !url.startsWith('/') || rules.byName(path);
  };
  for (const [path, { links }] of pages) {
    const targets = context.targetsOf(path);
    for (const [index, { kind, url }] of links.entries())
      if (kind === 'page' && mayBeTold(path, url, targets[index]) && namesNoFile(url)) return true;
  }
  return false;
}

/** Addresses without a slash from which on that is how the site reads them. */
const mostWithoutSlash = 5;

/** True for what git leaves out, read from the page's address or from its folder. */
function isMade({ madeByBuild }: CheckContext, { path, link: { url }, at }: Reference): boolean {
  const beside = joinPath(folderOf(path), url.replace(/[?#].*$/su, ''));
  return madeByBuild(at) || (beside !== undefined && (madeByBuild(beside) || madeByBuild(`${beside}.md`)));
}

/** Lists of what pages say of themselves, which programs make. */
const listing = /\/(?:tags?|categor(?:y|ies)|authors?|archives?|page)\//u;

/** A program that fills in parts of addresses may do so below some folders at the top and not below others. */
function topOf(url: string): string {
  return /^\/?[^/]+\//u.exec(url)?.[0] ?? '';
}

/** A page of Jekyll, Hexo and Eleventy, whatever the line before the name of its folder. */
const post = /(?:^|\/)_posts\//u;

/** True for a page by its own words: a part has no layout. So it is with a collection of Jekyll in a folder such as `_api`. */
function hasLayout({ layout }: PageFacts['frontmatter']): boolean {
  return typeof layout === 'string' && layout !== 'none';
}

function isPageEnding(url: string): boolean {
  return /^[^?#]*\/[^/?#.]*(?:\.(?:mdx?|html?))?(?:[?#]|$)/iu.test(url);
}

function* references(context: CheckContext): Iterable<Reference> {
  const { site } = context;
  const read = readingsOf(site);
  const findFile = createFilesFromTop(context.files);
  let isUnread: ReturnType<typeof unreadPages> | undefined;
  for (const [path, { links, frontmatter }] of site.pages) {
    if (
      (isForgeFile(path) && !site.routeOf.has(path)) ||
      (isPartial(path) && !post.test(path) && !hasLayout(frontmatter)) ||
      context.shown.has(path)
    )
      continue;
    const targets = context.targetsOf(path);
    const known = new Map<string, Readings | undefined>();
    for (const [index, link] of links.entries()) {
      const target = targets[index];
      if (link.kind !== 'page' || named.has(link.element) || target === undefined) continue;
      // A file that its host serves says nothing of pages.
      if (!isPageEnding(link.url) && findFile({ url: link.url, kind: 'file' }) !== undefined) continue;
      // A post is published at an address of its day.
      if (post.test(path) && !link.url.startsWith('/')) continue;
      if (!known.has(link.url)) known.set(link.url, read(path, link.url));
      const readings = known.get(link.url);
      if (readings === undefined || isAnswered(context, target, readings) || isOfTitle(readings)) continue;
      if (link.url.startsWith('/') && readings.ways.size === 0) {
        isUnread ??= unreadPages(context.files);
        if (isUnread(readings.at)) continue;
      }
      const folder = link.url.startsWith('/') ? '' : path.slice(0, path.lastIndexOf('/') + 1);
      yield { ...readings, path, link, target, same: folder + link.url.replace(/[?#].*$/su, '') };
    }
  }
}

/** The address of a page by its title, of which no file has the name. */
function isOfTitle({ ways, isNamedElsewhere, isTitle }: Readings): boolean {
  return ways.size === 0 && !isNamedElsewhere && isTitle;
}

/** A redirect and what another program answers say nothing of how the site reads addresses. */
function isAnswered({ site }: CheckContext, target: LinkTarget, { at, ways }: Readings): boolean {
  if (target.kind === 'page') return target.redirected !== undefined;
  return site.links.answered(at) || (ways.size === 0 && redirected(site.redirects, at) !== undefined);
}

/** True where no rule of the site's program decides whether the link is right. */
function isOpen(
  { site: { links } }: CheckContext,
  { path, link: { url }, target, isNamedElsewhere, at, ways }: Reference,
  strength: Strength,
): boolean {
  if (target.kind === 'missing' && target.unsure !== undefined) return isNamedElsewhere && strength === 'sure';
  if ((target.kind !== 'page' && target.kind !== 'unjudged') || target.exact === true) return false;
  if (target.kind === 'page') return !url.startsWith('/') || links.byName(path);
  // What a plugin may publish has a name of its own: a page of that name elsewhere is more likely meant.
  if (links.byName(path)) return true;
  if (url.startsWith('/')) return (isNamedElsewhere || ways.size > 0) && strength !== 'weak';
  // Nor is it linked to by a relative address, unless one that leaves the site.
  return isNamedElsewhere || (strength === 'sure' && !at.startsWith('..'));
}

function unusual(context: CheckContext, { path, link, at, ways }: Reference): SiteProblem {
  const suggestion = suggestTarget(context, path, link.url, at);
  const advice = suggestion === undefined ? '' : ` Did you mean ${suggestion.text}?`;
  const message =
    `The link ${link.url} leads to no page as nearly all links of this site are read that are written so.${advice} ` +
    `Not certain: ${ways.size === 0 ? 'the site may publish it all the same' : 'read in another way it leads to a page'}.`;
  return { path, line: link.line, column: link.column, rule: 'broken-link', severity: 'warning', message };
}
