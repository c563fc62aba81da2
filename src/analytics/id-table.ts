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
    const found = this.#slots[this.#slot(words, index)]!;
    return found - 1;
  }

  /** The number of the id, which is the size before the call if the id is new. */
  add(words: Uint32Array, index: number): number {
    let slot = this.#slot(words, index);
    const found = this.#slots[slot]!;
    if (found !== 0) return found - 1;
    if ((this.#size + 1) * 2 > this.#slots.length) {
      this.#grow();
      slot = this.#slot(words, index);
    }
    const number = this.#size;
    if ((number + 1) * 4 > this.#words.length) {
      const grown = new Uint32Array(Math.ceil(number * 1.5 + 16) * 4);
      grown.set(this.#words);
      this.#words = grown;
    }
    const from = index * 4;
    const to = number * 4;
    for (let word = 0; word < 4; word += 1) this.#words[to + word] = words[from + word]!;
    this.#slots[slot] = number + 1;
    this.#size = number + 1;
    return number;
  }

  /** Gives the place of the next number to no id, so that numbers stay those of a dictionary with deletions. */
  skip(): void {
    const number = this.#size;
    if ((number + 1) * 4 > this.#words.length) {
      const grown = new Uint32Array(Math.ceil(number * 1.5 + 16) * 4);
      grown.set(this.#words);
      this.#words = grown;
    }
    this.#size = number + 1;
  }

  #slot(words: Uint32Array, index: number): number {
    const mask = this.#slots.length - 1;
    const from = index * 4;
    const a = words[from]!;
    const b = words[from + 1]!;
    const c = words[from + 2]!;
    const d = words[from + 3]!;
    let slot = (Math.imul(a, 0x9e3779b1) ^ b) & mask;
    for (;;) {
      const found = this.#slots[slot]!;
      if (found === 0) return slot;
      const at = (found - 1) * 4;
      if (
        this.#words[at] === a &&
        this.#words[at + 1] === b &&
        this.#words[at + 2] === c &&
        this.#words[at + 3] === d
      ) {
        return slot;
      }
      slot = (slot + 1) & mask;
    }
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Uint32Array(old.length * 2);
    for (const found of old) if (found !== 0) this.#slots[this.#slot(this.#words, found - 1)] = found;
  }
}

function slotsFor(expected: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(32, expected * 2)));
}
