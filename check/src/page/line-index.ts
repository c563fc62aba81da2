import type { Place } from './page-facts.ts';

/** Turns offsets of a text into lines and columns. */
export interface LineIndex {
  placeOf(offset: number): Place;
  /** Offset at which a line begins; the end of the text for lines that it does not have. */
  startOf(line: number): number;
}

export function createLineIndex(text: string): LineIndex {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return {
    startOf: (line) => starts[line - 1] ?? text.length,
    placeOf(offset) {
      let low = 0;
      let high = starts.length - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if ((starts[middle] ?? 0) <= offset) low = middle;
        else high = middle - 1;
      }
      return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
    },
  };
}
