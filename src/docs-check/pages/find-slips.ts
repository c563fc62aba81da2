import { fencedLines } from './fenced-lines.ts';
import type { PageProblem } from './page-facts.ts';

const markers = [/^<{7}(?: |$)/u, /^={7}$/u, /^>{7}(?: |$)/u];

/**
 * Slips that a parser takes for text, so that a reader sees them: conflicts that git left behind, and HTML comments that
 * nothing closes, which hide the rest of the page.
 */
export function findSlips(body: string): PageProblem[] {
  const lines = body.split(/\r?\n/);
  const fenced = fencedLines(lines);
  return [...conflict(lines, fenced), ...openComment(body, lines, fenced), ...bareShortcode(lines, fenced)];
}

/** Hugo reads shortcodes in Markdown, and no templates: `ref` without `<` or `%` is text. https://gohugo.io/content-management/shortcodes/ */
const bareReference = /\]\((\{\{\s*(?:rel)?ref\s+"[^"]*"\s*\}\})\)/u;

function bareShortcode(lines: readonly string[], fenced: readonly boolean[]): PageProblem[] {
  return lines.flatMap((line, index) => {
    const match = fenced[index] === true ? null : bareReference.exec(line);
    if (match === null) return [];
    const message = `${match[1] ?? ''} is shown as it stands: a shortcode of Hugo is written {{< … >}} or {{% … %}}.`;
    return [{ rule: 'malformed-link', severity: 'warning', line: index + 1, column: match.index + 1, message }];
  });
}

function conflict(lines: readonly string[], fenced: readonly boolean[]): PageProblem[] {
  const found = markers.map((marker) => lines.findIndex((line, index) => fenced[index] !== true && marker.test(line)));
  const [start = -1, middle = -1, end = -1] = found;
  if (start === -1 || middle < start || end < middle) return [];
  const message = `A conflict that git left behind ends on line ${end + 1}: choose one of its sides and delete the marks.`;
  return [{ rule: 'conflict-marker', severity: 'error', line: start + 1, column: 1, message }];
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
  return [
    { rule: 'unclosed-comment', severity: 'error', line, column: (lines[line - 1] ?? '').indexOf('<!--') + 1, message },
  ];
}
