export interface AddedLine {
  readonly path: string;
  /** 1-based, in the new file. */
  readonly line: number;
  readonly content: string;
}

/** The lines that a unified git diff adds, with their place in the new file, and the text of all it removes. */
export function addedLines(diff: string): { added: AddedLine[]; removed: string } {
  const added: AddedLine[] = [];
  const removed: string[] = [];
  let path = '';
  let line = 0;
  /** Lines of the old and the new file that the current hunk still has; a header can only come when there are none. */
  let left = { old: 0, new: 0 };
  for (const content of diff.split('\n')) {
    const hunk = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(content);
    if (left.old <= 0 && left.new <= 0) {
      if (content.startsWith('+++ '))
        path = content
          .slice(4)
          .replace(/^"?b\//, '')
          .replace(/"?\t?$/, '');
      if (hunk !== null) {
        line = Number(hunk[2]);
        left = { old: Number(hunk[1] ?? 1), new: Number(hunk[3] ?? 1) };
      }
      continue;
    }
    if (content.startsWith('+')) {
      added.push({ path, line, content: content.slice(1) });
      line += 1;
      left.new -= 1;
    } else if (content.startsWith('-')) {
      removed.push(content.slice(1));
      left.old -= 1;
    } else if (!content.startsWith('\\')) {
      line += 1;
      left = { old: left.old - 1, new: left.new - 1 };
    }
  }
  return { added, removed: removed.join('\n') };
}
