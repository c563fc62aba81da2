/** Chance that comes back: the same seed gives the same values in the same order. */
export interface Random {
  /** From 0 to below 1. */
  fraction(): number;
  /** A whole number from 0 to below `limit`. */
  below(limit: number): number;
  /** True in so many of a hundred cases. */
  percent(share: number): boolean;
  pick<Value>(values: readonly Value[]): Value;
  /** Between `least` and `most`, small numbers far more often than large ones. */
  amount(least: number, most: number): number;
}

/** Mulberry32: one multiplication a value, and every seed of 32 bits is a good one. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(fraction() * limit);
  return {
    fraction,
    below,
    percent: (share) => fraction() * 100 < share,
    pick(values) {
      if (values.length === 0) throw new RangeError('There is nothing to pick from');
      return values[below(values.length)] as (typeof values)[number];
    },
    amount: (least, most) => Math.round(least * (most / least) ** fraction()),
  };
}
