import type { Heading, Link, RootContent } from 'mdast';
import 'mdast-util-mdxjs-esm';
import { plainHeading, plainLinks } from './plain-line.ts';
import { plainModule } from './plain-module.ts';

/** What links, elements, expressions, definitions and the ends of comments are written with. */
const meaningful = /[[<>{}]/u;
/** Other white space is text to Markdown: a line of a no-break space goes on with its paragraph. */
export const blankLine = /^[\t ]*$/u;
export const headingLine = /^#{1,6}(?:\s|$)/u;
/** What begins with these begins no block but a paragraph. */
export const proseStart = String.raw`(?:\*{1,2}|_{1,2})?["'(]?(?:\p{L}|\\[_*[\]]|\x60(?!\x60)|\[)`;
export const proseLine = new RegExp(String.raw`^(?:\||:{3}|${proseStart})`, 'u');
export const listLine = new RegExp(String.raw`^([\t ]*(?:[-*+]|\d{1,9}[.)])[ \t]{1,4})${proseStart}`, 'u');
const plainItem = new RegExp(String.raw`^ *(?:[-*+]|\d{1,9}[.)]) {1,4}${proseStart}`, 'u');
const plainFurther = new RegExp(`^ +${proseStart}`, 'u');
const plainQuote = new RegExp(`^>(?: ${proseStart}|$)`, 'u');
const ruleLine = /^(?:-{3,}|\*{3,}|_{3,})$/u;

/** A text by its lines. */
export interface Page {
  readonly written: readonly string[];
  /** Offsets at which lines begin. */
  readonly starts: readonly number[];
}

export function pageOf(text: string): Page {
  const written = text.split('\n');
  let start = 0;
  const starts = written.map(({ length }) => (start += length + 1) - length - 1);
  return { written, starts };
}

/** Headings and links of the lines from `start` to `end`; undefined where it takes a parser to see them. */
export function plainBlock(page: Page, start: number, end: number): RootContent[] | undefined {
  const { written, starts } = page;
  const block = written.slice(start, end);
  const [first = ''] = block;
  if (headingLine.test(first)) {
    const heading = plainHeading(first);
    if (heading === undefined) return undefined;
    const { depth, text } = heading;
    const node: Heading = {
      type: 'heading',
      depth,
      children: [{ type: 'text', value: text }],
      position: placeIn(starts, start, 0, first.length),
    };
    return [node];
  }
  if (block.length === 1 && ruleLine.test(first)) return [];
  const isPlain =
    block.every((line) => proseLine.test(line)) ||
    block.every((line) => plainQuote.test(line)) ||
    // What is indented after a list may be a part of it.
    (/^\S/u.test(first) &&
      plainItem.test(first) &&
      block.every((line) => plainItem.test(line) || plainFurther.test(line)) &&
      !/^\s/u.test(firstWritten(written, end)));
  if (!isPlain) return undefined;
  return linksOf(page, start, end);
}

function firstWritten(lines: readonly string[], from: number): string {
  let at = from;
  while (at < lines.length && blankLine.test(lines[at] ?? '')) at += 1;
  return lines[at] ?? '';
}

/** Links of lines each of which is seen without a parser. */
function linksOf({ written, starts }: Page, start: number, end: number): Link[] | undefined {
  const block = written.slice(start, end);
  if (!block.some(isMeaningful)) return [];
  const nodes: Link[] = [];
  for (const [index, line] of block.entries()) {
    const from = line.startsWith('>') ? 1 : 0;
    const links = plainLinks(line.slice(from));
    if (links === undefined) return undefined;
    for (const { at, end: ends, url, isEmpty } of links) {
      const position = placeIn(starts, start + index, at + from, ends + from);
      nodes.push({ type: 'link', url, children: isEmpty ? [] : [{ type: 'text', value: '' }], position });
    }
  }
  return nodes;
}

/** From one column of a line to another, both from 0. */
export function placeIn(
  starts: readonly number[],
  index: number,
  from: number,
  to: number,
): NonNullable<Link['position']> {
  const point = (column: number): { line: number; column: number; offset: number } => ({
    line: index + 1,
    column: column + 1,
    offset: (starts[index] ?? 0) + column,
  });
  return { start: point(from), end: point(to) };
}

/** Links of an indented paragraph. */
export function plainFurtherBlock(page: Page, start: number, end: number): RootContent[] | undefined {
  const block = page.written.slice(start, end);
  const indent = indentOf(block[0] ?? '');
  const isPlain = indent !== '' && block.every((line) => plainFurther.test(line) && indentOf(line) === indent);
  return isPlain ? linksOf(page, start, end) : undefined;
}

export function indentOf(line: string): string {
  return /^ */u.exec(line)?.[0] ?? '';
}

/** Links of an item of a list. */
export function plainItemLinks(page: Page, start: number, end: number): Link[] | undefined {
  return listLine.test(page.written[start] ?? '') ? linksOf(page, start, end) : undefined;
}

export function plainImports({ written, starts }: Page, start: number, end: number): RootContent[] | undefined {
  // Whatever is next to it would be read as a part of it, or it as a part of that.
  if (!blankLine.test(written[start - 1] ?? '') || !blankLine.test(written[end] ?? '')) return undefined;
  const block = written.slice(start, end);
  const estree = plainModule(block);
  if (estree === undefined) return undefined;
  const position = placeIn(starts, start, 0, block[0]?.length ?? 0);
  return [{ type: 'mdxjsEsm', value: '', data: { estree }, position }];
}

export function isMeaningful(line: string): boolean {
  return meaningful.test(line);
}
