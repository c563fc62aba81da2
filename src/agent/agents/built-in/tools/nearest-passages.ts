import { trimOf } from '../../../../kernel/trim-characters.ts';

export interface NearPassage {
  /** 1-based. */
  readonly line: number;
  readonly text: string;
}

/** The passages of as many lines that resemble the wanted one most, best first, at most `count`; a hint, not a match. */
export function nearestPassages(text: string, passage: string, count: number): NearPassage[] {
  const lines = text.split(/\r?\n/);
  const wantedLines = trimOf(passage, '\n').split('\n');
  // Scored by its most telling line alone, so that the cost stays linear in the size of the file.
  const anchor = wantedLines.reduce(
    (best, line, index) => (line.length > (wantedLines[best] ?? '').length ? index : best),
    0,
  );
  const wantedPairs = pairsOf(wantedLines[anchor] ?? '');
  const scored = lines
    .map((line, index) => ({ index, score: resemblance(wantedPairs, pairsOf(line)) }))
    .filter(({ score }) => score > 0.3)
    .sort((a, b) => b.score - a.score || a.index - b.index)
    .slice(0, count);
  return scored.map(({ index }) => {
    const first = Math.max(0, index - anchor);
    return { line: first + 1, text: lines.slice(first, first + Math.min(wantedLines.length, 8)).join('\n') };
  });
}

/** Share of common letter pairs (Dice), 0 to 1. */
function resemblance(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 || b.size === 0) return 0;
  let common = 0;
  for (const pair of a) if (b.has(pair)) common += 1;
  return (2 * common) / (a.size + b.size);
}

function pairsOf(line: string): Set<string> {
  const plain = line.toLowerCase().replace(/\s+/g, ' ').trim().slice(0, 2_000);
  return new Set(Array.from({ length: Math.max(0, plain.length - 1) }, (_, index) => plain.slice(index, index + 2)));
}
