import { diffArrays } from 'diff';
import { originalOffset, type Located } from './locate.ts';

export interface Replacement {
  /** Range of the original, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * What to put in place of the passage found at `position`. Whatever the model left alone between `oldText` and
 * `newText` keeps its original bytes, however the model wrote it: typographic quotes, trailing double spaces and line
 * endings survive inside the passage too. Both texts have `\n` as line ending.
 */
export function replacementAt(options: {
  original: string;
  located: Located;
  position: number;
  oldText: string;
  newText: string;
  /** Line ending for lines that are new. */
  newline: string;
}): Replacement {
  const { original, position, newline } = options;
  const { haystack, needle } = options.located;
  const start = originalOffset(haystack, position);
  const end = originalOffset(haystack, position + needle.text.length);
  const newTokens = tokens(options.newText);
  const changes = diffArrays(tokens(options.oldText), newTokens, { maxEditLength: 4_000 });
  if (changes === undefined) return { start, end, text: withLineEnding(newTokens, newline) };

  const originalAt = offsetsOf(needle.starts, options.oldText.length).map((index) =>
    originalOffset(haystack, position + index),
  );
  let oldAt = 0;
  let text = '';
  for (const { value, added, removed } of changes) {
    if (added) {
      text += withLineEnding(value, newline);
      continue;
    }
    const oldEnd = oldAt + value.join('').length;
    if (!removed) text += original.slice(originalAt[oldAt], originalAt[oldEnd]);
    oldAt = oldEnd;
  }
  return { start, end, text };
}

/** Words, runs of blanks, single other characters; blanks before a line ending belong to it, as they do in `locate`. */
function tokens(text: string): string[] {
  const found: string[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    const body = line.trimEnd();
    if (index > 0) found.push(`${found.pop() ?? ''}\n`);
    found.push(...(body.match(/[\p{L}\p{N}_]+|[^\S\n]+|[^]/gu) ?? []), line.slice(body.length));
  }
  return found.filter((token) => token !== '');
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
