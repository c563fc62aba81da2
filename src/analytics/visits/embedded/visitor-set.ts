/** Fewer visitors than this are sorted; for more, one bit per visitor number is set and all bits are read in order. */
const sortBelow = 4_096;

/** Takes visitors in any order and gives them back once each, ascending. One instance serves many runs in turn. */
export class VisitorSet {
  #taken = new Uint32Array(sortBelow);
  readonly #bits: Uint32Array<ArrayBuffer>;
  /** How many have been written into what `reserve` returns. */
  length = 0;

  /** `visitorCount` is above every visitor number. */
  constructor(visitorCount: number) {
    this.#bits = new Uint32Array(Math.ceil(visitorCount / 32));
  }

  /** Where to write `more` visitors, from `length` on. */
  reserve(more: number): Uint32Array<ArrayBuffer> {
    if (this.length + more > this.#taken.length) {
      const grown = new Uint32Array((this.length + more) * 2);
      grown.set(this.#taken.subarray(0, this.length));
      this.#taken = grown;
    }
    return this.#taken;
  }

  /** Empties the set. */
  drain(visit: (visitor: number) => void): void {
    const taken = this.#taken.subarray(0, this.length);
    this.length = 0;
    if (taken.length < sortBelow) visitSorted(taken.sort(), visit);
    else this.#visitBits(taken, visit);
  }

  #visitBits(taken: Uint32Array, visit: (visitor: number) => void): void {
    const bits = this.#bits;
    for (const visitor of taken) bits[visitor >>> 5]! |= 1 << (visitor & 31);
    for (let word = 0; word < bits.length; word += 1) {
      for (let rest = bits[word]!; rest !== 0; rest &= rest - 1) visit(word * 32 + 31 - Math.clz32(rest & -rest));
    }
    bits.fill(0);
  }
}

function visitSorted(sorted: Uint32Array, visit: (visitor: number) => void): void {
  let last = -1;
  for (const visitor of sorted) {
    if (visitor !== last) visit(visitor);
    last = visitor;
  }
}
