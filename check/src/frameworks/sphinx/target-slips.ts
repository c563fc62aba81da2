import { isNear } from '../../site/near-names.ts';
import { looseForm } from '../../site/slugs.ts';

/** Targets of the project with the same beginning, from which on that is one of its own. */
const severalAlike = 3;
/** For each target that begins so and that no page has. */
const timesFound = 3;
/** Words of a name of which one may be another, and letters of one that is like no other by chance. */
const fewestWords = 3;
const fewestLetters = 8;

/**
 * Tells a target that is nearly one of the project, so that it hardly is one of another: it differs in one or two letters, or in one
 * of its words where it has spaces, or lacks the first word that several have. Where `areAll` is true, so does one that such a target
 * begins with, and one with the beginning of several.
 */
export function createTargetSlips(
  labels: ReadonlyMap<string, unknown>,
  missing: ReadonlySet<string>,
  areAll: boolean,
): (label: string) => boolean {
  const known = withoutTwins([...labels.keys()]).filter((name) => !name.includes(':'));
  // Of a large project there are thousands, and as many of other projects that are compared with them.
  const ofLength = Map.groupBy(known, (name) => name.length);
  const ofWords = Map.groupBy(
    known.map((name) => name.split(' ')),
    (words) => words.length,
  );
  const found = Map.groupBy(known, firstWord);
  const behindFirst = Map.groupBy(known, (name) => wordsOf(name).slice(1).join(' '));
  const lost = Map.groupBy(missing, firstWord);
  return (label) => {
    const words = wordsOf(label);
    if (label.includes(':') || words.length < 2 || label.length < fewestLetters) return false;
    const near = [0, -1, 1, -2, 2]
      .flatMap((more) => ofLength.get(label.length + more) ?? [])
      .filter((name) => isNear(name, label) && !isOtherNumber(name, label));
    if (near.length === 1 || isWithOtherWord(ofWords, label.split(' '))) return true;
    const longer = behindFirst.get(words.join(' ')) ?? [];
    if (longer.some((name) => (found.get(firstWord(name))?.length ?? 0) >= severalAlike)) return true;
    const first = firstWord(label);
    const alike = found.get(first) ?? [];
    const isOwn = alike.length >= Math.max(severalAlike, timesFound * (lost.get(first)?.length ?? 0));
    if (!areAll || !isOwn) return false;
    if (alike.some((name) => name.startsWith(label) && /^[-_.]/u.test(name.slice(label.length)))) return true;
    const beginning = label.slice(0, label.length - (words.at(-1)?.length ?? 0));
    return words.length >= fewestWords && alike.filter((name) => name.startsWith(beginning)).length >= severalAlike;
  };
}

/** Of a name and the id that docutils makes of it, the name. */
function withoutTwins(names: readonly string[]): readonly string[] {
  return [...new Map(names.toReversed().map((name) => [looseForm(name), name.toLowerCase()])).values()];
}

/** Versions and parts have names that differ in their numbers. */
function isOtherNumber(one: string, other: string): boolean {
  const [first, second] = [one, other].map((name) => name.replaceAll(/\d+/gu, ''));
  return first === second;
}

/** Names with spaces are written like titles. */
function isWithOtherWord(
  ofWords: ReadonlyMap<number, readonly (readonly string[])[]>,
  words: readonly string[],
): boolean {
  if (words.length < fewestWords) return false;
  const alike = ofWords.get(words.length) ?? [];
  return alike.some((name) => name.filter((word, index) => word !== words[index]).length === 1);
}

function wordsOf(name: string): readonly string[] {
  return name.split(/[-_. ]+/u).filter((word) => word !== '');
}

function firstWord(name: string): string {
  return wordsOf(name)[0] ?? name;
}
