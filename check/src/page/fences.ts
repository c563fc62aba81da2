import type { Code } from 'mdast';
import type { PageProblem, Dialect, ImportUse } from './page-facts.ts';

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
  let isInComment = false;
  return lines.map((line, index) => {
    if (fence === undefined && (isInComment || (index <= lastEnd && /^\s*<!--/u.test(line)))) {
      isInComment = !(isInComment ? line : line.slice(line.indexOf('<!--') + 4)).includes('-->');
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
export function blankInnerFences(text: string): string {
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
    const { width, quotes, content } = beginningOf(line, open.width);
    if (quotes > open.quotes || (open.quotes === 0 && width !== open.width)) open = undefined;
    else if (content.trimEnd() === open.mark) {
      for (const position of inner) lines[position] = lines[position]?.replace(/[`~]/gu, ' ') ?? '';
      open = undefined;
    } else if (anyFence.test(content)) inner.push(index);
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
function beginningOf(line: string, to: number): { width: number; quotes: number; content: string } {
  let position = 0;
  let width = 0;
  for (; width < to && [' ', '\t', '>'].includes(line.charAt(position)); position += 1)
    width += line.charAt(position) === '\t' ? tab - (width % tab) : 1;
  return { width, quotes: quotesIn(line.slice(0, position)), content: line.slice(position) };
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
  const textAfter = source.slice(node.position?.end.offset).trim();
  const endsBeforeText = /^(?:#{1,6}\s|(?:(?:[-*+]|\d{1,9}[.)])\s+)?\p{Lu}[^={}()\n]*(?:\n|$))/u.test(textAfter);
  const endsAsCode = textAfter === '' && /^[})\]]+;?$/u.test(lastOfCode);
  const isSeen = (textAfter !== '' && !endsBeforeText) || (holdsText.test(node.value) && !endsAsCode);
  if (isSeen && !fencesMayEnd()) return { rule: 'unclosed-fence', message };
  const unsure = isSeen
    ? 'a fence with another indentation follows, which some programs pair with it'
    : 'text may follow outside of it, or all of it is code, so that readers see no difference yet';
  return { rule: 'unclosed-fence', message, unsure };
}

const begins = /^<{7}(?: |$)/u;
const divides = /^={7}$/u;
const ends = /^>{7}(?: |$)/u;

/**
 * Slips that a parser takes for text, so that a reader sees them: conflicts that git left behind, and HTML comments that
 * nothing closes, which hide the rest of the page.
 */
export function findSlips(body: string): PageProblem[] {
  const lines = body.split(/\r?\n/);
  const fenced = fencedLines(lines);
  return [...conflicts(lines, fenced), ...openComment(body, lines, fenced)];
}

/** Each with all that git nested in it: https://git-scm.com/docs/git-merge#_how_conflicts_are_presented */
function conflicts(lines: readonly string[], fenced: readonly boolean[]): PageProblem[] {
  const conflictRanges: { readonly start: number; readonly end: number }[] = [];
  let open: { readonly start: number; depth: number; hasMiddle: boolean; end: number } | undefined;
  const close = (): void => {
    if (open?.hasMiddle === true && open.end > 0) conflictRanges.push(open);
    open = undefined;
  };
  for (const [index, line] of lines.entries()) {
    if (fenced[index] === true) continue;
    if (begins.test(line)) {
      open ??= { start: index, depth: 0, hasMiddle: false, end: 0 };
      open.depth += 1;
    } else if (open !== undefined && divides.test(line)) open.hasMiddle = true;
    else if (open?.hasMiddle === true && ends.test(line)) {
      open.depth -= 1;
      open.end = index;
      if (open.depth === 0) close();
    }
  }
  close();
  return conflictRanges.map(({ start, end }) => {
    const message = `A conflict that git left behind ends on line ${end + 1}: choose one of its sides and delete the marks.`;
    return { rule: 'conflict-marker', line: start + 1, column: 1, message };
  });
}

/** A comment at the start of a line outside of code; MDX names its own. */
function openComment(body: string, lines: readonly string[], fenced: readonly boolean[]): PageProblem[] {
  const last = body.lastIndexOf('<!--');
  if (last === -1 || body.includes('-->', last)) return [];
  // It stands in a comment of MDX.
  if (body.lastIndexOf('{/*', last) > body.lastIndexOf('*/}', last)) return [];
  const line = body.slice(0, last).split('\n').length;
  if (fenced[line - 1] === true || !/^\s*<!--/u.test(lines[line - 1] ?? '')) return [];
  const message = 'This comment is never closed, so nothing after it is shown: `-->` is missing.';
  return [{ rule: 'unclosed-comment', line, column: (lines[line - 1] ?? '').indexOf('<!--') + 1, message }];
}

/** The sign of blocks such as `:::note` … `:::` and `/// note` … `///`. */
const signOf: Partial<Record<NonNullable<Dialect['blocks']>, string>> = {
  colons: ':',
  slashes: '/',
  'myst-colons': ':',
};

/**
 * Blocks such as `:::note` that nothing closes before the next heading, so that the rest of the page stands in them, and ends that
 * close nothing, which a reader sees as text. An end closes the outermost block that it is long enough for
 * (https://github.com/micromark/micromark-extension-directive); those of pymdownx close in pairs.
 */
export function findOpenBlocks(body: string, { blocks }: Dialect): PageProblem[] {
  const sign = blocks && signOf[blocks];
  if (sign === undefined || !body.includes(sign.repeat(3))) return [];
  const lines = body.replace(/<!--[\s\S]*?-->|\{\/\*[\s\S]*?\*\/\}/gu, blank).split(/\r?\n/u);
  const fenced = fencedLines(lines);
  const mark = new RegExp(`^( {0,3})(${sign}{3,})[ \\t]*(.*)$`, 'u');
  const problems: PageProblem[] = [];
  let open: { readonly length: number; readonly line: number; hasHeading: boolean }[] = [];
  for (const [index, line] of lines.entries()) {
    // Of blocks within items and quotations, or code within them, single lines do not tell where they end.
    if (/^(?:[ \t]|[-*+>]|\d+[.)])[ \t>]*(?::::|\/\/\/)/u.test(line) && !/^ {0,3}\S+[ \t]*$/u.test(line)) return [];
    if (fenced[index] === true) {
      if (mark.test(line)) return [];
      continue;
    }
    if (/^#{1,6}\s+\S/u.test(line)) for (const block of open) block.hasHeading = true;
    const [, , signs = '', name = ''] = mark.exec(line) ?? [];
    if (signs === '') continue;
    const closed =
      blocks === 'slashes'
        ? open.findLastIndex(({ length }) => length === signs.length)
        : open.findIndex(({ length }) => length <= signs.length);
    if (/^[\p{L}{[]/u.test(name)) open.push({ length: signs.length, line: index + 1, hasHeading: false });
    else if (name === '' && closed !== -1) open = open.slice(0, closed);
    else if (name === '' && blocks !== 'myst-colons' && problems.length === 0)
      problems.push(unclosed(index + 1, `This \`${signs}\` closes nothing, so a reader sees it as text.`));
  }
  const [outermost] = open;
  if (outermost?.hasHeading !== true) return problems;
  const end = sign.repeat(outermost.length);
  return [
    unclosed(outermost.line, `This block is never closed: a line with only ${end} is missing after it.`),
    ...problems,
  ];
}

function unclosed(line: number, message: string): PageProblem {
  return { rule: 'unclosed-block', line, column: 1, message };
}

/** Relative imports of a page's scripts; others may be made by a plugin of Vite. */
export function findScriptImports(body: string): ImportUse[] {
  if (!body.includes('<script')) return [];
  const lines = body.split(/\r?\n/u);
  const fenced = fencedLines(lines);
  let isInScript = false;
  return lines.flatMap((line, index) => {
    if (fenced[index] === true) return [];
    if (/^<script\b/iu.test(line)) isInScript = true;
    const source = isInScript
      ? /^\s*(?:import\b[^'"`/(]*|\}\s*from\s*)['"](\.{1,2}\/[^'"]+)['"]/u.exec(line)?.[1]
      : undefined;
    if (/<\/script/iu.test(line)) isInScript = false;
    return source === undefined ? [] : [{ source, names: [], line: index + 1, column: 1 }];
  });
}
