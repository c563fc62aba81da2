import type { Image, Link, Nodes, Root, RootContent } from 'mdast';
import type { MdxJsxAttribute } from 'mdast-util-mdx-jsx';
import { namesOf } from '../collect-facts.ts';
import { createLineIndex } from '../page-facts.ts';
import {
  blankLine,
  headingLine,
  indentOf,
  isMeaningful,
  listLine,
  pageOf,
  plainBlock,
  plainFurtherBlock,
  plainItemLinks,
  proseLine,
  proseStart,
  tableRule,
  plainElement,
  plainImports,
  type PlainRegion,
} from './plain-blocks.ts';

export type ParseMarkdown = (
  text: string,
  dialect: { readonly syntax: 'markdown' | 'mdx'; readonly indentedCode: boolean },
) => Root;

/** A page without what needs no parser, in the same structure; most of the time that one takes is for prose. */
export interface ShortenedText {
  readonly text: string;
  /** Lines of the page, from 1, by those of the text less one. */
  readonly lines: readonly number[];
  /** What a parser must find at lines of the text, or what was left out there meant something else. */
  readonly expected: ReadonlyMap<number, Expected>;
}

export interface Expected {
  readonly type: 'paragraph' | 'heading' | 'listItem' | 'table' | 'code' | 'html' | 'mdxJsxFlowElement';
  /** Line of the text in which it ends, where that matters. */
  readonly lastLine?: number;
  /** Where in its line it begins; the first column when not said. */
  readonly column?: number;
  /** What stands there and in the blocks after it that were left out, with its place in the page. */
  readonly found?: RootContent[];
  /** What the item holds besides what is found in it. */
  readonly holds?: (Link | Image)[];
}

const fence = /^(?:(`{3,})[^`]*|(~{3,}).*)$/u;
const indentedFence = /^([\t ]+)(?:(`{3,})[^`]*|(~{3,}).*)$/u;
/** A line of MDX that is an element, or begins or ends one, so that blocks end before and after it. */
const tagLine = /^[\t ]*<\/?[A-Za-z][^<>{}]*>[\t ]*$/u;
const commentStart = /^<!--(?!-?>)/u;
const moduleLine = /^(?:import|export)\b/u;
const anyItem = /^[\t ]*(?:[-*+]|\d{1,9}[.)])(?:[\t ]|$)/u;
/** How often a line may be looked at as a part of an element that a parser is needed for after all. */
const mostLooks = 8;
/** The beginning of a list that ends the paragraph before it. */
const interruptingItem = new RegExp(String.raw`^(?:[-*+]|1[.)]) {1,4}${proseStart}`, 'u');
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
  /** The same of a run of indented blocks, which stand in what the first of them stands in. */
  let inner: { readonly indent: string; readonly found: RootContent[]; readonly end: number } | undefined;
  const innerAt = (indent: string): RootContent[] | undefined => {
    if (inner?.indent !== indent || kept.length > inner.end + 1) return undefined;
    return blankLine.test(kept[inner.end] ?? '') ? inner.found : undefined;
  };
  const endOfComment = commentsOf(written);
  const looking = { left: written.length * mostLooks };
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
  const keepFence = (index: number, closing: number, found: RootContent[]): void => {
    const line = written[index] ?? '';
    keep(line, index);
    const column = line.search(/\S/u) + 1;
    expected.set(kept.length, { type: 'code', lastLine: kept.length + 1, column, found });
    keep(written[closing] ?? '', closing);
  };
  const beginInner = (
    indent: string,
    shown: string,
    index: number,
    type: Expected['type'],
    found: RootContent[],
  ): void => {
    const before = innerAt(indent);
    if (before === undefined) {
      keep(indent + shown, index);
      const lastLine = kept.length;
      expected.set(lastLine, { type, lastLine, column: indent.length + 1, found });
      inner = { indent, found, end: lastLine };
    } else before.push(...found);
  };
  const elementAt = (start: number): PlainRegion | undefined =>
    plainElement(
      page,
      start,
      (index) => {
        const closing = closingOf(written, index) ?? indentedClosingOf(written, index);
        if (closing !== undefined) {
          const isPlain = written[closing]?.search(/\S/u) === written[index]?.search(/\S/u);
          return isPlain ? { end: closing + 1, found: [] } : undefined;
        }
        const next = endOfBlock(written, index, isMdx);
        const block = written.slice(index, next);
        if (block.some((one) => moduleLine.test(one))) return undefined;
        if (!isList(block)) {
          const found = plainBlock(page, index, next) ?? plainFurtherBlock(page, index, next);
          return found && { end: next, found };
        }
        const found: RootContent[] = [];
        for (const { at, lines: item } of itemsOf(block)) {
          const links = plainItemLinks(page, index + at, index + at + item.length);
          if (links === undefined) return undefined;
          found.push(...links);
        }
        return { end: next, found };
      },
      looking,
    );
  for (let index = 0; index < written.length;) {
    const line = written[index] ?? '';
    if (index < end && blankLine.test(line) && (run !== undefined || blankLine.test(kept.at(-1) ?? ''))) {
      index += 1;
      continue;
    }
    const closing = index < end ? closingOf(written, index) : undefined;
    if (closing !== undefined) {
      if (closing < end) begin([], [line, written[closing] ?? ''], index, 'code');
      else keepFence(index, closing, []);
      index = closing + 1;
      continue;
    }
    const closed = index < end ? indentedClosingOf(written, index) : undefined;
    if (closed !== undefined) {
      const indent = line.slice(0, line.search(/\S/u));
      // A fence that is closed further in may not be closed.
      const isPlain = written[closed]?.search(/\S/u) === indent.length;
      if (!isPlain || innerAt(indent) === undefined) {
        const found: RootContent[] = [];
        keepFence(index, closed, found);
        inner = { indent, found, end: kept.length };
      }
      index = closed + 1;
      continue;
    }
    // At the margin it ends whatever paragraph stands before it, and what the run holds is complete.
    const mayBeComment = !isMdx && index < end && (run !== undefined || blankLine.test(written[index - 1] ?? ''));
    const comment = mayBeComment ? endOfComment(index) : undefined;
    if (comment !== undefined && comment < end) {
      begin([], ['<!-- -->'], index, 'html');
      index = comment + 1;
      continue;
    }
    const element = isMdx && line.trimStart().startsWith('<') ? elementAt(index) : undefined;
    if (element !== undefined) {
      const indent = indentOf(line);
      const mayJoin = index < end && element.end <= end;
      if (mayJoin && indent === '') begin(element.found, ['<x/>'], index, 'mdxJsxFlowElement');
      else beginInner(indent, '<x/>', index, 'mdxJsxFlowElement', element.found);
      index = element.end;
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
      beginInner(indentOf(line), 'x', index, 'paragraph', further);
    } else if (found !== undefined) {
      const heading = headingLine.test(line);
      begin(found, [heading ? '# x' : 'x'], index, heading ? 'heading' : 'paragraph');
    } else if (block.length > 3 && tableRule.test(block[1] ?? '') && block.every((one) => one.startsWith('|'))) {
      const shown = block.map((one, at) => ({ one, at })).filter(({ one, at }) => at < 2 || isMeaningful(one));
      for (const { one, at } of shown) keep(one, index + at);
      expected.set(kept.length - shown.length + 1, { type: 'table', lastLine: kept.length });
    } else if (isList(block)) {
      /** Of the last item that was kept, where it is plain. */
      let plain: { readonly mark: string; readonly holds: (Link | Image)[] } | undefined;
      for (const item of itemsOf(block)) {
        const from = index + item.at;
        const links = plainItemLinks(page, from, from + item.lines.length);
        const mark = markOf(item.lines[0]);
        // What holds words and links only stands as well in the item before, if that is one of the same list.
        if (links !== undefined && plain?.mark === mark) {
          plain.holds.push(...links);
          continue;
        }
        const first = kept.length + (run === undefined ? 1 : 2);
        keepAll(links === undefined ? item.lines : item.lines.map(withoutWords), from);
        plain = links && { mark, holds: links };
        if (links !== undefined || item.at === 0)
          expected.set(first, { type: 'listItem', ...(links && { holds: links }) });
      }
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

/** Where an item's words begin, and which kind of mark is before them. */
function markOf(line = ''): string {
  return (listLine.exec(line)?.[1] ?? '').replaceAll(/\d/gu, '0');
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

/** Tells of lines, asked about in their order, the line that ends a comment of HTML which begins there, and after which nothing stands. */
function commentsOf(lines: readonly string[]): (index: number) => number | undefined {
  let end = 0;
  return (index) => {
    if (!commentStart.test(lines[index] ?? '')) return undefined;
    end = Math.max(end, index);
    while (end < lines.length && lines[end]?.includes('-->') !== true) end += 1;
    const [, after] = /-->(.*)$/u.exec(lines[end] ?? '') ?? [];
    return after !== undefined && blankLine.test(after) ? end : undefined;
  };
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
  let isProse = proseLine.test(first);
  for (; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (endsBlock(line) || (isMdx ? tagLine : commentStart).test(line) || (isProse && interruptingItem.test(line)))
      return at;
    isProse &&= proseLine.test(line);
  }
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

/** Below this share of its characters, a page is hardly shorter. */
const worthwhile = 0.9;

/**
 * As `parse`, for whoever asks for facts and not for words: a page is parsed without what holds none. Positions are those
 * of the page. Where anything was not what it looked like, or does not parse, the page is parsed whole.
 */
export function parseShortened(parse: ParseMarkdown): ParseMarkdown {
  return (text, dialect) => {
    const shortened = shortenText(text, dialect);
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

/** Puts the positions of the page in place of those of the shortened text; false where something else is found than expected. */
function restore(root: Root, text: string, { lines, expected }: ShortenedText): boolean {
  const left = new Map(expected);
  const index = createLineIndex(text);
  /** False where a value goes over blank lines, of which only one is left. */
  let keepsValues = true;
  const declared: string[] = [];
  const declare = (node: Nodes): void => {
    if (node.type !== 'mdxjsEsm') return;
    const { imports, declared: own } = namesOf(node);
    declared.push(...imports.flatMap(({ names }) => names), ...own);
  };
  const move = (point: { line: number; column: number; offset?: number | undefined }): void => {
    point.line = lines[point.line - 1] ?? point.line;
    point.offset = index.startOf(point.line) + point.column - 1;
  };
  /** Returns what stands in place of the node. */
  const visit = (node: Nodes): readonly Nodes[] => {
    const { position } = node;
    let held: readonly Nodes[] = [];
    if (position !== undefined) {
      const { line } = position.start;
      const there = left.get(line);
      if (isAsExpected(node, there)) {
        left.delete(line);
        if (there?.found !== undefined) {
          there.found.forEach(declare);
          return there.found;
        }
        held = there?.holds ?? [];
      }
      move(position.start);
      move(position.end);
    }
    declare(node);
    if ('attributes' in node) {
      for (const attribute of node.attributes) {
        keepsValues &&= !hasBlankLine(attribute.value);
        if (attribute.position === undefined) continue;
        move(attribute.position.start);
        move(attribute.position.end);
      }
    }
    if ('children' in node)
      node.children = [...held, ...node.children.flatMap((child) => visit(child))] as typeof node.children;
    return [node];
  };
  visit(root);
  // A name that two modules of a page declare is an error, which a parser words.
  return left.size === 0 && new Set(declared).size === declared.length && keepsValues;
}

function hasBlankLine(value: MdxJsxAttribute['value']): boolean {
  const written = typeof value === 'string' ? value : value?.value;
  return written !== undefined && /\n[\t ]*\n/u.test(written);
}

function isAsExpected({ type, position }: Nodes, expected: Expected | undefined): boolean {
  if (position === undefined || type !== expected?.type) return false;
  if (type === 'listItem') return true;
  return (
    position.start.column === (expected.column ?? 1) && position.end.line === (expected.lastLine ?? position.start.line)
  );
}
