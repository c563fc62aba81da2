import { findHeadings, type Heading } from './find-headings.ts';
import { ToolRefusal } from './tool.ts';

const mostNamed = 40;
/** Characters of a heading that are compared. */
const longestNamed = 500;

/**
 * Where text is put that belongs to a heading, as the line that it follows, and whether a blank line parts it from what
 * stands before and after. Throws `ToolRefusal` when there is no such heading, or more than one. `lines` are those of the
 * file, without line endings.
 */
export function placeAtHeading(
  lines: readonly string[],
  { heading: text, where }: { heading: string; where: 'start' | 'end' | 'before' },
): { afterLine: number; heading: Heading; blankBefore: boolean; blankAfter: boolean } {
  const headings = findHeadings(lines);
  const heading = theOne(headings, text);
  const next = headings.find(({ firstLine, level }) => firstLine > heading.lastLine && level <= heading.level);
  const afterLine =
    where === 'before'
      ? heading.firstLine - 1
      : where === 'start'
        ? heading.lastLine
        : lastFilled(lines, { from: heading.lastLine, to: (next?.firstLine ?? lines.length + 1) - 1 });
  return {
    afterLine,
    heading,
    blankBefore: afterLine > 0 && !isBlank(lines[afterLine - 1]),
    blankAfter: afterLine < lines.length && !isBlank(lines[afterLine]),
  };
}

/** Whether text inserted after a line needs a blank line before it (it begins with a heading) or after it (a heading follows). */
export function blanksAtLine(
  lines: readonly string[],
  afterLine: number,
  text: readonly string[],
): { blankBefore: boolean; blankAfter: boolean } {
  const headings = findHeadings([...lines.slice(0, afterLine), ...text, ...lines.slice(afterLine)]);
  const isHeading = (line: number) => headings.some(({ firstLine }) => firstLine === line);
  return {
    blankBefore: isHeading(afterLine + 1) && afterLine > 0 && !isBlank(lines[afterLine - 1]),
    blankAfter: isHeading(afterLine + text.length + 1) && !isBlank(text.at(-1)),
  };
}

/** The lines of a section, its heading and the sections in it included. Throws as `placeAtHeading` does. */
export function sectionAt(lines: readonly string[], wanted: string): { firstLine: number; lastLine: number } {
  const headings = findHeadings(lines);
  const heading = theOne(headings, wanted);
  const next = headings.find(({ firstLine, level }) => firstLine > heading.lastLine && level <= heading.level);
  return { firstLine: heading.firstLine, lastLine: (next?.firstLine ?? lines.length + 1) - 1 };
}

function theOne(headings: readonly Heading[], wanted: string): Heading {
  const [marks = ''] = /^#*/.exec(wanted.trim()) ?? [];
  const text = wanted.trim().slice(marks.length).trim();
  const sameLevel = headings.filter(({ level }) => marks === '' || level === marks.length);
  const exact = sameLevel.filter((heading) => heading.text === text);
  const near = sameLevel.filter((heading) => heading.text.toLowerCase() === text.toLowerCase());
  const plain = sameLevel.filter((heading) => plainWords(heading.text) === plainWords(text));
  const same = [exact, near, plain].find((matches) => matches.length > 0) ?? [];
  const [only] = same;
  if (only !== undefined && same.length === 1) return only;
  if (headings.length === 0) throw new ToolRefusal('The file has no Markdown headings. Give a line number.');
  const named = (same.length === 0 ? headings : same).map(
    ({ firstLine, level, text: title }) => `${firstLine}\t${'#'.repeat(level)} ${title}`,
  );
  const more = named.length > mostNamed ? [`… ${named.length - mostNamed} more`] : [];
  const fault =
    same.length === 0 ? `There is no heading '${text}'. There are` : 'Several headings match; give a line number';
  throw new ToolRefusal([`${fault}:`, ...named.slice(0, mostNamed), ...more].join('\n'));
}

/** Without elements, code marks and stress, which a person leaves out who names a heading. */
function plainWords(text: string): string {
  const words = text
    .slice(0, longestNamed)
    .replace(/<[^<>]*>/g, ' ')
    .replace(/[`*_]/g, '');
  return words.replace(/\s+/g, ' ').trim().toLowerCase();
}

/** The last line of a section that is not blank. */
function lastFilled(lines: readonly string[], { from, to }: { from: number; to: number }): number {
  let line = to;
  while (line > from && isBlank(lines[line - 1])) line -= 1;
  return line;
}

function isBlank(line: string | undefined): boolean {
  return line === undefined || line.trim() === '';
}
