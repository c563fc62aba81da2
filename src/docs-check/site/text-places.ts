import { createLineIndex } from '../pages/line-index.ts';
import type { Place } from '../pages/page-facts.ts';

/** Finds where values stand in a settings file without a parser that keeps places: by the n-th time they are written. */
export interface TextPlaces {
  /** The place of the next occurrence of `value` as a whole word or string; the first line when there is none left. */
  next(value: string): Place;
}

export function createTextPlaces(text: string): TextPlaces {
  const lines = createLineIndex(text);
  const from = new Map<string, number>();
  return {
    next(value) {
      let at = text.indexOf(value, from.get(value) ?? 0);
      while (at !== -1 && value !== '' && !standsAlone(text, at, value)) at = text.indexOf(value, at + 1);
      if (at === -1) return { line: 1, column: 1 };
      from.set(value, at + Math.max(1, value.length));
      return lines.placeOf(at);
    },
  };
}

function standsAlone(text: string, at: number, value: string): boolean {
  return !/[\w/.-]/u.test(text.charAt(at - 1)) && !/[\w/-]/u.test(text.charAt(at + value.length));
}
