import type { Code } from 'mdast';
import type { PageProblem } from './page-facts.ts';

/** Spaces in place of what is not read, as many as it is long, so that every offset and line after it stays true: a sign such as an emoji counts twice. */
export function blank(text: string): string {
  return text.replace(/[^\n]+/gu, (line) => ' '.repeat(line.length));
}

/**
 * Marks the lines that stand inside a fenced code block (fences included), so that masks leave code alone. Fences in
 * `comments` of HTML that begin a line open no block where the parser takes the comment first, as that of Docusaurus does.
 */
export function fencedLines(lines: readonly string[], comments: 'read' | 'code' = 'code'): readonly boolean[] {
  let fence: string | undefined;
  const lastEnd = comments === 'read' ? lines.findLastIndex((line) => line.includes('-->')) : -1;
  let inComment = false;
  return lines.map((line, index) => {
    if (fence === undefined && (inComment || (index <= lastEnd && /^\s*<!--/u.test(line)))) {
      inComment = !(inComment ? line : line.slice(line.indexOf('<!--') + 4)).includes('-->');
      return false;
    }
    const mark =
      line.includes('```') || line.includes('~~~')
        ? /^[\s>]*(?:[-*+]\s+|\d+[.)]\s+)?(`{3,}|~{3,})(.*)$/u.exec(line)
        : null;
    if (fence === undefined) {
      if (mark?.[1] !== undefined && !(mark[1].startsWith('`') && mark[2]?.includes('`'))) fence = mark[1];
      return fence !== undefined;
    }
    if (mark?.[1]?.startsWith(fence) && mark[2]?.trim() === '') fence = undefined;
    return true;
  });
}

/** True when no fence is open at the end, read line by line as Python-Markdown does. */
export function fencesEnd(text: string): boolean {
  return fencedLines(`${text}\n\n`.split('\n')).at(-1) === false;
}

/** A fence that may open a block of code, behind the mark of an item too. */
const opening = /^([ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]{1,4})?)(`{3,}|~{3,})[^`]*$/u;
const anyFence = /^[ \t>]*(?:`{3,}|~{3,})/u;

/**
 * Blanks the fences that stand in a block of code as `pymdownx.superfences` reads one: what closes it has the marks and the
 * indentation of what opened it, so that fences which are indented more are code. A line with less indentation shows that
 * nothing was opened. Every offset stays true.
 * https://github.com/facelessuser/pymdown-extensions/blob/10.16/pymdownx/superfences.py
 */
export function withoutInnerFences(text: string): string {
  if (!text.includes('```') && !text.includes('~~~')) return text;
  const lines = text.split('\n');
  let open: { readonly mark: string; readonly width: number; readonly quotes: number } | undefined;
  let inner: number[] = [];
  for (const [index, line] of lines.entries()) {
    if (open === undefined) {
      const [, before = '', mark] = opening.exec(line.trimEnd()) ?? [];
      inner = [];
      if (mark !== undefined) open = { mark, width: widthOf(before), quotes: quotesIn(before) };
      continue;
    }
    if (line.trim() === '') continue;
    const { width, quotes, rest } = beginningOf(line, open.width);
    if (quotes > open.quotes || (open.quotes === 0 && width !== open.width)) open = undefined;
    else if (rest.trimEnd() === open.mark) {
      for (const at of inner) lines[at] = lines[at]?.replace(/[`~]/gu, ' ') ?? '';
      open = undefined;
    } else if (anyFence.test(rest)) inner.push(index);
  }
  return lines.join('\n');
}

function widthOf(before: string): number {
  let width = 0;
  for (const sign of before) width += sign === '\t' ? tab - (width % tab) : 1;
  return width;
}

function quotesIn(before: string): number {
  return before.split('>').length - 1;
}

/** Of a line, what stands in the columns up to that of the fence, as far as it is blank, and what follows. */
function beginningOf(line: string, to: number): { width: number; quotes: number; rest: string } {
  let at = 0;
  let width = 0;
  for (; width < to && [' ', '\t', '>'].includes(line.charAt(at)); at += 1)
    width += line.charAt(at) === '\t' ? tab - (width % tab) : 1;
  return { width, quotes: quotesIn(line.slice(0, at)), rest: line.slice(at) };
}

const tab = 4;

const indented = /^(?: {4}|\t)/u;

const heading = /^#{1,6}(?:[ \t]|$)/u;

/**
 * Blanks the code that is indented behind a heading, with the blocks of code that go on after it: a heading ends lists, admonitions and
 * tabs, so that nothing else which Python-Markdown indents can be there. Elsewhere what is indented may be their content.
 */
export function blankCodeBelowHeadings(text: string): string {
  if (!/^#{1,6}[^\n]*\n(?:[ \t]*\n)*(?: {4}|\t)/mu.test(text)) return text;
  const lines = text.split('\n');
  const fenced = fencedLines(lines);
  let isBelow = false;
  return lines
    .map((line, index) => {
      if (line.trim() === '') return line;
      if (isBelow && indented.test(line)) return blank(line);
      isBelow = fenced[index] === false && heading.test(line);
      return line;
    })
    .join('\n');
}

/** A page with what is known of its fences. */
export interface FencedSource {
  readonly source: string;
  /** True when every fence is known to be closed, although the tree may not show it. */
  readonly fencesEnd: boolean;
  /** True when every fence is closed for a program that reads line by line, or that closes a block only at its indentation. */
  readonly fencesMayEnd: () => boolean;
}

/** What a page has and code hardly ever: headings but for comments, links in items, another block, a sentence on a line of its own. */
const holdsText =
  /^[\t >]*(?:#{2,6}\s|(?:[-*+] )?!?\[[^\]\n]*\]\(|`{3}|~{3}|:{3}|[\p{Lu}\p{Lo}][^\n=;{}()]*[.:!?。：！？]$)/mu;

/** What is wrong with a block of code that nothing closes; undefined where it is closed, or no fence begins it. */
export function findUnclosedCode(
  node: Code,
  { source, fencesEnd, fencesMayEnd }: FencedSource,
): Pick<PageProblem, 'rule' | 'message' | 'unsure'> | undefined {
  const raw = source.slice(node.position?.start.offset, node.position?.end.offset);
  const fence = /^(`{3,}|~{3,})/u.exec(raw)?.[1];
  // Franklin writes HTML as it is between such marks: https://franklinjl.org/syntax/markdown/#inserting_html
  if (fence === undefined || /^~{3,}[\t ]*</u.test(raw)) return undefined;
  // Signs that a picture is made of: https://facelessuser.github.io/pymdown-extensions/extensions/superfences/ takes no such header.
  if (/^(?:`{3,}|~{3,})[\t ]*\{[^}\n]*(?:\n|$)/u.test(raw)) return undefined;
  const last = raw
    .slice(raw.lastIndexOf('\n') + 1)
    .replace(/^[\s>]+/u, '')
    // What a template put behind the end of the block is gone by the time it is read.
    .replace(/\{(?:%|\{[%<]).*$/u, '')
    .trimEnd();
  if (fencesEnd) return undefined;
  if (raw.includes('\n') && last.startsWith(fence) && last.replaceAll(fence.charAt(0), '') === '') return undefined;
  // A fence that says no language may have been meant to close a block above it.
  const isBare = node.lang === null || node.lang === undefined;
  const message =
    `This code block is never closed: a line with only ${fence} is missing after it` +
    (isBare ? ', or this line is one too many (a block that shows fences needs a longer one).' : '.');
  // What ends with the page in nothing but brackets is code to its end, whatever words are in it.
  const lastOfCode = node.value.trimEnd().split('\n').at(-1)?.trim() ?? '';
  // One that ends with its item leaves code outside, unless what follows is text of the page.
  const rest = source.slice(node.position?.end.offset).trim();
  const endsBeforeText = /^(?:#{1,6}\s|(?:(?:[-*+]|\d{1,9}[.)])\s+)?\p{Lu}[^={}()\n]*(?:\n|$))/u.test(rest);
  const endsAsCode = rest === '' && /^[})\]]+;?$/u.test(lastOfCode);
  const isSeen = (rest !== '' && !endsBeforeText) || (holdsText.test(node.value) && !endsAsCode);
  if (isSeen && !fencesMayEnd()) return { rule: 'unclosed-fence', message };
  const unsure = isSeen
    ? 'a fence with another indentation follows, which some programs pair with it'
    : 'text may follow outside of it, or all of it is code, so that readers see no difference yet';
  return { rule: 'unclosed-fence', message, unsure };
}
