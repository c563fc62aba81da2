import type { Heading } from './page-facts.ts';

/** Of a title that no author writes longer, so that a page of opening tags is read in one pass. */
const heading =
  /<h([1-6])(?:\s[^<>]{0,300})?>([^<]{0,300}(?:<(?!\/?h[1-6])[^<>]{0,300}>[^<]{0,300}){0,10})<\/h[1-6]>/giu;
const summary =
  /<(summary)(?:\s[^<>]{0,300})?>([^<]{0,300}(?:<(?!\/?summary)[^<>]{0,300}>[^<]{0,300}){0,10})<\/summary>/giu;

/** Headings that stand in Markdown as HTML, such as the centred ones of a README. */
export function htmlHeadings(text: string): readonly Heading[] {
  return /<h[1-6]/iu.test(text) ? titlesIn(text, heading) : [];
}

/** Titles of what a reader unfolds: `<details><summary>Title</summary>`. */
export function detailsTitles(text: string): readonly Heading[] {
  return /<summary/iu.test(text) ? titlesIn(text, summary) : [];
}

function titlesIn(text: string, written: RegExp): readonly Heading[] {
  return [...text.matchAll(written)].map(([, depth = '', title = '']) => ({
    depth: Number(depth) || 1,
    text: title.replace(/<[^<>]*>/gu, '').trim(),
    bareText: undefined,
    id: undefined,
    line: 1,
    column: 1,
  }));
}
