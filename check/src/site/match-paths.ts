import picomatch from 'picomatch';

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

export type PathMatcher = (path: string) => boolean;

/**
 * A pattern in which only `*`, `**` and `?` have a meaning: some characters of a segment, some segments, one character. Matched in
 * time that only the lengths of pattern and path decide.
 */
export function matchStars(pattern: string, { dot = false } = {}): PathMatcher {
  const wanted = pattern.split('/');
  const isHidden = (segment: string): boolean => !dot && segment.startsWith('.');
  const fits = (segment: string, glob: string): boolean =>
    glob.startsWith('.') || !isHidden(segment) ? segment !== '' && matchSegment(segment, glob) : false;
  return (path) =>
    matchGreedily(path.split('/'), wanted, {
      isAny: (part) => part === '**',
      isOne: fits,
      mayPass: (segment) => !isHidden(segment),
    });
}

function matchSegment(segment: string, glob: string): boolean {
  return matchGreedily(Array.from(segment), Array.from(glob.replaceAll(/\*+/g, '*')), {
    isAny: (part) => part === '*',
    isOne: (character, part) => character === part || part === '?',
    mayPass: () => true,
  });
}

/**
 * Matches a list with a list of which some parts stand for any number of items. Only the last of those is ever tried with
 * more: whatever the ones before could take, it can take as well. So it ends after `items` times `parts` steps.
 */
function matchGreedily(
  items: readonly string[],
  parts: readonly string[],
  rules: {
    readonly isAny: (part: string) => boolean;
    readonly isOne: (item: string, part: string) => boolean;
    /** Whether a part that stands for any may take this item. */
    readonly mayPass: (item: string) => boolean;
  },
): boolean {
  let item = 0;
  let part = 0;
  let any: { part: number; item: number } | undefined;
  while (item < items.length) {
    const wanted = parts[part];
    if (wanted !== undefined && rules.isAny(wanted)) {
      any = { part, item };
      part += 1;
    } else if (wanted !== undefined && rules.isOne(items[item] ?? '', wanted)) {
      item += 1;
      part += 1;
    } else if (any !== undefined && rules.mayPass(items[any.item] ?? '')) {
      any.item += 1;
      item = any.item;
      part = any.part + 1;
    } else return false;
  }
  return parts.slice(part).every((left) => rules.isAny(left));
}
