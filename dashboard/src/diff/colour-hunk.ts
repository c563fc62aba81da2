import { changedRanges, markTokens, type ChangedRange, type MarkedToken } from './changed-words.ts';
import { highlightLines, type Token } from './highlight.ts';
import { pairLines } from './pair-lines.ts';
import type { DiffHunk, DiffLine } from './read-diff.ts';

/** The parts of each line of a hunk, in order: coloured, and marked where a line differs from the one it replaces. */
export function colourHunk({ lines }: DiffHunk, path: string): MarkedToken[][] {
  const side = (sideKind: DiffLine['kind']): Iterator<Token[], undefined> =>
    highlightLines(
      lines.filter(({ kind }) => kind !== sideKind).map(({ text }) => text),
      path,
    ).values();
  const [before, after] = [side('added'), side('removed')];
  const changed = new Map<DiffLine, readonly ChangedRange[]>();
  for (const { left, right } of pairLines(lines)) {
    if (left?.kind !== 'removed' || right?.kind !== 'added') continue;
    const ranges = changedRanges(left.text, right.text);
    changed.set(left, ranges.before).set(right, ranges.after);
  }
  return lines.map((line) => {
    const old = line.kind === 'added' ? undefined : before.next().value;
    const now = line.kind === 'removed' ? undefined : after.next().value;
    return markTokens(now ?? old ?? [{ text: line.text, scope: '' }], changed.get(line) ?? []);
  });
}
