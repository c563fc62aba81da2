import type { Nodes, Root, RootContent } from 'mdast';
import type { MdxJsxAttribute } from 'mdast-util-mdx-jsx';
import { createLineIndex } from '../page-facts.ts';
import { blankLine, headingLine, pageOf, plainBlock, proseLine, proseStart } from './plain-blocks.ts';

export type ParseMarkdown = (
  text: string,
  dialect: { readonly syntax: 'markdown' | 'mdx'; readonly indentedCode: boolean },
) => Root;

/** A page without what needs no parser, in the same structure; most of the time that one takes is for prose. */
interface ShortenedText {
  readonly text: string;
  /** Lines of the page, from 1, by those of the text less one. */
  readonly lines: readonly number[];
  /** What a parser must find at lines of the text, or what was left out there meant something else. */
  readonly expected: ReadonlyMap<number, Expected>;
}

interface Expected {
  readonly type: 'paragraph' | 'heading' | 'code';
  /** Line of the text in which it ends. */
  readonly lastLine: number;
  /** What stands there and in the blocks after it that were left out, with its place in the page. */
  readonly found: RootContent[];
}

const fence = /^(?:(`{3,})[^`]*|(~{3,}).*)$/u;
const indentedFence = /^[\t ]+(?:`{3,}[^`]*|~{3,}.*)$/u;
/** A line of MDX that is an element, or begins or ends one, so that blocks end before and after it. */
const tagLine = /^[\t ]*<\/?[A-Za-z][^<>{}]*>[\t ]*$/u;
const commentStart = /^<!--(?!-?>)/u;
const moduleLine = /^(?:import|export)\b/u;
/** The beginning of a list that ends the paragraph before it. */
const interruptingItem = new RegExp(String.raw`^(?:[-*+]|1[.)]) {1,4}${proseStart}`, 'u');

/**
 * Takes out what lies in fences at the margin, and blocks whose headings and links are seen without a parser: of a run of
 * such blocks the first stays, as short as can be, so that a parser can prove what the run stands in. Undefined where
 * lines are not those of a parser.
 */
export function shortenText(text: string, syntax: 'markdown' | 'mdx'): ShortenedText | undefined {
  if (text.includes('\r') || text.startsWith('\uFEFF')) return undefined;
  const page = pageOf(text);
  const { written } = page;
  const isMdx = syntax === 'mdx';
  // The end of a page stays, since what nothing closes ends there.
  const end = lastBlock(written);
  const kept: string[] = [];
  const lines: number[] = [];
  const expected = new Map<number, Expected>();
  /** What the run under way found; what comes next either joins the run or ends it. */
  let run: RootContent[] | undefined;
  const keep = (block: readonly string[], from: number): void => {
    if (run !== undefined) {
      kept.push('');
      lines.push(from);
    }
    run = undefined;
    kept.push(...block);
    lines.push(...block.map((_, at) => from + at + 1));
  };
  const begin = (found: RootContent[], shown: readonly string[], index: number, type: Expected['type']): void => {
    if (run === undefined) {
      keep(shown, index);
      expected.set(kept.length - shown.length + 1, { type, lastLine: kept.length, found });
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
    const next = index < end && !blankLine.test(line) ? endOfBlock(written, index, isMdx) : index + 1;
    const block = written.slice(index, next);
    const isModule = next > end || block.some((one) => moduleLine.test(one));
    const found = isModule ? undefined : plainBlock(page, index, next);
    const isHeading = headingLine.test(line);
    if (found === undefined) keep(block, index);
    else begin(found, [isHeading ? '# x' : 'x'], index, isHeading ? 'heading' : 'paragraph');
    index = next;
  }
  return { text: kept.join('\n'), lines, expected };
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

/** Puts the positions of the page in place of those of the shortened text; false where something else is found than expected. */
function restore(root: Root, text: string, { lines, expected }: ShortenedText): boolean {
  const left = new Map(expected);
  const index = createLineIndex(text);
  /** False where a value goes over blank lines, of which only one is left. */
  let keepsValues = true;
  const move = (point: { line: number; column: number; offset?: number | undefined }): void => {
    point.line = lines[point.line - 1] ?? point.line;
    point.offset = index.startOf(point.line) + point.column - 1;
  };
  /** Returns what stands in place of the node. */
  const visit = (node: Nodes): readonly Nodes[] => {
    const { position } = node;
    if (position !== undefined) {
      const { line } = position.start;
      const there = left.get(line);
      if (there?.type === node.type && position.start.column === 1 && position.end.line === there.lastLine) {
        left.delete(line);
        return there.found;
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
  return left.size === 0 && keepsValues;
}

function hasBlankLine(value: MdxJsxAttribute['value']): boolean {
  const written = typeof value === 'string' ? value : value?.value;
  return written !== undefined && /\n[\t ]*\n/u.test(written);
}
