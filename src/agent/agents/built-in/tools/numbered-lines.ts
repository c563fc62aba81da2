import { commentLines, showHiddenCharacters } from './hidden-text.ts';

/**
 * Lines as the model sees them: every one begins with its number, so no line of a page can pass for anything but a line
 * of the page. Lines of comments are marked, invisible characters are spelled out.
 */
export function numberedLines(text: string, range: { first: number; last: number }): string {
  const comments = commentLines(text);
  const lines = text
    .replace(/\n$/, '')
    .split('\n')
    .slice(range.first - 1, range.last);
  return lines
    .map((line, index) => {
      const number = range.first + index;
      const comment = comments.get(number);
      const gutter = comment === undefined ? String(number) : `${number} (${comment})`;
      return `${gutter}\t${showHiddenCharacters(shorten(line.replace(/\r$/, '')))}`;
    })
    .join('\n');
}

/** 1-based lines of ascending offsets, in one pass: there may be as many offsets as the text has characters. */
export function linesAt(text: string, offsets: readonly number[]): number[] {
  let line = 1;
  let newline = text.indexOf('\n');
  return offsets.map((offset) => {
    for (; newline !== -1 && newline < offset; newline = text.indexOf('\n', newline + 1)) line += 1;
    return line;
  });
}

/** Characters of a line that are shown. */
export const longestLine = 4_000;

function shorten(line: string): string {
  if (line.length <= longestLine) return line;
  return `${line.slice(0, longestLine).toWellFormed()}⟦${line.length - longestLine} more characters⟧`;
}
