import type { Heading, Image, Link, Nodes, Root, RootContent } from 'mdast';
import type { MdxJsxAttribute } from 'mdast-util-mdx-jsx';
import { createLineIndex } from '../page-facts.ts';

export type ParseMarkdown = (
  text: string,
  dialect: { readonly syntax: 'markdown' | 'mdx'; readonly indentedCode: boolean },
) => Root;

/** A page without the text that needs no parser. Parsers spend most of their time on prose. */
interface ShortenedText {
  readonly text: string;
  /** Line of the page (1-based) for each line of the text (0-based). */
  readonly lines: readonly number[];
  /** Node that the parser must find at a line; otherwise the shortcut is invalid. */
  readonly expected: ReadonlyMap<number, Expected>;
}

interface Expected {
  readonly type: 'paragraph' | 'heading' | 'code';
  /** Line of the text in which it ends. */
  readonly lastLine: number;
  /** Nodes of this block and of the omitted blocks after it, with page positions. */
  readonly nodes: RootContent[];
}

/* Blocks that are read without a parser */

/** A link or image in simple syntax, with its offset in the text. */
interface PlainLink {
  readonly type: 'link' | 'image';
  readonly offset: number;
  readonly end: number;
  readonly url: string;
  readonly isEmpty: boolean;
}

const escaped = String.raw`\\[!-/:-@[-\x60{-~]`;
const code = '`[^`|]+`';
/** An address without escapes and entities. */
const address = String.raw`[^\s()<>\\\x60"'&|[\]{}*\x00-\x1f\x7f]+`;
const label = String.raw`(?:[^[\]<>{}\x60\\|]|${code}|${escaped})*`;
const pieces = new RegExp(
  String.raw`(?<words>(?:[^[\]<>{}\x60\\!]|!(?!\[))+)|(?<code>${code})|(?<escaped>${escaped})|(?<break><br ?/>)` +
    // Keys and checkboxes, which contain no links or markup.
    String.raw`|<(?<tag>kbd|sup|sub|small|mark|u)>[^[\]<>{}\x60\\&*_]*</\k<tag>>|\[ \](?![([:])` +
    String.raw`|\[(?<text>(?!\^)${label})\]\((?<url>${address})\)` +
    String.raw`|!\[(?<alt>(?=[^[\]]*[\p{L}\p{N}]|\])${label})\]\((?<src>${address})\)` +
    String.raw`|(?<bare>\[(?!\^)[^[\]<>{}\x60\\|*_]*\](?![([:]))`,
  'uy',
);

/**
 * Links and images of a line or paragraph; undefined if it needs a parser. `defines` is true if the page may contain
 * reference definitions.
 */
function plainLinks(text: string, defines: boolean): readonly PlainLink[] | undefined {
  if (text.includes('``') || tabBeforeWords.test(text)) return undefined;
  const links: PlainLink[] = [];
  let offset = 0;
  while (offset < text.length) {
    pieces.lastIndex = offset;
    const { groups } = pieces.exec(text) ?? {};
    if (groups === undefined || (defines && groups['bare'] !== undefined)) return undefined;
    const { url, src } = groups;
    const end = pieces.lastIndex;
    if (url !== undefined) {
      if (text.charAt(offset - 1) === '!') return undefined;
      links.push({ type: 'link', offset, end, url, isEmpty: groups['text'] === '' });
    } else if (src !== undefined) links.push({ type: 'image', offset, end, url: src, isEmpty: groups['alt'] === '' });
    offset = end;
  }
  return links;
}

/** A tab in the indentation, or where a list may begin. */
const tabBeforeWords = /^[^\w\t\n]*\t/mu;

/** Possible emphasis, entity, or end of the heading. */
const marks = /\*|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])|&[#\w]+;|#\s*$/u;

/** Depth and text of `## a heading`; undefined if it needs a parser. */
function plainHeading(
  line: string,
  defines: boolean,
): { readonly depth: 1 | 2 | 3 | 4 | 5 | 6; readonly text: string } | undefined {
  const [, { length } = '', written = ''] = /^(#{1,6}) +(\S.*)$/u.exec(line) ?? [];
  if (length === 0 || plainLinks(written, defines)?.length !== 0) return undefined;
  let text = '';
  for (let offset = 0; offset < written.length; offset = pieces.lastIndex) {
    pieces.lastIndex = offset;
    const [piece = ''] = pieces.exec(written) ?? [];
    const isCode = piece.startsWith('`');
    if (piece.startsWith('<')) return undefined;
    if (isCode ? /^` | `$/u.test(piece) : !piece.startsWith('\\') && marks.test(piece)) return undefined;
    text += isCode ? piece.slice(1, -1) : piece.startsWith('\\') ? piece.slice(1) : piece;
  }
  return { depth: length as 1 | 2 | 3 | 4 | 5 | 6, text: text.trim() };
}

/** Characters of links, elements, expressions, definitions and comment ends. */
const meaningful = /[[<>{}]/u;
/** Other white space, such as a no-break space, is text in Markdown. */
const blankLine = /^[\t ]*$/u;
const headingLine = /^#{1,6}(?:\s|$)/u;
/** Starts that can only begin a paragraph: words, most punctuation, and numbers that are no list markers. */
const proseStart = String.raw`(?:\*{1,2}|_{1,2})?(?:[^\s\p{C}\x00-\x7f]|[A-Za-z!"$%&'(),./;?@^]|\\[_*[\]]|\x60(?!\x60)|\[|\d+(?:[.)]\S|(?![\d.)])))`;
const proseLine = new RegExp(String.raw`^(?:\||:{3}|${proseStart})`, 'u');
const plainItem = new RegExp(String.raw`^ *(?:[-*+]|\d{1,9}[.)]) {1,4}${proseStart}`, 'u');
const plainFurther = new RegExp(`^ +${proseStart}`, 'u');
const plainQuote = new RegExp(`^>(?: ${proseStart}|$)`, 'u');
/** Delimiter row of a table. */
const tableRule = /^\|[\s:|-]*-[\s:|-]*$/u;
const ruleLine = /^(?:-{3,}|\*{3,}|_{3,})$/u;

/** A text split into lines. */
interface Page {
  readonly written: readonly string[];
  /** Start offsets of the lines. */
  readonly starts: readonly number[];
  /** True if the text may contain reference definitions. */
  readonly defines: boolean;
}

function pageOf(text: string): Page {
  const written = text.split('\n');
  let start = 0;
  const starts = written.map(({ length }) => (start += length + 1) - length - 1);
  return { written, starts, defines: text.includes(']:') };
}

/** Headings and links of the lines from `start` to `end`; undefined if they need a parser. */
function plainBlock(page: Page, start: number, end: number): RootContent[] | undefined {
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
    // Rows end with their line. Lines before the table are a paragraph.
    if (rule <= 0) return linksOf(page, start, end);
    return rule === 1 ? linksOfLines(page, start, end) : block.some(isMeaningful) ? undefined : [];
  }
  const isPlain =
    block.every((line) => plainQuote.test(line)) ||
    // Indented text after a list may belong to it.
    (/^\S/u.test(first) &&
      plainItem.test(first) &&
      block.every((line) => plainItem.test(line) || plainFurther.test(line)) &&
      !/^\s/u.test(firstWritten(written, end)));
  return isPlain ? linksOfLines(page, start, end) : undefined;
}

function firstWritten(lines: readonly string[], from: number): string {
  let row = from;
  while (row < lines.length && blankLine.test(lines[row] ?? '')) row += 1;
  return lines[row] ?? '';
}

/** Links and images of lines that are separate blocks or rows. */
function linksOfLines(page: Page, start: number, end: number): (Link | Image)[] | undefined {
  const block = page.written.slice(start, end);
  if (!block.some(isMeaningful)) return [];
  const lineLinks = block.map((_, index) => linksIn(page, start + index, start + index + 1));
  return lineLinks.includes(undefined) ? undefined : lineLinks.flatMap((links) => links ?? []);
}

/** Links and images of one paragraph. */
function linksOf(page: Page, start: number, end: number): (Link | Image)[] | undefined {
  return page.written.slice(start, end).some(isMeaningful) ? linksIn(page, start, end) : [];
}

function linksIn({ written, starts, defines }: Page, start: number, end: number): (Link | Image)[] | undefined {
  const text = written.slice(start, end).join('\n');
  const from = text.startsWith('>') ? 1 : 0;
  let index = start;
  /** Offsets must ascend. */
  const pointAt = (textOffset: number): Point => {
    const offset = (starts[start] ?? 0) + from + textOffset;
    while (index + 1 < end && (starts[index + 1] ?? 0) <= offset) index += 1;
    return pointOf(starts, index, offset - (starts[index] ?? 0));
  };
  return plainLinks(text.slice(from), defines)?.map(({ type, offset, end: ends, url, isEmpty }) => {
    const position = { start: pointAt(offset), end: pointAt(ends) };
    if (type === 'image') return { type, url, alt: isEmpty ? '' : 'x', position };
    return { type, url, children: isEmpty ? [] : [{ type: 'text', value: '' }], position };
  });
}

interface Point {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}

/** `column` is 0-based. */
function pointOf(starts: readonly number[], index: number, column: number): Point {
  return { line: index + 1, column: column + 1, offset: (starts[index] ?? 0) + column };
}

/** Position between two 0-based columns of a line. */
function placeIn(starts: readonly number[], index: number, from: number, to: number): NonNullable<Link['position']> {
  return { start: pointOf(starts, index, from), end: pointOf(starts, index, to) };
}

function isMeaningful(line: string): boolean {
  return meaningful.test(line);
}

/* The page without them */

const fence = /^(?:(`{3,})[^`]*|(~{3,}).*)$/u;
/** With four spaces, it would continue a paragraph. */
const indentedFence = /^ {1,3}(?:`{3,}[^`]*|~{3,}.*)$/u;
/** An MDX line with only a tag, which ends the blocks around it. */
const tagLine = /^[\t ]*<\/?[A-Za-z][^<>{}]*>[\t ]*$/u;
const commentStart = /^<!--(?!-?>)/u;
const moduleLine = /^(?:import|export)\b/u;
/** A list item that can interrupt a paragraph. */
const interruptingItem = new RegExp(String.raw`^(?:[-*+]|1[.)]) {1,4}${proseStart}`, 'u');

/**
 * Removes fenced code at the margin and simple blocks. The first block of each run stays in minimal form, so that the parser
 * confirms the context. Undefined if the page's line breaks differ from the parser's.
 */
export function shortenText(text: string, syntax: 'markdown' | 'mdx'): ShortenedText | undefined {
  if (text.includes('\r') || text.startsWith('\uFEFF')) return undefined;
  const page = pageOf(text);
  const { written } = page;
  const isMdx = syntax === 'mdx';
  // Keep the last block, where unclosed syntax ends.
  const end = lastBlock(written);
  const output: string[] = [];
  const lines: number[] = [];
  const expected = new Map<number, Expected>();
  /** Nodes of the current run of simple blocks. */
  let run: RootContent[] | undefined;
  const keep = (block: readonly string[], from: number): void => {
    if (run !== undefined) {
      output.push('');
      lines.push(from);
    }
    run = undefined;
    output.push(...block);
    lines.push(...block.map((_, row) => from + row + 1));
  };
  const begin = (nodes: RootContent[], shown: readonly string[], index: number, type: Expected['type']): void => {
    if (run === undefined) {
      keep(shown, index);
      expected.set(output.length - shown.length + 1, { type, lastLine: output.length, nodes });
      run = nodes;
    } else run.push(...nodes);
  };
  for (let index = 0; index < written.length;) {
    const line = written[index] ?? '';
    if (index < end && blankLine.test(line) && (run !== undefined || blankLine.test(output.at(-1) ?? ''))) {
      index += 1;
      continue;
    }
    const closing = index < end ? closingOf(written, index) : undefined;
    if (closing !== undefined && closing < end) {
      begin([], [line, written[closing] ?? ''], index, 'code');
      index = closing + 1;
      continue;
    }
    const next = index < end && !blankLine.test(line) ? endOfBlock(written, index, isMdx) : index + 1;
    const block = written.slice(index, next);
    const isModule = next > end || block.some((blockLine) => moduleLine.test(blockLine));
    const nodes = isModule ? undefined : plainBlock(page, index, next);
    const isHeading = headingLine.test(line);
    if (nodes === undefined) keep(block, index);
    else begin(nodes, [isHeading ? '# x' : 'x'], index, isHeading ? 'heading' : 'paragraph');
    index = next;
  }
  return { text: output.join('\n'), lines, expected };
}

/** Closing line of a fence at the margin; undefined if there is no fence, or frameworks disagree about its end. */
function closingOf(lines: readonly string[], index: number): number | undefined {
  const opened = fence.exec(lines[index] ?? '');
  const marks = opened?.[1] ?? opened?.[2];
  if (marks === undefined) return undefined;
  for (let row = index + 1; row < lines.length; row += 1) {
    const line = (lines[row] ?? '').trim();
    if (!line.startsWith(marks) || line.replaceAll(marks.charAt(0), '') !== '') continue;
    return /^\S/u.test(lines[row] ?? '') ? row : undefined;
  }
  return undefined;
}

/** The first line after a block, which ends before a blank line, fence, heading or element. */
function endOfBlock(lines: readonly string[], start: number, isMdx: boolean): number {
  let row = start + 1;
  const first = lines[start] ?? '';
  if (headingLine.test(first) || (isMdx && tagLine.test(first))) return row;
  let isProse = proseLine.test(first);
  for (; row < lines.length; row += 1) {
    const line = lines[row] ?? '';
    if (endsBlock(line) || (isMdx ? tagLine : commentStart).test(line) || (isProse && interruptingItem.test(line)))
      return row;
    isProse &&= proseLine.test(line);
  }
  return row;
}

function endsBlock(line: string): boolean {
  return blankLine.test(line) || fence.test(line) || indentedFence.test(line) || headingLine.test(line);
}

/** First line of the last block. */
function lastBlock(lines: readonly string[]): number {
  let row = lines.length - 1;
  while (row > 0 && blankLine.test(lines[row] ?? '')) row -= 1;
  while (row > 0 && !blankLine.test(lines[row - 1] ?? '')) row -= 1;
  return row;
}

/** Maximum ratio of lengths at which the shortcut is used. */
const worthwhile = 0.9;

/**
 * Like `parse`, but omits text without facts. Positions refer to the whole page. If the shortcut was wrong or does not parse,
 * the whole page is parsed.
 */
export function parseShortened(parse: ParseMarkdown): ParseMarkdown {
  return (text, dialect) => {
    const shortened = shortenText(text, dialect.syntax);
    if (shortened === undefined || shortened.text.length > text.length * worthwhile) return parse(text, dialect);
    let root: Root;
    try {
      root = parse(shortened.text, dialect);
    } catch {
      return parse(text, dialect);
    }
    return restore(root, text, shortened) ? root : parse(text, dialect);
  };
}

/** Restores page positions and omitted nodes; false if the parser found anything unexpected. */
function restore(root: Root, text: string, { lines, expected }: ShortenedText): boolean {
  const pending = new Map(expected);
  const index = createLineIndex(text);
  /** False if an attribute value spans blank lines, which were collapsed. */
  let keepsValues = true;
  const move = (point: { line: number; column: number; offset?: number | undefined }): void => {
    point.line = lines[point.line - 1] ?? point.line;
    point.offset = index.startOf(point.line) + point.column - 1;
  };
  /** Returns the replacement of a node. */
  const visit = (node: Nodes): readonly Nodes[] => {
    const { position } = node;
    if (position !== undefined) {
      const { line } = position.start;
      const block = pending.get(line);
      if (block?.type === node.type && position.start.column === 1 && position.end.line === block.lastLine) {
        pending.delete(line);
        return block.nodes;
      }
      move(position.start);
      move(position.end);
    }
    if ('attributes' in node) {
      for (const attribute of node.attributes) {
        keepsValues &&= !hasBlankLine(attribute.value);
        if (attribute.position === undefined) continue;
        move(attribute.position.start);
        move(attribute.position.end);
      }
    }
    if ('children' in node) node.children = node.children.flatMap((child) => visit(child)) as typeof node.children;
    return [node];
  };
  visit(root);
  return pending.size === 0 && keepsValues;
}

function hasBlankLine(value: MdxJsxAttribute['value']): boolean {
  const written = typeof value === 'string' ? value : value?.value;
  return written !== undefined && /\n[\t ]*\n/u.test(written);
}
