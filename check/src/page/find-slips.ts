import { fencedLines } from './fenced-lines.ts';
import type { PageProblem } from './page-facts.ts';

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
