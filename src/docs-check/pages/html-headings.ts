import type { Heading } from './page-facts.ts';

/** Of a title that no author writes longer, so that a page of opening tags is read in one pass. */
const heading =
  /<h([1-6])(?:\s[^<>]{0,300})?>([^<]{0,300}(?:<(?!\/?h[1-6])[^<>]{0,300}>[^<]{0,300}){0,10})<\/h[1-6]>/giu;

/** Headings that stand in Markdown as HTML, such as the centred ones of a README. */
export function htmlHeadings(text: string): readonly Heading[] {
  if (!/<h[1-6]/iu.test(text)) return [];
  return [...text.matchAll(heading)].map(([, depth = '1', title = '']) => ({
    depth: Number(depth),
    text: title.replace(/<[^<>]*>/gu, '').trim(),
    bareText: undefined,
    id: undefined,
    line: 1,
    column: 1,
  }));
}
