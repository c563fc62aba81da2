import { blank } from './blank.ts';
import { fencedLines } from './fenced-lines.ts';

const heading = /^#{1,6}(?:[ \t]|$)/u;
const indented = /^(?: {4}|\t)/u;

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
