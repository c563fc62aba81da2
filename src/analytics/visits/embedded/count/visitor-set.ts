/** Fewer visitors than this are sorted; for more, one bit per visitor number is set and all bits are read in order. */
const sortBelow = 4_096;

/** Takes visitors in any order and gives them back once each, ascending. One instance serves many runs in turn. */
export class VisitorSet {
  readonly #few = new Uint32Array(sortBelow);
  readonly #bits: Uint32Array<ArrayBuffer>;
  #taken = new Uint32Array(sortBelow);
  /** How many are in `#few`; undefined once they are many, and all are in `#bits`. */
  #length: number | undefined = 0;

  /** `visitorCount` is above every visitor number. */
  constructor(visitorCount: number) {
    this.#bits = new Uint32Array(Math.ceil(visitorCount / 32));
  }

  add(visitors: Uint32Array): void {
    if (this.#length !== undefined && this.#length + visitors.length <= sortBelow) {
      this.#few.set(visitors, this.#length);
      this.#length += visitors.length;
      return;
    }
    if (this.#length !== undefined) this.#setBits(this.#few.subarray(0, this.#length));
    this.#length = undefined;
    this.#setBits(visitors);
  }

  /** Empties the set. What it held is overwritten by the next call. */
  take(): Uint32Array {
    const takenCount = this.#length === undefined ? this.#takeBits() : this.#takeSorted(this.#length);
    this.#length = 0;
    return this.#taken.subarray(0, takenCount);
  }

  #setBits(visitors: Uint32Array): void {
    const bits = this.#bits;
    for (const visitor of visitors) {
      bits[visitor >>> 5]! |= 1 << (visitor & 31);
    }
  }

  #takeBits(): number {
    const bits = this.#bits;
    let takenCount = 0;
    for (let word = 0; word < bits.length; word += 1) {
      if (takenCount + 32 > this.#taken.length) this.#grow();
      for (let remainingBits = bits[word]!; remainingBits !== 0; remainingBits &= remainingBits - 1) {
        this.#taken[takenCount] = word * 32 + 31 - Math.clz32(remainingBits & -remainingBits);
        takenCount += 1;
      }
    }
    bits.fill(0);
    return takenCount;
  }

  #takeSorted(length: number): number {
    const sorted = this.#few.subarray(0, length).sort();
    let takenCount = 0;
    for (let index = 0; index < length; index += 1) {
      if (index > 0 && sorted[index] === sorted[index - 1]) continue;
      this.#taken[takenCount] = sorted[index]!;
      takenCount += 1;
    }
    return takenCount;
  }

  #grow(): void {
    const grown = new Uint32Array(this.#taken.length * 2);
    grown.set(this.#taken);
    this.#taken = grown;
  }
}
