import type { Link, RootContent } from 'mdast';
import {
  blankLine,
  headingLine,
  indentOf,
  isMeaningful,
  listLine,
  pageOf,
  plainBlock,
  plainFurtherBlock,
  plainImports,
  plainItemLinks,
  proseStart,
} from './plain-block.ts';

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
  /** What the item holds besides what is found in it. */
  readonly holds?: Link[];
}

const fence = /^(?:(`{3,})[^`]*|(~{3,}).*)$/u;
const indentedFence = /^([\t ]+)(?:(`{3,})[^`]*|(~{3,}).*)$/u;
/** A line of MDX that is an element, or begins or ends one, so that blocks end before and after it. */
const tagLine = /^[\t ]*<\/?[A-Za-z][^<>{}]*>[\t ]*$/u;
const tableRule = /^\|[\s:|-]*-[\s:|-]*$/u;
const moduleLine = /^(?:import|export)\b/u;
const anyItem = /^[\t ]*(?:[-*+]|\d{1,9}[.)])(?:[\t ]|$)/u;
const furtherLine = new RegExp(String.raw`^([\t ]+)${proseStart}`, 'u');

/**
 * Takes out what lies in fences at the margin, and blocks whose headings and links are seen without a parser: of a run of
 * such blocks the first stays, as short as can be, so that a parser can prove what the run stands in. Of tables and lists
 * that hold more, the rows and words that hold nothing go. Undefined where lines are not those of a parser.
 */
export function shortenText(
  text: string,
  { syntax, indentedCode }: { readonly syntax: 'markdown' | 'mdx'; readonly indentedCode: boolean },
): ShortenedText | undefined {
  if (text.includes('\r') || text.startsWith('\uFEFF')) return undefined;
  const page = pageOf(text);
  const { written } = page;
  const isMdx = syntax === 'mdx';
  /** False where an indented line may be code. */
  const mayBeText = (line: string): boolean => isMdx || !indentedCode || indentOf(line).length < 4;
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
    const next = index < end && !blankLine.test(line) ? endOfBlock(written, index, isMdx) : index + 1;
    const block = written.slice(index, next);
    const found = next > end ? undefined : plainBlock(page, index, next);
    const further = next > end || !mayBeText(line) ? undefined : plainFurtherBlock(page, index, next);
    const imports = isMdx && next < end ? plainImports(page, index, next) : undefined;
    if (imports !== undefined) begin(imports, ['x'], index, 'paragraph');
    else if (next > end || block.some((one) => moduleLine.test(one))) keepAll(block, index);
    else if (further !== undefined) {
      const indent = indentOf(line);
      keep(`${indent}x`, index);
      expected.set(kept.length, {
        type: 'paragraph',
        lastLine: kept.length,
        column: indent.length + 1,
        found: further,
      });
    } else if (found !== undefined) {
      const heading = headingLine.test(line);
      begin(found, [heading ? '# x' : 'x'], index, heading ? 'heading' : 'paragraph');
    } else if (block.length > 3 && tableRule.test(block[1] ?? '') && block.every((one) => one.startsWith('|'))) {
      const shown = block.map((one, at) => ({ one, at })).filter(({ one, at }) => at < 2 || isMeaningful(one));
      for (const { one, at } of shown) keep(one, index + at);
      expected.set(kept.length - shown.length + 1, { type: 'table', lastLine: kept.length });
    } else if (isList(block)) {
      const items = itemsOf(block);
      const first = kept.length + (run === undefined ? 1 : 2);
      for (const item of items) {
        const from = index + item.at;
        const links = plainItemLinks(page, from, from + item.lines.length);
        keepAll(links === undefined ? item.lines : item.lines.map(withoutWords), from);
        if (links !== undefined && links.length > 0) expected.set(first + item.at, { type: 'listItem', holds: links });
      }
      if (!expected.has(first)) expected.set(first, { type: 'listItem' });
    } else keepAll(block, index);
    index = next;
  }
  return { text: kept.join('\n'), lines, expected };
}

/** What stands in a row of a table says nothing to other rows, and an item nothing to other items. */
function itemsOf(block: readonly string[]): { readonly at: number; readonly lines: string[] }[] {
  const items: { at: number; lines: string[] }[] = [];
  for (const [at, line] of block.entries()) {
    if (anyItem.test(line)) items.push({ at, lines: [] });
    items.at(-1)?.lines.push(line);
  }
  return items;
}

function withoutWords(line: string): string {
  return `${listLine.exec(line)?.[1] ?? furtherLine.exec(line)?.[1] ?? ''}x`;
}

function isList([first = '', ...further]: readonly string[]): boolean {
  return listLine.test(first) && further.every((line) => anyItem.test(line) || furtherLine.test(line));
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

/** The line after the last one before a blank line, a fence, a heading or an element. */
function endOfBlock(lines: readonly string[], start: number, isMdx: boolean): number {
  let at = start + 1;
  const first = lines[start] ?? '';
  if (headingLine.test(first) || (isMdx && tagLine.test(first))) return at;
  while (at < lines.length && !endsBlock(lines[at] ?? '') && !(isMdx && tagLine.test(lines[at] ?? ''))) at += 1;
  return at;
}

function endsBlock(line: string): boolean {
  return blankLine.test(line) || fence.test(line) || indentedFence.test(line) || headingLine.test(line);
}

/** The first line of the last block. */
function lastBlock(lines: readonly string[]): number {
  let at = lines.length - 1;
  while (at > 0 && blankLine.test(lines[at] ?? '')) at -= 1;
  while (at > 0 && !blankLine.test(lines[at - 1] ?? '')) at -= 1;
  return at;
}
