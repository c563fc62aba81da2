import type { Heading, Image, Link, RootContent } from 'mdast';

/** A link or picture as people write most of them, with its place in the text. */
export interface PlainLink {
  readonly type: 'link' | 'image';
  readonly at: number;
  readonly end: number;
  readonly url: string;
  readonly isEmpty: boolean;
}

const escaped = String.raw`\\[!-/:-@[-\x60{-~]`;
const code = '`[^`|]+`';
/** An address in which nothing stands for anything else. */
const address = String.raw`[^\s()<>\\\x60"'&|[\]{}*\x00-\x1f\x7f]+`;
const label = String.raw`(?:[^[\]<>{}\x60\\|]|${code}|${escaped})*`;
const pieces = new RegExp(
  String.raw`(?<words>(?:[^[\]<>{}\x60\\!]|!(?!\[))+)|(?<code>${code})|(?<escaped>${escaped})|(?<break><br ?/>)` +
    // Keys, and boxes to tick: neither is a link, and what stands in them is no markup.
    String.raw`|<(?<tag>kbd|sup|sub|small|mark|u)>[^[\]<>{}\x60\\&*_]*</\k<tag>>|\[ \](?![([:])` +
    String.raw`|\[(?<text>(?!\^)${label})\]\((?<url>${address})\)` +
    String.raw`|!\[(?<alt>(?=[^[\]]*[\p{L}\p{N}]|\])${label})\]\((?<src>${address})\)` +
    String.raw`|(?<bare>\[(?!\^)[^[\]<>{}\x60\\|*_]*\](?![([:]))`,
  'uy',
);

/**
 * The links and pictures of a line of prose, or of a whole paragraph; undefined where it takes a parser to see what it says.
 * `defines` is true where what stands in brackets may be defined elsewhere on the page.
 */
function plainLinks(text: string, defines: boolean): readonly PlainLink[] | undefined {
  if (text.includes('``') || tabBeforeWords.test(text)) return undefined;
  const links: PlainLink[] = [];
  let at = 0;
  while (at < text.length) {
    pieces.lastIndex = at;
    const { groups } = pieces.exec(text) ?? {};
    if (groups === undefined || (defines && groups['bare'] !== undefined)) return undefined;
    const { url, src } = groups;
    const end = pieces.lastIndex;
    if (url !== undefined) {
      if (text.charAt(at - 1) === '!') return undefined;
      links.push({ type: 'link', at, end, url, isEmpty: groups['text'] === '' });
    } else if (src !== undefined) links.push({ type: 'image', at, end, url: src, isEmpty: groups['alt'] === '' });
    at = end;
  }
  return links;
}

/** A tab that is a part of the indentation, or stands where a list may begin. */
const tabBeforeWords = /^[^\w\t\n]*\t/mu;

/** Marks that could be emphasis, an entity, or the end of the heading. */
const marks = /\*|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])|&[#\w]+;|#\s*$/u;

/** The words of `## a heading`; undefined where it takes a parser to see them. */
function plainHeading(
  line: string,
  defines: boolean,
): { readonly depth: 1 | 2 | 3 | 4 | 5 | 6; readonly text: string } | undefined {
  const [, { length } = '', written = ''] = /^(#{1,6}) +(\S.*)$/u.exec(line) ?? [];
  if (length === 0 || plainLinks(written, defines)?.length !== 0) return undefined;
  let text = '';
  for (let at = 0; at < written.length; at = pieces.lastIndex) {
    pieces.lastIndex = at;
    const [piece = ''] = pieces.exec(written) ?? [];
    const isCode = piece.startsWith('`');
    if (piece.startsWith('<')) return undefined;
    if (isCode ? /^` | `$/u.test(piece) : !piece.startsWith('\\') && marks.test(piece)) return undefined;
    text += isCode ? piece.slice(1, -1) : piece.startsWith('\\') ? piece.slice(1) : piece;
  }
  return { depth: length as 1 | 2 | 3 | 4 | 5 | 6, text: text.trim() };
}

/** What links, elements, expressions, definitions and the ends of comments are written with. */
const meaningful = /[[<>{}]/u;
/** Other white space is text to Markdown: a line of a no-break space goes on with its paragraph. */
export const blankLine = /^[\t ]*$/u;
export const headingLine = /^#{1,6}(?:\s|$)/u;
/** What begins with these begins no block but a paragraph: words, most signs, and numbers that are none of an item. */
export const proseStart = String.raw`(?:\*{1,2}|_{1,2})?(?:[^\s\p{C}\x00-\x7f]|[A-Za-z!"$%&'(),./;?@^]|\\[_*[\]]|\x60(?!\x60)|\[|\d+(?:[.)]\S|(?![\d.)])))`;
export const proseLine = new RegExp(String.raw`^(?:\||:{3}|${proseStart})`, 'u');
const plainItem = new RegExp(String.raw`^ *(?:[-*+]|\d{1,9}[.)]) {1,4}${proseStart}`, 'u');
const plainFurther = new RegExp(`^ +${proseStart}`, 'u');
const plainQuote = new RegExp(`^>(?: ${proseStart}|$)`, 'u');
/** The line below the first row of a table. */
const tableRule = /^\|[\s:|-]*-[\s:|-]*$/u;
const ruleLine = /^(?:-{3,}|\*{3,}|_{3,})$/u;

/** A text by its lines. */
export interface Page {
  readonly written: readonly string[];
  /** Offsets at which lines begin. */
  readonly starts: readonly number[];
  /** True where it may say what brackets elsewhere in it mean. */
  readonly defines: boolean;
}

export function pageOf(text: string): Page {
  const written = text.split('\n');
  let start = 0;
  const starts = written.map(({ length }) => (start += length + 1) - length - 1);
  return { written, starts, defines: text.includes(']:') };
}

/** Headings and links of the lines from `start` to `end`; undefined where it takes a parser to see them. */
export function plainBlock(page: Page, start: number, end: number): RootContent[] | undefined {
  const { written, starts, defines } = page;
  const block = written.slice(start, end);
  const [first = ''] = block;
  if (headingLine.test(first)) {
    const heading = plainHeading(first, defines);
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
  if (block.every((line) => proseLine.test(line))) {
    const rule = block.findIndex((line) => tableRule.test(line));
    // A row ends with its line, and so does whatever begins in it; what stands before the table is a paragraph.
    if (rule <= 0) return linksOf(page, start, end);
    return rule === 1 ? linksOfLines(page, start, end) : block.some(isMeaningful) ? undefined : [];
  }
  const isPlain =
    block.every((line) => plainQuote.test(line)) ||
    // What is indented after a list may be a part of it.
    (/^\S/u.test(first) &&
      plainItem.test(first) &&
      block.every((line) => plainItem.test(line) || plainFurther.test(line)) &&
      !/^\s/u.test(firstWritten(written, end)));
  return isPlain ? linksOfLines(page, start, end) : undefined;
}

function firstWritten(lines: readonly string[], from: number): string {
  let at = from;
  while (at < lines.length && blankLine.test(lines[at] ?? '')) at += 1;
  return lines[at] ?? '';
}

/** Links and pictures of lines that each are a block, or a row. */
function linksOfLines(page: Page, start: number, end: number): (Link | Image)[] | undefined {
  const block = page.written.slice(start, end);
  if (!block.some(isMeaningful)) return [];
  const found = block.map((_, index) => linksIn(page, start + index, start + index + 1));
  return found.includes(undefined) ? undefined : found.flatMap((links) => links ?? []);
}

/** Links and pictures of the lines of one paragraph. */
function linksOf(page: Page, start: number, end: number): (Link | Image)[] | undefined {
  return page.written.slice(start, end).some(isMeaningful) ? linksIn(page, start, end) : [];
}

function linksIn({ written, starts, defines }: Page, start: number, end: number): (Link | Image)[] | undefined {
  const text = written.slice(start, end).join('\n');
  const from = text.startsWith('>') ? 1 : 0;
  let index = start;
  /** Asked about in their order. */
  const pointAt = (at: number): Point => {
    const offset = (starts[start] ?? 0) + from + at;
    while (index + 1 < end && (starts[index + 1] ?? 0) <= offset) index += 1;
    return pointOf(starts, index, offset - (starts[index] ?? 0));
  };
  return plainLinks(text.slice(from), defines)?.map(({ type, at, end: ends, url, isEmpty }) => {
    const position = { start: pointAt(at), end: pointAt(ends) };
    if (type === 'image') return { type, url, alt: isEmpty ? '' : 'x', position };
    return { type, url, children: isEmpty ? [] : [{ type: 'text', value: '' }], position };
  });
}

interface Point {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}

/** `column` is from 0. */
function pointOf(starts: readonly number[], index: number, column: number): Point {
  return { line: index + 1, column: column + 1, offset: (starts[index] ?? 0) + column };
}

/** From one column of a line to another, both from 0. */
function placeIn(starts: readonly number[], index: number, from: number, to: number): NonNullable<Link['position']> {
  return { start: pointOf(starts, index, from), end: pointOf(starts, index, to) };
}

function isMeaningful(line: string): boolean {
  return meaningful.test(line);
}
