/** Spreads ids over the slots, where their first bits are alike. */
const spread = 0x9e3779b1;
/** All words of the place of a number that is of no id; ids are hashes. */
const noWord = 0xffff_ffff;
/** From here on it pays to sort ids by their slots, by so many of the first bits. */
const manyIds = 100_000;
const regionBits = 7;

/**
 * Numbers 16-byte ids 0, 1, 2, ... in the order they are added; an open-addressing hash table over typed arrays, about
 * 28 bytes per id, where a Map of strings takes well over 100. The ids are keyed hashes, so their first bytes serve
 * as the hash.
 */
export class IdTable {
  #words: Uint32Array<ArrayBuffer>;
  /** Number + 1 of the id in each slot; 0 is free. */
  #slots: Uint32Array<ArrayBuffer>;
  #size = 0;

  constructor(expected = 1_000) {
    this.#words = new Uint32Array(Math.max(16, expected) * 4);
    this.#slots = new Uint32Array(slotsFor(expected));
  }

  get size(): number {
    return this.#size;
  }

  get bytes(): number {
    return this.#words.byteLength + this.#slots.byteLength;
  }

  /** The number of the id that `words` holds at `index` (four words per id), or -1. */
  find(words: Uint32Array, index: number): number {
    const row = this.#slots[this.#slot(words, index)]!;
    return row - 1;
  }

  /** The number of the id, which is the size before the call if the id is new. */
  add(words: Uint32Array, index: number): number {
    let slot = this.#slot(words, index);
    const row = this.#slots[slot]!;
    if (row !== 0) return row - 1;
    if ((this.#size + 1) * 2 > this.#slots.length) {
      this.#grow(this.#slots.length * 2);
      slot = this.#slot(words, index);
    }
    const number = this.#size;
    this.#reserve(number + 1);
    const from = index * 4;
    const to = number * 4;
    for (let word = 0; word < 4; word += 1) this.#words[to + word] = words[from + word]!;
    this.#slots[slot] = number + 1;
    this.#size = number + 1;
    return number;
  }

  /** Gives the place of the next number to no id, so that numbers stay those of a dictionary with deletions. */
  skip(): void {
    this.addMany(1, () => undefined);
  }

  /**
   * Gives the next `count` numbers to the ids that `write` puts down, four words each, none of which may be there already;
   * what it leaves as it is, all ones, is of no id. Far faster than to add them one by one.
   */
  addMany(count: number, write: (words: Uint32Array) => void): void {
    const first = this.#size;
    const size = first + count;
    this.#reserve(size);
    write(this.#words.subarray(first * 4, size * 4).fill(noWord));
    this.#size = size;
    if (size * 2 <= this.#slots.length) this.#index(first);
    else this.#grow(slotsFor(size));
  }

  #reserve(size: number): void {
    if (size * 4 <= this.#words.length) return;
    const grown = new Uint32Array(Math.ceil(Math.max(this.#size * 1.5, size * 1.1) + 16) * 4);
    grown.set(this.#words);
    this.#words = grown;
  }

  #slot(words: Uint32Array, index: number): number {
    const mask = this.#slots.length - 1;
    const from = index * 4;
    const a = words[from]!;
    const b = words[from + 1]!;
    const c = words[from + 2]!;
    const d = words[from + 3]!;
    let slot = (Math.imul(a, spread) ^ b) & mask;
    for (;;) {
      const row = this.#slots[slot]!;
      if (row === 0) return slot;
      const offset = (row - 1) * 4;
      if (
        this.#words[offset] === a &&
        this.#words[offset + 1] === b &&
        this.#words[offset + 2] === c &&
        this.#words[offset + 3] === d
      ) {
        return slot;
      }
      slot = (slot + 1) & mask;
    }
  }

  #grow(slots: number): void {
    this.#slots = new Uint32Array(slots);
    this.#index(0);
  }

  /** Gives the ids of all numbers from `first` on their slots. They differ, so none is compared. */
  #index(first: number): void {
    if (this.#size - first >= manyIds) {
      this.#indexSorted(first);
      return;
    }
    for (let number = first; number < this.#size; number += 1) {
      const slot = this.#firstSlot(number);
      if (slot >= 0) this.#place(slot, number + 1);
    }
  }

  /** The same, those of slots that lie together one after another: each comes into the cache of the processor once. */
  #indexSorted(first: number): void {
    const shift = Math.max(0, Math.log2(this.#slots.length) - regionBits);
    const ends = new Uint32Array(2 ** regionBits + 1);
    for (let number = first; number < this.#size; number += 1) {
      const slot = this.#firstSlot(number);
      if (slot >= 0) ends[(slot >>> shift) + 1]! += 1;
    }
    for (let region = 1; region < ends.length; region += 1) ends[region]! += ends[region - 1]!;
    // Reckoned again rather than kept: memory that was never used costs more than that.
    const sorted = new Uint32Array(ends.at(-1)! * 2);
    for (let number = first; number < this.#size; number += 1) {
      const slot = this.#firstSlot(number);
      if (slot < 0) continue;
      const to = ends[slot >>> shift]!;
      ends[slot >>> shift] = to + 1;
      sorted[to * 2] = slot;
      sorted[to * 2 + 1] = number + 1;
    }
    for (let position = 0; position < sorted.length; position += 2)
      this.#place(sorted[position]!, sorted[position + 1]!);
  }

  /** Where its id is looked for first; -1 for a number of none. */
  #firstSlot(number: number): number {
    const words = this.#words;
    const from = number * 4;
    const [a, b] = [words[from]!, words[from + 1]!];
    if (a === noWord && b === noWord && words[from + 2] === noWord && words[from + 3] === noWord) return -1;
    return (Math.imul(a, spread) ^ b) & (this.#slots.length - 1);
  }

  #place(first: number, entry: number): void {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = first;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = entry;
  }
}

function slotsFor(expected: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(32, expected * 2)));
}
