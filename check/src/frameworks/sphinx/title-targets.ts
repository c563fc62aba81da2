import type { Heading, PageFacts } from '../../page/page-facts.ts';
import { idOf, nameOf } from '../../page/restructuredtext-names.ts';
import { canBe, looseParts } from '../../site/open-anchors.ts';
import { within } from '../../site/paths.ts';
import { looseForm } from '../../site/slugs.ts';
import type { SphinxProject } from './project.ts';

/** `|name|`, in place of which something else is put, though not where a role names a target. */
export const hasSubstitution = /\|[^|\s](?:[^|]*[^|\s])?\|/u;
/** What a title has in place of these is not known; of most roles it is their text. */
const replaced = new RegExp(`${hasSubstitution.source}|:[\\w.+-]+(?::[\\w.+-]+)*:\`[^\`]*\``, 'u');
/** Words of a title that hardly is one of another project too. */
const fewestWords = 3;

/**
 * Whether a target that no page has is meant as the title of one, and no page has that: with a page of the project before it that has
 * no such title, or with something else before the title of a page. `unknown` where what a title is made of is not read.
 */
export function createTitleTargets(
  { settings: { titleTargets }, root }: SphinxProject,
  pages: ReadonlyMap<string, PageFacts>,
  documents: ReadonlyMap<string, string>,
): (label: string) => 'missing' | 'unknown' | undefined {
  if (titleTargets.length === 0) return () => undefined;
  const names = new Map([...documents].map(([name, path]) => [nameOf(within(root, name) ?? name), path]));
  const headings = [...pages.values()].flatMap((facts) => facts.headings);
  const titles = new Set(headings.map(({ text }) => nameOf(text)));
  return (label) => {
    const [, name = '', title = label] = /^([^:]+):(.+)$/u.exec(label) ?? [];
    const page = name === '' ? undefined : pages.get(names.get(name) ?? '');
    if (page === undefined ? mayBeTitle(title, headings, hasSubstitution) : mayBeTitle(title, page.headings, replaced))
      return 'unknown';
    if (page !== undefined) return bringsOthers(page) ? undefined : 'missing';
    const isTitle = name !== '' && titles.has(title) && idOf(title).split('-').length >= fewestWords;
    return isTitle ? 'missing' : undefined;
  };
}

/** True where only what is not read tells the two apart. */
function mayBeTitle(title: string, headings: readonly Heading[], unread: RegExp): boolean {
  if (hasSubstitution.test(title)) return false;
  const form = looseForm(title);
  return headings.some(
    ({ raw }) => raw !== undefined && unread.test(raw) && canBe(form, looseParts(raw.split(unread))),
  );
}

/** True for a page that shows what is not read here. */
export function bringsOthers({ openAnchors = [] }: PageFacts): boolean {
  return openAnchors.some(([first]) => first === '');
}
