import type { LineChange } from './line-changes.ts';

/**
 * Numbers that the model holds of the lines of a file, both ends included, and how much further down these lines stand
 * now. Numbers of one file do not overlap.
 */
export type HeldLines = readonly [first: number, last: number, shift: number];

export interface LineRange {
  readonly first: number;
  readonly last: number;
}

/** After these lines were shown under their present numbers. Numbers that are out of date are dropped: one number must not mean two lines. */
export function holdShown(held: readonly HeldLines[], shown: readonly LineRange[]): HeldLines[] {
  const ranges = [
    ...held.filter(([, , shift]) => shift === 0),
    ...shown.map(({ first, last }) => [first, last, 0] as const),
  ];
  const merged: HeldLines[] = [];
  for (const [first, last] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const previous = merged.at(-1);
    if (previous === undefined || first > previous[1] + 1) merged.push([first, last, 0]);
    else merged.splice(-1, 1, [previous[0], Math.max(previous[1], last), 0]);
  }
  return merged;
}

/** After the file changed. Where as many lines stand as before, their numbers hold; of other lines that changed no number does. */
export function holdThrough(held: readonly HeldLines[], changes: readonly LineChange[]): HeldLines[] {
  let lines = [...held];
  // From the bottom up, so that each change finds the lines above it where it counts them.
  for (const { first: from, removed, added } of changes.toReversed()) {
    if (removed === added) continue;
    lines = lines.flatMap(([first, last, shift]) => {
      const above: HeldLines = [first, Math.min(last, from - 1 - shift), shift];
      const below: HeldLines = [Math.max(first, from + removed - shift), last, shift + added - removed];
      return [above, below].filter(([start, end]) => start <= end);
    });
  }
  return lines;
}

/** How much further down these lines stand now; undefined unless they are all held and stand as one. */
export function shiftOf(held: readonly HeldLines[], { first, last }: LineRange): number | undefined {
  let shift: number | undefined;
  for (let number = first; number <= last;) {
    const lines = held.find(([start, end]) => start <= number && number <= end);
    if (lines === undefined || (shift !== undefined && lines[2] !== shift)) return undefined;
    [, number, shift] = lines;
    number += 1;
  }
  return shift;
}

/** The number under which the model holds a line; undefined where it holds none. */
export function heldNumber(held: readonly HeldLines[], line: number): number | undefined {
  const lines = held.find(([first, last, shift]) => first + shift <= line && line <= last + shift);
  return lines && line - lines[2];
}
