import { fencedLines, blank } from './fences.ts';
import type { Dialect, ImportUse, PageProblem } from './page-facts.ts';

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
  const found: { readonly start: number; readonly end: number }[] = [];
  let open: { readonly start: number; depth: number; hasMiddle: boolean; end: number } | undefined;
  const close = (): void => {
    if (open?.hasMiddle === true && open.end > 0) found.push(open);
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
  return found.map(({ start, end }) => {
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
  let inScript = false;
  return lines.flatMap((line, index) => {
    if (fenced[index] === true) return [];
    if (/^<script\b/iu.test(line)) inScript = true;
    const source = inScript
      ? /^\s*(?:import\b[^'"`/(]*|\}\s*from\s*)['"](\.{1,2}\/[^'"]+)['"]/u.exec(line)?.[1]
      : undefined;
    if (/<\/script/iu.test(line)) inScript = false;
    return source === undefined ? [] : [{ source, names: [], line: index + 1, column: 1 }];
  });
}
