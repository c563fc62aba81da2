import { createLineIndex, type Place } from '../page/page-facts.ts';
import type { SiteProblem } from './site.ts';

/** Finds where values stand in a settings file without a parser that keeps places: by the n-th time they are written. */
export interface TextPlaces {
  /** The place of the next occurrence of `value` as a whole word or string; the first line when there is none left. */
  next(value: string): Place;
}

export function createTextPlaces(text: string): TextPlaces {
  const lines = createLineIndex(text);
  const from = new Map<string, number>();
  let starts: ReadonlyMap<string, readonly number[]> | undefined;
  /** Where a value is from there on, or -1. */
  const find = (value: string, after: number): number => {
    const [begins = ''] = beginning.exec(value) ?? [];
    if (begins === '' || begins.split('.').length > mostParts) {
      let at = text.indexOf(value, after);
      while (at !== -1 && value !== '' && !standsAlone(text, at, value)) at = text.indexOf(value, at + 1);
      return at;
    }
    starts ??= startsIn(text);
    const places = starts.get(begins) ?? [];
    for (let index = firstFrom(places, after); index < places.length; index += 1) {
      const at = places[index] ?? 0;
      if (text.startsWith(value, at) && standsAlone(text, at, value)) return at;
    }
    return -1;
  };
  return {
    next(value) {
      const at = find(value, from.get(value) ?? 0);
      if (at === -1) return { line: 1, column: 1 };
      from.set(value, at + Math.max(1, value.length));
      return lines.placeOf(at);
    },
  };
}

/** What a value begins with that no sign of its own may stand before. */
const beginning = /^[\w/.-]+/u;
/** Parts between full stops up to which the beginnings of a word are kept. */
const mostParts = 8;

/**
 * Where words are, and their beginnings up to a full stop, where a value may end: looked up, thousands of values do not each
 * take a search through the whole text.
 */
function startsIn(text: string): ReadonlyMap<string, readonly number[]> {
  const starts = new Map<string, number[]>();
  const add = (word: string, at: number): void => {
    const known = starts.get(word);
    if (known === undefined) starts.set(word, [at]);
    else known.push(at);
  };
  for (const { 0: word, index } of text.matchAll(/[\w/.-]+/gu)) {
    add(word, index);
    let dot = word.indexOf('.');
    for (let part = 1; dot !== -1 && part <= mostParts; part += 1) {
      if (dot > 0) add(word.slice(0, dot), index);
      dot = word.indexOf('.', dot + 1);
    }
  }
  return starts;
}

/** The index of the first of these numbers, which grow, that is no less. */
function firstFrom(numbers: readonly number[], least: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

function standsAlone(text: string, at: number, value: string): boolean {
  return !/[\w/.-]/u.test(text.charAt(at - 1)) && !/[\w/-]/u.test(text.charAt(at + value.length));
}

/** Parses JSON; a fault becomes a finding with the place that the engine names. */
export function parseJson(text: string, path: string): { readonly value: unknown } | { readonly problem: SiteProblem } {
  try {
    return { value: JSON.parse(text.replace(/^\uFEFF/u, '')) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const position = /at position (\d+)/u.exec(reason)?.[1];
    const place = createLineIndex(text).placeOf(position === undefined ? text.length : Number(position));
    const short = reason.replace(/ (?:in JSON )?at position.*$/su, '').replace(/, ".*$/su, '');
    return {
      problem: {
        path,
        rule: 'settings-syntax',
        ...place,
        message: `This is not valid JSON: ${short}.`,
      },
    };
  }
}
