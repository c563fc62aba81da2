import { isLikelyHabit } from '../site/habit.ts';
import type { SiteProblem } from '../site/site.ts';
import { anchored, type Anchored } from './anchored.ts';
import type { CheckContext, SiteCheck } from './check-context.ts';
import { idMeantBy, isAsciidoc, namesOf } from './ids-of-asciidoc.ts';

/**
 * Cross references of parts of AsciiDoc within the whole that shows them, where nearly all others lead to a place of it:
 * `<<start>>` in `chapters/a.adoc`, of which only `book.adoc` is published.
 */
export const anchorsOfParts: SiteCheck = function* (context) {
  const wholesOf = wholesByPart(context);
  if (wholesOf.size === 0) return;
  const names = new Map<string, ReturnType<typeof namesOf>>();
  const placeIn = (whole: string, anchor: string): Place => {
    const found = context.anchors.lookup(whole, anchor);
    if (found !== 'found') return found;
    const known = names.get(whole) ?? namesOf(context, whole);
    names.set(whole, known);
    const meant = idMeantBy(known, anchor);
    return meant === undefined ? 'found' : { meant };
  };
  const found = new Set<string>();
  const missing = new Map<string, { readonly all: Anchored[]; readonly meant: string | undefined }>();
  for (const one of anchored(context)) {
    const { path, page, anchor, link } = one;
    const wholes = wholesOf.get(path);
    if (page !== path || !link.url.startsWith('#') || wholes === undefined) continue;
    const places = wholes.map((whole) => placeIn(whole, anchor));
    if (places.includes('unknown')) continue;
    if (places.includes('found')) {
      found.add(anchor);
      continue;
    }
    const [meant] = places.flatMap((place) => (typeof place === 'object' ? place.meant : []));
    const known = missing.get(anchor) ?? { all: [], meant };
    known.all.push(one);
    missing.set(anchor, known);
  }
  if (!isLikelyHabit(found.size + missing.size, missing.size)) return;
  for (const [anchor, { all, meant }] of missing) for (const one of all) yield problemOf(one, anchor, meant);
};

/** In a whole; `meant` is the id that has the same letters. */
type Place = 'found' | 'missing' | 'unknown' | { readonly meant: string };

/** The pages that show a part and are no parts themselves; none where one of them shows what is not read. */
function wholesByPart(context: CheckContext): ReadonlyMap<string, readonly string[]> {
  const wholes = new Map<string, string[]>();
  const open = new Set<string>();
  for (const whole of context.site.pages.keys()) {
    if (!isAsciidoc(whole) || context.shown.has(whole)) continue;
    const seen = new Set([whole]);
    for (const path of seen) {
      const facts = context.site.pages.get(path);
      for (const part of facts === undefined ? [] : context.includedBy(path, facts))
        if (part !== undefined) seen.add(part);
    }
    seen.delete(whole);
    for (const part of seen) {
      wholes.set(part, [...(wholes.get(part) ?? []), whole]);
      if (context.anchors.isOpen(whole)) open.add(part);
    }
  }
  return new Map([...wholes].filter(([part]) => !open.has(part)));
}

function problemOf({ path, link }: Anchored, anchor: string, meant: string | undefined): SiteProblem {
  const advice = meant === undefined ? '' : ` Did you mean #${meant}?`;
  const message =
    `No page that shows this part has an anchor #${anchor}.${advice} ` +
    `Not certain: it may be part of a page that is not read here.`;
  return { path, line: link.line, column: link.column, rule: 'broken-anchor', severity: 'warning', message };
}
