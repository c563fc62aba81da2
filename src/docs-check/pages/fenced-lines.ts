/** Marks the lines that stand inside a fenced code block (fences included), so that masks leave code alone. */
export function fencedLines(lines: readonly string[]): readonly boolean[] {
  let fence: string | undefined;
  return lines.map((line) => {
    const mark = /^[\s>]*(?:[-*+]\s+|\d+[.)]\s+)?(`{3,}|~{3,})(.*)$/u.exec(line);
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
