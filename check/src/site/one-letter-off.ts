/**
 * True for names that one letter tells apart: one that is another, is left out, or stands twice, or two that changed their places.
 * Numbers are those of versions and parts, and in shorter names than `fewestLetters` one letter makes another word.
 */
export function isOneLetterOff(one: string, other: string, fewestLetters: number): boolean {
  const [shorter, longer] = one.length < other.length ? [one, other] : [other, one];
  if (shorter.length < fewestLetters || longer.length > shorter.length + 1) return false;
  let start = 0;
  while (start < shorter.length && shorter[start] === longer[start]) start += 1;
  if ([shorter, longer].some((name) => /\d/u.test(name[start] ?? ''))) return false;
  const skipped = longer.slice(start + 1);
  if (longer.length > shorter.length) return skipped === shorter.slice(start);
  if (skipped === shorter.slice(start + 1)) return one !== other;
  const isExchanged = shorter[start] === longer[start + 1] && shorter[start + 1] === longer[start];
  return isExchanged && shorter.slice(start + 2) === longer.slice(start + 2);
}
