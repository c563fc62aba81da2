import type { SiteProblem } from '../site/site.ts';
import { looseForm } from '../site/slugs.ts';
import { broken, type Anchored } from './anchored.ts';
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

export function isAsciidoc(path: string): boolean {
  return /\.(?:adoc|asciidoc|asc)$/iu.test(path);
}

/** The id of an anchor that no page has with these signs; undefined for one that may be there. */
export function idMeantBy({ exact, ids, others }: NamesOfPlaces, anchor: string): string | undefined {
  const letters = looseForm(anchor);
  return exact.has(anchor) || others.has(letters) ? undefined : ids.get(letters);
}

type NamesOfPlaces = ReturnType<typeof namesOf>;

/** What names a place of a page and of the parts that it shows. */
export function namesOf(context: CheckContext, start: string) {
  const exact = new Set<string>();
  /** By the letters of an id, or of a heading that has one. */
  const ids = new Map<string, string>();
  /** The letters of headings without one. */
  const others = new Set<string>();
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
      if (idAbove === undefined || (depth === 1 && path === start)) others.add(looseForm(text));
      else ids.set(looseForm(text), idAbove);
    }
    for (const part of context.includedBy(path, facts)) if (part !== undefined) shown.add(part);
  }
  return { exact, ids, others };
}
