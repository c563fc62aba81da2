import { diffWordsWithSpace } from 'diff';
import type { HighlightLines, Segment } from './highlight-lines.ts';
import type { DiffHunk, DiffLine } from './parse-diff.ts';
import { revealHidden } from './reveal-hidden.ts';

/** A line of a diff as it is shown: coloured, its changed words marked, nothing in it hidden. */
export interface PresentedLine extends DiffLine {
  readonly segments: readonly Segment[];
}

export function presentHunk(hunk: DiffHunk, path: string, highlight: HighlightLines): PresentedLine[] {
  const shown = hunk.lines.map((line) => ({ ...line, text: shownText(line) }));
  const side = (without: DiffLine['kind']): Segment[][] =>
    highlight(
      shown
        .filter(({ kind }) => kind !== without && kind !== 'note')
        .map(({ text }) => text)
        .join('\n'),
      path,
    );
  // Each side is coloured as a whole, so that a block that spans lines keeps its colour.
  const before = side('added').values();
  const after = side('removed').values();
  const presented: PresentedLine[] = shown.map((line) => {
    const old = line.kind === 'removed' || line.kind === 'context' ? before.next().value : undefined;
    const now = line.kind === 'added' || line.kind === 'context' ? after.next().value : undefined;
    return { ...line, segments: now ?? old ?? [{ text: line.text, className: '', changed: false }] };
  });
  return markChangedWords(presented);
}

/** Line ends other than LF are shown where they are part of the change. */
function shownText({ kind, text }: DiffLine): string {
  return revealHidden(kind === 'context' ? text.replace(/\r$/, '') : text.replace(/\r$/, '␍'));
}

/** Removed lines followed by added ones are taken for a rewrite, the first for the first and so on. */
function markChangedWords(lines: PresentedLine[]): PresentedLine[] {
  const marked = [...lines];
  for (let start = 0; start < lines.length; start += 1) {
    if (lines[start]?.kind !== 'removed') continue;
    let middle = start;
    while (lines[middle]?.kind === 'removed') middle += 1;
    let end = middle;
    while (lines[end]?.kind === 'added') end += 1;
    for (let index = 0; index < Math.min(middle - start, end - middle); index += 1) {
      const pair = markPair(lines[start + index], lines[middle + index]);
      if (pair !== undefined) [marked[start + index], marked[middle + index]] = pair;
    }
    start = end - 1;
  }
  return marked;
}

function markPair(
  before: PresentedLine | undefined,
  after: PresentedLine | undefined,
): [PresentedLine, PresentedLine] | undefined {
  if (before === undefined || after === undefined) return undefined;
  const words = diffWordsWithSpace(before.text, after.text, { maxEditLength: 200 });
  const same = words
    ?.filter(({ added, removed }) => !added && !removed)
    .reduce((sum, { value }) => sum + value.length, 0);
  // Lines that share little are not a rewrite of each other; marking nearly all of them says nothing.
  if (words === undefined || same === undefined || same * 3 < Math.max(before.text.length, after.text.length))
    return undefined;
  const rangesOf = (without: 'added' | 'removed'): boolean[] =>
    words
      .filter((word) => !word[without])
      .flatMap((word) => Array<boolean>(word.value.length).fill(word.added || word.removed));
  return [
    { ...before, segments: markSegments(before.segments, rangesOf('added')) },
    { ...after, segments: markSegments(after.segments, rangesOf('removed')) },
  ];
}

/** Cuts segments where the mark begins or ends; `changed` has one entry for each UTF-16 unit of the line. */
function markSegments(segments: readonly Segment[], changed: readonly boolean[]): Segment[] {
  const cut: Segment[] = [];
  let position = 0;
  for (const segment of segments) {
    let from = 0;
    for (let index = 1; index <= segment.text.length; index += 1) {
      const mark = changed[position + from] ?? false;
      if (index < segment.text.length && (changed[position + index] ?? false) === mark) continue;
      cut.push({ ...segment, text: segment.text.slice(from, index), changed: mark });
      from = index;
    }
    position += segment.text.length;
  }
  return cut;
}
