/**
 * Finds a passage in a text the way a person would: a difference in line endings, trailing blanks, or the shape of
 * quotes and dashes does not matter. Folding serves the search alone; what is found is a range of the original.
 */
export interface Located {
  readonly haystack: Folded;
  readonly needle: Folded;
  /** Positions in `haystack.text`, ascending, not overlapping; empty when nothing was found. */
  readonly positions: readonly number[];
}

/** A folded text, and for each of its characters the range of the original that it stands for. The ranges are adjacent. */
export interface Folded {
  readonly text: string;
  readonly starts: readonly number[];
  readonly end: number;
}

/** From strict to tolerant; the first that finds anything decides. */
const folds: readonly ((text: string) => Folded)[] = [
  (text) => fold(text, { blanks: 'kept', plain: (character) => character }),
  (text) => fold(text, { blanks: 'dropped at line ends', plain: plainCharacter }),
];

export function locate(text: string, passage: string): Located {
  for (const foldWith of folds) {
    const [haystack, needle] = [foldWith(text), foldWith(passage)];
    const positions = occurrences(haystack.text, needle.text);
    if (positions.length > 0) return { haystack, needle, positions };
  }
  return nothingFound;
}

const nothing: Folded = { text: '', starts: [], end: 0 };
const nothingFound: Located = { haystack: nothing, needle: nothing, positions: [] };

/** Offset in the original of the character at `index` of the folded text. */
export function originalOffset(folded: Folded, index: number): number {
  return folded.starts[index] ?? folded.end;
}

/** One pass, without regular expressions over runs of blanks: a hostile file must not make this slow. */
function fold(
  text: string,
  { blanks, plain }: { blanks: 'kept' | 'dropped at line ends'; plain: (character: string) => string },
): Folded {
  const characters: string[] = [];
  const starts: number[] = [];
  const put = (character: string, start: number) => {
    characters.push(character);
    starts.push(start);
  };
  let position = 0;
  let end = text.length;
  while (position < text.length) {
    let next = position;
    if (blanks !== 'kept') while (isBlank(text[next])) next += 1;
    const newline = newlineLength(text, next);
    if (newline > 0) {
      put('\n', position);
      position = next + newline;
    } else if (next === text.length) {
      end = position;
      position = next;
    } else {
      for (; position < next; position += 1) put(plain(text.charAt(position)), position);
      put(plain(text.charAt(position)), position);
      position += 1;
    }
  }
  return { text: characters.join(''), starts, end };
}

function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\t' || character === '\u00a0';
}

function newlineLength(text: string, position: number): number {
  if (text[position] === '\n') return 1;
  return text[position] === '\r' && text[position + 1] === '\n' ? 2 : 0;
}

function plainCharacter(character: string): string {
  if (/[‘’‚‛′`´]/.test(character)) return "'";
  if (/[“”„‟″]/.test(character)) return '"';
  if (/[‐‑‒–—―−]/.test(character)) return '-';
  return /[\u00a0\u2000-\u200a\u202f\u205f\u3000]/.test(character) ? ' ' : character;
}

function occurrences(text: string, passage: string): number[] {
  const positions: number[] = [];
  if (passage === '') return positions;
  for (
    let position = text.indexOf(passage);
    position !== -1;
    position = text.indexOf(passage, position + passage.length)
  )
    positions.push(position);
  return positions;
}
