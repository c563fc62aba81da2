import { isMajority } from '../site/habit.ts';
import type { Site, SiteProblem } from '../site/site.ts';
import { githubSlugs, looseForm } from '../site/slugs.ts';
import { broken, distinct, type Anchored } from './anchored.ts';

/**
 * Some programs leave out the number that a heading begins with (kramdown does), and others keep it. Where most anchors of such
 * headings have theirs, one that has not is told. `ofHeadings` are those that some program makes of the headings of their pages.
 */
export function* withoutNumber({ pages }: Site, ofHeadings: readonly Anchored[]): Iterable<SiteProblem> {
  const formsOf = new Map<
    string,
    { readonly whole: ReadonlySet<string>; readonly bare: ReadonlyMap<string, string> }
  >();
  const formsOn = (page: string) => {
    const headings = pages.get(page)?.headings ?? [];
    const slugs = githubSlugs(headings);
    const numbered = headings.flatMap(({ text }, index): [string, string][] =>
      /^\d[\d.]*[.)]?\s+\p{L}/u.test(text) ? [[looseForm(text.replace(/^\P{L}+/u, '')), slugs[index] ?? '']] : [],
    );
    return { whole: new Set(slugs.map(looseForm)), bare: new Map(numbered) };
  };
  const kept: Anchored[] = [];
  const left: { readonly one: Anchored; readonly meant: string }[] = [];
  for (const one of ofHeadings) {
    const { whole, bare } = formsOf.get(one.page) ?? formsOn(one.page);
    formsOf.set(one.page, { whole, bare });
    const form = looseForm(one.anchor);
    const meant = bare.get(form);
    if (whole.has(form)) {
      if (/^\d/u.test(form) && bare.has(form.replace(/^\d+/u, ''))) kept.push(one);
    } else if (meant !== undefined) left.push({ one, meant });
  }
  const without = distinct(left.map(({ one }) => one));
  if (!isMajority(without + distinct(kept), without)) return;
  for (const { one, meant } of left) yield broken(one, meant, 'the program may leave the numbers of headings out');
}
