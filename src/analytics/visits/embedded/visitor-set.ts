/** Fewer visitors than this are sorted; for more, one bit per visitor number is set and all bits are read in order. */
const sortBelow = 4_096;

/** Takes visitors in any order and gives them back once each, ascending. One instance serves many runs in turn. */
export class VisitorSet {
  readonly #few = new Uint32Array(sortBelow);
  readonly #bits: Uint32Array<ArrayBuffer>;
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

  /** Empties the set. */
  drain(visit: (visitor: number) => void): void {
    if (this.#length === undefined) this.#visitBits(visit);
    else visitSorted(this.#few.subarray(0, this.#length).sort(), visit);
    this.#length = 0;
  }

  #setBits(visitors: Uint32Array): void {
    const bits = this.#bits;
    for (const visitor of visitors) bits[visitor >>> 5]! |= 1 << (visitor & 31);
  }

  #visitBits(visit: (visitor: number) => void): void {
    const bits = this.#bits;
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
