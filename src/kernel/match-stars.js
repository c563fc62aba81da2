/**
 * A pattern in which only `*`, `**` and `?` have a meaning: some characters of a segment, some segments, one character. Matched in
 * time that only the lengths of pattern and path decide.
 */
export function matchStars(pattern, { dot = false } = {}) {
  const wanted = pattern.split('/');
  const isHidden = (segment) => !dot && segment.startsWith('.');
  const fits = (segment, glob) =>
    glob.startsWith('.') || !isHidden(segment) ? segment !== '' && matchSegment(segment, glob) : false;
  return (path) =>
    matchGreedily(path.split('/'), wanted, {
      isAny: (part) => part === '**',
      isOne: fits,
      mayPass: (segment) => !isHidden(segment),
    });
}
function matchSegment(segment, glob) {
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
function matchGreedily(items, parts, rules) {
  let item = 0;
  let part = 0;
  let any;
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
