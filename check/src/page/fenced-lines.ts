/**
 * Marks the lines that stand inside a fenced code block (fences included), so that masks leave code alone. Fences in
 * `comments` of HTML that begin a line open no block where the parser takes the comment first, as that of Docusaurus does.
 */
export function fencedLines(lines: readonly string[], comments: 'read' | 'code' = 'code'): readonly boolean[] {
  let fence: string | undefined;
  const lastEnd = comments === 'read' ? lines.findLastIndex((line) => line.includes('-->')) : -1;
  let inComment = false;
  return lines.map((line, index) => {
    if (fence === undefined && (inComment || (index <= lastEnd && /^\s*<!--/u.test(line)))) {
      inComment = !(inComment ? line : line.slice(line.indexOf('<!--') + 4)).includes('-->');
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
