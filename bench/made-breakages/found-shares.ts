/** Counts what was found of what, and says it in words. */
export interface FoundShares {
  /** `found` is the severity of what was told, or `no`. */
  readonly count: (about: string, found: string) => void;
  readonly has: (about: string) => boolean;
  /** How many were broken, and how many of these nothing was said of. */
  readonly of: (about: string) => { readonly all: number; readonly missed: number };
  readonly inWords: (about: string) => string;
}

export function createFoundShares(): FoundShares {
  const counts = new Map<string, Map<string, number>>();
  const of = (about: string, found: string): number => counts.get(about)?.get(found) ?? 0;
  const all = (about: string): number => of(about, 'error') + of(about, 'warning') + of(about, 'no');
  return {
    count(about, found) {
      const counted = counts.get(about) ?? new Map<string, number>();
      counts.set(about, counted.set(found, (counted.get(found) ?? 0) + 1));
    },
    has: (about) => counts.has(about),
    of: (about) => ({ all: all(about), missed: of(about, 'no') }),
    inWords(about) {
      const told = of(about, 'error') + of(about, 'warning');
      const share = ((100 * told) / all(about)).toFixed(1);
      return `${about}: ${of(about, 'error')} errors, ${of(about, 'warning')} warnings of ${all(about)}: ${share} % found`;
    },
  };
}
