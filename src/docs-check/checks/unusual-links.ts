import type { Link } from '../pages/page-facts.ts';
import { isForgeFile } from '../site/forge-files.ts';
import { partial } from '../site/any-reading.ts';
import type { LinkTarget } from '../site/link-target.ts';
import { fileNameOf, folderOf, joinPath } from '../site/paths.ts';
import type { SiteProblem } from '../site/site.ts';
import { createReadings, variable, type Readings } from '../site/usual-readings.ts';
import type { CheckContext, SiteCheck } from './check-context.ts';
import { isHabit, isLikelyHabit, isMajority } from './habit.ts';
import { suggestTarget } from './suggest.ts';

interface Reference extends Readings {
  readonly path: string;
  readonly link: Link;
  readonly target: LinkTarget;
  /** What is the same wherever it stands counts once. */
  readonly same: string;
}

/** Addresses that a habit takes, and the share that may be otherwise, where the program is known to leave addresses as they are, so that a browser reads them. */
const fewestAsWritten = 4;
const fewOthersAsWritten = { hugo: 0.35, mkdocs: 0.5 };
/** Addresses otherwise read than others that are no slips: into one folder, into one that is not there, and on pages of the same. */
const usualLimits = { inFolder: 5, belowNothing: 3, pages: 8 };
/** The same where more of the site's links are read otherwise. */
const fewerLimits = { inFolder: 3, belowNothing: 3, pages: 3 };
/** Addresses, and their share, that make another way of reading one of the habits of the site. */
const leastOfWay = 3;
const leastShare = 0.05;
/** Roles of reStructuredText name pages and targets, and no addresses. */
const named = new Set(['doc', 'ref', 'url']);
const asWritten = new Set(['below the page', 'as it is published']);

/**
 * Links that are read otherwise than nearly all others of their site. Where a site does not say how it reads an address
 * without the ending of a file, each of several readings may be right; which one is, the site's own links show.
 */
export const unusualLinks: SiteCheck = function* (context) {
  const every = [...references(context)];
  const mostOthers = othersAsWritten(context);
  // Docsify reads every address from its top: https://docsify.js.org/#/configuration?id=relativepath
  if (context.site.framework !== 'docsify') yield* withoutSlash(every);
  const kinds = Map.groupBy(every, ({ link: { url } }) =>
    [
      url.startsWith('/') ? 'absolute' : 'relative',
      /\.html?(?:[?#]|$)/iu.test(url) ? 'html' : '',
      ...(url.match(variable) ?? []),
      url.search(variable) > 0 ? topOf(url) : '',
    ].join(' '),
  );
  for (const all of kinds.values()) {
    const { habits, strength } = habitsOf(all, mostOthers);
    if (habits === undefined) continue;
    const usual = all.some(({ link: { url } }) => url.startsWith('/')) ? waysOfSome(all) : habits;
    const others = all.flatMap((one) => {
      if (strength !== 'sure' && !one.isNamedElsewhere) return [];
      if ((strength === 'weak' && one.ways.size > 0) || [...one.ways].some((way) => usual.has(way))) return [];
      if (!isOpen(context, one, strength) || isMade(context, one) || listing.test(one.at)) return [];
      return [{ ...one, gone: one.goneIn(usual) }];
    });
    const into = Map.groupBy(others, ({ at, gone }) => gone ?? folderOf(at));
    const uses = Map.groupBy(others, ({ same }) => same);
    const named = Map.groupBy(others, ({ at }) => fileNameOf(at));
    for (const one of others) {
      const alike = new Set(into.get(one.gone ?? folderOf(one.at))?.map(({ same }) => same));
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
      if (alike.size >= several || pages.size > limits.pages) continue;
      if (one.gone === undefined || (one.isNamedElsewhere && strength !== 'weak') || one.gone.lastIndexOf('/') > 0)
        yield unusual(context, one);
    }
  }
};

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

/** Addresses without a slash from which on that is how the site reads them. */
const mostWithoutSlash = 5;

/** True for what git leaves out, read from the page's address or from its folder. */
function isMade({ madeByBuild }: CheckContext, { path, link: { url }, at }: Reference): boolean {
  const beside = joinPath(folderOf(path), url.replace(/[?#].*$/su, ''));
  return madeByBuild(at) || (beside !== undefined && (madeByBuild(beside) || madeByBuild(`${beside}.md`)));
}

/** Lists of what pages say of themselves, which programs make. */
const listing = /\/(?:tags?|categor(?:y|ies)|authors?|archives?|page)\//u;

/** Ways that some addresses of the site are read in. */
function waysOfSome(all: readonly Reference[]): ReadonlySet<string> {
  const open = new Map(all.map((one) => [one.same, one.ways]));
  const counts = new Map<string, number>();
  for (const ways of open.values()) for (const way of ways) counts.set(way, (counts.get(way) ?? 0) + 1);
  return new Set([...counts].flatMap(([way, count]) => (count >= leastOfWay ? [way] : [])));
}

/** A program that fills in parts of addresses may do so below some folders at the top and not below others. */
function topOf(url: string): string {
  return /^\/?[^/]+\//u.exec(url)?.[0] ?? '';
}

function* references(context: CheckContext): Iterable<Reference> {
  const { site } = context;
  const read = createReadings(site);
  for (const [path, { links }] of site.pages) {
    if (
      (isForgeFile(path) && !site.routeOf.has(path)) ||
      partial.test(path.replace(/(?:^|\/)_index\.\w+$/u, '')) ||
      context.shown.has(path)
    )
      continue;
    const targets = context.targetsOf(path);
    const known = new Map<string, Readings | undefined>();
    for (const [index, link] of links.entries()) {
      const target = targets[index];
      if (link.kind !== 'page' || named.has(link.element) || target === undefined) continue;
      if (!known.has(link.url)) known.set(link.url, read(path, link.url));
      const readings = known.get(link.url);
      if (readings === undefined || isAnswered(context, target, readings)) continue;
      const folder = link.url.startsWith('/') ? '' : path.slice(0, path.lastIndexOf('/') + 1);
      yield { ...readings, path, link, target, same: folder + link.url.replace(/[?#].*$/su, '') };
    }
  }
}

/** The share of other addresses in spite of which it is certain that the program leaves one as it is which names no file. */
function othersAsWritten({ site: { framework, links } }: CheckContext): number | undefined {
  if (framework === 'hugo') return fewOthersAsWritten.hugo;
  return framework === 'mkdocs' && links.trailingSlash ? fewOthersAsWritten.mkdocs : undefined;
}

/** A redirect and what another program answers say nothing of how the site reads addresses. */
function isAnswered({ site }: CheckContext, target: LinkTarget, { at }: Readings): boolean {
  return target.kind === 'page' ? target.redirected !== undefined : site.links.answered(at);
}

/** True where no rule of the site's program decides whether the link is right. */
function isOpen(
  { site: { links } }: CheckContext,
  { path, link: { url }, target, isNamedElsewhere, at }: Reference,
  strength: Strength,
): boolean {
  if (target.kind === 'page') return !url.startsWith('/');
  if (target.kind !== 'unjudged') return false;
  // What a plugin may publish has a name of its own: a page of that name elsewhere is more likely meant.
  if (links.byName(path)) return true;
  if (url.startsWith('/')) return isNamedElsewhere && strength !== 'weak';
  // Nor is it linked to by a relative address, unless one that leaves the site.
  return isNamedElsewhere || (strength === 'sure' && !at.startsWith('..'));
}

/** How much the other links of the site tell. */
type Strength = 'sure' | 'likely' | 'weak';

/** The ways in which nearly all of them lead to pages, and whether that tells of any; undefined where the site has no such habit. */
function habitsOf(
  all: readonly Reference[],
  mostOthers: number | undefined,
): { readonly habits: ReadonlySet<string> | undefined; readonly strength: Strength } {
  let open = new Map(all.map((one) => [one.same, one.ways]));
  const total = open.size;
  const others = [...open.values()].filter((ways) => asWritten.isDisjointFrom(ways)).length;
  if (mostOthers !== undefined && total - others >= fewestAsWritten && others <= mostOthers * total)
    return { habits: asWritten, strength: 'sure' };
  const habits = new Set<string>();
  for (;;) {
    const counts = new Map<string, number>();
    for (const ways of open.values()) for (const way of ways) counts.set(way, (counts.get(way) ?? 0) + 1);
    const [way, count] = [...counts].toSorted(([, one], [, other]) => other - one)[0] ?? ['', 0];
    if (count < Math.max(leastOfWay, leastShare * total)) break;
    habits.add(way);
    open = new Map([...open].filter(([, ways]) => !ways.has(way)));
  }
  if (isHabit(total, open.size)) return { habits, strength: 'sure' };
  if (isLikelyHabit(total, open.size)) return { habits, strength: 'likely' };
  return { habits: isMajority(total, open.size) ? habits : undefined, strength: 'weak' };
}

function unusual(context: CheckContext, { path, link, at, ways }: Reference): SiteProblem {
  const suggestion = suggestTarget(context, path, link.url, at);
  const advice = suggestion === undefined ? '' : ` Did you mean ${suggestion.text}?`;
  const message =
    `The link ${link.url} leads to no page as nearly all links of this site are read that are written so.${advice} ` +
    `Not certain: ${ways.size === 0 ? 'the site may publish it all the same' : 'read in another way it leads to a page'}.`;
  return { path, line: link.line, column: link.column, rule: 'broken-link', severity: 'warning', message };
}
