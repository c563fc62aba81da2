import { release } from './release.ts';

/**
 * Positions 0..length-1 ordered by several keys, the last key the most significant: a stable radix sort, 16 bits a
 * pass, passes over digits that are all equal left out. About 5 ns per position and pass, whatever the order was.
 */
export function sortOrder(length: number, keys: readonly Uint32Array[]): Uint32Array<ArrayBuffer> {
  let order = new Uint32Array(length);
  for (let index = 0; index < length; index += 1) order[index] = index;
  if (length < 2) return order;
  let next = new Uint32Array(length);
  const starts = new Uint32Array(65_537);
  for (const key of keys) {
    for (const shift of [0, 16]) {
      starts.fill(0);
      for (let index = 0; index < length; index += 1) starts[((key[index]! >>> shift) & 0xffff) + 1]! += 1;
      if (length === 0 || starts[((key[0]! >>> shift) & 0xffff) + 1] === length) continue;
      for (let digit = 0; digit < 65_536; digit += 1) starts[digit + 1]! += starts[digit]!;
      for (let index = 0; index < length; index += 1) {
        const position = order[index]!;
        const digit = (key[position]! >>> shift) & 0xffff;
        const at = starts[digit]!;
        starts[digit] = at + 1;
        next[at] = position;
      }
      [order, next] = [next, order];
    }
  }
  release(next);
  return order;
}
