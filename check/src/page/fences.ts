import type { Code } from 'mdast';
import type { PageProblem, Dialect, ImportUse } from './page-facts.ts';

/** Replaces text by spaces of the same length in UTF-16 units, so that offsets and lines stay valid. */
export function blank(text: string): string {
  return text.replace(/[^\n]+/gu, (line) => ' '.repeat(line.length));
}

/**
 * Marks lines in fenced code blocks, including the fences, so that masks skip code. With `comments: 'read'`, fences in HTML
 * comments open no block, as in Docusaurus.
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

/** True if no fence is open at the end, parsed line by line like Python-Markdown. */
export function fencesEnd(text: string): boolean {
  return fencedLines(`${text}\n\n`.split('\n')).at(-1) === false;
}

/** A fence that may open a code block, possibly after a list marker. */
const opening = /^([ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]{1,4})?)(`{3,}|~{3,})[^`]*$/u;
const anyFence = /^[ \t>]*(?:`{3,}|~{3,})/u;

/**
 * Blanks fences inside a code block, as `pymdownx.superfences` parses it: the closing fence has the marker and indentation
 * of the opening one, and fences with more indentation are code. A less indented line means that no block was open.
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

/** Splits a line at the fence's column: blank prefix and content. */
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
 * Blanks indented code after a heading. A heading ends lists, admonitions and tabs, so indented text after it can only be code.
 * Elsewhere it may be their content.
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

/** A page and the state of its fences. */
export interface FencedSource {
  readonly source: string;
  /** True if every fence is closed, even if the syntax tree does not show it. */
  readonly fencesEnd: boolean;
  /** True if every fence is closed for a line-based parser, or for one that matches indentation. */
  readonly fencesMayEnd: () => boolean;
}

/** Typical page text that is rare in code: headings, links, blocks, sentences on their own line. */
const holdsText =
  /^[\t >]*(?:#{2,6}\s|(?:[-*+] )?!?\[[^\]\n]*\]\(|`{3}|~{3}|:{3}|[\p{Lu}\p{Lo}][^\n=;{}()]*[.:!?。：！？]$)/mu;

/** The problem of an unclosed code block; undefined if it is closed or has no fence. */
export function findUnclosedCode(
  node: Code,
  { source, fencesEnd, fencesMayEnd }: FencedSource,
): Pick<PageProblem, 'rule' | 'message' | 'unsure'> | undefined {
  const raw = source.slice(node.position?.start.offset, node.position?.end.offset);
  const fence = /^(`{3,}|~{3,})/u.exec(raw)?.[1];
  // Franklin uses such markers for raw HTML: https://franklinjl.org/syntax/markdown/#inserting_html
  if (fence === undefined || /^~{3,}[\t ]*</u.test(raw)) return undefined;
  // ASCII art: https://facelessuser.github.io/pymdown-extensions/extensions/superfences/ takes no such header.
  if (/^(?:`{3,}|~{3,})[\t ]*\{[^}\n]*(?:\n|$)/u.test(raw)) return undefined;
  const last = raw
    .slice(raw.lastIndexOf('\n') + 1)
    .replace(/^[\s>]+/u, '')
    // Ignore template tags after the closing fence.
    .replace(/\{(?:%|\{[%<]).*$/u, '')
    .trimEnd();
  if (fencesEnd) return undefined;
  if (raw.includes('\n') && last.startsWith(fence) && last.replaceAll(fence.charAt(0), '') === '') return undefined;
  // A fence without a language may be meant to close a block above it.
  const isBare = node.lang === null || node.lang === undefined;
  const message =
    `This code block is never closed: a line with only ${fence} is missing after it` +
    (isBare ? ', or this line is one too many (a block that shows fences needs a longer one).' : '.');
  // A block whose last line has only closing brackets is code up to the end.
  const lastOfCode = node.value.trimEnd().split('\n').at(-1)?.trim() ?? '';
  // If the block ends with its list item, the text after it may be code.
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

/** Finds mistakes that parse as text: conflict markers of git, and unclosed HTML comments, which hide everything after them. */
export function findSlips(body: string): PageProblem[] {
  const lines = body.split(/\r?\n/);
  const fenced = fencedLines(lines);
  return [...conflicts(lines, fenced), ...openComment(body, lines, fenced)];
}

/** Conflicts, each including nested ones: https://git-scm.com/docs/git-merge#_how_conflicts_are_presented */
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

/** Finds an unclosed comment at the start of a line, outside code. The MDX parser reports its own. */
function openComment(body: string, lines: readonly string[], fenced: readonly boolean[]): PageProblem[] {
  const last = body.lastIndexOf('<!--');
  if (last === -1 || body.includes('-->', last)) return [];
  // Inside an MDX comment.
  if (body.lastIndexOf('{/*', last) > body.lastIndexOf('*/}', last)) return [];
  const line = body.slice(0, last).split('\n').length;
  if (fenced[line - 1] === true || !/^\s*<!--/u.test(lines[line - 1] ?? '')) return [];
  const message = 'This comment is never closed, so nothing after it is shown: `-->` is missing.';
  return [{ rule: 'unclosed-comment', line, column: (lines[line - 1] ?? '').indexOf('<!--') + 1, message }];
}

/** Marker character of blocks such as `:::note` … `:::` and `/// note` … `///`. */
const signOf: Partial<Record<NonNullable<Dialect['blocks']>, string>> = {
  colons: ':',
  slashes: '/',
  'myst-colons': ':',
};

/**
 * Finds blocks such as `:::note` that are open at the next heading and would contain the rest of the page, and closing lines
 * without a block. A closing line closes the outermost block with at most its length
 * (https://github.com/micromark/micromark-extension-directive); in pymdownx, lengths must be equal.
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
    // Give up on blocks within list items and quotes, whose end single lines do not show.
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

/** Relative imports in a page's scripts; Vite plugins may resolve others. */
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
