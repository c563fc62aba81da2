import type { PageFacts } from '../pages/page-facts.ts';
import type { SiteProblem } from '../site/site.ts';
import { githubSlugs, looseForm } from '../site/slugs.ts';
import { readingsOf } from '../site/usual-readings.ts';
import { anchored, broken, distinct, ofHeading, type Anchored } from './anchored.ts';
import { inOtherSigns } from './anchors-in-other-signs.ts';
import type { CheckContext, SiteCheck } from './check-context.ts';
import { isHabit, isLikelyHabit, isMajority } from '../site/habit.ts';
import { besideIdsOfAsciidoc, besideMadeIds } from './ids-of-asciidoc.ts';
import { beginningAlike, nearestAnchor, withSameWords } from './suggest.ts';

/**
 * Anchors of which only most of the others on their site say that they are broken: that of a page which shows something
 * that is not read, although nearly all anchors of such pages are those of headings and ids that stand there; one with
 * capitals or signs that no other has; one of a part that none of the pages has which show it.
 */
export const unusualAnchors: SiteCheck = function* (context) {
  const all = [...anchored(context)];
  yield* ofOpenPages(context, all);
  if (context.site.anchors.loose) yield* inOtherSigns(context, all);
  yield* ofParts(context, all);
  yield* nearHeadings(context, all);
  yield* ofPagesByName(context);
  yield* besideIdsOfAsciidoc(context, all);
  yield* besideMadeIds(context, all);
  yield* withCapitals(context, all);
};

function* ofOpenPages({ anchors, site }: CheckContext, all: readonly Anchored[]): Iterable<SiteProblem> {
  const open = all.filter(({ page }) => anchors.isOpen(page));
  const isUnknown = ({ page, anchor }: Anchored): boolean => anchors.lookup(page, anchor) === 'unknown';
  const unknown = open.filter((one) => isUnknown(one) && !site.anchors.madeElsewhere(one.anchor));
  const isUsual = isHabit(distinct(open), distinct(unknown));
  const ofPage = new Map<string, Set<string>>();
  for (const { page, anchor } of unknown) ofPage.set(page, (ofPage.get(page) ?? new Set()).add(anchor));
  for (const one of unknown) {
    const isFilled = (ofPage.get(one.page)?.size ?? 0) > fewOfPage;
    if (!isUsual && isFilled) continue;
    const facts = site.pages.get(one.page);
    const known = site.anchors.loose ? plainAnchorsOf(facts) : anchors.anchorsOf(one.page);
    const isLong = known.size > mostAnchors;
    const near =
      isLong || one.anchor.length < fewestLetters
        ? undefined
        : (nearestAnchor(known, one.anchor)?.text ??
          withSameWords(known, one.anchor) ??
          beginningAlike(known, one.anchor));
    // A program that is not known may write anchors in ways of its own.
    const isAlone =
      site.routes.size > 0 && anchors.hasAllHeadings(one.page) && !isFilled && isLikeHeading(one.anchor, facts);
    const isExact = !site.anchors.loose && facts !== undefined && !site.anchors.mayHaveMore(facts);
    if (!isUsual && !isAlone && !(isExact ? near !== undefined : isSlip(one.anchor, near))) continue;
    yield broken(one, near, 'the page shows something that is not read, which may bring it');
  }
}

/** True for an anchor of several words that is none of a component of the page. */
function isLikeHeading(anchor: string, facts: PageFacts | undefined): boolean {
  if (!/^\p{L}+(?:-[\p{L}\p{N}]+)+$/u.test(anchor)) return false;
  const form = looseForm(anchor);
  return facts?.components.some(({ attributes }) => Object.values(attributes).map(looseForm).includes(form)) !== true;
}

/** The usual anchors of a page, without those that only some program makes. */
function plainAnchorsOf(facts: PageFacts | undefined): ReadonlySet<string> {
  return new Set([...githubSlugs(facts?.headings ?? []), ...(facts?.ids ?? []).map(({ id }) => id)]);
}

/** Anchors of one page that are not read, from which on something fills it. */
const fewOfPage = 3;
/** Anchors of a page with which one that is not found is compared. */
const mostAnchors = 1000;
/** Letters below which any word is like another. */
const fewestLetters = 6;

/** In another way of making anchors, other letters and digits are left of no heading. */
function isSlip(anchor: string, near: string | undefined): boolean {
  const [one, other] = [anchor, near ?? anchor].map(looseForm);
  return one !== other;
}

/** An anchor of its own that a part names is looked for on the pages that show it. */
function* ofParts(context: CheckContext, all: readonly Anchored[]): Iterable<SiteProblem> {
  const { site, anchors, shown } = context;
  const parts = all.filter(
    ({ path, link, page }) => link.url.startsWith('#') && page === path && shown.has(path) && site.routeOf.has(path),
  );
  if (parts.length === 0) return;
  const showing = new Map<string, string[]>();
  for (const [path, facts] of site.pages)
    for (const part of context.includedBy(path, facts))
      if (part !== undefined) showing.set(part, [...(showing.get(part) ?? []), path]);
  for (const one of parts) {
    if (site.navigation?.pages.has(one.path) === true) continue;
    const pages = new Set([one.path]);
    for (const page of pages) for (const other of showing.get(page) ?? []) pages.add(other);
    if (pages.size === 1 || [...pages].some((page) => anchors.lookup(page, one.anchor) !== 'missing')) continue;
    const near = nearestAnchor(anchors.anchorsOf(one.path), one.anchor);
    yield broken(one, near?.text, 'another page may show this one');
  }
}

/**
 * Anchors of addresses that begin at the top of a site, of which no rule tells where that is: none of the pages that it may
 * lead to has the anchor, although most such anchors are found.
 */
function* ofPagesByName(context: CheckContext): Iterable<SiteProblem> {
  const { site, anchors } = context;
  const all: (Anchored & { readonly isFound: boolean; readonly ways: ReadonlySet<string> })[] = [];
  const read = readingsOf(site);
  for (const [path, { links }] of site.pages) {
    if (!site.links.byName(path)) continue;
    const targets = context.targetsOf(path);
    for (const [index, link] of links.entries()) {
      const anchor = /^\/[^#]*#(.+)$/u.exec(link.url)?.[1];
      if (targets[index]?.kind !== 'unjudged' || anchor === undefined || !ofHeading.test(anchor)) continue;
      const readings = read(path, link.url);
      const [page] = readings?.pages ?? [];
      if (readings === undefined || page === undefined || site.links.answered(readings.at)) continue;
      // A page without a heading is filled by a program.
      const isFound = readings.pages.some(
        (one) => site.pages.get(one)?.headings.length === 0 || anchors.lookup(one, anchor) !== 'missing',
      );
      all.push({ path, link, page, anchor, isFound, ways: readings.ways });
    }
  }
  const usual = new Set(all.filter(({ isFound }) => isFound).flatMap(({ ways }) => [...ways]));
  const missing = all.filter(({ isFound, ways }) => !isFound && !usual.isDisjointFrom(ways));
  if (!isMajority(distinct(all), distinct(missing))) return;
  const ofPage = Map.groupBy(missing, ({ page }) => page);
  for (const one of missing) {
    if (distinct(ofPage.get(one.page) ?? []) > fewOfPage) continue;
    const near = nearestAnchor(plainAnchorsOf(site.pages.get(one.page)), one.anchor);
    yield broken(one, near?.text, 'which program publishes the page is not known');
  }
}

/**
 * Where a project has other targets, `#anchor` may be one of them; what is nearly a heading of its page is more likely that, and so is
 * any where nearly all are of their pages.
 */
function* nearHeadings({ site, anchors, shown }: CheckContext, all: readonly Anchored[]): Iterable<SiteProblem> {
  if (site.anchors.loose || site.routes.size === 0) return;
  const own = all.filter(
    ({ path, link, anchor }) =>
      link.url.startsWith('#') && !shown.has(path) && site.anchors.reachesElsewhere(anchor, site.pages.get(path)),
  );
  const missing = own.filter(({ page, anchor }) => anchors.lookup(page, anchor) === 'missing');
  const isUsual = isHabit(distinct(own), distinct(missing)) || isLikelyHabit(distinct(own), distinct(missing));
  for (const one of missing) {
    const near = nearestAnchor(anchors.anchorsOf(one.page), one.anchor);
    if (isUsual || (near !== undefined && isSlip(one.anchor, near.text)))
      yield broken(one, near?.text, 'another project may have a target of that name');
  }
}

/** Where a program makes the anchors of all titles in small letters, one that is a title's but for its capitals is none of what may bring others. */
function* withCapitals({ site, anchors }: CheckContext, all: readonly Anchored[]): Iterable<SiteProblem> {
  for (const one of all) {
    const meant = one.anchor.toLowerCase();
    // Without a hyphen it may be the name of a class.
    if (meant === one.anchor || !meant.includes('-') || site.anchors.inSmallLetters?.(one.page) !== true) continue;
    const isOpen = !anchors.isOpen(one.page) && anchors.lookup(one.page, one.anchor) === 'unknown';
    if (isOpen && anchors.anchorsOf(one.page).has(meant))
      yield broken(one, meant, 'the page shows something that is not read, which may bring it');
  }
}
