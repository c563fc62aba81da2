export type PathMatcher = (path: string) => boolean;

/**
 * A pattern in which only `*`, `**` and `?` have a meaning: some characters of a segment, some segments, one character. Matched in
 * time that only the lengths of pattern and path decide.
 */
export function matchStars(pattern: string, { dot = false } = {}): PathMatcher {
  const patternParts = pattern.split('/');
  const isHidden = (segment: string): boolean => !dot && segment.startsWith('.');
  const fits = (segment: string, glob: string): boolean =>
    glob.startsWith('.') || !isHidden(segment) ? segment !== '' && matchSegment(segment, glob) : false;
  return (path) =>
    matchGreedily(path.split('/'), patternParts, {
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
  let lastAny: { part: number; item: number } | undefined;
  while (item < items.length) {
    const patternPart = parts[part];
    if (patternPart !== undefined && rules.isAny(patternPart)) {
      lastAny = { part, item };
      part += 1;
    } else if (patternPart !== undefined && rules.isOne(items[item] ?? '', patternPart)) {
      item += 1;
      part += 1;
    } else if (lastAny !== undefined && rules.mayPass(items[lastAny.item] ?? '')) {
      lastAny.item += 1;
      item = lastAny.item;
      part = lastAny.part + 1;
    } else return false;
  }
  return parts.slice(part).every((starPart) => rules.isAny(starPart));
}
