import picomatch from 'picomatch';
import { matchStars, type PathMatcher } from './match-stars.ts';

/** Characters of a pattern: no path is that long, and picomatch throws at sixty thousand. */
const longestPattern = 4_000;
/** Stars up to which trying every way to place them is quick; each one more multiplies the ways by the length of a path. */
const fewStars = 6;

/**
 * Whether a path fits one of these globs, as picomatch reads them. Patterns of many stars and question marks are matched in
 * time that only the lengths of both decide. Many stars among braces, classes and groups go to picomatch all the same,
 * which may not come to its end: nobody writes them, and the limits of `apart/` end it.
 */
export function matchPaths(patterns: readonly string[], { dot = false } = {}): PathMatcher {
  const readable = patterns.filter((pattern) => pattern !== '' && pattern.length <= longestPattern);
  const isStarry = (pattern: string): boolean =>
    pattern.split(/\*+/).length - 1 > fewStars && !/[[\]{}()!+@|\\]/.test(pattern);
  const starry = readable.filter(isStarry).map((pattern) => matchStars(pattern, { dot }));
  const others = picomatch(
    readable.filter((pattern) => !isStarry(pattern)),
    { dot },
  );
  return (path) => others(path) || starry.some((matches) => matches(path));
}
