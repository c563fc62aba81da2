import type { Runs } from '../columns/part.ts';
import { CountedGroups, type GroupCounts } from './group-counts.ts';

/** Classes as bits, so that a visitor can be of both. */
export const humanBit = 1;
export const aiBit = 2;

/** Counts one group after another. */
export interface Tally {
  /** Of the group under way; runs of one part come together and ascend. `part`: its place among all the parts. */
  add(part: number, run: number, classBit: number): void;
  endGroup(group: number): void;
  /** Nothing may be counted afterwards. */
  finish(): GroupCounts;
}

export class ViewTally implements Tally {
  readonly #parts: readonly Runs[];
  readonly #found = new CountedGroups();
  #human = 0;
  #ai = 0;

  constructor(parts: readonly Runs[]) {
    this.#parts = parts;
  }

  add(part: number, run: number, classBit: number): void {
    const views = this.#parts[part]!.views[run]!;
    if (classBit === humanBit) this.#human += views;
    else this.#ai += views;
  }

  endGroup(group: number): void {
    this.#found.add(group, this.#human, this.#ai, this.#human + this.#ai);
    this.#human = 0;
    this.#ai = 0;
  }

  finish(): GroupCounts {
    return this.#found.finish();
  }
}
