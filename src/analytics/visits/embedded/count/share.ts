/**
 * What one of several counting threads counts. Pages are shared out by their number. Where groups are few and large,
 * as the whole site, an hour or a country is, the visitors are shared out instead, in blocks of 4,096, so that each
 * visitor is counted by exactly one thread. Either way the counts of all threads add up.
 */
export interface Share {
  readonly index: number;
  readonly of: number;
}

const blockBits = 12;

/** Which rows a thread counts: 1 or 0, for calculating with it. */
export interface OwnRows {
  has(group: number, visitor: number): number;
}

export class OwnGroups implements OwnRows {
  readonly #share: Share;

  constructor(share: Share) {
    this.#share = share;
  }

  has(group: number): number {
    return group % this.#share.of === this.#share.index ? 1 : 0;
  }
}

/** Looks blocks of visitors up, which is cheaper than dividing for each visitor. */
export class OwnVisitors implements OwnRows {
  readonly #blocks: Uint8Array;

  /** `visitorCount` is above every visitor number. */
  constructor(share: Share, visitorCount: number) {
    this.#blocks = new Uint8Array((visitorCount >>> blockBits) + 1);
    for (let block = share.index; block < this.#blocks.length; block += share.of) this.#blocks[block] = 1;
  }

  has(_group: number, visitor: number): number {
    return this.#blocks[visitor >>> blockBits]!;
  }
}
