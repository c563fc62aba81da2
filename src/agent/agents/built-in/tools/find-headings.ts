/** A heading of a Markdown text. */
export interface Heading {
  readonly level: number;
  /** Without marks around it. */
  readonly text: string;
  /** 1-based; a heading that is underlined has two lines. */
  readonly firstLine: number;
  readonly lastLine: number;
}

/** In their order; what stands in frontmatter, fenced code and comments is none. `lines` are without line endings. */
export function findHeadings(lines: readonly string[]): Heading[] {
  const headings: Heading[] = [];
  let inside: string | undefined;
  let start = 0;
  if (lines[0]?.trimEnd() === '---')
    start = lines.findIndex((line, index) => index > 0 && line.trimEnd() === '---') + 1;
  for (const [index, line] of lines.entries()) {
    if (index < start) continue;
    if (inside !== undefined) {
      if (isEnd(line, inside)) inside = undefined;
      continue;
    }
    inside = beginningOf(line);
    if (inside !== undefined) continue;
    const marked = /^ {0,3}(#{1,6})([ \t].*)?$/s.exec(line);
    if (marked !== null) {
      const [, marks = '', text = ''] = marked;
      headings.push({ level: marks.length, text: withoutMarks(text), firstLine: index + 1, lastLine: index + 1 });
      continue;
    }
    const under = /^ {0,3}(=+|-+)[ \t]*$/.exec(line)?.[1];
    const above = lines[index - 1]?.trim() ?? '';
    if (under !== undefined && index > start && isParagraph(above)) {
      headings.push({
        level: under.startsWith('=') ? 1 : 2,
        text: withoutMarks(above),
        firstLine: index,
        lastLine: index + 1,
      });
    }
  }
  return headings;
}

/** The fence of code, or the end of a comment, that ends what begins on this line and does not end on it. */
function beginningOf(line: string): string | undefined {
  const fence = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
  if (fence !== undefined)
    return fence.startsWith('`') && line.trim().slice(fence.length).includes('`') ? undefined : fence;
  for (const [open, close] of [
    ['<!--', '-->'],
    ['{/*', '*/}'],
  ] as const) {
    const openIndex = line.lastIndexOf(open);
    if (openIndex !== -1 && !line.includes(close, openIndex + open.length)) return close;
  }
  return undefined;
}

function isEnd(line: string, of: string): boolean {
  if (of === '-->' || of === '*/}') return line.includes(of);
  const text = line.trim();
  return text.startsWith(of) && text === of.charAt(0).repeat(text.length);
}

function isParagraph(line: string): boolean {
  return line !== '' && !/^(#{1,6}\s|>|[-*+]\s|\d+[.)]\s|\||<|`{3}|~{3}|[-=*_]{3,}$)/.test(line);
}

/** Without closing marks and the identifier that some frameworks take. */
function withoutMarks(text: string): string {
  return text
    .trim()
    .replace(/(^|[ \t])#+$/, '')
    .trimEnd()
    .replace(/(?:\{#[^{}]*\}|\[#[^[\]]*\])$/, '')
    .trim();
}
