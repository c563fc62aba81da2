export type PathMatcher = (path: string) => boolean;
/**
 * A pattern in which only `*`, `**` and `?` have a meaning: some characters of a segment, some segments, one character. Matched in
 * time that only the lengths of pattern and path decide.
 */
export declare function matchStars(
  pattern: string,
  {
    dot,
  }?: {
    dot?: boolean | undefined;
  },
): PathMatcher;
