import { diffWordsWithSpace } from 'diff';
import type { Token } from './highlight.ts';

export interface MarkedToken extends Token {
  /** True for the words that differ from the other side. */
  readonly isChanged: boolean;
}

export interface ChangedRange {
  readonly start: number;
  readonly end: number;
}

const longestLine = 2000;

/** Which parts of two lines differ, as ranges of characters; none when they have too little in common to be told apart. */
export function changedRanges(before: string, after: string): { before: ChangedRange[]; after: ChangedRange[] } {
  const nothing = { before: [], after: [] };
  if (before.length + after.length > longestLine) return nothing;
  const ranges: { before: ChangedRange[]; after: ChangedRange[] } = { before: [], after: [] };
  let [oldAt, newAt, common] = [0, 0, 0];
  for (const { value, added, removed } of diffWordsWithSpace(before, after)) {
    if (added) ranges.after.push({ start: newAt, end: newAt + value.length });
    else if (removed) ranges.before.push({ start: oldAt, end: oldAt + value.length });
    else common += value.trim().length;
    if (!added) oldAt += value.length;
    if (!removed) newAt += value.length;
  }
  return common * 2 < Math.min(before.trim().length, after.trim().length) ? nothing : ranges;
}

/** Cuts tokens at the borders of the ranges. */
export function markTokens(tokens: readonly Token[], ranges: readonly ChangedRange[]): MarkedToken[] {
  const marked: MarkedToken[] = [];
  let position = 0;
  for (const { text, scope } of tokens) {
    const borders = ranges
      .flatMap(({ start, end }) => [start, end])
      .filter((border) => border > position && border < position + text.length);
    let from = position;
    for (const to of [...borders, position + text.length]) {
      const isChanged = ranges.some(({ start, end }) => start <= from && to <= end);
      marked.push({ text: text.slice(from - position, to - position), scope, isChanged });
      from = to;
    }
    position += text.length;
  }
  return marked;
}
