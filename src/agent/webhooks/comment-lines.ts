/** A line of a comment as people see it. */
export interface CommentLine {
  readonly text: string;
  /** Within a fence. */
  readonly isCode: boolean;
}

/**
 * The lines of a comment in Markdown, without what its page does not show: HTML comments. Those in code are shown. Takes time
 * linear in the text: anybody may have written it.
 */
export function commentLines(markdown: string): CommentLine[] {
  const lines = markdown.split(/\r\n?|\n/);
  const lastEnd = lines.findLastIndex((line) => line.includes('-->'));
  const shown: CommentLine[] = [];
  let fence: string | undefined;
  let isHidden = false;
  for (const [index, line] of lines.entries()) {
    if (fence !== undefined) {
      const end = /^\s*(`{3,}|~{3,})\s*$/.exec(line)?.[1];
      if (end?.startsWith(fence) === true) fence = undefined;
      shown.push({ text: line, isCode: true });
      continue;
    }
    const end = isHidden ? line.indexOf('-->') : 0;
    if (end === -1) continue;
    const visible = showLine(isHidden ? line.slice(end + 3) : line, index < lastEnd);
    ({ isHidden } = visible);
    fence = fenceOf(visible.text);
    shown.push({ text: visible.text, isCode: fence !== undefined });
  }
  return shown;
}

/** The marks of a fence that begins on this line, also as an item of a list. */
function fenceOf(line: string): string | undefined {
  const [opening = '', marks] = /^(?: {0,3}|\s*(?:[-*+]|\d{1,9}[.)])\s+)(`{3,}|~{3,})/.exec(line) ?? [];
  return marks?.startsWith('`') === true && line.slice(opening.length).includes('`') ? undefined : marks;
}

/** A line without its HTML comments, and whether one goes on. `isEndedLater`: whether any later line ends one. */
function showLine(line: string, isEndedLater: boolean): { text: string; isHidden: boolean } {
  let text = '';
  let from = 0;
  const marks = /`+|<!--/g;
  const lastEnd = line.lastIndexOf('-->');
  const endOfCode = codeEnds(line);
  for (let mark = marks.exec(line); mark !== null; mark = marks.exec(line)) {
    const [found] = mark;
    let next = marks.lastIndex;
    if (found === '<!--') {
      // `<!-->` is a whole one.
      const end = mark.index + 2 > lastEnd ? -1 : line.indexOf('-->', mark.index + 2);
      const isBlock = line.slice(0, mark.index).trim() === '';
      if (end === -1 && (isEndedLater || isBlock)) return { text: text + line.slice(from, mark.index), isHidden: true };
      if (end !== -1) {
        text += line.slice(from, mark.index);
        from = end + 3;
        next = from;
      }
    } else next = endOfCode(found, next);
    marks.lastIndex = next;
  }
  return { text: text + line.slice(from), isHidden: false };
}

/** Finds where code in a line ends, which begins with a run of backticks; `from` where it is none. Asked from left to right. */
function codeEnds(line: string): (run: string, from: number) => number {
  /** Where runs of each length begin, the first one last. */
  const runs = new Map<number, number[]>();
  for (const { 0: run, index } of [...line.matchAll(/`+/g)].reverse()) {
    const known = runs.get(run.length);
    if (known === undefined) runs.set(run.length, [index]);
    else known.push(index);
  }
  return ({ length }, from) => {
    const places = runs.get(length) ?? [];
    while ((places.at(-1) ?? from) < from) places.pop();
    const next = places.at(-1);
    return next === undefined ? from : next + length;
  };
}
