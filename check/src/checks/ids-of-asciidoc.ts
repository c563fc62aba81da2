import type { Heading } from '../pages/page-facts.ts';
import { idOfTitle } from '../pages/parse-asciidoc.ts';
import { hasForgeNameOfAsciidoc } from '../site/forge-files.ts';
import { isMajority } from '../site/habit.ts';
import type { SiteProblem } from '../site/site.ts';
import { looseForm } from '../site/slugs.ts';
import { broken, distinct, type Anchored } from './anchored.ts';
import type { CheckContext } from './check-context.ts';

/**
 * In AsciiDoc an id is named with its own signs, whatever `idprefix` is, and a heading below one has no other; only its title
 * as it stands names it all the same. https://docs.asciidoctor.org/asciidoc/latest/sections/custom-ids/
 */
export function* besideIdsOfAsciidoc(context: CheckContext, all: readonly Anchored[]): Iterable<SiteProblem> {
  const known = new Map<string, ReturnType<typeof namesOf>>();
  for (const one of all) {
    const { page, anchor } = one;
    if (!isAsciidoc(page) || context.anchors.lookup(page, anchor) !== 'found' || context.anchors.isOpen(page)) continue;
    const names = known.get(page) ?? namesOf(context, page);
    known.set(page, names);
    const id = idMeantBy(names, anchor);
    if (id !== undefined) yield broken(one, id, 'an attribute of elsewhere may give it');
  }
}

/**
 * A section has one id. Where most links name sections by the ids that Asciidoctor makes of their titles, `#_order_by`, those to the
 * same page with other signs lead to none.
 */
export function* besideMadeIds({ site }: CheckContext, all: readonly Anchored[]): Iterable<SiteProblem> {
  const made = new Map<string, ReadonlyMap<string, string>>();
  const usual: Anchored[] = [];
  const others: { readonly one: Anchored; readonly meant: string }[] = [];
  for (const one of all) {
    const { page, anchor, link } = one;
    const { headings = [], ids = [] } = site.pages.get(page) ?? {};
    // A code host shows READMEs with settings of its own.
    if (!isAsciidoc(page) || hasForgeNameOfAsciidoc(page) || ids.some(({ id }) => id === anchor)) continue;
    const known = made.get(page) ?? madeIds(headings);
    made.set(page, known);
    const meant = known.get(looseForm(anchor));
    const isTitle = link.element === 'xref' && anchor !== anchor.toLowerCase();
    if (meant === undefined || isTitle) continue;
    if (anchor === meant) usual.push(one);
    else others.push({ one, meant });
  }
  const different = distinct(others.map(({ one }) => one));
  if (!isMajority(distinct(usual) + different, different)) return;
  const usualOf = Map.groupBy(usual, ({ page }) => page);
  for (const [page, some] of Map.groupBy(others, ({ one }) => one.page)) {
    if (distinct(usualOf.get(page) ?? []) < distinct(some.map(({ one }) => one))) continue;
    for (const { one, meant } of some) yield broken(one, meant, 'a setting of elsewhere may give it');
  }
}

/** By their letters, those of sections that have none of their own. */
function madeIds(headings: readonly Heading[]): ReadonlyMap<string, string> {
  const sections = headings.filter(({ depth, idAbove }) => depth > 1 && idAbove === undefined);
  return new Map(sections.map(({ text }) => [looseForm(text), idOfTitle(text)]));
}

export function isAsciidoc(path: string): boolean {
  return /\.(?:adoc|asciidoc|asc)$/iu.test(path);
}

/**
 * The id of an anchor that no page has with these signs; undefined for one that may be there. Those that are made of titles have small
 * letters, and a title is named as it stands: https://docs.asciidoctor.org/asciidoc/latest/sections/auto-ids/
 */
export function idMeantBy({ exact, ids, others }: NamesOfPlaces, anchor: string): string | undefined {
  const letters = looseForm(anchor);
  if (exact.has(anchor)) return undefined;
  const made = others.get(letters);
  if (made !== undefined) return anchor === anchor.toLowerCase() ? undefined : made;
  return ids.get(letters);
}

type NamesOfPlaces = ReturnType<typeof namesOf>;

/** What names a place of a page and of the parts that it shows. */
export function namesOf(context: CheckContext, start: string) {
  const exact = new Set<string>();
  /** By the letters of an id, or of a heading that has one. */
  const ids = new Map<string, string>();
  /** What is made of headings without one, by their letters. */
  const others = new Map<string, string>();
  const shown = new Set([start]);
  for (const path of shown) {
    const facts = context.site.pages.get(path);
    if (facts === undefined) continue;
    for (const { id } of facts.ids) {
      exact.add(id);
      ids.set(looseForm(id), id);
    }
    for (const { text, depth, idAbove } of facts.headings) {
      exact.add(text);
      // The title of a part is that of a section.
      if (idAbove === undefined || (depth === 1 && path === start)) others.set(looseForm(text), idOfTitle(text));
      else ids.set(looseForm(text), idAbove);
    }
    for (const part of context.includedBy(path, facts)) if (part !== undefined) shown.add(part);
  }
  return { exact, ids, others };
}
