import type { AnchorStyle } from '../../site/site.ts';
import { withoutEmoji, withOther } from '../../site/slugs.ts';

type MakeSlug = (text: string, separator: string) => string;

/** What `\w` of Python does not match: no marks, but every kind of number. */
const noWord = /[^\p{L}\p{N}_\s-]/gu;

/** `slugify` of Python-Markdown's `toc`: ASCII only. https://python-markdown.github.io/extensions/toc/ */
const pythonMarkdown: MakeSlug = (text, separator) =>
  pythonUnicode(text.normalize('NFKD').replace(/[^ -~\s]/gu, ''), separator);

/** `slugify_unicode` of the same. */
const pythonUnicode: MakeSlug = (text, separator) =>
  text
    .replace(noWord, '')
    .trim()
    .toLowerCase()
    .replace(/[-\s]+/gu, separator);

/**
 * `pymdownx.slugs.slugify(case="lower")` keeps runs of separators, and those beside a sign at the end: `a - b 🚀` becomes
 * `a---b-`. https://facelessuser.github.io/pymdown-extensions/extras/slugs/
 */
const pymdownx: MakeSlug = (text, separator) =>
  text
    .normalize('NFC')
    .replace(/<[^<>]*>/gu, '')
    .trim()
    .replace(/\s+/gu, ' ')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', separator);

/** What `attr_list` takes for attributes, whatever stands in it. https://python-markdown.github.io/extensions/attr_list/ */
const attributes = / \{[^{}\n]*\} *$/u;

/** With `pymdownx.emoji`, `:rocket:` is no part of an anchor, if it is the name of a picture. */
export function mkdocsSlugs(kind: 'ascii' | 'unicode' | 'pymdownx', separator: string): AnchorStyle['slugs'] {
  const make = { ascii: pythonMarkdown, unicode: pythonUnicode, pymdownx }[kind];
  return withOther(
    (headings) => {
      const unique = createUnique(headings.flatMap(({ id }) => id ?? []));
      return headings.map(({ text, id }) => id ?? unique(make(text, separator)));
    },
    ({ text }) => withoutEmoji(text).replace(attributes, ''),
  );
}

/**
 * An anchor that is empty or was given before gets the next free number: `a_1`, and `a_3` for a second `a_2`.
 * https://github.com/Python-Markdown/markdown/blob/master/markdown/extensions/toc.py
 */
function createUnique(taken: readonly string[]): (slug: string) => string {
  const used = new Set(taken);
  /** By anchor without number: the number after each that is taken, so that a run of them is walked once. */
  const after = new Map<string, Map<number, number>>();
  return (slug) => {
    const [, start = slug, number = '0'] = /^(.*)_(\d{1,9})$/su.exec(slug) ?? [];
    let unique = slug;
    if (slug === '' || used.has(slug)) {
      const next = after.get(start) ?? new Map<number, number>();
      after.set(start, next);
      const walked: number[] = [];
      let at = Number(number) + 1;
      while (used.has(`${start}_${at}`)) {
        walked.push(at);
        at = next.get(at) ?? at + 1;
      }
      for (const place of walked) next.set(place, at + 1);
      unique = `${start}_${at}`;
    }
    used.add(unique);
    return unique;
  };
}
