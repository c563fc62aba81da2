/**
 * A value with any text in between: the pieces of text in their order. One piece alone is the value itself; `['/a/', '']`
 * is everything that begins with `/a/`.
 */
export type ValuePattern = readonly string[];

/** Longest pattern of more than one piece, in UTF-16 code units: what looking through a value costs at most for each of its. */
export const longestPattern = 200;

/**
 * Whether a value fits. The pieces are looked for from left to right, each as early as it can be and never again, so that
 * no value takes longer than reading it with every piece.
 */
export function createPatternMatch(pattern: ValuePattern): (value: string) => boolean {
  const [first = '', ...laterPieces] = pattern;
  const last = laterPieces.pop();
  if (last === undefined) return (value) => value === first;
  return (value) => {
    if (!value.startsWith(first)) return false;
    let end = first.length;
    for (const piece of laterPieces) {
      const index = value.indexOf(piece, end);
      if (index < 0) return false;
      end = index + piece.length;
    }
    return value.length - last.length >= end && value.endsWith(last);
  };
}
