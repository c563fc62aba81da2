/** Counts per group, in ascending order of groups. All arrays have the length of `group`. */
export interface GroupCounts {
  readonly group: Uint32Array<ArrayBuffer>;
  readonly human: Uint32Array<ArrayBuffer>;
  readonly ai: Uint32Array<ArrayBuffer>;
  readonly total: Uint32Array<ArrayBuffer>;
}

/** Collects counts in ascending order of groups, without groups whose total is 0. */
export class CountedGroups {
  readonly #group: number[] = [];
  readonly #human: number[] = [];
  readonly #ai: number[] = [];
  readonly #total: number[] = [];

  add(group: number, human: number, ai: number, total: number): void {
    if (total === 0) return;
    this.#group.push(group);
    this.#human.push(human);
    this.#ai.push(ai);
    this.#total.push(total);
  }

  finish(): GroupCounts {
    return {
      group: Uint32Array.from(this.#group),
      human: Uint32Array.from(this.#human),
      ai: Uint32Array.from(this.#ai),
      total: Uint32Array.from(this.#total),
    };
  }
}
