const otherNumber = /^ {0,3}(?!1[.)])\d{1,9}[.)](?=[ \t]|$)/u;
const indented = /^(?: {4}|\t)/u;

/**
 * Gives lists behind indented code the number 1, in the same width: micromark takes any other there for text, as it is
 * behind a paragraph, and with it the blocks of the list for such of the page. CommonMark has that rule for paragraphs alone:
 * https://spec.commonmark.org/0.31.2/#list-items (compared with cmark-gfm 0.29).
 */
export function numberItemsAfterCode(text: string): string {
  if (!/^(?: {4}|\t)/mu.test(text)) return text;
  const lines = text.split('\n');
  let code = false;
  let blank = true;
  return lines
    .map((line) => {
      if (line.trim() === '') {
        blank = true;
        return line;
      }
      const isItem = code && otherNumber.test(line);
      // Indented lines behind text go on with it; behind a blank line they are code, or part of an item, which any number ends.
      code = indented.test(line) && (blank || code);
      blank = false;
      return isItem ? line.replace(/\d+[.)]/u, (mark) => `1${mark.slice(-1)}`.padEnd(mark.length)) : line;
    })
    .join('\n');
}
