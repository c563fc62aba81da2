import type { Heading, Link, RootContent } from 'mdast';
import { plainHeading, plainLinks } from './plain-line.ts';

/** A page without what needs no parser, in the same structure; most of the time that one takes is for prose. */
export interface ShortenedText {
  readonly text: string;
  /** Lines of the page, from 1, by those of the text less one. */
  readonly lines: readonly number[];
  /** What a parser must find at lines of the text, or what was left out there meant something else. */
  readonly expected: ReadonlyMap<number, Expected>;
}

export interface Expected {
  readonly type: 'paragraph' | 'heading' | 'listItem' | 'table' | 'code';
  /** Line of the text in which it ends, where that matters. */
  readonly lastLine?: number;
  /** Where in its line it begins; the first column when not said. */
  readonly column?: number;
  /** What stands there and in the blocks after it that were left out, with its place in the page. */
  readonly found?: RootContent[];
}

/** What links, elements, expressions, definitions and the ends of comments are written with. */
const meaningful = /[[<>{}]/u;
const fence = /^(?:(`{3,})[^`]*|(~{3,}).*)$/u;
const indentedFence = /^([\t ]+)(?:(`{3,})[^`]*|(~{3,}).*)$/u;
/** A block that begins so is not taken out where a fence is indented after it. */
const opensContainer = /^(?:[\t <]|[-*+] |\d{1,9}[.)] )/u;
/** Other white space is text to Markdown: a line of a no-break space goes on with its paragraph. */
const blankLine = /^[\t ]*$/u;
const listLine = /^([\t ]*(?:[-*+]|\d{1,9}[.)])[ \t]{1,4})\p{L}/u;
const furtherLine = /^([\t ]+)\p{L}/u;
const tableRule = /^\|[\s:|-]*-[\s:|-]*$/u;
const moduleLine = /^(?:import|export)\b/u;
const headingLine = /^#{1,6}(?:\s|$)/u;
/** What begins with these begins no block but a paragraph. */
const proseStart = String.raw`(?:\*{1,2}|_{1,2})?["'(]?(?:\p{L}|\\[_*[\]]|\x60(?!\x60)|\[)`;
const proseLine = new RegExp(String.raw`^(?:\||:{3}|${proseStart})`, 'u');
const plainItem = new RegExp(String.raw`^ *(?:[-*+]|\d{1,9}[.)]) {1,4}${proseStart}`, 'u');
const plainFurther = new RegExp(`^ +${proseStart}`, 'u');
const plainQuote = new RegExp(`^>(?: ${proseStart}|$)`, 'u');
const ruleLine = /^(?:-{3,}|\*{3,}|_{3,})$/u;

/**
 * Takes out what lies in fences at the margin, and blocks whose headings and links are seen without a parser: of a run of
 * such blocks the first stays, as short as can be, so that a parser can prove what the run stands in. Of tables and lists
 * that hold more, the rows and words that hold nothing go. Undefined where lines are not those of a parser.
 */
export function shortenText(text: string): ShortenedText | undefined {
  if (text.includes('\r') || text.startsWith('\uFEFF')) return undefined;
  const page = pageOf(text);
  const { written } = page;
  // The end of a page stays, since what nothing closes ends there.
  const end = lastBlock(written);
  const kept: string[] = [];
  const lines: number[] = [];
  const expected = new Map<number, Expected>();
  /** What the run under way found; what comes next either joins the run or ends it. */
  let run: RootContent[] | undefined;
  const keep = (line: string, index: number): void => {
    if (run !== undefined) {
      kept.push('');
      lines.push(index);
    }
    run = undefined;
    kept.push(line);
    lines.push(index + 1);
  };
  const keepAll = (block: readonly string[], from: number): void => {
    for (const [at, one] of block.entries()) keep(one, from + at);
  };
  const begin = (found: RootContent[], shown: readonly string[], index: number, type: Expected['type']): void => {
    if (run === undefined) {
      keepAll(shown, index);
      const first = kept.length - shown.length + 1;
      expected.set(first, { type, lastLine: kept.length, found });
      run = found;
    } else run.push(...found);
  };
  for (let index = 0; index < written.length;) {
    const line = written[index] ?? '';
    if (index < end && blankLine.test(line) && (run !== undefined || blankLine.test(kept.at(-1) ?? ''))) {
      index += 1;
      continue;
    }
    const closing = index < end ? closingOf(written, index) : undefined;
    if (closing !== undefined && closing < end) {
      begin([], [line, written[closing] ?? ''], index, 'code');
      index = closing + 1;
      continue;
    }
    const inner = index < end ? indentedClosingOf(written, index) : undefined;
    if (inner !== undefined && inner < end) {
      keep(line, index);
      expected.set(kept.length, { type: 'code', lastLine: kept.length + 1, column: line.search(/\S/u) + 1 });
      keep(written[inner] ?? '', inner);
      index = inner + 1;
      continue;
    }
    const next = index < end && !blankLine.test(line) ? endOfBlock(written, index) : index + 1;
    const block = written.slice(index, next);
    const found = next > end ? undefined : plainBlock(page, index, next);
    if (next > end || block.some((one) => moduleLine.test(one))) keepAll(block, index);
    else if (found !== undefined) {
      const heading = headingLine.test(line);
      begin(found, [heading ? '# x' : 'x'], index, heading ? 'heading' : 'paragraph');
    } else if (block.length > 3 && tableRule.test(block[1] ?? '') && block.every((one) => one.startsWith('|'))) {
      const shown = block.map((one, at) => ({ one, at })).filter(({ one, at }) => at < 2 || isMeaningful(one));
      for (const { one, at } of shown) keep(one, index + at);
      expected.set(kept.length - shown.length + 1, { type: 'table', lastLine: kept.length });
    } else if (isList(block)) {
      const items = itemsOf(block);
      for (const item of items) {
        const shown = item.lines.some(isMeaningful) ? item.lines : item.lines.map(withoutWords);
        keepAll(shown, index + item.at);
      }
      expected.set(kept.length - block.length + 1, { type: 'listItem' });
    } else keepAll(block, index);
    index = next;
  }
  return { text: kept.join('\n'), lines, expected };
}

interface Page {
  readonly written: readonly string[];
  /** Offsets at which lines begin. */
  readonly starts: readonly number[];
}

function pageOf(text: string): Page {
  const written = text.split('\n');
  let start = 0;
  const starts = written.map(({ length }) => (start += length + 1) - length - 1);
  return { written, starts };
}

/** Headings and links of the lines from `start` to `end`; undefined where it takes a parser to see them. */
function plainBlock({ written, starts }: Page, start: number, end: number): RootContent[] | undefined {
  const block = written.slice(start, end);
  const [first = ''] = block;
  const at = (index: number, from: number, to: number): NonNullable<Link['position']> => {
    const point = (column: number): { line: number; column: number; offset: number } => ({
      line: index + 1,
      column: column + 1,
      offset: (starts[index] ?? 0) + column,
    });
    return { start: point(from), end: point(to) };
  };
  if (headingLine.test(first)) {
    const heading = plainHeading(first);
    if (heading === undefined) return undefined;
    const { depth, text } = heading;
    const node: Heading = {
      type: 'heading',
      depth,
      children: [{ type: 'text', value: text }],
      position: at(start, 0, first.length),
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
      !/^\s/u.test(written.slice(end).find((line) => !blankLine.test(line)) ?? ''));
  if (!isPlain) return undefined;
  if (!block.some(isMeaningful)) return [];
  const nodes: RootContent[] = [];
  for (const [index, line] of block.entries()) {
    const from = line.startsWith('>') ? 1 : 0;
    const links = plainLinks(line.slice(from));
    if (links === undefined) return undefined;
    for (const { at: begins, end: ends, url, isEmpty } of links) {
      const position = at(start + index, begins + from, ends + from);
      nodes.push({ type: 'link', url, children: isEmpty ? [] : [{ type: 'text', value: '' }], position });
    }
  }
  return nodes;
}

function isMeaningful(line: string): boolean {
  return meaningful.test(line);
}

/** What stands in a row of a table says nothing to other rows, and an item nothing to other items. */
function itemsOf(block: readonly string[]): { readonly at: number; readonly lines: string[] }[] {
  const items: { at: number; lines: string[] }[] = [];
  for (const [at, line] of block.entries()) {
    if (listLine.test(line)) items.push({ at, lines: [] });
    items.at(-1)?.lines.push(line);
  }
  return items;
}

function withoutWords(line: string): string {
  return `${listLine.exec(line)?.[1] ?? furtherLine.exec(line)?.[1] ?? ''}x`;
}

function isList([first = '', ...further]: readonly string[]): boolean {
  return listLine.test(first) && further.every((line) => listLine.test(line) || furtherLine.test(line));
}

/** The line that closes a fence at the margin; undefined where there is no fence, or one that frameworks close differently. */
function closingOf(lines: readonly string[], index: number): number | undefined {
  const opened = fence.exec(lines[index] ?? '');
  const marks = opened?.[1] ?? opened?.[2];
  if (marks === undefined) return undefined;
  for (let at = index + 1; at < lines.length; at += 1) {
    const line = (lines[at] ?? '').trim();
    if (!line.startsWith(marks) || line.replaceAll(marks.charAt(0), '') !== '') continue;
    return /^\S/u.test(lines[at] ?? '') ? at : undefined;
  }
  return undefined;
}

/** The line that closes an indented fence of which no line is less indented, so that it ends no list before. */
function indentedClosingOf(lines: readonly string[], index: number): number | undefined {
  const opened = indentedFence.exec(lines[index] ?? '');
  const [indent, marks] = [opened?.[1] ?? '', opened?.[2] ?? opened?.[3]];
  if (marks === undefined) return undefined;
  for (let at = index + 1; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (!blankLine.test(line) && !line.startsWith(indent)) return undefined;
    const mark = line.trim();
    if (mark.startsWith(marks) && mark.replaceAll(marks.charAt(0), '') === '') return at;
  }
  return undefined;
}

/** The line after the last one before a blank line, a fence or a heading. */
function endOfBlock(lines: readonly string[], start: number): number {
  let at = start + 1;
  const first = lines[start] ?? '';
  if (headingLine.test(first)) return at;
  const ends = (line: string): boolean => endsBlock(line) || (opensContainer.test(first) && indentedFence.test(line));
  while (at < lines.length && !ends(lines[at] ?? '')) at += 1;
  return at;
}

function endsBlock(line: string): boolean {
  return blankLine.test(line) || fence.test(line) || headingLine.test(line);
}

/** The first line of the last block. */
function lastBlock(lines: readonly string[]): number {
  let at = lines.length - 1;
  while (at > 0 && blankLine.test(lines[at] ?? '')) at -= 1;
  while (at > 0 && !blankLine.test(lines[at - 1] ?? '')) at -= 1;
  return at;
}
