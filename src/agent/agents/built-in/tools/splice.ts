import { diffArrays, type ChangeObject } from 'diff';
import { originalOffset, type Located } from './locate.ts';

export interface Replacement {
  /** Range of the original, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Words that differ, above which a passage counts as written anew: the time grows with their square. */
const mostDifferences = 500;

/**
 * What to put in place of the passage found at a position. Whatever the model left alone between `oldText` and
 * `newText` keeps its original bytes, however the model wrote it: typographic quotes, trailing double spaces and line
 * endings survive inside the passage too. Both texts have `\n` as line ending.
 */
export function createReplacement(options: {
  original: string;
  located: Located;
  oldText: string;
  newText: string;
  /** Line ending for lines that are new. */
  newline: string;
}): (position: number) => Replacement {
  const { original, newline } = options;
  const { haystack, needle } = options.located;
  const newTokens = tokens(options.newText);
  const anew = withLineEnding(newTokens, newline);
  const changes = diffArrays(tokens(options.oldText), newTokens, { maxEditLength: mostDifferences });
  const pieces = changes && piecesOf(changes, offsetsOf(needle.starts, options.oldText.length), newline);
  return (position) => {
    const offset = (index: number): number => originalOffset(haystack, position + index);
    const text = pieces?.map((piece) =>
      typeof piece === 'string' ? piece : original.slice(offset(piece.from), offset(piece.to)),
    );
    return { start: offset(0), end: offset(needle.text.length), text: text?.join('') ?? anew };
  };
}

/** New text, and ranges of the folded passage that stay as they stand in the original. */
type Piece = string | { readonly from: number; readonly to: number };

function piecesOf(changes: readonly ChangeObject<string[]>[], folded: readonly number[], newline: string): Piece[] {
  let oldAt = 0;
  return changes.flatMap(({ value, added, removed }): Piece[] => {
    if (added) return [withLineEnding(value, newline)];
    const oldEnd = oldAt + value.join('').length;
    const [from = 0, to = 0] = [folded[oldAt], folded[oldEnd]];
    oldAt = oldEnd;
    return removed ? [] : [{ from, to }];
  });
}

/** Words, runs of blanks, single other characters; blanks before a line ending belong to it, as they do in `locate`. */
function tokens(text: string): string[] {
  const matches: string[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    const body = line.trimEnd();
    if (index > 0) matches.push(`${matches.pop() ?? ''}\n`);
    matches.push(...(body.match(/[\p{L}\p{N}_]+|[^\S\n]+|[^]/gu) ?? []), line.slice(body.length));
  }
  return matches.filter((token) => token !== '');
}

/** For each offset of the old text, how many folded characters begin before it. */
function offsetsOf(starts: readonly number[], length: number): number[] {
  const counts: number[] = [];
  let count = 0;
  for (let offset = 0; offset <= length; offset += 1) {
    while (count < starts.length && (starts[count] ?? 0) < offset) count += 1;
    counts.push(count);
  }
  return counts;
}

function withLineEnding(newTokens: readonly string[], newline: string): string {
  return newTokens.join('').replaceAll('\n', newline);
}
